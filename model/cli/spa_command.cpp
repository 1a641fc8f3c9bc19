// texpipe spa check|run: SPA text, and warps that execute it.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/spelling.h"
#include "cli/linked_blocks.h"
#include "cli/memory_limit.h"
#include "cli/verb.h"
#include "host/files/byte_reader.h"
#include "host/text/json_text.h"
#include "isa/spa/hazards.h"
#include "study/definition/file_sorts.h"
#include "study/definition/run_parameters.h"
#include "study/execution/execution.h"
#include "workload/scene/hazard_policy.h"
#include "workload/scene/spa_workload.h"
#include "workload/scene/warp_report.h"

extern char** environ;

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kWarpsPrinted = 4;

struct SpaOptions {
  std::string file;
  std::string timing = "untimed";
  std::string machine;
  std::vector<std::string> assignments;
  std::string hazards = "report";
  std::optional<unsigned> warps;
  std::string max_memory = value_text(study::WarpLimits{}.bytes);
  std::uint64_t most_instructions = study::WarpLimits{}.instructions;
  std::uint64_t most_cycles = study::kMostCycles.value();
};

study::HazardPolicy policy_of(const SpaOptions& options) {
  const auto rows = enum_rows(study::HazardPolicy{});
  if (const auto policy = value_of<study::HazardPolicy>(options.hazards)) return *policy;
  throw Error{ExitCode::kUsage, Diagnostic{.problem = "--hazards has no value '" + options.hazards + "'",
                                           .hint = spelling_hint(options.hazards, rows.names())}};
}

Json place_json(const SourcePosition& place) {
  return {{"line", place.line}, {"column", place.column}};
}

Json hazards_json(std::span<const spa::Hazard> hazards, std::span<const spa::PlacedInstruction> program) {
  Json list = Json::array();
  for (const spa::Hazard& hazard : hazards) {
    list.push_back({{"kind", name_of(hazard.kind)},
                    {"operand", hazard.operand},
                    {"earlier", place_json(program[hazard.earlier].position)},
                    {"later", place_json(program[hazard.later].position)}});
  }
  return list;
}

ExitCode check(const SpaOptions& options, const GlobalOptions& globals) {
  const study::HazardPolicy policy = policy_of(options);
  study::require_sort(options.file, {study::FileSort::kSpaText});
  const auto program = spa::parse_program(study::read_text(options.file), study::shown_name(options.file));
  if (program.empty()) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = {study::shown_name(options.file)}, .problem = "holds no instruction"}};
  }
  const auto hazards = spa::hazards_of(program);
  const auto warnings = study::check_hazards(hazards, program, policy);
  Json list = Json::array();
  for (const spa::PlacedInstruction& placed : program) {
    const std::string canonical = spa::text_of(placed.instruction);
    if (globals.json) {
      list.push_back({{"line", placed.position.line}, {"column", placed.position.column}, {"text", canonical}});
    } else {
      std::cout << canonical << '\n';
    }
  }
  if (globals.json) {
    std::cout << study::json_text(Json{{"instructions", list}, {"hazards", hazards_json(hazards, program)}}, 2) << '\n';
  } else {
    print_warnings(warnings, globals);
  }
  return ExitCode::kSuccess;
}

constexpr std::string_view kUntimedReason =
    "the run is untimed; --timing approximately_timed or loosely_timed has a machine";

study::Execution execute(study::SpaWorkload& spa, const SpaOptions& options) {
  const timing::BlockRegistry blocks = linked_blocks();
  const study::RunParameters configuration =
      study::read_run_parameters({options.machine, options.assignments, environ}, blocks);
  spa.workload.context->queries = configuration.queries.options();
  return study::execute(configuration.machine, spa.workload,
                        {.timing = study::timing_named(options.timing),
                         .blocks = &blocks,
                         .limit = study::CycleLimit{Cycles{options.most_cycles}, "the SPA program"}});
}

/// Warns of options that were given and change nothing.
void warn_of_idle_options(const SpaOptions& options, bool cycles_given, const GlobalOptions& globals) {
  if (options.timing == "untimed") {
    if (!options.machine.empty()) warn_no_effect("--machine", kUntimedReason, globals);
    if (cycles_given) warn_no_effect("--max-cycles", kUntimedReason, globals);
    for (const std::string& assignment : options.assignments) {
      if (!study::assigns_switch(assignment)) warn_no_effect("-p " + assignment, kUntimedReason, globals);
    }
  }
  if (globals.json && options.warps) warn_no_effect("--warps", "--json has all of them", globals);
}

ExitCode run(const SpaOptions& options, bool cycles_given, const GlobalOptions& globals) {
  study::timing_named(options.timing);  // a mistake is told before anything is read
  const study::HazardPolicy policy = policy_of(options);
  warn_of_idle_options(options, cycles_given, globals);
  study::require_sort(options.file, {study::FileSort::kSpaWarps}, ExitCode::kInvalidConfiguration);
  const study::WarpFile file = study::read_warp_file(options.file);
  study::SpaWorkload spa = study::make_spa_workload(
      file, {.bytes = memory_limit(options.max_memory), .instructions = options.most_instructions});
  const functional::SpaCode& code = spa.warps->code();
  const auto warnings = study::check_hazards(code.hazards, code.instructions, policy);
  const std::optional<Cycles> cycles = execute(spa, options).cycles;
  if (globals.json) {
    Json json{{"schema_version", 1}, {"program", file.program_path.filename().string()}, {"timing", options.timing}};
    if (cycles) json["cycles"] = cycles->value();
    if (file.scene) {
      json["raster_samples"] = file.scene->state.pattern.count;
      json["target_samples"] = file.scene->target_sample_count();
    }
    json["hazards"] = hazards_json(code.hazards, code.instructions);
    json["warps"] = study::warp_json(*spa.warps, spa.workload.subspans.get());
    std::cout << study::json_text(json, 2) << '\n';
    return ExitCode::kSuccess;
  }
  print_warnings(warnings, globals);
  std::cout << fmt::format("{} {} of {}, {}", spa.warps->groups(), spa.warps->groups() == 1 ? "warp" : "warps",
                           file.program_path.filename().string(), options.timing);
  if (cycles) std::cout << fmt::format(", {} cycles", cycles->value());
  std::cout << '\n' << study::warp_text(*spa.warps, spa.workload.subspans.get(), options.warps.value_or(kWarpsPrinted));
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_spa(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<SpaOptions>();
  app.require_subcommand(1);
  CLI::App* check_verb = app.add_subcommand("check", "parse SPA text and print it in canonical form");
  check_verb->add_option("FILE", options->file, "SPA instructions")->required();
  CLI::App* run_verb = app.add_subcommand("run", "run the warps of a file and print their registers");
  run_verb->add_option("FILE", options->file, "YAML: program, scene, textures, registers")->required();
  run_verb->add_option("--timing", options->timing, "untimed (default), loosely_timed or approximately_timed");
  run_verb->add_option("--machine", options->machine, "machine file; the built-in defaults when it is not given");
  run_verb
      ->add_option("-p,--parameter", options->assignments,
                   "path=value of the machine, or of pixld.grid_integer and pixld.covered_all_ones; may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  for (CLI::App* verb : {check_verb, run_verb}) {
    verb->add_option("--hazards", options->hazards,
                     "report (default) or fatal: what becomes of results that are used without waiting for them");
  }
  add_memory_limit(*run_verb, options->max_memory, "for the registers of all warps and their subspans");
  run_verb
      ->add_option("--max-instructions", options->most_instructions,
                   "instructions of all warps; what executes more is refused")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  const CLI::Option* cycles =
      run_verb->add_option("--max-cycles", options->most_cycles, "cycles of a timed run; then exit 6")
          ->check(CLI::PositiveNumber)
          ->capture_default_str();
  run_verb->add_option("--warps", options->warps, "warps to print as text; 4 when it is not given");
  return [=, &globals] {
    return check_verb->parsed() ? check(*options, globals) : run(*options, cycles->count() > 0, globals);
  };
}

}  // namespace texpipe::cli
