// Text of a parameter tree for people: YAML and explanations.
#include <algorithm>

#include "parameters/tree/parameter_tree.h"
#include "parameters/tree/yaml_text.h"

namespace texpipe::study {

namespace {

class YamlWriter {
 public:
  explicit YamlWriter(const Annotate& annotate) : annotate_{annotate} {}

  std::string take() { return std::move(text_); }

  void group(const ParameterNode& node, std::size_t indent, bool first_follows_dash = false) {
    for (const ParameterNode& child : node.children) {
      line(child, first_follows_dash ? 0 : indent);
      first_follows_dash = false;
      if (child.kind == ParameterNode::Kind::kGroup && child.preset.empty()) group(child, indent + 2);
      if (child.kind == ParameterNode::Kind::kList) list(child, indent + 2);
    }
  }

 private:
  void line(const ParameterNode& node, std::size_t indent) {
    std::string text = std::string(indent, ' ') + node.name + ':';
    if (node.kind == ParameterNode::Kind::kValue) text += ' ' + yaml_value(node.type, node.text, node.is_list);
    if (!node.preset.empty()) text += ' ' + node.preset;
    if (node.kind != ParameterNode::Kind::kValue && node.children.empty()) text += " {}";
    const std::string note = annotate_ ? annotate_(node) : "";
    if (!note.empty()) {
      if (text.size() < kNoteColumn) text.resize(kNoteColumn, ' ');
      text += "  # " + note;
    }
    text_ += text + '\n';
  }

  void list(const ParameterNode& node, std::size_t indent) {
    const auto& elements = node.children;
    if (elements.empty()) return;
    const bool equal =
        std::all_of(elements.begin(), elements.end(), [&](const ParameterNode& e) { return e == elements[0]; });
    if (equal) return group(elements[0], indent);
    for (const ParameterNode& element : elements) {
      text_ += std::string(indent, ' ') + "- ";
      group(element, indent + 2, true);
    }
  }

  static constexpr std::size_t kNoteColumn = 40;
  const Annotate& annotate_;
  std::string text_;
};

}  // namespace

std::string type_text(const ParameterNode& node) {
  switch (node.type) {
    case FieldType::kBoolean:
      return "true or false";
    case FieldType::kWhole:
      return "whole number";
    case FieldType::kReal:
      return "number";
    case FieldType::kFraction:
      return "number or fraction, such as 4, 1/2 or 0.75";
    case FieldType::kQuantity:
      return "quantity in " + node.unit;
    case FieldType::kEnumeration:
      return "word";
    case FieldType::kText:
      return node.is_path ? "file" : node.choices.empty() ? "text" : "word";
  }
  return "";
}

std::string to_yaml(const ParameterNode& root, const Annotate& annotate, std::size_t indent) {
  YamlWriter writer{annotate};
  writer.group(root, indent);
  return writer.take();
}

std::string explain(const ParameterNode& node) {
  std::string text = node.path + '\n';
  const auto line = [&](const std::string& label, const std::string& what) {
    if (!what.empty()) text += "  " + label + std::string(label.size() < 9 ? 9 - label.size() : 0, ' ') + what + '\n';
  };
  const auto words = [&](const ParameterNode& of) {
    for (std::size_t i = 0; i < of.choices.size(); ++i) {
      const std::string meaning = i < of.choice_meanings.size() ? of.choice_meanings[i] : "";
      line(i == 0 ? "words" : "", of.choices[i] + (meaning.empty() ? "" : "  " + meaning));
    }
  };
  line("is", node.help);
  if (node.kind != ParameterNode::Kind::kValue) {
    line("kind", node.kind == ParameterNode::Kind::kList
                     ? "list of " + std::to_string(node.children.size()) + " equal groups; name one as " + node.name +
                           "[0], all as " + node.name + "[*]"
                     : "group");
    const ParameterNode& group =
        node.kind == ParameterNode::Kind::kList && !node.children.empty() ? node.children[0] : node;
    std::string keys;
    for (const ParameterNode& child : group.children) keys += (keys.empty() ? "" : ", ") + child.name;
    line("keys", keys);
    line("value", node.preset);
    words(node);
    return text;
  }
  line("type", type_text(node) + (node.is_list ? ", or a list of them" : ""));
  std::string units;
  for (const std::string& unit : node.units) units += (units.empty() ? "" : ", ") + unit;
  line("units", units);
  if (!node.low.empty()) line("range", node.low + " to " + node.high);
  if (node.power_of_two) line("", "a power of two");
  line("value", node.text);
  line("source", std::string{node.source.text} + (node.required ? " (required)" : ""));
  words(node);
  return text;
}

}  // namespace texpipe::study
