// Manifest of a run folder, manifest.json: how the run came about, and how it ended.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/quantity.h"
#include "study/run_folder/run_folder.h"

namespace texpipe::study {

inline constexpr std::string_view kManifestName = "manifest.json";
/// Every value of study and machine; running it gives the same statistics.
inline constexpr const char* kResolvedConfigurationName = "config.resolved.yaml";
inline constexpr std::string_view kManifestProgram = "texpipe";  // the manifest's `program`: who wrote the folder
inline constexpr std::string_view kCompleteName = "COMPLETE";    // empty; only in folders of runs that succeeded

/// A file that was read, and its hash; none when it cannot be read any more, or was left out.
struct InputFile {
  std::filesystem::path path;
  std::optional<std::string> sha256;
};

/// @param most  larger files are left out; their hash takes seconds for each gigabyte
/// Errors: Error at a stop request (base/stop_request.h).
InputFile hashed_input(const std::filesystem::path& path, ByteSize most);

struct ManifestFacts {
  std::vector<std::string> command_line;
  std::vector<std::string> environment;  // variables that gave values, as NAME=value
  std::string study;
  std::string configuration;  // text of config.resolved.yaml; its hash is written
  std::vector<InputFile> inputs;
  std::uint64_t seed = 0;
  std::chrono::system_clock::time_point started;
  std::chrono::system_clock::time_point finished;
  ExitCode exit_code = ExitCode::kSuccess;
  std::string failure;         // the error's text, when there was one
  std::vector<RunFile> files;  // of the folder, without the manifest itself
};

/// JSON text. Adds what the process knows itself: source version, compiler, libraries, host, peak memory.
std::string manifest_text(const ManifestFacts& facts);

/// The manifest of a run that is going on: what a killed one leaves.
std::string unfinished_manifest_text();

}  // namespace texpipe::study
