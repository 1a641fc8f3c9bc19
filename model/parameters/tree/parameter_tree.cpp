#include "parameters/tree/parameter_tree.h"

#include <algorithm>

#include "base/spelling.h"

namespace texpipe::study {

namespace {

std::string joined(const std::string& path, std::string_view name) {
  return path.empty() ? std::string{name} : path + '.' + std::string{name};
}

void collect_patterns(const ParameterNode& node, const std::string& path, std::vector<std::string>& patterns) {
  for (const ParameterNode& child : node.children) {
    const std::string here = node.kind == ParameterNode::Kind::kList ? path : joined(path, child.name);
    if (child.kind != ParameterNode::Kind::kValue) {
      collect_patterns(child, here, patterns);
    } else if (std::find(patterns.begin(), patterns.end(), here) == patterns.end()) {
      patterns.push_back(here);
    }
  }
}

}  // namespace

bool ParameterNode::operator==(const ParameterNode& other) const {
  return kind == other.kind && name == other.name && text == other.text && children == other.children;
}

void TreeCollector::open(ParameterNode::Kind kind, std::string_view name, std::string_view help) {
  levels_.push_back(
      {.kind = kind, .name = std::string{name}, .path = joined(levels_.back().path, name), .help = std::string{help}});
}

void TreeCollector::close() {
  ParameterNode node = std::move(levels_.back());
  levels_.pop_back();
  levels_.back().children.push_back(std::move(node));
}

void TreeCollector::field(Field& field) {
  ParameterNode& parent = levels_.back();
  ParameterNode& node = parent.children.emplace_back();
  node.kind = ParameterNode::Kind::kValue;
  node.name = field.name;
  node.type = field.type;
  node.text = field.text();
  node.is_list = field.is_list;
  const auto texts = [](const auto& views) { return std::vector<std::string>{views.begin(), views.end()}; };
  node.path = joined(parent.path, field.name);
  node.help = field.help;
  node.unit = field.unit;
  node.low = field.low();
  node.high = field.high();
  node.power_of_two = field.power_of_two;
  node.required = field.required;
  node.is_path = field.is_path;
  node.choices = texts(field.choices());
  node.choice_meanings = texts(field.choice_meanings());
  node.units = texts(field.units());
  node.source = field.source;
}

void TreeCollector::begin_group(std::string_view name, std::string_view help) {
  open(ParameterNode::Kind::kGroup, name, help);
}

void TreeCollector::begin_only_unit(std::string_view name, std::string_view help) {
  begin_group(name, help);
  levels_.back().only_unit = true;
}

void TreeCollector::begin_preset_group(Field& word) {
  begin_group(word.name, word.help);
  ParameterNode& group = levels_.back();
  group.preset = word.text();
  for (const std::string_view choice : word.choices()) group.choices.emplace_back(choice);
  for (const std::string_view meaning : word.choice_meanings()) group.choice_meanings.emplace_back(meaning);
}

void TreeCollector::begin_list(std::string_view name, std::size_t, std::string_view help) {
  open(ParameterNode::Kind::kList, name, help);
}

void TreeCollector::begin_element(std::size_t index) {
  const ParameterNode& list = levels_.back();
  levels_.push_back({.kind = ParameterNode::Kind::kGroup,
                     .name = list.name,
                     .path = list.path + '[' + std::to_string(index) + ']',
                     .help = list.help});
}

const ParameterNode* find_parameter(const ParameterNode& root, std::string_view path) {
  const ParameterNode* node = &root;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    const std::string_view word = path.substr(0, dot);
    path = dot == std::string_view::npos ? "" : path.substr(dot + 1);
    const std::string_view name = word.substr(0, word.find('['));
    if (node->kind == ParameterNode::Kind::kList) node = node->children.empty() ? nullptr : &node->children.front();
    if (node == nullptr) return nullptr;
    const auto found = std::find_if(node->children.begin(), node->children.end(),
                                    [&](const ParameterNode& child) { return child.name == name; });
    if (found == node->children.end()) return nullptr;
    node = &*found;
    if (word.size() == name.size() || word == std::string{name} + "[*]") continue;
    if (node->only_unit && word == std::string{name} + "[0]") continue;
    const auto element = std::find_if(node->children.begin(), node->children.end(),
                                      [&](const ParameterNode& child) { return child.path.ends_with(word); });
    if (node->kind != ParameterNode::Kind::kList || element == node->children.end()) return nullptr;
    node = &*element;
  }
  return node;
}

std::string without_indices(std::string_view path) {
  std::string pattern;
  bool inside = false;
  for (const char c : path) {
    if (c == '[') inside = true;
    if (!inside) pattern += c;
    if (c == ']') inside = false;
  }
  return pattern;
}

void keep_values(ParameterNode& node, const std::function<bool(const ParameterNode&)>& keep) {
  std::erase_if(node.children, [&](ParameterNode& child) {
    if (child.kind == ParameterNode::Kind::kValue) return !keep(child);
    keep_values(child, keep);
    return child.children.empty();
  });
}

std::vector<std::string> parameter_patterns(const ParameterNode& root) {
  std::vector<std::string> patterns;
  collect_patterns(root, "", patterns);
  return patterns;
}

std::string nearest_parameter(std::string_view path, const std::vector<std::string>& patterns) {
  constexpr int kSlip = 2;  // edits of a path that somebody meant to write
  const std::string_view near = nearest_spelling(path, std::vector<std::string_view>{patterns.begin(), patterns.end()});
  if (!near.empty() && edit_distance(path, near) <= kSlip) return "did you mean " + std::string{near} + "?";
  const std::string_view key = path.substr(path.rfind('.') + 1);
  std::string same_key;
  for (const std::string& pattern : patterns) {
    const std::string_view last = std::string_view{pattern}.substr(pattern.rfind('.') + 1);
    if (last == key) same_key += (same_key.empty() ? "did you mean " : " or ") + pattern;
  }
  if (!same_key.empty()) return same_key + "?";
  return near.empty() ? "texpipe config show lists every parameter" : "did you mean " + std::string{near} + "?";
}

}  // namespace texpipe::study
