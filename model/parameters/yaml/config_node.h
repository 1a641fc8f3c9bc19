// A configuration text as a tree in which every key and value knows its place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::study {

struct ConfigEntry;

/// A scalar keeps its text as written; `quoted` text is never a number or null.
struct ConfigNode {
  enum class Kind : std::uint8_t { kNull, kScalar, kMapping, kSequence };

  Kind kind = Kind::kNull;
  std::string text;
  bool quoted = false;
  SourcePosition position;
  std::vector<ConfigEntry> entries;  // of a mapping, in the order of the text
  std::vector<ConfigNode> items;     // of a sequence

  /// First entry of a key; null when there is none.
  const ConfigEntry* find(std::string_view key) const;
};

/// `index` is set when the key names one element of a list (`subslice[1]`, only in overrides); otherwise it means all
/// of them.
struct ConfigEntry {
  std::string key;
  std::optional<std::uint32_t> index;
  SourcePosition position;  // of the key
  ConfigNode value;
};

inline const ConfigEntry* ConfigNode::find(std::string_view key) const {
  for (const ConfigEntry& entry : entries) {
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

}  // namespace texpipe::study
