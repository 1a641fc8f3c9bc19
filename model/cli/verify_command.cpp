// texpipe verify: every golden case below a path.
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "analysis/verify/timed_executor.h"
#include "cli/linked_blocks.h"
#include "cli/verb.h"
#include "host/text/fitted_text.h"
#include "study/definition/run_parameters.h"

namespace texpipe::cli {

namespace {

struct VerifyArguments {
  std::string path;
  std::string machine;
  std::vector<std::string> assignments;
  bool all_variants = false;
  bool check_protocols = false;
  study::VerifyOptions options;
};

ExitCode verify(VerifyArguments arguments, const GlobalOptions& global) {
  const study::Timing timing = study::timing_named(arguments.options.timing);
  const bool timed = timing != study::Timing::kUntimed;
  const bool switches_alone = std::all_of(arguments.assignments.begin(), arguments.assignments.end(),
                                          [](const std::string& text) { return study::assigns_switch(text); });
  if (!timed && !(arguments.machine.empty() && switches_alone && !arguments.check_protocols)) {
    throw Error{ExitCode::kUsage,
                "untimed verification has no machine: --machine, -p of its parameters and --check-protocols need "
                "--timing loosely_timed or approximately_timed"};
  }
  const timing::BlockRegistry blocks = linked_blocks();
  const study::RunParameters parameters =
      study::read_run_parameters({arguments.machine, arguments.assignments, environ}, blocks);
  arguments.options.queries = parameters.queries.options();
  if (timed) {
    const study::ExecutionOptions options{
        .timing = timing, .blocks = &blocks, .check_protocols = arguments.check_protocols};
    arguments.options.timed = study::timed_executor(parameters.machine, options);
    arguments.options.timed_workload = study::timed_workload_executor(parameters.machine, options);
  }
  if (arguments.all_variants) arguments.options.variants = study::VariantChoice::kAll;
  const study::VerifyReport report = study::verify(arguments.path, arguments.options);
  if (!global.quiet) {
    for (const Diagnostic& note : report.notes) std::cerr << note.text() << '\n';
  }
  std::optional<study::FittedOutput> fitted;
  if (!global.json) fitted.emplace(std::cout);
  std::cout << (global.json ? study::report_json(report) : study::report_text(report));
  return report.exit_code();
}

}  // namespace

Action declare_verify(CLI::App& app, const GlobalOptions& options) {
  const auto arguments = std::make_shared<VerifyArguments>();
  app.add_option("PATH", arguments->path,
                 "folder with cases.yaml files, kernels and pixel shaders with their YAML, or one of them")
      ->required();
  app.add_option("--timing", arguments->options.timing, "untimed, loosely_timed or approximately_timed")
      ->capture_default_str();
  app.add_option("--machine", arguments->machine,
                 "machine file that executes the messages; default: the parameters' defaults");
  app.add_option("-p,--parameter", arguments->assignments,
                 "path=value, over the machine's, or a switch (sample_d.cube_direction=true); may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--filter", arguments->options.filter, "only cases whose id contains this");
  app.add_flag("--all-variants", arguments->all_variants, "every tiling and SIMD size instead of one per case");
  app.add_flag("--check-protocols", arguments->check_protocols, "a protocol checker on every socket");
  return [arguments, &options] { return verify(*arguments, options); };
}

}  // namespace texpipe::cli
