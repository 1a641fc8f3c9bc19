// Reads lists and groups of a configuration text whose shape describe() does not cover: lists of unequal things.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_table.h"
#include "base/unit_text.h"
#include "parameters/yaml/config_node.h"

namespace texpipe::study {

/// One mapping. What is wrong goes to `problems` with its place; a value that cannot be read keeps what it was.
class NodeReader {
 public:
  /// @param path  of the mapping, for error texts; empty for the file's root
  NodeReader(const ConfigNode& mapping, std::string path, std::vector<Diagnostic>& problems);

  /// The value of a key; null when the key is not there. Every key that may be there has to be asked for.
  const ConfigNode* find(std::string_view key);
  /// The value of a key that may be there with nothing: null then, too.
  const ConfigNode* find_optional(std::string_view key);
  /// The value of a key that has to be there: a problem of the mapping and null when it is not.
  const ConfigNode* find_required(std::string_view key);
  /// Value of a key that has to be a mapping (or a list); anything else is a problem and gives null.
  const ConfigNode* find_mapping(std::string_view key) { return find_kind(key, ConfigNode::Kind::kMapping); }
  const ConfigNode* find_list(std::string_view key) { return find_kind(key, ConfigNode::Kind::kSequence); }

  /// Reads a number inside [low, high], a text or a boolean.
  template <class T>
  void value(std::string_view key, T& out, T low, T high) {
    if (const ConfigNode* node = find(key)) read(*node, path_of(key), out, low, high);
  }
  template <class T>
  void value(std::string_view key, T& out) {
    if (const ConfigNode* node = find(key)) read(*node, path_of(key), out);
  }
  /// Reads a documented name, or one of `rows`.
  template <class Enumeration>
  void name(std::string_view key, Enumeration& out) {
    name(key, out, enum_rows(Enumeration{}));
  }
  template <class Enumeration>
  void name(std::string_view key, Enumeration& out, EnumRows rows) {
    if (const ConfigNode* node = find(key)) read_name(*node, path_of(key), out, rows);
  }
  template <class Enumeration>
  bool read_name(const ConfigNode& node, const std::string& path, Enumeration& out, EnumRows rows) {
    std::uint32_t value = 0;
    if (!read_row(node, path, rows, value)) return false;
    out = static_cast<Enumeration>(value);
    return true;
  }

  /// Reads a scalar that stands anywhere, as an item of a list.
  template <class T>
  bool read(const ConfigNode& node, const std::string& path, T& out) {
    using texpipe::parse_text;  // beside those of this namespace, which would hide it
    if (!is_scalar(node, path)) return false;
    if (const auto problem = parse_text(node.text, out)) return refuse(node, path, problem->problem, problem->hint);
    return true;
  }
  template <class T>
  bool read(const ConfigNode& node, const std::string& path, T& out, T low, T high) {
    using texpipe::value_text;
    T number = out;
    if (!read(node, path, number)) return false;
    if (!(number >= low && number <= high)) {
      const std::string most = low == high ? "" : " to " + value_text(high);
      return refuse(node, path, value_text(number) + " is out of range", "expected " + value_text(low) + most);
    }
    out = number;
    return true;
  }

  /// Notes a problem with a value; false.
  bool refuse(const ConfigNode& node, const std::string& path, std::string problem, std::string hint);

  std::string path_of(std::string_view key) const;
  std::vector<Diagnostic>& problems() { return problems_; }

  /// Refuses the keys that nobody asked for.
  void finish();
  /// Tells `notes` of the keys that nobody asked for, for texts that others read, too.
  /// @param others  keys that may be there and are not asked for
  void note_unknown(std::span<const std::string_view> others, std::vector<Diagnostic>& notes);

 private:
  const ConfigNode* find_kind(std::string_view key, ConfigNode::Kind kind);
  bool is_scalar(const ConfigNode& node, const std::string& path);
  bool read_row(const ConfigNode& node, const std::string& path, EnumRows rows, std::uint32_t& value);
  void tell_unknown(const char* problem, std::vector<Diagnostic>& told) const;

  const ConfigNode& mapping_;
  std::string path_;
  std::vector<Diagnostic>& problems_;
  std::vector<std::string> known_;
};

}  // namespace texpipe::study
