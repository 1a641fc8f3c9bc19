#include "study/run/run_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "base/printable.h"
#include "parameters/layers/given_values.h"

namespace texpipe::study {

namespace {

/// A value that is not a default.
struct Setting {
  std::string path;
  std::string rest;  // value and origin

  bool operator==(const Setting&) const = default;
};

/// Path of an index or a name and the path below it.
std::string joined(const std::string& name, const std::string& below) {
  return below.empty() || below.starts_with('[') ? name + below : name + '.' + below;
}

/// Every element's settings, under `[*]` where all elements have the same.
std::vector<Setting> settings_of_list(const std::vector<std::vector<Setting>>& elements) {
  const auto everywhere = [&](const Setting& setting) {
    return std::all_of(elements.begin(), elements.end(), [&](const std::vector<Setting>& each) {
      return std::find(each.begin(), each.end(), setting) != each.end();
    });
  };
  std::vector<Setting> settings;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    for (const Setting& setting : elements[i]) {
      const bool in_all = everywhere(setting);
      if (in_all && i > 0) continue;
      settings.push_back({joined(in_all ? "[*]" : '[' + std::to_string(i) + ']', setting.path), setting.rest});
    }
  }
  return settings;
}

/// Whether two elements of a list were given the same values at the same places.
bool same_settings(const ParameterNode& a, const ParameterNode& b, const ParameterReader& reader) {
  const Origin *of_a = reader.given(a.path), *of_b = reader.given(b.path);
  const bool same = (of_a == nullptr) == (of_b == nullptr) && (of_a == nullptr || *of_a == *of_b);
  return same && a.text == b.text &&
         std::equal(a.children.begin(), a.children.end(), b.children.begin(), b.children.end(),
                    [&](const ParameterNode& x, const ParameterNode& y) { return same_settings(x, y, reader); });
}

/// Settings of a node and below it; paths begin behind the node's name.
/// @param around  where the group around the node was given by a word; null: nowhere
std::vector<Setting> settings_of(const ParameterNode& node, const ParameterReader& reader,
                                 const Origin* around = nullptr) {
  const Origin* origin = given_origin(node, around, reader);
  if (node.kind == ParameterNode::Kind::kValue) {
    if (origin == nullptr) return {};
    return {{"", fmt::format("{} ({})", printable(node.text), printable(origin->text()))}};
  }
  const std::vector<ParameterNode>& children = node.children;
  const bool alike = node.kind == ParameterNode::Kind::kList &&
                     std::all_of(children.begin(), children.end(), [&](const ParameterNode& element) {
                       return same_settings(children.front(), element, reader);
                     });
  std::vector<std::vector<Setting>> of_children;
  for (const ParameterNode& child : children) {
    of_children.push_back(settings_of(child, reader, origin));
    if (alike) break;  // said once for all of them
  }
  if (node.kind == ParameterNode::Kind::kList) return settings_of_list(of_children);
  std::vector<Setting> settings;
  for (std::size_t i = 0; i < of_children.size(); ++i) {
    for (const Setting& setting : of_children[i])
      settings.push_back({joined(node.children[i].name, setting.path), setting.rest});
  }
  return settings;
}

}  // namespace

void RunLog::begin(const Configuration& configuration, const std::vector<ParameterNode>& settings,
                   const std::vector<std::string>& command_line) {
  note(fmt::format("{} on {}, {}", printable(configuration.study.name), printable(configuration.machine_name.name),
                   name_of(configuration.study.timing)));
  std::string command;
  for (const std::string& word : command_line) command += ' ' + printable(word);
  note("command" + command);
  for (const ParameterNode& tree : settings) {
    for (const Setting& setting : settings_of(tree, configuration.reader))
      note(fmt::format("set {} = {}", setting.path, setting.rest));
  }
}

void RunLog::phase(const std::string& what) {
  const std::chrono::duration<double> since = Clock::now() - began_;
  note(fmt::format("{:8.3f} s  {}", since.count(), what));
}

void RunLog::warn(const std::vector<Diagnostic>& warnings) {
  for (const Diagnostic& warning : warnings) note("warning: " + warning.text());
}

void RunLog::warn_now(const std::string& warning) {
  const std::string line = "warning: " + printable(warning);
  note(line);
  if (!to_stderr_) std::cerr << line << '\n';
}

void RunLog::note(const std::string& line) {
  text_ += line + '\n';
  if (to_stderr_) std::cerr << line << '\n';
}

}  // namespace texpipe::study
