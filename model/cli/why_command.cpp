// texpipe why
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "analysis/why/pixel_history.h"
#include "cli/asked_place.h"
#include "cli/linked_blocks.h"
#include "cli/verb.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"

namespace texpipe::cli {

namespace {

struct WhyArguments {
  std::string run, pixel, message, texel;
  std::optional<std::uint32_t> picture;
  std::optional<std::uint64_t> draw;
  std::size_t most = 8;
};

study::HistoryQuery query_of(const WhyArguments& arguments) {
  if (arguments.pixel.empty() && arguments.message.empty() && arguments.texel.empty()) {
    throw Error{ExitCode::kUsage,
                Diagnostic{.path = "why",
                           .problem = "nothing is asked",
                           .hint = "expected --pixel X,Y, --message THREAD.N or --texel SURFACE,LEVEL,X,Y"}};
  }
  study::HistoryQuery query{.most = arguments.most};
  if (!arguments.pixel.empty()) {
    const auto [x, y] = parse_numbers<2>(arguments.pixel, "--pixel", "X,Y");
    query.pixel = study::PixelQuery{.place = {x, y}, .picture = arguments.picture, .draw = arguments.draw};
  }
  if (!arguments.texel.empty()) {
    const auto [surface, level, x, y] = parse_numbers<4>(arguments.texel, "--texel", "SURFACE,LEVEL,X,Y");
    query.texel = {surface, level, x, y, arguments.draw};
  }
  if (!arguments.message.empty()) query.message = parse_message(arguments.message, "--message");
  return query;
}

ExitCode why(const WhyArguments& arguments, const GlobalOptions& globals) {
  const timing::BlockRegistry blocks = linked_blocks();
  const study::QueryAnswer answer = study::ask_run(arguments.run, blocks, query_of(arguments));
  std::optional<study::FittedOutput> fitted;
  if (!globals.json) fitted.emplace(std::cout);
  std::cout << (globals.json ? study::json_text(study::answer_json(answer), 2) + '\n' : study::answer_text(answer));
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_why(CLI::App& app, const GlobalOptions& globals) {
  auto arguments = std::make_shared<WhyArguments>();
  app.add_option("RUN", arguments->run, "run folder")->required();
  CLI::Option* pixel = app.add_option("--pixel", arguments->pixel, "X,Y of the picture");
  CLI::Option* message = app.add_option("--message", arguments->message, "THREAD.N: a thread's message, both from 0");
  app.add_option("--texel", arguments->texel, "SURFACE,LEVEL,X,Y: who read a texel; SURFACE is a binding table index")
      ->excludes(pixel)
      ->excludes(message);
  message->excludes(pixel);
  CLI::Option* picture =
      app.add_option("--picture", arguments->picture, "of a frame: the picture whose pixel is meant; the first one");
  picture->needs(pixel);
  app.add_option(
         "--draw", arguments->draw,
         "of a frame: the draw whose pixel, or whose surface, is meant; numbers are those of texpipe frame draws")
      ->excludes(message)
      ->excludes(picture);
  app.add_option("--most", arguments->most, "messages to show (default 8)")->check(CLI::Range(1u, 1000u));
  return [=, &globals] { return why(*arguments, globals); };
}

}  // namespace texpipe::cli
