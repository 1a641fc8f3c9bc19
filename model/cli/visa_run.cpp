#include "cli/visa_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/linked_blocks.h"
#include "host/files/output_file.h"
#include "host/text/json_text.h"
#include "study/definition/run_parameters.h"
#include "study/execution/execution.h"
#include "workload/visa/visa_results.h"

extern char** environ;

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;

using study::Timing;

Timing timing_of(const VisaRunOptions& options) {
  if (!options.timing.empty()) return study::timing_named(options.timing);
  return options.machine.empty() ? Timing::kUntimed : Timing::kApproximatelyTimed;
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

Json results_json(const study::VisaWorkload& workload, const study::VisaInputs& inputs, const study::Execution& run,
                  Timing timing) {
  Json json = study::visa_results(workload, inputs);
  json["timing"] = name_of(timing);
  json["threads"] = run.counts.threads;
  if (timing == Timing::kUntimed) {
    json["instructions"] = run.counts.instructions;
    json["messages"] = run.counts.messages;
  } else {
    json["cycles"] = run.cycles->value();
  }
  return json;
}

void print_text(const study::VisaWorkload& workload, const study::VisaInputs& inputs, const study::Execution& run,
                Timing timing) {
  const std::string& name = workload.kernel->program.name;
  std::cout << (name.empty() ? "vISA program" : name) << ", " << name_of(timing) << ": ";
  if (timing == Timing::kUntimed) {
    std::cout << fmt::format("{} threads, {} EU instructions, {} messages\n", run.counts.threads,
                             run.counts.instructions, run.counts.messages);
  } else {
    std::cout << fmt::format("{} threads, {} cycles\n", run.counts.threads, run.cycles->value());
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

void warn_of_idle_options(const VisaRunOptions& options, Timing timing, const GlobalOptions& globals) {
  if (timing != Timing::kUntimed) return;
  const std::string_view reason = options.machine.empty() ? "the run is untimed; --machine FILE gives it time"
                                                          : "the run is untimed; --timing names another";
  if (!options.machine.empty()) warn_no_effect("--machine", "the run is untimed", globals);
  if (options.most_cycles) warn_no_effect("--max-cycles", reason, globals);
  for (const std::string& assignment : options.assignments) {
    if (!study::assigns_switch(assignment)) warn_no_effect("-p " + assignment, reason, globals);
  }
}

}  // namespace

ExitCode run_visa_program(const VisaSource& source, const VisaRunOptions& options, const GlobalOptions& globals) {
  const Timing timing = timing_of(options);
  warn_of_idle_options(options, timing, globals);
  study::VisaInputs inputs = inputs_of(source, options, globals);
  inputs.most_statements = options.most_statements;
  std::optional<study::OutputFile> output;  // before the run, so that a name that is taken costs no time
  if (options.output.given()) output.emplace(options.output.file, existing_of(options.output));
  study::VisaWorkload workload = study::make_visa_workload(read_visa(source), source_name(source), inputs);
  print_warnings(workload.workload.warnings, globals);
  if (generation_of(source) == visa::Generation::kIcllp) workload.workload.context->coarse_pixel = inputs.coarse_pixel;
  const timing::BlockRegistry blocks = linked_blocks();
  const study::RunParameters parameters =
      study::read_run_parameters({options.machine, options.assignments, environ}, blocks);
  workload.workload.context->queries = parameters.queries.options();
  const Cycles most = options.most_cycles ? Cycles{*options.most_cycles} : study::kMostCycles;
  const study::Execution run =
      study::execute(parameters.machine, workload.workload,
                     {.timing = timing, .blocks = &blocks, .limit = study::CycleLimit{most, "the vISA program"}});
  print_warnings(run.warnings, globals);
  const Json results = results_json(workload, inputs, run, timing);
  if (output) {
    output->stream() << study::json_text(results, 2) << '\n';
    output->publish();
    say_written(options.output.file, globals);
  } else if (globals.json) {
    std::cout << study::json_text(results, 2) << '\n';
  } else {
    print_text(workload, inputs, run, timing);
  }
  return ExitCode::kSuccess;
}

}  // namespace texpipe::cli
