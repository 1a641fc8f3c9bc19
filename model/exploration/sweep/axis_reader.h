// Axes of a sweep as its file or -p gives them: their parameters, values and ranges.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "exploration/sweep/sweep_specification.h"
#include "parameters/yaml/node_reader.h"

namespace texpipe::study {

/// Reads axes; what is wrong is collected.
class AxisReader {
 public:
  AxisReader(const ParameterNames& names, std::vector<Diagnostic>& problems) : names_{names}, problems_{problems} {}

  /// Sets the folder from which paths of files count.
  void set_folder(std::filesystem::path folder) { folder_ = std::move(folder); }
  const std::filesystem::path& folder() const { return folder_; }

  /// Finds an axis' parameter. Returns false when there is none of that name.
  bool resolve(Axis& axis, const std::string& name, const SourcePosition& position);

  AxisValue value(const std::string& text, const Axis& axis, const SourcePosition& position) const;
  /// The values of one text, between commas outside brackets.
  std::vector<AxisValue> values(const std::string& text, const Axis& axis, const SourcePosition& position) const;
  /// A scalar, or for a parameter that is a list a sequence of them.
  std::optional<AxisValue> value(const ConfigNode& node, const Axis& axis);

  /// Reads the axes of a section from its mapping of parameters to values or ranges.
  void axes(const ConfigNode& mapping, const std::string& path, Section& section);
  /// Reads points by hand.
  void list(const ConfigEntry& entry, Section& section);

  void problem(const SourcePosition& position, std::string path, std::string what, std::string hint = "") {
    problems_.push_back(
        {.position = position, .path = std::move(path), .problem = std::move(what), .hint = std::move(hint)});
  }
  /// Refuses more entries than a sweep may have: each would cost time at every point.
  void check_count(const std::string& path, std::size_t count, const std::string& of_what,
                   const SourcePosition& position);

 private:
  [[noreturn]] void stop() { throw Error{ExitCode::kInvalidConfiguration, std::move(problems_)}; }
  bool range(const ConfigNode& node, const std::string& path, SectionKind kind, Axis& axis);
  void end(NodeReader& keys, const ConfigNode& range, const std::string& path, const char* key, double& out);

  const ParameterNames& names_;
  std::vector<Diagnostic>& problems_;
  std::filesystem::path folder_;
};

}  // namespace texpipe::study
