// texpipe explain
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/linked_blocks.h"
#include "cli/verb.h"
#include "study/explain/explanation.h"

namespace texpipe::cli {

namespace {

struct ExplainArguments {
  std::string run;
  bool check = false;
  std::size_t most = 3;
  unsigned jobs = 0;  // not given: all processors of the host
};

ExitCode explain(const ExplainArguments& arguments, const GlobalOptions& globals) {
  const timing::BlockRegistry blocks = linked_blocks();
  study::Explanation explanation = study::explain_run(arguments.run, blocks, arguments.most);
  if (arguments.check) {
    const unsigned jobs = arguments.jobs != 0 ? arguments.jobs : std::max(std::thread::hardware_concurrency(), 1u);
    study::try_relaxed(explanation, arguments.run, blocks, jobs);
  } else if (arguments.jobs != 0) {
    warn_no_effect("--jobs", "nothing is run without --check", globals);
  }
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
  app.add_option("--most", arguments->most, "parameters to name (default 3)")->check(CLI::Range(1, 100));
  app.add_option("--jobs", arguments->jobs, "runs at a time; all processors when it is not given")
      ->check(CLI::Range(1u, 1024u));
  return [=, &globals] { return explain(*arguments, globals); };
}

}  // namespace texpipe::cli
