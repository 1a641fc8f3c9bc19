// texpipe report
#include <fmt/format.h>

#include <filesystem>

#include "analysis/why/pixel_history.h"
#include "cli/asked_place.h"
#include "cli/linked_blocks.h"
#include "cli/output_option.h"
#include "cli/verb.h"
#include "exploration/sweep/sweep_folder.h"
#include "pages/run/machine_extras.h"
#include "pages/run/run_page.h"
#include "pages/sweep/sweep_page.h"

namespace texpipe::cli {

namespace {

struct ReportArguments {
  std::string run;
  std::vector<std::string> pixel;
  unsigned pixels = 0;
  OutputOption output;

  bool asks_pixels() const { return !pixel.empty() || pixels > 0; }
};

constexpr unsigned kMostPixels = 64;
constexpr std::size_t kMessagesOfPixel = 4;

/// The run is run again once, with a recorder on the messages of these pixels.
std::vector<study::RecordedPixel> recorded_pixels(const ReportArguments& arguments, const GlobalOptions& globals) {
  if (!arguments.asks_pixels()) return {};
  const timing::BlockRegistry blocks = linked_blocks();
  std::vector<study::PixelPlace> places;
  for (const std::string& text : arguments.pixel) {
    const auto [x, y] = parse_numbers<2>(text, "--pixel", "X,Y");
    places.push_back({x, y});
  }
  if (arguments.pixels > 0) {
    for (const study::PixelPlace& place : study::spread_pixels(arguments.run, blocks, arguments.pixels))
      places.push_back(place);
  }
  std::vector<study::RecordedPixel> pixels;
  std::size_t bytes = 0, fit = 0;
  for (const study::QueryAnswer& answer : study::ask_pixels(arguments.run, blocks, places, kMessagesOfPixel)) {
    pixels.push_back({answer.query.pixel->place.x, answer.query.pixel->place.y, study::answer_text(answer)});
    bytes += pixels.back().history.size();
    if (bytes <= study::kMostHistoryBytes) ++fit;
  }
  if (fit < places.size()) {
    const bool unsampled = pixels.size() < places.size();
    const Diagnostic warning{
        .problem = fmt::format("the page shows {} of {} pixels", fit, places.size()),
        .hint = unsampled ? "the others come from no sampler message" : "there is no room for more histories"};
    print_warnings({&warning, 1}, globals);
  }
  return pixels;
}

study::RunPageExtras extras_of(const ReportArguments& arguments, const GlobalOptions& globals) {
  study::RunPageExtras extras = study::machine_extras(arguments.run, linked_blocks());
  if (!extras.problem.empty()) {
    const Diagnostic warning{.problem =
                                 "the page's machine is not drawn, because the run's configuration cannot be "
                                 "read",
                             .hint = extras.problem};
    print_warnings({&warning, 1}, globals);
  }
  extras.pixels = recorded_pixels(arguments, globals);
  return extras;
}

ExitCode report(const ReportArguments& arguments, const GlobalOptions& globals) {
  if (globals.json) warn_no_effect("--json", "the result is a page", globals);
  require_page_name(arguments.output);
  OutputOption output = arguments.output;
  if (!output.given()) {
    std::filesystem::path folder = std::filesystem::path{arguments.run}.lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();
    output.file = folder.string() + ".html";
  }
  const bool sweep = study::is_sweep_folder(arguments.run);
  if (sweep && arguments.asks_pixels())
    throw Error{ExitCode::kUsage, Diagnostic{.path = arguments.pixels > 0 ? "--pixels" : "--pixel",
                                             .problem = "a sweep has no pixels",
                                             .hint = "the folders of its points have"}};
  write_output(output,
               sweep ? study::sweep_page(arguments.run) : study::run_page(arguments.run, extras_of(arguments, globals)),
               globals);
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_report(CLI::App& app, const GlobalOptions& globals) {
  auto arguments = std::make_shared<ReportArguments>();
  app.add_option("RUN", arguments->run, "folder of a run or a sweep")->required();
  app.add_option("-o,--output", arguments->output.file,
                 "the page (HTML); RUN.html beside the folder when it is not given");
  app.add_flag("--force", arguments->output.force, "replace the page when it exists");
  app.add_option("--pixel", arguments->pixel, "X,Y: a click on this pixel shows its history; may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--pixels", arguments->pixels, "so many pixels, spread over the picture")
      ->check(CLI::Range(1u, kMostPixels));
  return [=, &globals] { return report(*arguments, globals); };
}

}  // namespace texpipe::cli
