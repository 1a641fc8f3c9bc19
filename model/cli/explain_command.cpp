// texpipe explain
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "analysis/explain/explanation.h"
#include "cli/linked_blocks.h"
#include "cli/verb.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"

namespace texpipe::cli {

namespace {

struct ExplainArguments {
  std::string run;
  study::ExplainOptions options;
  std::size_t most = 5;
  unsigned jobs = 0;  // not given: all processors of the host
};

ExitCode explain(ExplainArguments arguments, const GlobalOptions& globals) {
  const timing::BlockRegistry blocks = linked_blocks();
  arguments.options.jobs = arguments.jobs != 0 ? arguments.jobs : std::max(std::thread::hardware_concurrency(), 1u);
  arguments.options.singles = arguments.most;
  const study::Explanation explanation = study::explain_run(arguments.run, blocks, arguments.options);
  if (globals.json) {
    std::cout << study::json_text(study::explanation_json(explanation), 2) << '\n';
  } else {
    const study::FittedOutput fitted{std::cout};
    std::cout << study::explanation_text(explanation, arguments.most);
  }
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_explain(CLI::App& app, const GlobalOptions& globals) {
  auto arguments = std::make_shared<ExplainArguments>();
  study::ExplainOptions& options = arguments->options;
  app.add_option("RUN", arguments->run, "folder of a timed run")->required();
  app.add_option("--only", options.limits.only,
                 "change only what this names: a path, a group or their last words, with * for any letters; "
                 "may be given several times")
      ->allow_extra_args(false);
  app.add_option("--not", options.limits.except, "do not change what this names, likewise")->allow_extra_args(false);
  app.add_option("--budget", options.budget,
                 "a condition on the area of the changed machine by the default energy table, as 'area < 9mm2'");
  app.add_option("--runs", options.most_runs, "runs of changed machines, at most (default 400)")
      ->check(CLI::Range(1, 100'000));
  app.add_option("--sample-above", options.sample_above,
                 "workloads of more threads are run as a sample of their recording (default 100000)");
  app.add_option("--most", arguments->most, "single changes to print (default 5)")->check(CLI::Range(1, 1000));
  app.add_option("--jobs", arguments->jobs, "runs at a time; all processors when it is not given")
      ->check(CLI::Range(1u, 1024u));
  return [=, &globals] { return explain(*arguments, globals); };
}

}  // namespace texpipe::cli
