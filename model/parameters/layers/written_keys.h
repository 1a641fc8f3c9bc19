// Keys and values of configuration as their text has them, for messages.
#pragma once

#include <string>
#include <string_view>

#include "parameters/layers/layer.h"

namespace texpipe::study {

/// Path of a key below a group.
inline std::string key_path(const std::string& path, std::string_view key) {
  return path.empty() ? std::string{key} : path + '.' + std::string{key};
}

inline std::string written_key(const ConfigEntry& entry) {
  return entry.index ? entry.key + '[' + std::to_string(*entry.index) + ']' : entry.key;
}

/// A value in the place of another one, as a message calls it.
inline std::string what_is(const ConfigNode& node) {
  if (node.kind == ConfigNode::Kind::kMapping) return "a group of keys";
  if (node.kind == ConfigNode::Kind::kSequence) return "a list";
  return "'" + node.text + "'";
}

}  // namespace texpipe::study
