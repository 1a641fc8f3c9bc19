#include "exploration/sweep/axis_reader.h"

#include <algorithm>
#include <cmath>

#include "base/shortened.h"
#include "host/files/shipped_files.h"
#include "parameters/tree/field.h"
#include "parameters/tree/parameter_number.h"

namespace texpipe::study {

namespace {

using Kind = ConfigNode::Kind;

constexpr std::size_t kMostEntries = 1'000;  // of axes, fixed values, conditions, constraints, objectives: no machine
                                             // has as many parameters, and every point looks at each

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

}  // namespace

AxisValue Axis::at(double part) const {
  if (!values.empty()) return values[static_cast<std::size_t>(part * static_cast<double>(values.size()))];
  // Whole numbers have the same share of the axis each.
  const bool whole = node->type == FieldType::kWhole;
  const double last = whole ? to + 1 : to;
  const double number = scale == AxisScale::kLog ? from * std::pow(last / from, part) : from + part * (last - from);
  return nearest_value(whole ? std::floor(number) : number, *this);
}

void AxisReader::check_count(const std::string& path, std::size_t count, const std::string& of_what,
                             const SourcePosition& position) {
  if (count <= kMostEntries) return;
  problem(position, path, "has " + std::to_string(count) + ' ' + of_what,
          "expected at most " + std::to_string(kMostEntries));
  stop();
}

bool AxisReader::resolve(Axis& axis, const std::string& name, const SourcePosition& position) {
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

AxisValue AxisReader::value(const std::string& text, const Axis& axis, const SourcePosition& position) const {
  if (!axis.node->is_path) return {text, text, position};
  const ShippedKind kind = shipped_kind_of(axis.node->name);
  if (!axis.node->is_list) return {beside_or_shipped(folder_, text, kind).string(), text, position};
  std::string files;
  for (const std::string& file : list_items(text))
    files += (files.empty() ? "[" : ", ") + beside_or_shipped(folder_, file, kind).string();
  return {files + "]", text, position};
}

std::vector<AxisValue> AxisReader::values(const std::string& text, const Axis& axis,
                                          const SourcePosition& position) const {
  std::vector<AxisValue> values;
  for (const std::string& part : divided(text)) values.push_back(value(part, axis, position));
  return values;
}

std::optional<AxisValue> AxisReader::value(const ConfigNode& node, const Axis& axis) {
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

void AxisReader::axes(const ConfigNode& mapping, const std::string& path, Section& section) {
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

bool AxisReader::range(const ConfigNode& node, const std::string& path, SectionKind kind, Axis& axis) {
  const std::size_t before = problems_.size();
  const bool sampled = is_sampled(kind);
  NodeReader keys{node, path, problems_};
  end(keys, node, path, "from", axis.from);
  end(keys, node, path, "to", axis.to);
  keys.name("scale", axis.scale);
  std::uint32_t steps = 0;
  keys.value("steps", steps, 1u, kMostSweepPoints);
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
  if (!sampled || steps != 0 || is_of_powers(axis)) axis.values = steps_of(axis, steps);
  if (is_of_powers(axis) && axis.values.empty()) problem(node.position, path, "holds no power of two");
  return problems_.size() == before;
}

void AxisReader::end(NodeReader& keys, const ConfigNode& range, const std::string& path, const char* key, double& out) {
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

void AxisReader::list(const ConfigEntry& entry, Section& section) {
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

}  // namespace texpipe::study
