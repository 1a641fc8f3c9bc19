// texpipe explain
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/linked_blocks.h"
#include "cli/verb.h"
#include "study/explain/explanation.h"

namespace texpipe::cli {

namespace {

constexpr const char* kRuns = "runs";
constexpr const char* kAccount = "account";

struct ExplainArguments {
  std::string run;
  bool check = false;
  std::string predict;  // runs, account; empty: runs where they are short
  std::size_t most = 3;
  unsigned jobs = 0;  // not given: all processors of the host
};

ExitCode explain(const ExplainArguments& arguments, const GlobalOptions& globals) {
  const timing::BlockRegistry blocks = linked_blocks();
  study::Explanation explanation = study::explain_run(arguments.run, blocks, study::rivals_of(arguments.most));
  const bool soon = explanation.cycles <= study::kSoonRunCycles;
  const bool foresee = arguments.predict.empty() ? soon : arguments.predict == kRuns;
  const unsigned jobs = arguments.jobs != 0 ? arguments.jobs : std::max(std::thread::hardware_concurrency(), 1u);
  if (foresee) {
    study::foresee_relaxed(explanation, arguments.run, blocks, jobs, arguments.most);
  } else {
    study::name_best(explanation, arguments.most);
    if (arguments.predict.empty() && !globals.quiet)
      std::cerr << "the run is long: predictions are those of its own account; --predict runs makes runs of them\n";
  }
  if (arguments.check) study::try_relaxed(explanation, arguments.run, blocks, jobs);
  if (!foresee && !arguments.check && arguments.jobs != 0) warn_no_effect("--jobs", "nothing is run", globals);
  if (globals.json) {
    std::cout << study::explanation_json(explanation).dump(2) << '\n';
  } else {
    std::cout << study::explanation_text(explanation);
  }
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_explain(CLI::App& app, const GlobalOptions& globals) {
  auto arguments = std::make_shared<ExplainArguments>();
  app.add_option("RUN", arguments->run, "folder of an approximately timed run")->required();
  app.add_flag("--check", arguments->check,
               "run the machine with each of the parameters relaxed, and print how far the predictions are off");
  app.add_option("--predict", arguments->predict,
                 "runs: by loosely timed runs of the relaxed machines; account: by what the run itself followed, "
                 "nothing is run. Not "
                 "given: runs, where the run has at most 2 million cycles")
      ->check(CLI::IsMember({kRuns, kAccount}));
  app.add_option("--most", arguments->most, "parameters to name (default 3)")->check(CLI::Range(1, 100));
  app.add_option("--jobs", arguments->jobs, "runs at a time; all processors when it is not given")
      ->check(CLI::Range(1u, 1024u));
  return [=, &globals] { return explain(*arguments, globals); };
}

}  // namespace texpipe::cli
