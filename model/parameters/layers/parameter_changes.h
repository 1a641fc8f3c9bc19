// Differences of two parameter trees, in as few lines as say them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

struct ParameterChange {
  std::string path;  // with [*] where every element of a list changes alike
  std::string from;  // "(absent)" when only the other tree has it
  std::string to;

  bool operator==(const ParameterChange&) const = default;
};

/// Whether a value that only one tree has is worth a line: somebody gave it.
using IsGiven = std::function<bool(const ParameterNode&)>;

/// Changes in the order of the trees. Elements that only the longer of two lists has follow from its count: only their
/// values that differ from the list's first element are listed.
std::vector<ParameterChange> parameter_changes(const ParameterNode& left, const ParameterNode& right,
                                               const IsGiven& given_left, const IsGiven& given_right);

}  // namespace texpipe::study
