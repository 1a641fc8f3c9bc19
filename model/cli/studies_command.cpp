// texpipe studies: machines, studies, sweeps and textures that come with texpipe.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/spelling.h"
#include "cli/verb.h"
#include "host/files/shipped_files.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"

namespace texpipe::cli {

namespace {

study::ShippedKind kind_named(const std::string& word) {
  std::vector<std::string_view> words;
  for (const study::ShippedFolder& known : study::kShippedFolders) {
    if (word == known.folder || word == known.word) return known.kind;
    words.push_back(known.folder);
  }
  throw Error{ExitCode::kUsage,
              Diagnostic{.path = word, .problem = "no kind of shipped files", .hint = spelling_hint(word, words)}};
}

ExitCode list(const std::string& word, const GlobalOptions& globals) {
  const study::ShippedKind kind = kind_named(word);
  const std::vector<study::ShippedFile> files = study::shipped_files(kind);
  if (files.empty()) {
    throw Error{ExitCode::kUnsupported, Diagnostic{.problem = "no " + word + " are installed beside this command",
                                                   .hint = "`cmake --install` puts them into share/texpipe"}};
  }
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  std::size_t width = 0;
  for (const study::ShippedFile& file : files) width = std::max(width, file.name.size());
  std::optional<study::FittedOutput> fitted;
  if (!globals.json) fitted.emplace(std::cout);
  for (const study::ShippedFile& file : files) {
    const std::string text =
        kind == study::ShippedKind::kTexture ? file.path.filename().string() : study::first_comment(file.path);
    if (globals.json)
      json.push_back({{"name", file.name}, {"text", text}, {"file", file.path.string()}});
    else
      std::cout << fmt::format("  {:<{}}  {}\n", file.name, width, text);
  }
  if (globals.json) std::cout << study::json_text(json, 2) << '\n';
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_studies(CLI::App& app, const GlobalOptions& globals) {
  const auto kind = std::make_shared<std::string>("studies");
  app.add_option("KIND", *kind, "studies (as without it), machines, sweeps, textures or energy (tables)");
  return [=, &globals] { return list(*kind, globals); };
}

}  // namespace texpipe::cli
