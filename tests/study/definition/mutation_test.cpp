// Two hundred and more ways to get a shipped configuration wrong; each is refused with its place.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <functional>

#include "parameters/yaml/yaml_document.h"
#include "study/definition/study.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

struct Mutation {
  std::string kind;
  std::string text;
  std::string path;        // of the value that is wrong, as the file writes it
  int line = 0;            // 0: the place is the group that lacks the key
  std::string suggestion;  // of a typo
};

/// A value of a file, where it stands, and what its parameter is.
struct Leaf {
  std::string path;
  const ConfigEntry* entry;
  const ParameterNode* parameter;
};

struct ShippedFile {
  std::string name;
  std::string text;
  ConfigNode root;
  std::vector<ParameterNode> trees;
  std::vector<Leaf> leaves;
};

void collect(const ConfigNode& node, const std::string& path, ShippedFile& file) {
  for (const ConfigEntry& entry : node.entries) {
    const std::string here = path.empty() ? entry.key : path + '.' + entry.key;
    const ParameterNode* parameter = nullptr;
    for (const ParameterNode& tree : file.trees) {
      if (parameter == nullptr) parameter = find_parameter(tree, here);
    }
    file.leaves.push_back({here, &entry, parameter});
    collect(entry.value, here, file);
  }
}

void read(ShippedFile& file, const std::string& name) {
  file.name = std::string{TEXPIPE_SOURCE_DIR} + "/configs/" + name;
  std::ifstream stream{file.name};
  file.text.assign(std::istreambuf_iterator<char>{stream}, {});
  REQUIRE_FALSE(file.text.empty());
  std::vector<Diagnostic> problems;
  file.root = parse_yaml(file.text, file.name, problems);
  REQUIRE(problems.empty());
  file.trees = Configuration{}.trees();
  collect(file.root, "", file);
}

std::size_t offset_of(const std::string& text, const SourcePosition& position) {
  std::size_t offset = 0;
  for (int line = 1; line < position.line; ++line) offset = text.find('\n', offset) + 1;
  return offset + static_cast<std::size_t>(position.column) - 1;
}

std::string replaced(const ShippedFile& file, const SourcePosition& at, std::size_t length, const std::string& with) {
  std::string text = file.text;
  return text.replace(offset_of(text, at), length, with);
}

/// The word with one edit: a letter lost, doubled, changed, or swapped with its neighbour.
std::vector<std::string> single_edits(const std::string& word) {
  const std::size_t middle = word.size() / 2;
  std::string lost = word, doubled = word, changed = word, swapped = word;
  lost.erase(middle, 1);
  doubled.insert(middle, 1, word[middle]);
  changed[middle] = changed[middle] == 'q' ? 'j' : 'q';
  std::swap(swapped[middle - 1], swapped[middle]);
  std::vector<std::string> edits{lost, doubled, changed};
  if (swapped != word) edits.push_back(swapped);
  return edits;
}

using Out = std::vector<Mutation>;

/// The one unit that may be left out.
constexpr std::string_view kPlain = "cycles";

void misspell_key(const ShippedFile& file, const Leaf& leaf, Out& out) {
  const std::string& key = leaf.entry->key;
  const std::string group = leaf.path.substr(0, leaf.path.size() - key.size());
  if (key.size() < 3) return;
  for (const std::string& typo : single_edits(key)) {
    out.push_back({"typo in key", replaced(file, leaf.entry->position, key.size(), typo), group + typo,
                   leaf.entry->position.line, key});
  }
}

void misspell_word(const ShippedFile& file, const Leaf& leaf, Out& out) {
  const ConfigNode& value = leaf.entry->value;
  if (leaf.parameter == nullptr || leaf.parameter->choices.empty() || value.text.size() < 4) return;
  for (const std::string& typo : single_edits(value.text)) {
    out.push_back({"typo in value", replaced(file, value.position, value.text.size(), typo), leaf.path,
                   value.position.line, value.text});
  }
}

void change_value(const ShippedFile& file, const Leaf& leaf, const std::string& kind, const std::string& with,
                  Out& out) {
  const ConfigNode& value = leaf.entry->value;
  const std::size_t size = value.text.size() + (value.quoted ? 2 : 0);  // its quotes
  out.push_back({kind, replaced(file, value.position, size, with), leaf.path, value.position.line, ""});
}

void change_type(const ShippedFile& file, const Leaf& leaf, Out& out) {
  const ConfigNode& value = leaf.entry->value;
  if (value.kind != ConfigNode::Kind::kScalar) return;
  change_value(file, leaf, "type", "[" + value.text + "]", out);
  if (leaf.parameter == nullptr || leaf.parameter->type == FieldType::kText) return;
  if (leaf.parameter->unit != kPlain) change_value(file, leaf, "type", "'" + value.text + " '", out);
  change_value(file, leaf, "type", "much", out);
}

void change_unit(const ShippedFile& file, const Leaf& leaf, Out& out) {
  if (leaf.parameter == nullptr || leaf.parameter->type != FieldType::kQuantity) return;
  const std::string& text = leaf.entry->value.text;
  const std::string number = text.substr(0, text.find_first_not_of("0123456789."));
  if (leaf.parameter->unit != kPlain) change_value(file, leaf, "unit", number, out);
  change_value(file, leaf, "unit", number + "KB", out);
  change_value(file, leaf, "unit", number + "parsec", out);
}

void leave_range(const ShippedFile& file, const Leaf& leaf, Out& out) {
  if (leaf.parameter == nullptr || leaf.parameter->low.empty()) return;
  const std::string& text = leaf.entry->value.text;
  const std::size_t unit = text.find_first_not_of("0123456789.");
  const std::string suffix = unit == std::string::npos ? "" : text.substr(unit);
  change_value(file, leaf, "range", "99999999999" + suffix, out);
  change_value(file, leaf, "range", "-1" + suffix, out);
}

void duplicate(const ShippedFile& file, const Leaf& leaf, Out& out) {
  const SourcePosition& at = leaf.entry->position;
  std::string text = file.text;
  const std::size_t line = offset_of(text, {.line = at.line, .column = 1}), key = offset_of(text, at);
  const bool block = text.find_first_not_of(' ', line) == key;
  const bool scalar = leaf.entry->value.kind == ConfigNode::Kind::kScalar;
  if (block && scalar) {
    const std::string whole = text.substr(line, text.find('\n', line) + 1 - line);
    text.insert(line, whole);
    out.push_back({"duplicate", text, leaf.path, at.line + 1, ""});
  } else if (!block) {
    text.insert(key, leaf.entry->key + ": 1, ");
    out.push_back({"duplicate", text, leaf.path, at.line, ""});
  }
}

void lose(const ShippedFile& file, const Leaf& leaf, Out& out) {
  const ConfigNode& value = leaf.entry->value;
  if (value.kind != ConfigNode::Kind::kScalar) return;
  change_value(file, leaf, "value missing", "", out);
  out.back().line = leaf.entry->position.line;
  const bool required = (leaf.parameter != nullptr && leaf.parameter->required) || leaf.path == "machine";
  if (!required) return;
  std::string text = file.text;
  const std::size_t line = offset_of(text, {.line = value.position.line, .column = 1});
  text.erase(line, text.find('\n', line) + 1 - line);
  out.push_back({"key missing", text, leaf.path, 0, ""});
}

std::vector<Mutation> mutations(const ShippedFile& file) {
  Out out;
  for (const Leaf& leaf : file.leaves) {
    for (const auto& mutate : {misspell_key, misspell_word, change_type, change_unit, leave_range, duplicate, lose}) {
      mutate(file, leaf, out);
    }
  }
  return out;
}

const std::vector<Diagnostic> refused(const ShippedFile& file, const std::string& text) {
  try {
    load_configuration({.file = file.name, .text = text}, FileKind::kByContent);
  } catch (const Error& error) {
    if (error.code() == ExitCode::kInvalidConfiguration) return error.diagnostics();
  }
  return {};
}

struct Tally {
  int mutations = 0;
  int typos = 0;
  int suggested = 0;
};

void check(const ShippedFile& file, const Mutation& mutation, Tally& tally) {
  const std::vector<Diagnostic> problems = refused(file, mutation.text);
  const auto placed = std::find_if(problems.begin(), problems.end(), [&](const Diagnostic& problem) {
    return problem.position.file == file.name && problem.path == mutation.path && problem.position.line > 0 &&
           (mutation.line == 0 || problem.position.line == mutation.line);
  });
  ++tally.mutations;
  if (placed == problems.end()) {
    std::string seen;
    for (const Diagnostic& problem : problems) seen += "\n  " + problem.text();
    FAIL_CHECK(mutation.kind << " of " << mutation.path << " in line " << mutation.line << " of " << file.name << seen);
    return;
  }
  if (mutation.suggestion.empty()) return;
  ++tally.typos;
  if (placed->hint == "did you mean " + mutation.suggestion + "?") ++tally.suggested;
}

}  // namespace

TEST_CASE("every mutated configuration is refused with file, line and path, and typos get the right suggestion",
          "[config][mutation]") {
  Tally tally;
  for (const char* name : {"studies/first_look.yaml", "machines/kaby_lake_gt2.yaml", "machines/skylake_gt2.yaml"}) {
    ShippedFile file;
    read(file, name);
    REQUIRE(refused(file, file.text).empty());
    for (const Mutation& mutation : mutations(file)) check(file, mutation, tally);
  }
  CAPTURE(tally.mutations, tally.typos, tally.suggested);
  CHECK(tally.mutations >= 200);
  CHECK(tally.suggested * 10 >= tally.typos * 9);
}
