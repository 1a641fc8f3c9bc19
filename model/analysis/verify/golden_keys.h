// Keys of golden cases as their reader asks for them.
#pragma once

#include <string>
#include <string_view>

#include "base/enum_table.h"
#include "parameters/yaml/node_reader.h"

namespace texpipe::study {

/// Null as YAML has it; a configuration takes NULL for a word.
inline bool is_null(const ConfigNode& node) {
  return node.kind == ConfigNode::Kind::kNull || (node.text == "NULL" && !node.quoted);
}

template <class Value>
void needed(NodeReader& reader, const char* key, Value& value) {
  if (const ConfigNode* node = reader.find_required(key)) reader.read(*node, reader.path_of(key), value);
}
template <class Enumeration>
void needed_name(NodeReader& reader, const char* key, Enumeration& value, EnumRows rows) {
  if (const ConfigNode* node = reader.find_required(key)) reader.read_name(*node, reader.path_of(key), value, rows);
}
inline const ConfigNode* needed_mapping(NodeReader& reader, const char* key) {
  return reader.find_required(key) == nullptr ? nullptr : reader.find_mapping(key);
}
inline const ConfigNode* optional_node(NodeReader& reader, const char* key) {
  const ConfigNode* node = reader.find_optional(key);
  return node == nullptr || is_null(*node) ? nullptr : node;
}

template <std::size_t N>
bool is_list_of(NodeReader& reader, const ConfigNode& list, const std::string& key) {
  if (list.kind == ConfigNode::Kind::kSequence && list.items.size() == N) return true;
  return reader.refuse(list, reader.path_of(key), "is not a list of " + std::to_string(N) + " numbers", "");
}

}  // namespace texpipe::study
