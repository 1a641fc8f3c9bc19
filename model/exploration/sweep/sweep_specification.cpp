#include "exploration/sweep/sweep_specification.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/shortened.h"
#include "exploration/sweep/sampling.h"
#include "host/files/byte_reader.h"
#include "host/files/folder_name.h"
#include "host/files/shipped_files.h"
#include "parameters/tree/field.h"
#include "parameters/tree/parameter_number.h"
#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

using Kind = ConfigNode::Kind;

constexpr std::uint32_t kLeastPopulation = 4;
constexpr std::uint32_t kMostPopulation = 10'000;  // its sorting takes the square
constexpr std::uint32_t kMostGenerations = 1'000'000;
constexpr std::size_t kMostEntries = 1'000;  // of axes, fixed values, conditions, constraints, objectives: no machine
                                             // has as many parameters, and every point looks at each
constexpr std::uint32_t kUsualPopulation = 24;
constexpr std::uint32_t kUsualGenerations = 10;

/// Parameters that only take powers of two have such ranges.
bool is_of_powers(const Axis& axis) {
  return axis.scale == AxisScale::kPowersOfTwo || axis.node->power_of_two;
}

AxisValue nearest_value(double number, const Axis& axis) {
  const std::string text = nearest_text(number, *axis.node);
  return {text, text, axis.position};
}

/// The values at equal parts of a range, both ends included; of powers of two all.
std::vector<AxisValue> steps_of(const Axis& axis, std::uint32_t steps) {
  std::vector<AxisValue> values;
  if (is_of_powers(axis)) {
    for (double power = std::exp2(std::ceil(std::log2(std::max(axis.from, 1.0)))); power <= axis.to; power *= 2)
      values.push_back(nearest_value(power, axis));
    return values;
  }
  for (std::uint32_t i = 0; i < steps; ++i) {
    const double part = steps == 1 ? 0 : static_cast<double>(i) / (steps - 1);
    const double number = axis.scale == AxisScale::kLog ? axis.from * std::pow(axis.to / axis.from, part)
                                                        : axis.from + part * (axis.to - axis.from);
    AxisValue value = nearest_value(number, axis);
    if (values.empty() || values.back().text != value.text) values.push_back(std::move(value));
  }
  return values;
}

/// Commas outside brackets divide.
std::vector<std::string> divided(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else if (c != ' ' || !parts.back().empty())
      parts.back() += c;
  }
  return parts;
}

class SweepReader {
 public:
  SweepReader(const ParameterNames& names, std::vector<Diagnostic>& problems) : names_{names}, problems_{problems} {}

  void file(const ConfigNode& root, const fs::path& file) {
    folder_ = fs::absolute(file).parent_path();
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
    sweep_.study = beside_or_shipped(folder_, study, ShippedKind::kStudy);
    if (const ConfigNode* set = keys.find_mapping("set")) {
      check_count("set", set->entries.size(), "values", set->position);
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
      check_count("constraints", list->items.size(), "expressions", list->position);
      for (std::size_t i = 0; i < list->items.size(); ++i) {
        const std::string path = "constraints[" + std::to_string(i) + "]";
        if (auto holds = expression(keys, list->items[i], path))
          sweep_.constraints.push_back({std::move(*holds), list->items[i].position});
      }
    }
    if (const ConfigNode* objectives = keys.find_mapping("objectives")) {
      check_count("objectives", objectives->entries.size(), "expressions", objectives->position);
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
    folder_ = fs::current_path();
    for (const std::string& word : words) {
      const std::size_t equals = word.find('=');
      const SourcePosition position{.file = "-p " + word};
      if (equals == std::string::npos || equals == 0) {
        throw Error{ExitCode::kUsage, Diagnostic{.position = position,
                                                 .problem = "not an assignment",
                                                 .hint = "expected -p path=value or -p path=value,value,..."}};
      }
      Axis axis;
      if (!resolve(axis, word.substr(0, equals), position)) continue;
      for (const std::string& text : divided(word.substr(equals + 1)))
        axis.values.push_back(value(text, axis, position));
      replace(std::move(axis));
    }
  }

  SweepSpecification take() {
    check_paths();
    return std::move(sweep_);
  }

 private:
  /// Refuses more entries than a sweep may have: each would cost time at every point.
  void check_count(const std::string& path, std::size_t count, const std::string& of_what,
                   const SourcePosition& position) {
    if (count <= kMostEntries) return;
    problem(position, path, "has " + std::to_string(count) + ' ' + of_what,
            "expected at most " + std::to_string(kMostEntries));
    stop();
  }
  [[noreturn]] void stop() { throw Error{ExitCode::kInvalidConfiguration, std::move(problems_)}; }

  void problem(const SourcePosition& position, std::string path, std::string what, std::string hint = "") {
    problems_.push_back(
        {.position = position, .path = std::move(path), .problem = std::move(what), .hint = std::move(hint)});
  }
  void check_name(const std::string& key, const std::string& name, const SourcePosition& position) {
    if (auto wrong = problem_of_folder_name(name)) problem(position, key, wrong->problem, wrong->hint);
  }
  void missing(const ConfigNode& root, const std::string& key, const std::string& hint) {
    if (root.find(key) == nullptr) problem(root.position, key, "is missing", hint);
  }

  bool resolve(Axis& axis, const std::string& name, const SourcePosition& position) {
    if (problems_.size() >= kMostDiagnostics) {  // hints take their time
      problem({}, "", "there may be more problems: the rest is not read");
      stop();
    }
    axis.name = name;
    axis.position = position;
    try {
      const ParameterNames::Found found = names_.find(name, position);
      axis.path = found.path;
      axis.node = found.node;
      return true;
    } catch (const Error& error) {
      problems_.push_back(error.diagnostics().front());
      return false;
    }
  }

  AxisValue value(const std::string& text, const Axis& axis, const SourcePosition& position) const {
    if (!axis.node->is_path) return {text, text, position};
    const ShippedKind kind = axis.node->name == "machine" ? ShippedKind::kMachine : ShippedKind::kTexture;
    if (!axis.node->is_list) return {beside_or_shipped(folder_, text, kind).string(), text, position};
    std::string files;
    for (const std::string& file : list_items(text))
      files += (files.empty() ? "[" : ", ") + beside_or_shipped(folder_, file, kind).string();
    return {files + "]", text, position};
  }

  /// A scalar, or for a parameter that is a list a sequence of them.
  std::optional<AxisValue> value(const ConfigNode& node, const Axis& axis) {
    std::string text = node.text;
    if (node.kind == Kind::kSequence && axis.node->is_list) {
      text = "[";
      for (const ConfigNode& item : node.items) text += (&item == &node.items.front() ? "" : ", ") + item.text;
      text += "]";
    } else if (node.kind != Kind::kScalar) {
      problem(node.position, axis.name, "is not one value");
      return {};
    }
    return value(text, axis, node.position);
  }

  void fixed(const ConfigEntry& entry) {
    Axis axis;
    if (!resolve(axis, entry.key, entry.position)) return;
    if (const auto given = value(entry.value, axis)) sweep_.fixed.push_back({axis.path, *given});
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
    check_count("when", when.entries.size(), "conditions", when.position);
    for (const ConfigEntry& entry : when.entries) {
      Axis axis;
      if (!resolve(axis, entry.key, entry.position)) continue;
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
        problem(entry.value.position, path + ".value", "is missing", "an expression over statistics");
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
      list(entry, section);
    } else if (entry.value.kind != Kind::kMapping) {
      problem(entry.value.position, path, "is not a group of keys", "expected {parameter: [value, value, ...], ...}");
    } else if (is_sampled(kind)) {
      NodeReader keys{entry.value, path, problems_};
      if (kind == SectionKind::kSearch) {
        section.points = kUsualPopulation;
        section.generations = kUsualGenerations;
        keys.value("population", section.points, kLeastPopulation, kMostPopulation);
        keys.value("generations", section.generations, 1u, kMostGenerations);
      } else {
        keys.value("points", section.points, 1u, kMostSweepPoints);
        if (entry.value.find("points") == nullptr) problem(entry.position, path + ".points", "is missing", "how many");
      }
      keys.value("seed", section.seed);
      if (const ConfigNode* of = keys.find_mapping("axes")) axes(*of, path + ".axes", section);
      if (entry.value.find("axes") == nullptr)
        problem(entry.position, path + ".axes", "is missing", "{parameter: {from: LOW, to: HIGH}, ...}");
      keys.finish();
      if (kind == SectionKind::kSobol && section.axes.size() > kMostSobolAxes)
        problem(entry.position, path, "has more than " + std::to_string(kMostSobolAxes) + " axes");
    } else {
      axes(entry.value, path, section);
    }
    const auto shorter = [](const Axis& a, const Axis& b) { return a.values.size() < b.values.size(); };
    if (kind == SectionKind::kZip && !section.axes.empty()) {
      const auto [least, most] = std::minmax_element(section.axes.begin(), section.axes.end(), shorter);
      if (least->values.size() != most->values.size()) {
        problem(least->position, path + '.' + least->name,
                "has " + std::to_string(least->values.size()) + " values and " + most->name + " has " +
                    std::to_string(most->values.size()),
                "axes that are zipped have as many values each");
      }
    }
    sweep_.sections.push_back(std::move(section));
  }

  void axes(const ConfigNode& mapping, const std::string& path, Section& section) {
    check_count(path, mapping.entries.size(), "axes", mapping.position);
    for (const ConfigEntry& entry : mapping.entries) {
      Axis axis;
      if (!resolve(axis, entry.key, entry.position)) continue;
      const std::string here = path + '.' + entry.key;
      const ConfigNode& node = entry.value;
      if (node.kind == Kind::kMapping) {
        if (!range(node, here, section.kind, axis)) continue;
      } else if (node.kind == Kind::kSequence) {
        for (const ConfigNode& item : node.items)
          if (const auto given = value(item, axis)) axis.values.push_back(*given);
        if (node.items.empty()) problem(node.position, here, "has no values");
      } else {
        problem(node.kind == Kind::kNull ? entry.position : node.position, here, "is not a list of values",
                "expected [value, value, ...] or {from: LOW, to: HIGH}");
      }
      if (!axis.values.empty() || node.kind == Kind::kMapping) section.axes.push_back(std::move(axis));
    }
    if (mapping.entries.empty()) problem(mapping.position, path, "has no axes");
  }

  bool range(const ConfigNode& node, const std::string& path, SectionKind kind, Axis& axis) {
    const std::size_t before = problems_.size();
    const bool sampled = is_sampled(kind);
    NodeReader keys{node, path, problems_};
    end(keys, node, path, "from", axis.from);
    end(keys, node, path, "to", axis.to);
    keys.name("scale", axis.scale);
    std::uint32_t steps = 0;
    if (!sampled) keys.value("steps", steps, 1u, kMostSweepPoints);
    keys.finish();
    if (problems_.size() != before) return false;
    if (!has_numbers(*axis.node)) {
      problem(node.position, path, "a range of what is no number", "expected [value, value, ...]");
    } else if (axis.to < axis.from) {
      problem(node.position, path, "ends before it begins", "expected from at most to");
    } else if (axis.scale == AxisScale::kLog && axis.from <= 0) {
      problem(node.position, path, "a logarithmic range from 0", "expected from above 0");
    } else if (is_of_powers(axis) && steps != 0) {
      problem(node.position, path + ".steps", "a range of powers of two has as many steps as there are powers in it");
    } else if (!sampled && steps == 0 && !is_of_powers(axis)) {
      problem(node.position, path + ".steps", "is missing", "how many values, both ends included");
    }
    if (problems_.size() != before) return false;
    if (!sampled || is_of_powers(axis)) axis.values = steps_of(axis, steps);
    if (is_of_powers(axis) && axis.values.empty()) problem(node.position, path, "holds no power of two");
    return problems_.size() == before;
  }

  void end(NodeReader& keys, const ConfigNode& range, const std::string& path, const char* key, double& out) {
    const ConfigNode* node = keys.find(key);
    if (node == nullptr) {
      if (range.find(key) == nullptr) problem(range.position, path + '.' + key, "is missing");
      return;
    }
    std::string text;
    if (!keys.read(*node, path + '.' + key, text)) return;
    const std::optional<double> number = number_of(text);
    if (!number || !std::isfinite(*number)) {
      problem(node->position, path + '.' + key, "'" + text + "' is no number and no quantity");
    } else {
      out = *number;
    }
  }

  void list(const ConfigEntry& entry, Section& section) {
    if (entry.value.kind != Kind::kSequence) {
      problem(entry.value.position, "list", "is not a list", "expected [{parameter: value, ...}, ...]");
      return;
    }
    for (const ConfigNode& item : entry.value.items) {
      if (item.kind != Kind::kMapping) {
        problem(item.position, "list", "is not a group of keys", "expected {parameter: value, ...}");
        continue;
      }
      std::vector<std::optional<AxisValue>> point(section.axes.size());
      for (const ConfigEntry& pair : item.entries) {
        Axis axis;
        if (!resolve(axis, pair.key, pair.position)) continue;
        const auto given = value(pair.value, axis);
        const auto known =
            std::find_if(section.axes.begin(), section.axes.end(), [&](const Axis& a) { return a.path == axis.path; });
        const auto index = static_cast<std::size_t>(known - section.axes.begin());
        if (known == section.axes.end()) section.axes.push_back(std::move(axis));
        point.resize(section.axes.size());
        point[index] = given;
      }
      section.list.push_back(std::move(point));
    }
    for (auto& point : section.list) point.resize(section.axes.size());
  }

  /// An axis from -p replaces the file's values of the same parameter.
  void replace(Axis axis) {
    const auto same = [&](const Axis& a) { return a.path == axis.path; };
    std::erase_if(sweep_.fixed, [&](const FixedValue& f) { return f.path == axis.path; });
    for (Section& section : sweep_.sections) {
      const auto found = std::find_if(section.axes.begin(), section.axes.end(), same);
      if (found == section.axes.end()) continue;
      if (section.kind != SectionKind::kGrid && section.kind != SectionKind::kEach) {
        problem(axis.position, "",
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
      if (!paths.insert(fixed.path).second) problem(fixed.value.position, fixed.path, "is set twice");
    for (const Section& section : sweep_.sections) {
      for (const Axis& axis : section.axes)
        if (!paths.insert(axis.path).second) problem(axis.position, axis.name, "is given in two places of the sweep");
    }
    for (const AxisCondition& condition : sweep_.conditions) {
      if (!paths.contains(condition.path))
        problem(condition.position, condition.path, "is no axis of this sweep, and has nothing to leave out");
    }
  }

  const ParameterNames& names_;
  std::vector<Diagnostic>& problems_;
  fs::path folder_;
  SweepSpecification sweep_;
};

}  // namespace

AxisValue Axis::at(double part) const {
  if (!values.empty()) return values[static_cast<std::size_t>(part * static_cast<double>(values.size()))];
  // Whole numbers have the same share of the axis each.
  const bool whole = node->type == FieldType::kWhole;
  const double last = whole ? to + 1 : to;
  const double number = scale == AxisScale::kLog ? from * std::pow(last / from, part) : from + part * (last - from);
  return nearest_value(whole ? std::floor(number) : number, *this);
}

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
