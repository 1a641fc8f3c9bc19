// texpipe cosim FILE: model and RTL of a block side by side.
#include <memory>
#include <string>

#include "cli/verb.h"
#include "study/plugins/rtl_plugin.h"
#include "timing/system/without_rtl.h"

namespace texpipe::cli {

Action declare_cosim(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<study::ComparisonAsked>();
  app.add_option("FILE", options->file, "what to compare, as configs/cosim/filter.yaml")->required();
  app.add_option("-p", options->assignments, "path=value: changes one parameter")->allow_extra_args(false);
  app.add_option(
      "--waves", options->waves,
      "FILE.vcd or FILE.fst: where waves go, with save files of GTKWave and Surfer beside them: of a mismatch, else of "
      "all requests; without it out/cosim/BLOCK.fst, of a mismatch alone");
  app.add_flag("--force", options->force, "replace waves that exist");
  app.add_flag("--as-found", options->as_found,
               "tells the first mismatch as it was found, without waves: looks for no shorter stimulus that differs");
  app.add_flag("--goals", options->goals, "exit code 5 when fewer bins are met than goals.bins asks for");
  return [options, &globals] {
    if (!study::load_rtl_plugin()) unsupported("RTL: " + std::string{timing::kWithoutRtl});
    options->json = globals.json;
    options->quiet = globals.quiet;
    return study::rtl_comparison()(*options);
  };
}

}  // namespace texpipe::cli
