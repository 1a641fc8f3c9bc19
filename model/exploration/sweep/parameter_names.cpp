#include "exploration/sweep/parameter_names.h"

#include <algorithm>

#include "base/spelling.h"
#include "study/definition/study.h"

namespace texpipe::study {

namespace {

/// Values, and the groups that a word gives as a whole.
template <class Take>
void for_each_assignable(const ParameterNode& node, const Take& take) {
  if (node.kind == ParameterNode::Kind::kValue || !node.choices.empty()) take(node);
  const bool list = node.kind == ParameterNode::Kind::kList;
  for (const ParameterNode& child : node.children) {
    for_each_assignable(child, take);
    if (list) break;  // every element has the same parameters
  }
}

}  // namespace

ParameterNames::ParameterNames() : trees_{trees_of_all_kinds()} {
  for (const ParameterNode& tree : trees_) {
    for_each_assignable(tree, [&](const ParameterNode& node) {
      paths_.push_back(without_indices(node.path));
      nodes_.push_back(&node);
    });
  }
}

ParameterNames::Found ParameterNames::find(const std::string& name, const SourcePosition& position) const {
  const std::string plain = without_indices(name), end = '.' + plain;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    if (paths_[i] == plain) return {name, nodes_[i]};
    if (paths_[i].ends_with(end)) found.push_back(i);
  }
  if (found.size() == 1) {
    const std::string& path = paths_[found.front()];
    return {path.substr(0, path.size() - plain.size()) + name, nodes_[found.front()]};
  }
  std::string hint = found.empty() ? nearest(plain) : "it may be ";
  constexpr std::size_t kMostNamed = 5;
  for (std::size_t i = 0; i < std::min(found.size(), kMostNamed); ++i)
    hint += (i == 0 ? "" : " or ") + paths_[found[i]];
  if (found.size() > kMostNamed) hint += " or " + std::to_string(found.size() - kMostNamed) + " more";
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.position = position,
                         .path = name,
                         .problem = found.empty() ? "no such parameter" : "more than one parameter ends in this",
                         .hint = hint}};
}

/// Of names as short as the one that was written.
std::string ParameterNames::nearest(const std::string& plain) const {
  const auto dots = std::count(plain.begin(), plain.end(), '.');
  std::vector<std::string_view> ends;
  for (const std::string& path : paths_) {
    std::size_t at = path.size();
    for (auto n = dots; n >= 0 && at != std::string::npos; --n) at = path.rfind('.', at - 1);
    ends.push_back(std::string_view{path}.substr(at == std::string::npos ? 0 : at + 1));
  }
  const std::string_view near = nearest_spelling(plain, ends);
  return near.empty() ? nearest_parameter(plain, paths_) : "did you mean " + std::string{near} + "?";
}

}  // namespace texpipe::study
