// texpipe verify: every golden case below a path.
#include <array>
#include <iostream>

#include "base/spelling.h"
#include "cli/verb.h"
#include "study/verify/timed_executor.h"
#include "study/verify/verify_run.h"

namespace texpipe::cli {

namespace {

constexpr std::array<std::string_view, 3> kTimings{"untimed", "loosely_timed", "approximately_timed"};

struct VerifyArguments {
  std::string path;
  bool all_variants = false;
  study::VerifyOptions options;
};

ExitCode verify(VerifyArguments arguments, const GlobalOptions& global) {
  const std::string& timing = arguments.options.timing;
  if (std::find(kTimings.begin(), kTimings.end(), timing) == kTimings.end()) {
    throw Error{ExitCode::kUsage, Diagnostic{.path = "--timing",
                                             .problem = "'" + timing + "' is not a timing",
                                             .hint = spelling_hint(timing, kTimings)}};
  }
  const timing::BlockRegistry blocks = timing::model_blocks();
  if (timing == "loosely_timed") unsupported("verify with timing loosely_timed");
  if (timing == "approximately_timed") arguments.options.timed = study::timed_executor({}, blocks);
  if (arguments.all_variants) arguments.options.variants = study::VariantChoice::kAll;
  const study::VerifyReport report = study::verify(arguments.path, arguments.options);
  if (!global.quiet) {
    for (const Diagnostic& note : report.notes) std::cerr << note.text() << '\n';
  }
  std::cout << (global.json ? study::report_json(report) : study::report_text(report));
  return report.exit_code();
}

}  // namespace

Action declare_verify(CLI::App& app, const GlobalOptions& options) {
  const auto arguments = std::make_shared<VerifyArguments>();
  app.add_option("PATH", arguments->path, "folder with cases.yaml files, or one of them")->required();
  app.add_option("--timing", arguments->options.timing, "what executes the messages")->capture_default_str();
  app.add_option("--filter", arguments->options.filter, "only cases whose id contains this");
  app.add_flag("--all-variants", arguments->all_variants, "every tiling and SIMD size instead of one per case");
  return [arguments, &options] { return verify(*arguments, options); };
}

}  // namespace texpipe::cli
