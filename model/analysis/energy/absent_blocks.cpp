#include "analysis/energy/absent_blocks.h"

#include <algorithm>

#include "parameters/tree/parameter_number.h"

namespace texpipe::study {

namespace {

/// Whether the workload is a frame, which alone passes the fixed functions.
bool is_of_frame(const std::vector<ParameterNode>& settings) {
  return std::any_of(settings.begin(), settings.end(), [](const ParameterNode& tree) {
    const ParameterNode* kind = find_parameter(tree, "workload.kind");
    return kind != nullptr && kind->text == "frame";
  });
}

}  // namespace

AbsentBlocks::AbsentBlocks(const std::vector<ParameterNode>& settings) : draws_{is_of_frame(settings)} {
  for (const ParameterNode& tree : settings) collect(tree);
}

bool AbsentBlocks::has(std::string_view block) const {
  return std::any_of(paths_.begin(), paths_.end(), [&](const std::string& path) {
    return block.starts_with(path) && (block.size() == path.size() || block[path.size()] == '.');
  });
}

void AbsentBlocks::collect(const ParameterNode& node) {
  for (const ParameterNode& child : node.children) {
    const bool value = child.kind == ParameterNode::Kind::kValue;
    if (value && child.name == "enabled" && child.text == "false") paths_.push_back(node.path);
    if (value && child.name == "subslices_per_sampler") collect_unshared(node);
    if (!value && child.name == "frame") collect_fixed_functions(child);
    collect(child);
  }
}

/// The first of each group of subslices holds the samplers of all.
void AbsentBlocks::collect_unshared(const ParameterNode& slice) {
  const auto part = [&](const ParameterNode& whole, std::string_view name) {
    return std::find_if(whole.children.begin(), whole.children.end(), [&](const auto& p) { return p.name == name; });
  };
  const auto users = static_cast<std::size_t>(number_of(part(slice, "subslices_per_sampler")->text).value_or(1));
  const auto subslices = part(slice, "subslice");
  if (users < 2 || subslices == slice.children.end()) return;
  for (std::size_t i = 0; i < subslices->children.size(); ++i) {
    const ParameterNode& subslice = subslices->children[i];
    const auto samplers = part(subslice, "sampler");
    if (i % users == 0 || samplers == subslice.children.end()) continue;
    if (samplers->kind != ParameterNode::Kind::kList) paths_.push_back(samplers->path);
    for (const ParameterNode& sampler : samplers->children)
      if (samplers->kind == ParameterNode::Kind::kList) paths_.push_back(sampler.path);
  }
}

void AbsentBlocks::collect_fixed_functions(const ParameterNode& frame) {
  const bool of_first = frame.path == "slice.frame" || frame.path == "slice[0].frame";
  const bool of_slice = of_first || frame.path.starts_with("slice[");
  if (of_slice && !(draws_ && of_first)) paths_.push_back(frame.path);
}

}  // namespace texpipe::study
