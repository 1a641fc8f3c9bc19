// Every parameter of a struct as plain data, for what prints them: `config show`, resolved configurations, schema,
// explanations.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "parameters/tree/field.h"

namespace texpipe::study {

struct ParameterNode {
  enum class Kind : std::uint8_t { kValue, kGroup, kList };

  Kind kind = Kind::kGroup;
  std::string name;
  std::string path;  // with indices
  std::string help;

  // of a value
  FieldType type = FieldType::kText;
  std::string text;
  std::string unit, low, high;
  bool only_unit = false;  // a group that could be a list (Units)
  bool power_of_two = false, required = false, is_path = false, is_list = false;
  std::vector<std::string> choices, choice_meanings, units;
  ParameterSource source;

  // of a group that a word may give: `choices` are the words
  std::string preset;  // the one that it equals; empty: none

  std::vector<ParameterNode> children;  // of a group; of a list: one group per element

  bool operator==(const ParameterNode& other) const;  // equal texts throughout; paths do not count
};

/// Collects a tree; use parameter_tree().
class TreeCollector : public FieldVisitor {
 public:
  TreeCollector() { levels_.push_back({}); }
  ParameterNode take() { return std::move(levels_.front()); }

  void field(Field& field) override;
  void begin_group(std::string_view name, std::string_view help) override;
  void begin_preset_group(Field& word) override;
  void begin_only_unit(std::string_view name, std::string_view help) override;
  void end_group() override { close(); }
  void begin_list(std::string_view name, std::size_t count, std::string_view help) override;
  void begin_element(std::size_t index) override;
  void end_element() override { close(); }
  void end_list() override { close(); }

 private:
  void open(ParameterNode::Kind kind, std::string_view name, std::string_view help);
  void close();

  std::vector<ParameterNode> levels_;
};

/// The tree of a struct with its current values; the root is a group without a name.
template <class Struct>
ParameterNode parameter_tree(Struct& parameters) {
  TreeCollector collector;
  visit_fields(parameters, collector);
  return collector.take();
}

/// The node at a path; a list's element may be named with its index, or without for the first. Null when there is none.
const ParameterNode* find_parameter(const ParameterNode& root, std::string_view path);

/// A path as a pattern: `slice.subslice[0].eus` is `slice.subslice.eus`.
std::string without_indices(std::string_view path);

/// Hands every value below (and with) a node to `take`, in the order of the tree.
template <class Take>
void for_each_value(const ParameterNode& node, Take take) {
  if (node.kind == ParameterNode::Kind::kValue) take(node);
  for (const ParameterNode& child : node.children) for_each_value(child, take);
}

/// Takes every value away for which `keep` says no, and the groups that are left empty.
void keep_values(ParameterNode& node, const std::function<bool(const ParameterNode&)>& keep);

/// Paths of all values without indices, each once.
std::vector<std::string> parameter_patterns(const ParameterNode& root);

/// `did you mean ...?` for a path that does not exist: the nearest path, or paths that end in the same key.
std::string nearest_parameter(std::string_view path, const std::vector<std::string>& patterns);

/// Gives the comment behind a value, as `# ...`; empty for none.
using Annotate = std::function<std::string(const ParameterNode&)>;

/// YAML text that reads back as the same values. A list whose elements are equal is written as one group. Paths of
/// files are written as they are.
std::string to_yaml(const ParameterNode& root, const Annotate& annotate = {}, std::size_t indent = 0);

/// JSON Schema (draft-07) of one group. Groups inside it are added to `definitions`, to stand under that key of the
/// document.
nlohmann::ordered_json to_schema(const ParameterNode& group, nlohmann::ordered_json& definitions);

/// Type of a parameter's values, in words.
std::string type_text(const ParameterNode& node);

/// Explanation of one parameter or group for a person, several lines.
std::string explain(const ParameterNode& node);

}  // namespace texpipe::study
