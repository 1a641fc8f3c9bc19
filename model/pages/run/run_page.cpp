#include "pages/run/run_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/explain/explanation.h"
#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "host/text/json_text.h"
#include "host/text/markup.h"
#include "machine/blocks/block_facts.h"
#include "pages/assets/page_frame.h"
#include "pages/machine/machine_drawing.h"
#include "pages/run/draw_charts.h"
#include "pages/run/energy_charts.h"
#include "pages/run/run_charts.h"
#include "pages/run/run_files.h"
#include "pages/run/run_pictures.h"
#include "parameters/names/name_rule.h"
#include "study/definition/file_sorts.h"
#include "study/run_folder/manifest.h"
#include "study/run_folder/run_picture.h"
#include "study/time_table/time_table.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

double sum_of(const Json& statistics, std::string_view group_end, std::string_view name) {
  double sum = 0;
  if (!statistics.contains("groups")) return sum;
  for (const Json& group : statistics["groups"]) {
    if (!is_last_words(group_end, group.at("path").get<std::string>())) continue;
    for (const Json& statistic : group.at("statistics")) {
      if (statistic.at("name") == name && statistic.at("kind") == "counter") sum += statistic.at("value").get<double>();
    }
  }
  return sum;
}

/// Bytes over the data bus, and beside them those that dirty lines of caches still had to send when the run ended: the
/// summary's number (study/summary).
std::string memory_text(const Json& statistics) {
  double dirty = 0;
  std::string holders;
  for (const machine::CacheFacts& cache : machine::kLineCaches) {
    const double here = sum_of(statistics, cache.name(), "dirty_at_end");
    dirty += here;
    if (here != 0) holders += (holders.empty() ? "" : " and ") + std::string{cache.label};
  }
  std::string text = with_commas(static_cast<std::uint64_t>(sum_of(statistics, "memory", "bytes"))) + " bytes";
  if (dirty != 0)
    text += fmt::format(", {} more dirty in {} at the end", with_commas(static_cast<std::uint64_t>(dirty)), holders);
  return text;
}

/// A time with four digits, in the unit that leaves one to three of them before the point.
std::string duration_text(double seconds) {
  if (seconds >= 1) return fmt::format("{:.4g} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.4g} ms", 1e3 * seconds);
  return fmt::format("{:.4g} us", 1e6 * seconds);
}

/// Facts that a person wants to know first.
PageFacts headline(const Json& statistics, const machine::TimeTable& table) {
  PageFacts facts;
  std::string timing = statistics.value("timing", "");
  std::replace(timing.begin(), timing.end(), '_', ' ');
  facts.emplace_back("timing", timing);
  if (statistics.contains("unfinished")) facts.emplace_back("unfinished", statistics["unfinished"].get<std::string>());
  if (statistics.contains("sampled")) {
    const Json& sampled = statistics["sampled"];
    facts.emplace_back("sample", fmt::format("{} of {} work groups simulated, extrapolated; cycles within {}",
                                             with_commas(sampled.at("groups").get<std::uint64_t>()),
                                             with_commas(sampled.at("of_groups").get<std::uint64_t>()),
                                             with_commas(sampled.at("cycles_within").get<std::uint64_t>())));
  }
  if (statistics.contains("cycles")) {
    const auto cycles = statistics["cycles"].get<std::uint64_t>();
    const auto clock = statistics.value("clock_hz", std::uint64_t{0});
    facts.emplace_back(
        "time", with_commas(cycles) + " cycles" +
                    (clock == 0 ? ""
                                : fmt::format(" = {} at {:.4g} GHz",
                                              duration_text(static_cast<double>(cycles) / static_cast<double>(clock)),
                                              static_cast<double>(clock) / 1e9)));
    const double footprints = sum_of(statistics, "sampler.front_end", "footprints");
    if (footprints > 0 && cycles > 0) {
      facts.emplace_back("footprints",
                         fmt::format("{}, {:.2f} a cycle", with_commas(static_cast<std::uint64_t>(footprints)),
                                     footprints / static_cast<double>(cycles)));
    }
    facts.emplace_back("memory", memory_text(statistics));
  }
  if (table.ends.empty()) return facts;
  const RunPhases phases = phases_of(table);
  const auto start = [&](std::size_t interval) { return interval == 0 ? 0 : table.ends[interval - 1]; };
  facts.emplace_back("phases",
                     fmt::format("ramp to cycle {}, steady to {}, drain to {}", with_commas(start(phases.steady)),
                                 with_commas(start(phases.drain)), with_commas(table.ends.back())));
  return facts;
}

/// Facts of the manifest about the run's making.
PageFacts provenance(const Json& manifest) {
  PageFacts facts;
  for (const auto& [key, value] : manifest.items()) {
    if (value.is_string()) facts.emplace_back(key, value.get<std::string>());
    if (value.is_number() || value.is_boolean()) facts.emplace_back(key, json_text(value));
    if (!value.is_array() && !value.is_object()) continue;
    if (key == "files") continue;  // of the folder itself
    facts.emplace_back(key, json_text(value));
  }
  return facts;
}

Json phases_json(const machine::TimeTable& table) {
  const RunPhases phases = phases_of(table);
  const auto start = [&](std::size_t interval) { return interval == 0 ? 0 : table.ends[interval - 1]; };
  return {{"steady", start(phases.steady)}, {"drain", start(phases.drain)}};
}

/// Pixels whose histories the page has; page.js puts them on the picture.
Json pixels_json(const fs::path& folder, const std::vector<RecordedPixel>& pixels) {
  Json list = Json::array();
  std::size_t room = kMostHistoryBytes;
  for (const RecordedPixel& pixel : pixels) {
    if (pixel.history.size() > room) break;
    room -= pixel.history.size();
    list.push_back({{"x", pixel.x}, {"y", pixel.y}, {"history", pixel.history}});
  }
  const RunPicture shown = run_picture(folder).value_or(RunPicture{});
  return {{"width", shown.width}, {"height", shown.height}, {"list", list}};
}

/// Use and hits of each block, by its path.
std::map<std::string, BlockUse> block_uses(const Json& statistics) {
  std::map<std::string, BlockUse> uses;
  if (!statistics.contains("groups")) return uses;
  for (const Json& group : statistics["groups"]) {
    BlockUse use;
    double hits = -1, lookups = 0;
    for (const Json& statistic : group.at("statistics")) {
      const std::string name = statistic.at("name").get<std::string>(), kind = statistic.at("kind").get<std::string>();
      if (kind == "account" && statistic.at("cycles").contains("busy")) {
        double all = 0;
        for (const auto& [category, cycles] : statistic.at("cycles").items()) all += cycles.get<double>();
        if (all > 0) use.busy = std::max(use.busy, statistic.at("cycles").at("busy").get<double>() / all);
      }
      if (kind == "counter" && name == "hits") hits = statistic.at("value").get<double>();
      if (kind == "counter" && (name == "lookups" || name == "reads")) lookups = statistic.at("value").get<double>();
    }
    if (hits >= 0 && lookups > 0) use.hits = hits / lookups;
    uses.emplace(group.at("path").get<std::string>(), use);
  }
  return uses;
}

std::string machine_section(const RunPageExtras& extras, const Json& statistics) {
  if (!extras.problem.empty()) {
    return "<section id=\"machine\"><h2>Machine</h2>\n<p>It is not drawn, because the run's configuration cannot be "
           "read: " +
           html_text(extras.problem) + "</p></section>\n";
  }
  if (!extras.topology) return "";
  const std::string drawing = machine_drawing(*extras.topology, block_uses(statistics));
  if (drawing.empty()) return "";
  return "<section id=\"machine\"><h2>Machine</h2>\n<p>Blocks that are alike are one box. The bar is the share of the "
         "run "
         "in which a block worked, that of its busiest part where it has several; hits are of all its lookups. Point "
         "at a "
         "box or a line for its sizes.</p>\n<div class=\"wide\" tabindex=\"0\">" +
         drawing + "</div></section>\n";
}

/// The experiments of a run that has an explanation stand behind the tree of where its cycles went.
void add_experiments(const fs::path& folder, Json& charts) {
  std::error_code ignored;
  if (!fs::exists(folder / kExplanationName, ignored)) return;
  try {
    charts.insert(charts.begin() + (charts.empty() ? 0 : 1),
                  experiments_chart(read_run_json(folder / kExplanationName)));
  } catch (const Json::exception&) {
    refuse_run_file(folder / kExplanationName, "holds no explanation of a run");
  }
}

}  // namespace

std::string run_page(const fs::path& folder, const RunPageExtras& extras) {
  std::error_code ignored;
  if (!fs::exists(folder / "stats.json", ignored)) {
    require_sort(folder, {});
    refuse_run_file(folder, "is no run folder: it has no stats.json", "`texpipe run STUDY --out DIR` makes one");
  }
  const Json statistics = read_run_json(folder / "stats.json");
  if (!statistics.is_object() || statistics.value("schema_version", 0) != kVersion) {
    refuse_run_file(folder / "stats.json", "holds no statistics of a run",
                    "this texpipe reads version " + std::to_string(kVersion));
  }
  read_statistics(read_text(folder / "stats.json"), (folder / "stats.json").string());  // refuses what is no count
  const machine::TimeTable table =
      fs::exists(folder / kTimeTableName, ignored) ? read_time_table(folder) : machine::TimeTable{};
  const std::string study = statistics.value("study", ""), machine = statistics.value("machine", "");
  Json data{{"name", study}, {"ends", table.ends}};
  if (!table.ends.empty()) data["phases"] = phases_json(table);
  std::string above;
  try {
    data["charts"] = run_charts(statistics, table);
    add_experiments(folder, data["charts"]);
    add_energy_charts(extras.record, data["charts"]);
    add_draw_tables(folder, data["charts"]);
    add_launch_table(folder, data["charts"]);
    if (!extras.pixels.empty()) data["pixels"] = pixels_json(folder, extras.pixels);
    above = machine_section(extras, statistics) + draw_section(folder);
  } catch (const Json::exception&) {
    refuse_run_file(folder / "stats.json", "holds no statistics of a run");
  }
  std::string below = picture_sections(folder);
  if (fs::exists(folder / kResolvedConfigurationName, ignored)) {
    below += "<section id=\"configuration\"><h2>Configuration</h2>\n<details><summary>every value</summary>\n<pre>" +
             html_text(read_text(folder / kResolvedConfigurationName)) + "</pre></details></section>\n";
  }
  if (fs::exists(folder / "manifest.json", ignored)) {
    below += "<section id=\"provenance\"><h2>Provenance</h2>\n<details><summary>how the run came about</summary>\n" +
             list_of(provenance(read_run_json(folder / "manifest.json"))) + "</details></section>\n";
  }
  return framed_page({.title = study + " on " + machine,
                      .facts = headline(statistics, table),
                      .above = std::move(above),
                      .below = std::move(below)},
                     data);
}

}  // namespace texpipe::study
