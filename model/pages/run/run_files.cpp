#include "pages/run/run_files.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "host/text/json_text.h"

namespace texpipe::study {

void refuse_run_file(const std::filesystem::path& file, std::string problem, std::string hint) {
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.position = {.file = file.string()}, .problem = std::move(problem), .hint = std::move(hint)}};
}

nlohmann::ordered_json read_run_json(const std::filesystem::path& file) {
  try {
    return parse_json<nlohmann::ordered_json>(read_text(file));
  } catch (const nlohmann::ordered_json::exception& error) {
    refuse_run_file(file, json_problem(error));
  }
}

}  // namespace texpipe::study
