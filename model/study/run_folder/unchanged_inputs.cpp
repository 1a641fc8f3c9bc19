#include "study/run_folder/unchanged_inputs.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "host/text/json_text.h"
#include "study/run_folder/manifest.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

constexpr ByteSize kEveryInput{~std::uint64_t{0}};

bool is_settings_file(const fs::path& file) {
  return file.extension() == ".yaml" || file.extension() == ".yml";
}

}  // namespace

void check_run_inputs(const fs::path& folder) try {
  const nlohmann::json manifest = parse_json<nlohmann::json>(read_text(folder / kManifestName));
  if (!manifest.contains("inputs")) return;
  for (const nlohmann::json& input : manifest["inputs"]) {
    if (!input.contains("sha256") || !input["sha256"].is_string()) continue;
    const fs::path file = input.at("path").get<std::string>();
    if (is_settings_file(file)) continue;
    const std::optional<std::string> now = hashed_input(file, kEveryInput).sha256;
    if (now == input["sha256"].get<std::string>()) continue;
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = {.file = file.string()},
                           .problem = now ? "is not what the run of " + folder.string() + " read: it was changed since"
                                          : "cannot be read any more, and the run of " + folder.string() + " read it",
                           .hint = "run the study again, and ask that run"}};
  }
} catch (const nlohmann::json::exception&) {
  throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {.file = (folder / kManifestName).string()},
                                                    .problem = "is no manifest of a run",
                                                    .hint = "`texpipe run` writes one"}};
}

}  // namespace texpipe::study
