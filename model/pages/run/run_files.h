// Files of a run folder that pages read.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace texpipe::study {

/// Throws kMalformedInput for a file or folder.
[[noreturn]] void refuse_run_file(const std::filesystem::path& file, std::string problem, std::string hint = "");

/// Errors: kMalformedInput for what is no JSON.
nlohmann::ordered_json read_run_json(const std::filesystem::path& file);

}  // namespace texpipe::study
