// texpipe report
#include <filesystem>

#include "cli/output_option.h"
#include "cli/verb.h"
#include "study/page/run_page.h"
#include "study/page/sweep_page.h"
#include "study/sweep/sweep_folder.h"

namespace texpipe::cli {

namespace {

struct ReportArguments {
  std::string run;
  OutputOption output;
};

ExitCode report(const ReportArguments& arguments, const GlobalOptions& globals) {
  OutputOption output = arguments.output;
  if (!output.given()) {
    std::filesystem::path folder = std::filesystem::path{arguments.run}.lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();
    output.file = folder.string() + ".html";
  }
  const bool sweep = study::is_sweep_folder(arguments.run);
  write_output(output, sweep ? study::sweep_page(arguments.run) : study::run_page(arguments.run), globals);
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_report(CLI::App& app, const GlobalOptions& globals) {
  auto arguments = std::make_shared<ReportArguments>();
  app.add_option("RUN", arguments->run, "folder of a run or a sweep")->required();
  app.add_option("-o,--output", arguments->output.file,
                 "the page (HTML); RUN.html beside the folder when it is not given");
  app.add_flag("--force", arguments->output.force, "replace the page when it exists");
  return [=, &globals] { return report(*arguments, globals); };
}

}  // namespace texpipe::cli
