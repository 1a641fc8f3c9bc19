// Texts of values: how a parameter takes one, and the message where it cannot.
#include <algorithm>
#include <filesystem>
#include <optional>

#include "host/files/missing_name.h"
#include "host/files/shipped_files.h"
#include "parameters/layers/read_parameters.h"
#include "parameters/layers/repaired_value.h"
#include "parameters/layers/written_keys.h"

namespace texpipe::study {

namespace {

/// Empty when the file is there. @param written  as the user names it
std::optional<TextProblem> missing_file(const std::filesystem::path& path, const std::string& written,
                                        ShippedKind kind) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) return {};
  if (std::filesystem::is_directory(path, error)) return TextProblem{path.string() + " is a folder", "expected a file"};
  if (std::filesystem::exists(path, error))
    return TextProblem{path.string() + " is no regular file", "expected a file"};
  const std::string beside = missing_name_hint(path);
  const bool name = is_bare_name(written) && beside.empty();
  return TextProblem{"no file " + path.string(), name ? missing_or_shipped_hint(written, kind) : beside};
}

/// Range of a field, for a text that it refused without saying what would be right; empty when it has none.
std::string expected_range(const Field& field) {
  const std::string low = field.low(), high = field.high();
  return low.empty() || high.empty() ? std::string{} : "expected " + low + " to " + high;
}

std::string expected_value(const Field& field) {
  if (!field.choices().empty()) return "expected a word";
  if (!field.unit.empty()) return "expected a value in " + std::string{field.unit};
  return "expected a value";
}

/// Hint for a list in the place of a value: the value's form where it has one of its own, as WIDTHxHEIGHT.
std::string expected_in_place_of_list(const Field& field) {
  if (!field.choices().empty()) return expected_value(field);
  const std::optional<TextProblem> problem = field.assign("[]");
  return problem && !problem->hint.empty() ? problem->hint : expected_value(field);
}

}  // namespace

void ParameterReader::assign(Field& field, const Open& open, const ConfigEntry& entry, const std::string& path) {
  const ConfigNode& value = entry.value;
  const auto refuse = [&](const SourcePosition& position, std::string problem, std::string hint) {
    const std::string written = key_path(open.written, written_key(entry));
    refused_.insert(path);
    add_problem({.position = position, .path = written, .problem = std::move(problem), .hint = std::move(hint)});
  };
  if (entry.index) return refuse(entry.position, "is one value, not a list", "leave the index out");
  if (value.kind == ConfigNode::Kind::kNull) return refuse(entry.position, "has no value", expected_value(field));
  const bool listed = field.is_list && value.kind == ConfigNode::Kind::kSequence;
  if (listed) {
    for (const ConfigNode& item : value.items) {
      if (item.kind != ConfigNode::Kind::kScalar)
        return refuse(item.position, "is " + what_is(item), expected_value(field));
      if (item.text.empty()) return refuse(item.position, "is empty", expected_value(field));
    }
  } else if (value.kind != ConfigNode::Kind::kScalar) {
    const bool list = value.kind == ConfigNode::Kind::kSequence;
    return refuse(value.position, "is " + what_is(value),
                  list ? expected_in_place_of_list(field) : expected_value(field));
  }
  if (value.quoted && (field.type == FieldType::kWhole || field.type == FieldType::kReal ||
                       field.type == FieldType::kFraction || field.type == FieldType::kBoolean)) {
    return refuse(value.position, "is a quoted text", "write it without quotes");
  }
  std::string text = value.text;
  for (const ConfigNode& item : value.items) text += (text.empty() ? "" : ", ") + item.text;
  if (field.is_path && !text.empty()) {
    const std::vector<std::string> files = field.is_list ? list_items(text) : std::vector{text};
    text.clear();
    const ShippedKind kind = shipped_kind_of(field.name);
    for (const std::string& file : files) {
      const std::filesystem::path path = beside_or_shipped(open.layer->folder, file, kind);
      text += (text.empty() ? "" : ", ") + path.string();
      if (auto problem = missing_file(path, file, kind)) {
        const bool typed = problem->hint.empty() && open.layer->name == kCommandLine;
        return refuse(value.position, problem->problem,
                      typed ? "paths of -p begin at the current folder" : problem->hint);
      }
    }
  }
  if (auto problem = field.assign(text)) {
    const std::string repaired = repaired_value_hint(field, text);
    if (!repaired.empty()) return refuse(value.position, problem->problem, repaired);
    const bool unhelped = problem->hint.empty() || problem->hint == "expected a whole number";
    const std::string range = unhelped && field.type == FieldType::kWhole ? expected_range(field) : "";
    return refuse(value.position, problem->problem, range.empty() ? problem->hint : range);
  }
  refused_.erase(path);
  origins_[path] = {open.layer->name, value.position};
}

}  // namespace texpipe::study
