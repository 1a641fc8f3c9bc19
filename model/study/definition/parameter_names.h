// Parameters by the names that people use for them: whole paths, or the last words of one (name_rule.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "parameters/layers/load_configuration.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

/// All parameters of studies and machines, whatever the workload. Those of own blocks are not among them.
class ParameterNames {
 public:
  ParameterNames();

  struct Found {
    std::string path;           // as -p takes it
    const ParameterNode* node;  // lives as long as this; its value is the default
  };
  /// `l1.size` is `slice.subslice.sampler.l1.size`: what ends in it, when only one does. Indices may be given.
  /// Errors: kInvalidConfiguration at `position`, with the candidates or the nearest spelling.
  Found find(const std::string& name, const SourcePosition& position) const;

  /// The path of the group of parameters that a name means, indices and all; nothing when it means none, or several.
  std::optional<std::string> find_group(const std::string& name) const;

  /// The path of a name; a name that is none, or several, as it is: whoever reads it next refuses it at its place.
  std::string path_of(const std::string& name) const;

  /// Whether a path is this word, or has it as its first.
  bool begins_path(std::string_view word) const;

  /// Whole paths without indices.
  const std::vector<std::string>& paths() const { return paths_; }

 private:
  std::vector<ParameterNode> trees_;
  std::vector<std::string> paths_;
  std::vector<std::string_view> views_;      // of the paths
  std::vector<const ParameterNode*> nodes_;  // of the paths
  std::vector<std::string> groups_;          // whole paths without indices, too
};

/// The one of this program, made when it is first asked for.
const ParameterNames& parameter_names();

/// load_layers() with whole paths in place of the names that -p was given, and mappings in place of texts that it gave
/// groups, as `sampler.l1={size: 8KiB, ways: 2}`. A name that may be several parameters, or whose first word begins no
/// path, waits in `problems`.
ConfigurationLayers load_named_layers(const ConfigurationSources& sources, FileKind kind);

}  // namespace texpipe::study
