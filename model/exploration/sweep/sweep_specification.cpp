#include "exploration/sweep/sweep_specification.h"

#include <algorithm>
#include <set>

#include "exploration/sweep/axis_reader.h"
#include "exploration/sweep/sampling.h"
#include "host/files/byte_reader.h"
#include "host/files/folder_name.h"
#include "host/files/shipped_files.h"
#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

using Kind = ConfigNode::Kind;

constexpr std::uint32_t kLeastPopulation = 4;
constexpr std::uint32_t kMostPopulation = 10'000;  // its sorting takes the square
constexpr std::uint32_t kMostGenerations = 1'000'000;
constexpr std::uint32_t kUsualPopulation = 24;
constexpr std::uint32_t kUsualGenerations = 10;

class SweepReader {
 public:
  SweepReader(const ParameterNames& names, std::vector<Diagnostic>& problems)
      : axes_{names, problems}, problems_{problems} {}

  void file(const ConfigNode& root, const fs::path& file) {
    axes_.set_folder(fs::absolute(file).parent_path());
    NodeReader keys{root, "", problems_};
    std::uint32_t version = 1;
    keys.value("schema_version", version, 1u, 1u);
    keys.value("sweep", sweep_.name);
    if (const ConfigEntry* name = root.find("sweep"); name == nullptr) {
      missing(root, "sweep", "the name of the sweep and of its folder");
    } else if (name->value.kind == Kind::kScalar) {
      check_name("sweep", sweep_.name, name->value.position);
    }
    std::string study;
    keys.value("study", study);
    if (study.empty()) missing(root, "study", "a study file, from this file's folder");
    sweep_.study = beside_or_shipped(axes_.folder(), study, ShippedKind::kStudy);
    if (const ConfigNode* set = keys.find_mapping("set")) {
      axes_.check_count("set", set->entries.size(), "values", set->position);
      for (const ConfigEntry& entry : set->entries) fixed(entry);
    }
    // In the order of the text: the first section's points change last.
    for (const EnumRow& row : kSectionKinds) keys.find(row.name);
    for (const ConfigEntry& entry : root.entries) {
      for (const EnumRow& row : kSectionKinds)
        if (entry.key == row.name) section(static_cast<SectionKind>(row.value), entry);
    }
    if (const ConfigNode* when = keys.find_mapping("when")) conditions(keys, *when);
    if (const ConfigNode* list = keys.find_list("constraints")) {
      axes_.check_count("constraints", list->items.size(), "expressions", list->position);
      for (std::size_t i = 0; i < list->items.size(); ++i) {
        const std::string path = "constraints[" + std::to_string(i) + "]";
        if (auto holds = expression(keys, list->items[i], path))
          sweep_.constraints.push_back({std::move(*holds), list->items[i].position});
      }
    }
    if (const ConfigNode* objectives = keys.find_mapping("objectives")) {
      axes_.check_count("objectives", objectives->entries.size(), "expressions", objectives->position);
      for (const ConfigEntry& entry : objectives->entries) objective(keys, entry);
    }
    keys.finish();
  }

  /// A study as it is: the sweep has its name, or its file's where it has none and is refused later.
  void study(const ConfigNode& root, const fs::path& file) {
    sweep_.study = fs::absolute(file).lexically_normal();
    const ConfigEntry* study = root.find("study");
    const std::string name = study == nullptr ? file.stem().string() : study->value.text;
    if (study != nullptr && study->value.kind == Kind::kScalar) check_name("study", name, study->value.position);
    sweep_.name = name + "_sweep";
  }

  void words(const std::vector<std::string>& words) {
    axes_.set_folder(fs::current_path());
    for (const std::string& word : words) {
      const std::size_t equals = word.find('=');
      const SourcePosition position{.file = "-p " + word};
      if (equals == std::string::npos || equals == 0) {
        throw Error{ExitCode::kUsage, Diagnostic{.position = position,
                                                 .problem = "not an assignment",
                                                 .hint = "expected -p path=value or -p path=value,value,..."}};
      }
      Axis axis;
      if (!axes_.resolve(axis, word.substr(0, equals), position)) continue;
      axis.values = axes_.values(word.substr(equals + 1), axis, position);
      replace(std::move(axis));
    }
  }

  SweepSpecification take() {
    check_paths();
    return std::move(sweep_);
  }

 private:
  void check_name(const std::string& key, const std::string& name, const SourcePosition& position) {
    if (auto wrong = problem_of_folder_name(name)) axes_.problem(position, key, wrong->problem, wrong->hint);
  }
  void missing(const ConfigNode& root, const std::string& key, const std::string& hint) {
    if (root.find(key) == nullptr) axes_.problem(root.position, key, "is missing", hint);
  }

  void fixed(const ConfigEntry& entry) {
    Axis axis;
    if (!axes_.resolve(axis, entry.key, entry.position)) return;
    if (const auto given = axes_.value(entry.value, axis)) sweep_.fixed.push_back({axis.path, *given});
  }

  std::optional<Expression> expression(NodeReader& reader, const ConfigNode& node, const std::string& path) {
    std::string text;
    if (!reader.read(node, path, text)) return {};
    try {
      return Expression::parse(text);
    } catch (const Error& error) {
      reader.refuse(node, path, error.diagnostics().front().problem, error.diagnostics().front().hint);
      return {};
    }
  }

  void conditions(NodeReader& reader, const ConfigNode& when) {
    axes_.check_count("when", when.entries.size(), "conditions", when.position);
    for (const ConfigEntry& entry : when.entries) {
      Axis axis;
      if (!axes_.resolve(axis, entry.key, entry.position)) continue;
      if (auto holds = expression(reader, entry.value, "when." + entry.key))
        sweep_.conditions.push_back({axis.path, std::move(*holds), entry.position});
    }
  }

  void objective(NodeReader& reader, const ConfigEntry& entry) {
    const std::string path = "objectives." + entry.key;
    Objective objective{.name = entry.key, .value = {}, .position = entry.value.position};
    const ConfigNode* node = &entry.value;
    if (node->kind == Kind::kMapping) {
      NodeReader keys{entry.value, path, problems_};
      keys.name("goal", objective.goal);
      node = keys.find("value");
      if (node == nullptr)
        axes_.problem(entry.value.position, path + ".value", "is missing", "an expression over statistics");
      keys.finish();
    }
    if (node == nullptr) return;
    if (auto value = expression(reader, *node, path)) {
      objective.value = std::move(*value);
      sweep_.objectives.push_back(std::move(objective));
    }
  }

  void section(SectionKind kind, const ConfigEntry& entry) {
    Section section{.kind = kind};
    const std::string path = entry.key;
    if (kind == SectionKind::kList) {
      axes_.list(entry, section);
    } else if (entry.value.kind != Kind::kMapping) {
      axes_.problem(entry.value.position, path, "is not a group of keys",
                    "expected {parameter: [value, value, ...], ...}");
    } else if (is_sampled(kind)) {
      NodeReader keys{entry.value, path, problems_};
      if (kind == SectionKind::kSearch) {
        section.points = kUsualPopulation;
        section.generations = kUsualGenerations;
        keys.value("population", section.points, kLeastPopulation, kMostPopulation);
        keys.value("generations", section.generations, 1u, kMostGenerations);
      } else {
        keys.value("points", section.points, 1u, kMostSweepPoints);
        if (entry.value.find("points") == nullptr)
          axes_.problem(entry.position, path + ".points", "is missing", "how many");
      }
      keys.value("seed", section.seed);
      if (const ConfigNode* of = keys.find_mapping("axes")) axes_.axes(*of, path + ".axes", section);
      if (entry.value.find("axes") == nullptr)
        axes_.problem(entry.position, path + ".axes", "is missing", "{parameter: {from: LOW, to: HIGH}, ...}");
      keys.finish();
      if (kind == SectionKind::kSobol && section.axes.size() > kMostSobolAxes)
        axes_.problem(entry.position, path, "has more than " + std::to_string(kMostSobolAxes) + " axes");
    } else {
      axes_.axes(entry.value, path, section);
    }
    const auto shorter = [](const Axis& a, const Axis& b) { return a.values.size() < b.values.size(); };
    if (kind == SectionKind::kZip && !section.axes.empty()) {
      const auto [least, most] = std::minmax_element(section.axes.begin(), section.axes.end(), shorter);
      if (least->values.size() != most->values.size()) {
        axes_.problem(least->position, path + '.' + least->name,
                      "has " + std::to_string(least->values.size()) + " values and " + most->name + " has " +
                          std::to_string(most->values.size()),
                      "axes that are zipped have as many values each");
      }
    }
    sweep_.sections.push_back(std::move(section));
  }

  /// An axis from -p replaces the file's values of the same parameter.
  void replace(Axis axis) {
    const auto same = [&](const Axis& a) { return a.path == axis.path; };
    std::erase_if(sweep_.fixed, [&](const FixedValue& f) { return f.path == axis.path; });
    for (Section& section : sweep_.sections) {
      const auto found = std::find_if(section.axes.begin(), section.axes.end(), same);
      if (found == section.axes.end()) continue;
      if (section.kind != SectionKind::kGrid && section.kind != SectionKind::kEach) {
        axes_.problem(axis.position, "",
                      "the file has this parameter in its section " +
                          std::string{enum_rows(SectionKind{}).find(static_cast<std::uint32_t>(section.kind))->name},
                      "only axes of grid and each can be replaced");
        return;
      }
      if (axis.values.size() > 1) {
        *found = std::move(axis);
        return;
      }
      section.axes.erase(found);
    }
    std::erase_if(sweep_.sections, [](const Section& s) { return s.axes.empty(); });
    if (axis.values.size() == 1) {
      sweep_.fixed.push_back({axis.path, axis.values.front()});
      return;
    }
    const auto grid = std::find_if(sweep_.sections.rbegin(), sweep_.sections.rend(),
                                   [](const Section& s) { return s.kind == SectionKind::kGrid; });
    if (grid != sweep_.sections.rend()) {
      grid->axes.push_back(std::move(axis));
    } else {
      sweep_.sections.push_back({.kind = SectionKind::kGrid, .axes = {std::move(axis)}, .list = {}});
    }
  }

  /// A parameter is given once.
  void check_paths() {
    std::set<std::string> paths;
    for (const FixedValue& fixed : sweep_.fixed)
      if (!paths.insert(fixed.path).second) axes_.problem(fixed.value.position, fixed.path, "is set twice");
    for (const Section& section : sweep_.sections) {
      for (const Axis& axis : section.axes)
        if (!paths.insert(axis.path).second)
          axes_.problem(axis.position, axis.name, "is given in two places of the sweep");
    }
    for (const AxisCondition& condition : sweep_.conditions) {
      if (!paths.contains(condition.path))
        axes_.problem(condition.position, condition.path, "is no axis of this sweep, and has nothing to leave out");
    }
  }

  AxisReader axes_;
  std::vector<Diagnostic>& problems_;
  SweepSpecification sweep_;
};

}  // namespace

SweepSpecification read_sweep(const fs::path& asked, const std::vector<std::string>& words,
                              const ParameterNames& names) {
  std::vector<Diagnostic> problems;
  fs::path file = found_or_shipped(asked, ShippedKind::kSweep);
  if (file == asked) file = found_or_shipped(asked, ShippedKind::kStudy);
  const std::string text = read_text(file);
  const ConfigNode root = parse_yaml(text, shown_name(file), problems);
  if (root.kind != Kind::kMapping && problems.empty())
    problems.push_back({.position = {shown_name(file), 1, 1}, .problem = "holds no keys"});
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  SweepReader reader{names, problems};
  const bool is_sweep = root.find("sweep") != nullptr || root.find("grid") != nullptr ||
                        root.find("search") != nullptr || root.find("objectives") != nullptr;
  if (is_sweep) {
    reader.file(root, file);
  } else {
    reader.study(root, file);
  }
  reader.words(words);
  SweepSpecification sweep = reader.take();
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  sweep.request = text;
  for (const std::string& word : words) sweep.request += "\n-p " + word;
  return sweep;
}

}  // namespace texpipe::study
