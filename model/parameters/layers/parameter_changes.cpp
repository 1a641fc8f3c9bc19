#include "parameters/layers/parameter_changes.h"

#include <algorithm>

namespace texpipe::study {

namespace {

using NodeKind = ParameterNode::Kind;
using Changes = std::vector<ParameterChange>;

constexpr const char* kAbsent = "(absent)";

/// A child of the same name; null when there is none.
const ParameterNode* child_of(const ParameterNode& node, const std::string& name) {
  const auto found = std::find_if(node.children.begin(), node.children.end(),
                                  [&](const ParameterNode& child) { return child.name == name; });
  return found == node.children.end() ? nullptr : &*found;
}

std::string child_path(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + '.' + name;
}

/// Whether a node is a list, or a group that is one where there are several.
bool is_units(const ParameterNode& node) {
  return node.kind == NodeKind::kList || node.only_unit;
}

/// Whether two nodes of one name can be compared.
bool are_alike(const ParameterNode& left, const ParameterNode& right) {
  return left.kind == right.kind || (is_units(left) && is_units(right));
}

/// A list, also where its only element stands for it.
ParameterNode list_of(const ParameterNode& node) {
  if (node.kind == NodeKind::kList) return node;
  return {.kind = NodeKind::kList, .name = node.name, .path = node.path, .children = {node}};
}

class Comparison {
 public:
  Comparison(const IsGiven& given_left, const IsGiven& given_right)
      : given_left_{given_left}, given_right_{given_right} {}

  Changes compare(const ParameterNode& left, const ParameterNode& right, const std::string& path) const {
    if (left.kind == NodeKind::kValue) {
      return left.text == right.text ? Changes{} : Changes{{path, left.text, right.text}};
    }
    if (left.kind != right.kind) return lists(list_of(left), list_of(right), path);
    return left.kind == NodeKind::kList ? lists(left, right, path) : groups(left, right, path);
  }

 private:
  Changes groups(const ParameterNode& left, const ParameterNode& right, const std::string& path) const {
    Changes changes;
    for (const ParameterNode& child : left.children) {
      const ParameterNode* other = child_of(right, child.name);
      append(changes, other != nullptr && are_alike(child, *other)
                          ? compare(child, *other, child_path(path, child.name))
                          : alone(child, child_path(path, child.name), Side::kLeft));
    }
    for (const ParameterNode& child : right.children) {
      const ParameterNode* other = child_of(left, child.name);
      if (other == nullptr || !are_alike(*other, child)) {
        append(changes, alone(child, child_path(path, child.name), Side::kRight));
      }
    }
    return changes;
  }

  Changes lists(const ParameterNode& left, const ParameterNode& right, const std::string& path) const {
    const auto element = [&](std::size_t i) { return path + '[' + std::to_string(i) + ']'; };
    const std::size_t common = std::min(left.children.size(), right.children.size());
    // Every element's changes below a place that stands for all.
    std::vector<Changes> of;
    for (std::size_t i = 0; i < common; ++i) of.push_back(groups(left.children[i], right.children[i], path + "[*]"));
    Changes changes;
    if (std::all_of(of.begin(), of.end(), [&](const Changes& c) { return c == of.front(); })) {
      if (!of.empty()) changes = of.front();
    } else {
      for (std::size_t i = 0; i < common; ++i) {
        append(changes, groups(left.children[i], right.children[i], element(i)));
      }
    }
    for (std::size_t i = common; i < left.children.size(); ++i) {
      append(changes, extra(left.children.front(), left.children[i], element(i), Side::kLeft));
    }
    for (std::size_t i = common; i < right.children.size(); ++i) {
      append(changes, extra(right.children.front(), right.children[i], element(i), Side::kRight));
    }
    return changes;
  }

  enum class Side { kLeft, kRight };

  /// The values of an element without a partner that are not those of its list's first element.
  Changes extra(const ParameterNode& first, const ParameterNode& element, const std::string& path, Side side) const {
    Changes changes;
    for (const ParameterChange& change : groups(first, element, path)) {
      changes.push_back(side == Side::kLeft ? ParameterChange{change.path, change.to, kAbsent}
                                            : ParameterChange{change.path, kAbsent, change.to});
    }
    return changes;
  }

  Changes alone(const ParameterNode& node, const std::string& path, Side side) const {
    Changes changes;
    if (node.kind == NodeKind::kValue) {
      const IsGiven& given = side == Side::kLeft ? given_left_ : given_right_;
      if (!given(node)) return changes;
      changes.push_back(side == Side::kLeft ? ParameterChange{path, node.text, kAbsent}
                                            : ParameterChange{path, kAbsent, node.text});
    }
    for (const ParameterNode& child : node.children) append(changes, alone(child, child_path(path, child.name), side));
    return changes;
  }

  static void append(Changes& to, Changes more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }

  const IsGiven& given_left_;
  const IsGiven& given_right_;
};

}  // namespace

std::vector<ParameterChange> parameter_changes(const ParameterNode& left, const ParameterNode& right,
                                               const IsGiven& given_left, const IsGiven& given_right) {
  return Comparison{given_left, given_right}.compare(left, right, "");
}

}  // namespace texpipe::study
