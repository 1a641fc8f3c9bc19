// texpipe recording
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "base/enum_table.h"
#include "cli/verb.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "workload/recording/interval_columns.h"
#include "workload/recording/recording.h"

namespace texpipe::cli {

namespace {

ExitCode print_recording(const std::string& file, const GlobalOptions& globals) {
  const study::Recording recording{file};
  const study::RecordingHead& head = recording.head();
  const study::RecordingTotals& totals = recording.totals();
  if (globals.json) {
    nlohmann::ordered_json json{{"file", recording.name()},
                                {"study", head.study},
                                {"workload", head.kind},
                                {"groups", head.groups},
                                {"threads", totals.threads},
                                {"instructions", totals.instructions},
                                {"messages", totals.messages},
                                {"footprints", totals.footprints},
                                {"scene", recording.scene().has_value()},
                                {"image", {{"width", head.output.width}, {"height", head.output.height}}},
                                {"memory_bytes", recording.memory_bytes()},
                                {"file_bytes", recording.file_bytes()},
                                {"regions", nlohmann::json::array()}};
    for (const functional::MemoryRegion& region : head.regions) {
      json["regions"].push_back(
          {{"name", region.name}, {"address", region.address.value()}, {"bytes", region.size.value()}});
    }
    std::cout << study::json_text(json, 2) << '\n';
    return ExitCode::kSuccess;
  }
  const study::FittedOutput fitted{std::cout};
  std::cout << fmt::format(
      "{}\n  study     {}, a {}{}\n  threads   {} in {} groups\n  issued    {} instructions, {} "
      "messages, {}\n  memory    {} bytes in {} regions\n  file      {} bytes\n",
      recording.name(), head.study, head.kind, recording.scene() ? " with a scene" : "", totals.threads, head.groups,
      totals.instructions, totals.messages,
      head.footprints ? fmt::format("{} footprints", totals.footprints) : "no footprints", recording.memory_bytes(),
      head.regions.size(), recording.file_bytes());
  return ExitCode::kSuccess;
}

/// A line of CSV for each interval.
ExitCode print_intervals(const std::string& file) {
  const study::Recording recording{file, study::RecordingCheck::kIntervals};
  std::string text = "first_group,groups";
  for (const EnumRow& feature : enum_rows(study::IntervalFeature{}).rows) text += "," + std::string{feature.name};
  text += '\n';
  for (const study::RecordedInterval& interval : recording.intervals()) {
    text += fmt::format("{},{}", interval.first_group, interval.groups);
    for (const std::uint64_t sum : interval.signature) text += fmt::format(",{}", sum);
    text += '\n';
  }
  std::cout << text;
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_recording(CLI::App& app, const GlobalOptions& globals) {
  const auto file = std::make_shared<std::string>();
  app.require_subcommand(1);
  CLI::App* info = app.add_subcommand("info", "what a recording holds; the whole file is checked");
  info->add_option("FILE", *file, "recording, as run --record writes it")->required();
  CLI::App* intervals = app.add_subcommand("intervals", "what each interval of a recording asks of a machine, as CSV");
  intervals->add_option("FILE", *file, "recording, as run --record writes it")->required();
  return [file, intervals, &globals] {
    if (globals.json && intervals->parsed()) warn_no_effect("--json", "the result is CSV", globals);
    return intervals->parsed() ? print_intervals(*file) : print_recording(*file, globals);
  };
}

}  // namespace texpipe::cli
