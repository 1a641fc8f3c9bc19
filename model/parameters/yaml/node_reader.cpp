#include "parameters/yaml/node_reader.h"

#include <algorithm>
#include <utility>

#include "base/printable.h"
#include "base/shortened.h"
#include "base/spelling.h"

namespace texpipe::study {

NodeReader::NodeReader(const ConfigNode& mapping, std::string path, std::vector<Diagnostic>& problems)
    : mapping_{mapping}, path_{std::move(path)}, problems_{problems} {}

std::string NodeReader::path_of(std::string_view key) const {
  return path_.empty() ? std::string{key} : path_ + '.' + std::string{key};
}

bool NodeReader::refuse(const ConfigNode& node, const std::string& path, std::string problem, std::string hint) {
  problems_.push_back(  // printable: a quoted value may have line breaks
      {.position = node.position, .path = path, .problem = printable(problem), .hint = printable(hint)});
  return false;
}

const ConfigNode* NodeReader::find(std::string_view key) {
  known_.emplace_back(key);
  const ConfigEntry* entry = mapping_.find(key);
  if (entry == nullptr) return nullptr;
  if (entry->value.kind != ConfigNode::Kind::kNull) return &entry->value;
  problems_.push_back({.position = entry->position, .path = path_of(key), .problem = "has no value"});
  return nullptr;
}

const ConfigNode* NodeReader::find_optional(std::string_view key) {
  known_.emplace_back(key);
  const ConfigEntry* entry = mapping_.find(key);
  return entry == nullptr || entry->value.kind == ConfigNode::Kind::kNull ? nullptr : &entry->value;
}

const ConfigNode* NodeReader::find_required(std::string_view key) {
  if (mapping_.find(key) == nullptr) refuse(mapping_, path_of(key), "is missing", "");
  return find(key);
}

const ConfigNode* NodeReader::find_kind(std::string_view key, ConfigNode::Kind kind) {
  const ConfigNode* node = find(key);
  if (node == nullptr || node->kind == kind) return node;
  const bool list = kind == ConfigNode::Kind::kSequence;
  refuse(*node, path_of(key), list ? "is not a list" : "is not a group of keys",
         list ? "expected [value, value, ...]" : "expected {key: value, ...}");
  return nullptr;
}

bool NodeReader::is_scalar(const ConfigNode& node, const std::string& path) {
  if (node.kind == ConfigNode::Kind::kScalar) return true;
  return refuse(node, path, node.kind == ConfigNode::Kind::kNull ? "has no value" : "is not one value", "");
}

bool NodeReader::read_row(const ConfigNode& node, const std::string& path, EnumRows rows, std::uint32_t& value) {
  if (!is_scalar(node, path)) return false;
  const EnumRow* row = rows.find(node.text);
  if (row == nullptr) {
    return refuse(node, path, std::string{rows.enumeration} + " has no name '" + node.text + "'",
                  spelling_hint(node.text, rows.names()));
  }
  value = row->value;
  return true;
}

void NodeReader::finish() {
  tell_unknown("no such key", problems_);
}

void NodeReader::note_unknown(std::span<const std::string_view> others, std::vector<Diagnostic>& notes) {
  known_.insert(known_.end(), others.begin(), others.end());
  tell_unknown("key is not known and not used", notes);
}

void NodeReader::tell_unknown(const char* problem, std::vector<Diagnostic>& told) const {
  const std::vector<std::string_view> known{known_.begin(), known_.end()};
  std::size_t hints = 0;  // nobody reads more of them than an error shows
  for (const ConfigEntry& entry : mapping_.entries) {
    if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
    told.push_back({.position = entry.position,
                    .path = path_of(entry.key),
                    .problem = problem,
                    .hint = ++hints <= kMostDiagnostics ? spelling_hint(entry.key, known) : ""});
  }
}

}  // namespace texpipe::study
