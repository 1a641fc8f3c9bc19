#include "cli/visa_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/spelling.h"
#include "study/output/output_file.h"
#include "study/run/run_parameters.h"
#include "study/visa/run_visa.h"
#include "study/visa/visa_results.h"

extern char** environ;

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kUntimed = "untimed";
constexpr std::string_view kLooselyTimed = "loosely_timed";
constexpr std::string_view kApproximatelyTimed = "approximately_timed";

std::string_view timing_of(const VisaRunOptions& options) {
  if (options.timing.empty()) return options.machine.empty() ? kUntimed : kApproximatelyTimed;
  constexpr std::string_view kTimings[] = {kUntimed, kLooselyTimed, kApproximatelyTimed};
  for (std::string_view timing : kTimings) {
    if (options.timing == timing) return timing;
  }
  throw Error{ExitCode::kUsage, Diagnostic{.path = "--timing",
                                           .problem = options.timing + " is not listed",
                                           .hint = spelling_hint(options.timing, kTimings)}};
}

study::VisaInputs inputs_of(const VisaSource& source, const VisaRunOptions& options, const GlobalOptions& globals) {
  if (!options.inputs.empty()) return study::read_visa_inputs(options.inputs);
  if (source.path.empty() || source.path == "-") return {};
  std::filesystem::path beside = source.path;
  beside.replace_extension(".yaml");
  std::error_code ignored;
  if (!std::filesystem::exists(beside, ignored)) return {};
  if (!study::is_kernel_launch(beside)) return study::read_visa_inputs(beside);
  if (!globals.quiet) {
    std::cerr << "note: " << beside.string()
              << " says how to launch an OpenCL kernel and is not read; registers, surfaces and samplers come with "
                 "--inputs\n";
  }
  return {};
}

Json results_json(const study::VisaWorkload& workload, const study::VisaInputs& inputs, const study::VisaRun& run,
                  std::string_view timing) {
  Json json = study::visa_results(workload, inputs);
  json["timing"] = timing;
  json["threads"] = run.threads;
  if (timing == kUntimed) {
    json["instructions"] = run.instructions;
    json["messages"] = run.messages;
  } else {
    json["cycles"] = run.cycles.value();
  }
  return json;
}

void print_text(const study::VisaWorkload& workload, const study::VisaInputs& inputs, const study::VisaRun& run,
                std::string_view timing) {
  const std::string& name = workload.kernel->program.name;
  std::cout << (name.empty() ? "vISA program" : name) << ", " << timing << ": ";
  if (timing == kUntimed) {
    std::cout << fmt::format("{} threads, {} EU instructions, {} messages\n", run.threads, run.instructions,
                             run.messages);
  } else {
    std::cout << fmt::format("{} threads, {} cycles\n", run.threads, run.cycles.value());
  }
  for (const study::VisaRegisterResult& result : study::register_results(workload, inputs)) {
    const std::size_t per_line = 32 / visa::byte_size(result.type);
    for (std::size_t i = 0; i < result.elements.size(); i += per_line) {
      std::cout << fmt::format("  {}{}.{:<4} :{:<2}",
                               inputs.threads > 1 ? fmt::format("thread {} ", result.thread) : "", result.variable,
                               i * visa::byte_size(result.type), name_of(result.type));
      for (std::size_t j = i; j < std::min(result.elements.size(), i + per_line); ++j)
        std::cout << ' ' << result.elements[j];
      std::cout << '\n';
    }
  }
  for (const study::VisaBufferResult& result : study::buffer_results(workload, inputs)) {
    for (std::size_t i = 0; i < result.bytes.size(); i += 32) {
      std::cout << fmt::format("  buffer {} +{:<5}", result.index, i);
      for (std::size_t j = i; j < std::min(result.bytes.size(), i + 32); j += 4)
        std::cout << fmt::format(" 0x{:08x}", study::result_word(result, j));
      std::cout << '\n';
    }
  }
}

void warn_of_idle_options(const VisaRunOptions& options, std::string_view timing, const GlobalOptions& globals) {
  if (timing != kUntimed) return;
  constexpr std::string_view kReason = "the run is untimed; --machine FILE gives it time";
  if (!options.machine.empty()) warn_no_effect("--machine", "the run is untimed", globals);
  if (options.most_cycles) warn_no_effect("--max-cycles", kReason, globals);
  for (const std::string& assignment : options.assignments) {
    if (!study::assigns_switch(assignment)) warn_no_effect("-p " + assignment, kReason, globals);
  }
}

}  // namespace

ExitCode run_visa_program(const VisaSource& source, const VisaRunOptions& options, const GlobalOptions& globals) {
  const std::string_view timing = timing_of(options);
  warn_of_idle_options(options, timing, globals);
  study::VisaInputs inputs = inputs_of(source, options, globals);
  inputs.most_statements = options.most_statements;
  std::optional<study::OutputFile> output;  // before the run, so that a name that is taken costs no time
  if (options.output.given()) output.emplace(options.output.file, existing_of(options.output));
  study::VisaWorkload workload = study::make_visa_workload(read_visa(source), source_name(source), inputs);
  print_warnings(workload.workload.warnings, globals);
  if (generation_of(source) == visa::Generation::kIcllp) workload.workload.context->coarse_pixel = inputs.coarse_pixel;
  const study::RunParameters parameters = study::read_run_parameters({options.machine, options.assignments, environ});
  workload.workload.context->queries = parameters.queries.options();
  const Cycles most = options.most_cycles ? Cycles{*options.most_cycles} : study::kMostCycles;
  const study::VisaRun run =
      timing == kUntimed ? study::run_visa_untimed(workload)
                         : study::run_visa_timed(workload, parameters.machine, timing::system_timing(timing), most);
  const Json results = results_json(workload, inputs, run, timing);
  if (output) {
    output->stream() << results.dump(2) << '\n';
    output->publish();
    say_written(options.output.file, globals);
  } else if (globals.json) {
    std::cout << results.dump(2) << '\n';
  } else {
    print_text(workload, inputs, run, timing);
  }
  return ExitCode::kSuccess;
}

}  // namespace texpipe::cli
