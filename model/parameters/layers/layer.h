// Layers of a configuration: built-in defaults, machine file, study file, environment, command line. Later ones win.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "parameters/yaml/config_node.h"

namespace texpipe::study {

/// Name of the layer of a machine's file, or of the machine that a study holds.
inline constexpr std::string_view kMachineFile = "machine file";
/// Name of the layer of `-p path=value` words.
inline constexpr std::string_view kCommandLine = "command line";

struct Layer {
  std::string name;              // "machine file", "study file", "environment", "command line"
  std::filesystem::path folder;  // against which its relative paths are resolved
  ConfigNode root;               // a mapping, or null
};

/// Which layer gave a value, and where.
struct Origin {
  std::string layer = "default";
  SourcePosition position;

  /// `default`, `file:line:col`, `-p path=value` or `TEXPIPE_NAME`.
  std::string text() const;

  bool operator==(const Origin&) const = default;
};

/// The layer of `-p path=value` words. A path is keys separated by dots; a key of a list may carry `[index]` or `[*]`.
/// Error with kUsage for a word that is not of this form.
Layer command_line_layer(const std::vector<std::string>& assignments);

/// The `TEXPIPE_*` variables of an environment as NAME=value, sorted.
std::vector<std::string> texpipe_variables(const char* const* environment);

/// The layer of `TEXPIPE_*` variables: the path in capitals with two underscores for each dot
/// (TEXPIPE_SLICE__L3__BANKS=4).
/// @param environment  as of the process: NAME=value texts, closed by a null pointer
Layer environment_layer(const char* const* environment);

}  // namespace texpipe::study
