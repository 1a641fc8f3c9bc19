// texpipe run STUDY.yaml
#include <unistd.h>

#include <iostream>

#include "cli/verb.h"
#include "study/run/run_study.h"

#ifdef TEXPIPE_WITH_RTL
#include "rtl_cosim/adapters/rtl_texel_filter.h"
#endif

namespace texpipe::cli {

namespace {

struct RunArguments {
  std::string study, out, timing;
  std::vector<std::string> assignments;
  bool force = false;
  bool check_protocols = false;
};

study::ProgressStyle progress_style(const GlobalOptions& globals) {
  return globals.quiet ? study::ProgressStyle::kNone : study::progress_style_of_stderr();
}

timing::BlockRegistry blocks() {
  timing::BlockRegistry registry = timing::model_blocks();
#ifdef TEXPIPE_WITH_RTL
  registry.add_filter("rtl", rtl_cosim::make_rtl_filter);
#endif
  return registry;
}

ExitCode run(const RunArguments& arguments, const GlobalOptions& globals) {
  std::vector<std::string> assignments = arguments.assignments;
  if (!arguments.timing.empty()) assignments.push_back("timing=" + arguments.timing);
  study::Configuration configuration =
      study::load_configuration({arguments.study, assignments, environ}, study::FileKind::kStudy);
  const study::RunOutcome outcome = study::run_study(
      configuration, {.command_line = globals.command_line,
                      .out = arguments.out,
                      .overwrite = arguments.force ? study::Overwrite::kReplaceRun : study::Overwrite::kRefuse,
                      .progress = progress_style(globals),
                      .check_protocols = arguments.check_protocols,
                                       .blocks = blocks()});
  std::cout << (globals.json ? outcome.statistics : outcome.summary);
  if (outcome.exit_code != ExitCode::kSuccess) {
    std::cerr << "texpipe: interrupted; what ran until then is in " << outcome.folder.string() << '\n';
  }
  return outcome.exit_code;
}

}  // namespace

Action declare_run(CLI::App& app, const GlobalOptions& globals) {
  auto arguments = std::make_shared<RunArguments>();
  app.add_option("STUDY", arguments->study, "study file")->required();
  app.add_option("-p,--parameter", arguments->assignments, "path=value, over all files; may be repeated")
      ->expected(1)
      ->take_all();
  app.add_option("--timing", arguments->timing, "untimed or approximately_timed; the same as -p timing=");
  app.add_option("--out", arguments->out, "run folder; out/STUDY when it is not given");
  app.add_flag("--force", arguments->force, "replace a run folder that exists");
  app.add_flag("--check-protocol", arguments->check_protocols, "check the protocol on every socket");
  return [=, &globals] { return run(*arguments, globals); };
}

}  // namespace texpipe::cli
