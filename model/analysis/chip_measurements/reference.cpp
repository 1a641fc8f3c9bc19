#include "analysis/chip_measurements/reference.h"

#include <algorithm>
#include <set>

#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"
#include "study/definition/parameter_names.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSuffix = ".reference.yaml";

/// A part of a value, as `10%` or `0.1`.
struct Part {
  double value = 0;
};
std::optional<TextProblem> parse_text(std::string_view text, Part& part) {
  double number = 0;
  const bool percent = text.ends_with('%');
  if (auto problem = texpipe::parse_text(percent ? text.substr(0, text.size() - 1) : text, number))
    return TextProblem{"'" + std::string{text} + "' is not a part", "such as 10%"};
  part.value = percent ? number / 100 : number;
  if (!(part.value >= 0 && part.value <= 10))
    return TextProblem{std::string{text} + " is out of range", "expected 0% to 1000%"};
  return {};
}

/// One file: what its head says counts for every row that does not say otherwise.
class ReferenceFile {
 public:
  ReferenceFile(const fs::path& file, std::vector<Diagnostic>& problems) : file_{file}, problems_{problems} {}

  std::vector<ReferenceRow> read() {
    const ConfigNode root = read_yaml_file(file_, problems_);
    if (root.kind != ConfigNode::Kind::kMapping) {
      if (problems_.empty()) problems_.push_back({.position = {file_.string(), 1, 1}, .problem = "holds no keys"});
      return {};
    }
    NodeReader head{root, "", problems_};
    ReferenceRow defaults;
    defaults.position = root.position;
    head.value("reference", defaults.reference);
    require(root, "reference", defaults.reference, "the name of the family");
    std::string study;
    if (const ConfigNode* node = head.find("study"); node != nullptr && head.read(*node, "study", study)) {
      defaults.study = (fs::absolute(file_).parent_path() / study).lexically_normal();
      std::error_code ignored;
      if (!fs::is_regular_file(defaults.study, ignored))
        head.refuse(*node, "study", study + " is no file", "a study's path from this file's folder");
    }
    common(head, "", defaults);
    std::vector<ReferenceRow> rows;
    if (const ConfigNode* list = head.find_list("rows")) {
      for (std::size_t i = 0; i < list->items.size(); ++i) row(list->items[i], i, defaults, rows);
    } else if (root.find("rows") == nullptr) {
      problems_.push_back(
          {.position = root.position, .path = "rows", .problem = "is missing", .hint = "a list of rows"});
    }
    head.finish();
    return rows;
  }

 private:
  void require(const ConfigNode& node, const std::string& path, const std::string& text, const std::string& hint) {
    if (!text.empty()) return;
    if (node.find(path.substr(path.rfind('.') + 1)) != nullptr) return;  // refused already, or empty on purpose
    problems_.push_back({.position = node.position, .path = path, .problem = "is missing", .hint = hint});
  }

  /// Keys that may stand in the head and in a row.
  void common(NodeReader& reader, const std::string& prefix, ReferenceRow& row) {
    reader.value("source", row.source);
    reader.name("grade", row.grade);
    reader.value("unit", row.unit);
    reader.value("note", row.note);
    reader.value("needs", row.needs);
    if (const ConfigNode* node = reader.find("band")) {
      Part part;
      if (is_text(reader, *node, prefix + "band")) {
        if (const auto problem = parse_text(node->text, part))
          reader.refuse(*node, prefix + "band", problem->problem, problem->hint);
        else
          row.band = part.value;
      }
    }
    if (const ConfigNode* node = reader.find("value")) expression(reader, *node, prefix + "value", row);
    if (const ConfigNode* set = reader.find_mapping("set")) {
      for (const ConfigEntry& entry : set->entries) {
        const std::string path = prefix + "set." + entry.key;
        if (is_text(reader, entry.value, path))
          row.set.push_back({parameter_names().path_of(entry.key), entry.value.text, entry.value.position});
      }
    }
    if (const ConfigNode* node = reader.find("bound")) {
      Bound bound{};
      if (reader.read_name(*node, prefix + "bound", bound, enum_rows(Bound{}))) row.bound = bound;
    }
    two_runs(reader, prefix, row);
  }

  /// `between`, or `ratio` in its place.
  void two_runs(NodeReader& reader, const std::string& prefix, ReferenceRow& row) {
    const ConfigNode* difference = reader.find_mapping("between");
    const ConfigNode* ratio = reader.find_mapping("ratio");
    if (difference != nullptr && ratio != nullptr)
      reader.refuse(*ratio, prefix + "ratio", "stands beside between", "expected one of them");
    const ConfigNode* pairs = ratio != nullptr ? ratio : difference;
    if (pairs == nullptr) return;
    row.between.clear();
    row.is_ratio = ratio != nullptr;
    const std::string key = row.is_ratio ? "ratio." : "between.";
    for (const ConfigEntry& entry : pairs->entries) two_values(reader, entry, prefix + key + entry.key, row);
  }

  static bool is_text(NodeReader& reader, const ConfigNode& node, const std::string& path) {
    std::string text;
    return reader.read(node, path, text);
  }

  void two_values(NodeReader& reader, const ConfigEntry& entry, const std::string& path, ReferenceRow& row) {
    const ConfigNode& node = entry.value;
    if (node.kind != ConfigNode::Kind::kSequence || node.items.size() != 2) {
      reader.refuse(node, path, "is no list of two values", "expected [FEW, MANY]");
      return;
    }
    if (!is_text(reader, node.items[0], path) || !is_text(reader, node.items[1], path)) return;
    const std::string parameter = parameter_names().path_of(entry.key);
    row.between.push_back({{parameter, node.items[0].text, node.items[0].position},
                           {parameter, node.items[1].text, node.items[1].position}});
  }

  void expression(NodeReader& reader, const ConfigNode& node, const std::string& path, ReferenceRow& row) {
    if (!is_text(reader, node, path)) return;
    try {
      row.value = Expression::parse(node.text);
      row.value_position = node.position;
    } catch (const Error& error) {
      reader.refuse(node, path, error.diagnostics().front().problem, error.diagnostics().front().hint);
    }
  }

  void row(const ConfigNode& node, std::size_t index, const ReferenceRow& defaults, std::vector<ReferenceRow>& rows) {
    const std::string path = "rows[" + std::to_string(index) + "]";
    if (node.kind != ConfigNode::Kind::kMapping) {
      problems_.push_back(
          {.position = node.position, .path = path, .problem = "is no mapping", .hint = "row, chip, ..."});
      return;
    }
    NodeReader reader{node, path, problems_};
    const std::string prefix = path + ".";
    ReferenceRow row = defaults;
    row.position = node.position;
    reader.value("row", row.name);
    require(node, prefix + "row", row.name, "the row's name");
    if (!row.name.empty() && !names_.insert(row.name).second)
      problems_.push_back(
          {.position = node.position, .path = prefix + "row", .problem = "'" + row.name + "' is there already"});
    constexpr double kSmallest = 1e-9, kLargest = 1e12;
    reader.value("chip", row.chip, kSmallest, kLargest);
    if (node.find("chip") == nullptr)
      problems_.push_back(
          {.position = node.position, .path = prefix + "chip", .problem = "is missing", .hint = "the measured value"});
    reader.value("fitted", row.fitted);
    reader.value("used", row.used);
    row.used = row.used || row.fitted;
    common(reader, prefix, row);
    if (const ConfigEntry* fitted = node.find("fitted"); fitted != nullptr && row.fitted && row.bound)
      reader.refuse(fitted->value, prefix + "fitted", "a bound is no value to fit to", "leave out fitted or bound");
    require(node, prefix + "source", row.source, "who measured it, on what");
    if (row.needs.empty()) {
      if (row.study.empty()) missing(node, prefix + "value", "the file names no study", "study: NAME.yaml at its head");
      const bool refused = node.find("value") != nullptr;
      if (!row.value && !refused)
        missing(node, prefix + "value", "is missing", "an expression over statistics, such as cycles");
    }
    reader.finish();
    rows.push_back(std::move(row));
  }

  void missing(const ConfigNode& node, const std::string& path, const std::string& problem, const std::string& hint) {
    problems_.push_back({.position = node.position, .path = path, .problem = problem, .hint = hint});
  }

  fs::path file_;
  std::vector<Diagnostic>& problems_;
  std::set<std::string> names_;
};

std::vector<fs::path> reference_files(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return {path};  // which says itself why it cannot be read
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator{path, failed}) {
    if (entry.path().filename().string().ends_with(kSuffix)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  if (!failed && !files.empty()) return files;
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.position = {path.string()},
                         .problem = failed ? failed.message() : "no reference values below this folder",
                         .hint = "files that end in " + std::string{kSuffix}}};
}

}  // namespace

std::vector<ReferenceRow> read_references(const fs::path& path) {
  std::vector<Diagnostic> problems;
  std::vector<ReferenceRow> rows;
  std::set<std::string> families;
  for (const fs::path& file : reference_files(path)) {
    const std::size_t before = rows.size();
    for (ReferenceRow& row : ReferenceFile{file, problems}.read()) rows.push_back(std::move(row));
    if (rows.size() > before && !rows[before].reference.empty() && !families.insert(rows[before].reference).second) {
      problems.push_back({.position = {file.string()},
                          .path = "reference",
                          .problem = "'" + rows[before].reference + "' is the name of another file's rows"});
    }
  }
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  return rows;
}

}  // namespace texpipe::study
