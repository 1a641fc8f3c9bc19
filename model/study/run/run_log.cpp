#include "study/run/run_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "base/printable.h"

namespace texpipe::study {

namespace {

/// A value that is not a default.
struct Setting {
  std::string path;
  std::string rest;  // value and origin

  bool operator==(const Setting&) const = default;
};

/// What an index or a name and the path below it make.
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

/// Settings of a node and below it; paths begin behind the node's name.
std::vector<Setting> settings_of(const ParameterNode& node, const ParameterReader& reader) {
  if (node.kind == ParameterNode::Kind::kValue) {
    const Origin origin = reader.origin(node.path);
    if (origin.layer == Origin{}.layer) return {};
    return {{"", fmt::format("{} ({})", printable(node.text), printable(origin.text()))}};
  }
  std::vector<std::vector<Setting>> of_children;
  for (const ParameterNode& child : node.children) of_children.push_back(settings_of(child, reader));
  if (node.kind == ParameterNode::Kind::kList) return settings_of_list(of_children);
  std::vector<Setting> settings;
  for (std::size_t i = 0; i < of_children.size(); ++i) {
    for (const Setting& setting : of_children[i])
      settings.push_back({joined(node.children[i].name, setting.path), setting.rest});
  }
  return settings;
}

}  // namespace

void RunLog::begin(Configuration& configuration, const std::vector<std::string>& command_line) {
  note(fmt::format("{} on {}, {}", printable(configuration.study.name), printable(configuration.machine_name.name),
                   name_of(configuration.study.timing)));
  std::string command;
  for (const std::string& word : command_line) command += ' ' + printable(word);
  note("command" + command);
  for (const ParameterNode& tree : configuration.trees()) {
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
