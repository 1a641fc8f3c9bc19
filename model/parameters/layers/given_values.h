// Values of a parameter tree together with where they came from, found on one walk.
#pragma once

#include "parameters/layers/read_parameters.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

/// Origin of a node's value: at its own path, or by the word for a group around it.
/// @param around  origin of the group around the node; null: no layer gave that one
inline const Origin* given_origin(const ParameterNode& node, const Origin* around, const ParameterReader& reader) {
  const Origin* own = reader.given(node.path);
  return own != nullptr ? own : around;
}

/// Hands every value below (and with) a node that some layer gave, and its origin, to `take`, in the order of the tree.
template <class Take>
void for_each_given(const ParameterNode& node, const ParameterReader& reader, const Take& take,
                    const Origin* around = nullptr) {
  const Origin* origin = given_origin(node, around, reader);
  if (node.kind == ParameterNode::Kind::kValue && origin != nullptr) take(node, *origin);
  for (const ParameterNode& child : node.children) for_each_given(child, reader, take, origin);
}

}  // namespace texpipe::study
