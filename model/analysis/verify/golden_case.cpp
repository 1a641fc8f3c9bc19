#include "analysis/verify/golden_case.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <string_view>

#include "analysis/verify/golden_keys.h"
#include "analysis/verify/golden_state_reader.h"
#include "base/spelling.h"
#include "host/files/byte_reader.h"
#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"

namespace texpipe::study {

namespace {

using Kind = ConfigNode::Kind;

constexpr std::string_view kColumns[] = {"u",    "v",    "r",    "ai",   "lod",  "ref",
                                         "dudx", "dvdx", "drdx", "dudy", "dvdy", "drdy"};

/// Keys that tell people about a case.
constexpr std::string_view kRemarks[] = {
    "rms_isotropic", "note", "expected_dtype", "expected_from", "mesa_rows_outside", "mesa_max_diff_from_ideal"};

/// Reads one case. The first thing that is wrong with it is what is told of it.
class CaseReader {
 public:
  CaseReader(const std::filesystem::path& file, std::shared_ptr<CaseArchives> archives, std::vector<Diagnostic>& notes)
      : notes_{notes}, states_{file, std::move(archives), problems_, notes} {}

  GoldenCase read(const ConfigNode& node) {
    GoldenCase golden;
    golden.position = node.position;
    NodeReader names{node, "", problems_};
    if (node.kind != Kind::kMapping) {
      names.refuse(node, "", "a case is not a mapping", "");
      return golden;
    }
    needed(names, "id", golden.id);
    NodeReader reader{node, golden.id, problems_};
    reader.find("id");
    reader.value("group", golden.group);
    needed(reader, "op", golden.operation_name);
    reader.name("op", golden.operation, operation_words());
    if (const ConfigNode* surface = needed_mapping(reader, "surface"))
      golden.surface = states_.read_surface(reader, *surface);
    if (const ConfigNode* sampler = optional_node(reader, "sampler"))
      golden.sampler = states_.read_sampler(reader, *sampler);
    golden.columns = columns(reader, node, golden.operation);
    if (const ConfigNode* offset = reader.find_list("offset")) numbers(reader, *offset, "offset", golden.offset, -8, 7);
    reader.value("gather_channel", golden.gather_channel, 0u, 3u);
    for (const auto& [key, field] : {std::pair{"coords", &golden.coords}, {"expected", &golden.expected}})
      if (reader.find_required(key) != nullptr) *field = states_.array(reader, key);
    for (const auto& [key, field] : {std::pair{"ideal", &golden.ideal}, {"lo", &golden.lo}, {"hi", &golden.hi}})
      *field = states_.array(reader, key);
    read_tolerances(reader, golden);
    reader.value("lenient", golden.lenient);
    golden.check_columns = check_columns(reader);
    reader.note_unknown(kRemarks, notes_);
    if (problems_.empty()) check_use(reader, node, golden);
    return golden;
  }

  /// Problems of the case, the first mistake first.
  const std::vector<Diagnostic>& problems() const { return problems_; }

 private:
  /// Checks that the case gives what its operation needs.
  void check_use(NodeReader& reader, const ConfigNode& node, const GoldenCase& golden) {
    const gen9::SamplerMessageFacts& operation = gen9::sampler_message_facts(golden.operation);
    const auto place = [&](const char* key) -> const ConfigNode& {
      const ConfigEntry* entry = node.find(key);
      return entry == nullptr ? node : entry->value;
    };
    const auto lacks = [&](const char* key, const std::string& path) {
      reader.refuse(place(key), reader.path_of(path), "is missing: " + golden.operation_name + " needs one", "");
    };
    const bool query = operation.queries();
    if (!query && golden.surface.data.empty())
      reader.refuse(place("surface"), reader.path_of("surface.data"), "is missing", "");
    if (!golden.sampler && !query && !operation.loads()) lacks("sampler", "sampler");
    if (operation.compares && golden.sampler && !golden.sampler->compare) lacks("sampler", "sampler.compare");
    std::vector<std::string_view> used;
    if (!query) used.push_back("u");
    if (operation.lod == gen9::LodSource::kParameter) used.push_back("lod");
    if (operation.lod == gen9::LodSource::kGradients) used.insert(used.end(), {"dudx", "dudy"});
    if (operation.compares) used.push_back("ref");
    for (const std::string_view column : used) {
      if (std::find(golden.columns.begin(), golden.columns.end(), column) != golden.columns.end()) continue;
      reader.refuse(place("columns"), reader.path_of("columns"),
                    "lack '" + std::string{column} + "', which " + golden.operation_name + " needs", "");
    }
  }

  template <std::size_t N>
  static void numbers(NodeReader& reader, const ConfigNode& list, const std::string& key, std::array<int, N>& values,
                      int low, int high) {
    if (!is_list_of<N>(reader, list, key)) return;
    for (std::size_t i = 0; i < N; ++i) reader.read(list.items[i], reader.path_of(key), values[i], low, high);
  }

  void read_tolerances(NodeReader& reader, GoldenCase& golden) const {
    if (golden.lo.empty() != golden.hi.empty() && problems_.empty()) {
      const char* key = golden.lo.empty() ? "hi" : "lo";
      reader.refuse(*reader.find(key), reader.path_of(key), "'lo' and 'hi' come together", "");
    }
    reader.value("abs_tol", golden.abs_tol);
    if (!(golden.abs_tol >= 0))
      reader.refuse(*reader.find("abs_tol"), reader.path_of("abs_tol"), "is not a tolerance", "expected 0 or more");
    double limit = 0;
    const ConfigNode* node = reader.find("rms_limit");
    if (node == nullptr || !reader.read(*node, reader.path_of("rms_limit"), limit)) return;
    golden.rms_limit = limit;
    if (golden.ideal.empty()) reader.refuse(*node, reader.path_of("rms_limit"), "needs 'ideal'", "");
  }

  static std::vector<std::string> columns(NodeReader& reader, const ConfigNode& golden,
                                          gen9::SamplerMessageType operation) {
    const ConfigNode* node = reader.find("columns");
    if (node == nullptr) {
      if (operation != gen9::SamplerMessageType::kLd)
        reader.refuse(golden, reader.path_of("columns"), "is missing", "");
      return {"u", "v", "r", "ai", "lod"};
    }
    std::string text;
    reader.read(*node, reader.path_of("columns"), text);
    std::vector<std::string> names;
    std::istringstream words{text};
    bool known = true;
    for (std::string name; known && words >> name;) {
      if (std::find(std::begin(kColumns), std::end(kColumns), name) == std::end(kColumns)) {
        known = reader.refuse(*node, reader.path_of("columns"), "'" + name + "' is not a column",
                              spelling_hint(name, kColumns));
      } else if (std::find(names.begin(), names.end(), name) != names.end()) {
        known = reader.refuse(*node, reader.path_of("columns"), "has '" + name + "' twice", "");
      }
      names.push_back(name);
    }
    return names;
  }

  static std::vector<unsigned> check_columns(NodeReader& reader) {
    const ConfigNode* list = reader.find_list("check_columns");
    if (list == nullptr) return {0, 1, 2, 3};
    std::vector<unsigned> checked(list->items.size());
    for (std::size_t i = 0; i < checked.size(); ++i)
      reader.read(list->items[i], reader.path_of("check_columns"), checked[i], 0u, 3u);
    return checked;
  }

  std::vector<Diagnostic>& notes_;
  std::vector<Diagnostic> problems_;
  GoldenStateReader states_;
};

bool is_before(const SourcePosition& a, const SourcePosition& b) {
  return std::pair{a.line, a.column} < std::pair{b.line, b.column};
}

/// The list of cases. `duplicates` receives keys that are given twice, whose cases are refused and not the file.
ConfigNode read_list(const std::string& text, const std::string& file, std::vector<Diagnostic>& duplicates) {
  ConfigNode root = parse_yaml(text, file, duplicates, YamlAuthor::kProgram);
  const bool whole = std::any_of(duplicates.begin(), duplicates.end(),
                                 [](const Diagnostic& problem) { return problem.position.line == 0; });
  if (whole || (root.kind == Kind::kNull && !duplicates.empty()))
    throw Error{ExitCode::kMalformedInput, std::move(duplicates)};
  if (root.kind != Kind::kSequence) malformed(file, "is not a list of cases", "one list of cases");
  return root;
}

}  // namespace

GoldenFolder read_golden_cases(const std::filesystem::path& file) {
  return parse_golden_cases(read_text(file), shown_name(file));
}

GoldenFolder parse_golden_cases(const std::string& text, const std::filesystem::path& file) {
  GoldenFolder folder;
  std::vector<Diagnostic> duplicates;
  const ConfigNode root = read_list(text, file.string(), duplicates);
  auto duplicate = duplicates.begin();
  const auto archives = std::make_shared<CaseArchives>();
  std::map<std::string, int> lines;  // of ids
  for (std::size_t i = 0; i < root.items.size(); ++i) {
    CaseReader reader{file, archives, folder.notes};
    GoldenCase golden = reader.read(root.items[i]);
    std::vector<Diagnostic> problems = reader.problems();
    for (; duplicate != duplicates.end() &&
           (i + 1 == root.items.size() || is_before(duplicate->position, root.items[i + 1].position));
         ++duplicate) {
      duplicate->path = golden.id + '.' + duplicate->path;
      problems.push_back(std::move(*duplicate));
    }
    if (!problems.empty()) {
      folder.problems.push_back(std::move(problems.front()));
      continue;
    }
    const auto [first, added] = lines.emplace(golden.id, golden.position.line);
    if (!added)
      folder.notes.push_back({golden.position, golden.id, "is the id of another case, too",
                              "the first is in line " + std::to_string(first->second)});
    folder.cases.push_back(std::move(golden));
  }
  return folder;
}

}  // namespace texpipe::study
