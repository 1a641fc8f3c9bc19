#include "analysis/chip_measurements/row_use.h"

#include <algorithm>

#include "analysis/chip_measurements/run_values.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

namespace {

bool is_of_family(const std::string& name, const ReferenceRow& row) {
  return name == row.reference || name.starts_with(row.reference + '/');
}

/// The paths of a machine that a row gives a value, and the constants that it reads: other names are statistics.
std::vector<std::string> paths_named_by(const ReferenceRow& row) {
  std::vector<std::string> paths;
  for (const PlacedAssignment& word : row.set) paths.push_back(without_indices(word.path));
  for (const TwoValues& between : row.between) paths.push_back(without_indices(between.first.path));
  if (row.value) {
    for (const std::string& name : row.value->names()) {
      if (name.starts_with(kConstantPrefix)) paths.push_back(name);
    }
  }
  return paths;
}

bool is_own(const ValueSource& source, const ReferenceRow& row, const std::vector<ReferenceRow>& rows) {
  return std::any_of(source.rows.begin(), source.rows.end(), [&](const std::string& name) {
    if (is_of_family(name, row)) return true;
    return std::any_of(rows.begin(), rows.end(), [&](const ReferenceRow& other) {
      return (name == other.reference || name == other.full_name()) && author_of(other.source) == author_of(row.source);
    });
  });
}

}  // namespace

std::string author_of(const std::string& source) {
  std::string author = source.substr(0, source.find_first_of(",:(;"));
  while (author.ends_with(' ')) author.pop_back();
  return author;
}

std::vector<std::string> parameters_from(const ReferenceRow& row, const ValueSources& sources) {
  std::vector<std::string> paths;
  for (const auto& [path, source] : sources) {
    const bool named = std::any_of(source.rows.begin(), source.rows.end(), [&](const std::string& name) {
      return name == row.full_name() || name == row.reference;
    });
    if (named) paths.push_back(path);
  }
  for (const std::string& path : paths_named_by(row)) {
    const ValueSource* source = source_of(path, sources);
    if (source == nullptr || std::find(paths.begin(), paths.end(), path) != paths.end()) continue;
    const auto of_family = [&](const std::string& name) { return is_of_family(name, row); };
    if (std::any_of(source->rows.begin(), source->rows.end(), of_family)) paths.push_back(path);
  }
  return paths;
}

bool moves_only_with_own(const ReferenceRow& row, const std::vector<std::string>& moving, const ValueSources& sources,
                         const std::vector<ReferenceRow>& rows) {
  return !moving.empty() && std::all_of(moving.begin(), moving.end(), [&](const std::string& path) {
    const ValueSource* source = source_of(path, sources);
    return source != nullptr && is_own(*source, row, rows);
  });
}

}  // namespace texpipe::study
