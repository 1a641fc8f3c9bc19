#include "study/run/run_log.h"

#include <fmt/format.h>

#include <iostream>

#include "base/printable.h"

namespace texpipe::study {

namespace {

/// Lines `set path = value (origin)` of what is not a default, below a node.
void add_settings(const ParameterNode& node, const ParameterReader& reader, std::vector<std::string>& lines) {
  if (node.kind == ParameterNode::Kind::kValue) {
    const Origin origin = reader.origin(node.path);
    if (origin.layer != Origin{}.layer)
      lines.push_back(fmt::format("set {} = {} ({})", node.path, printable(node.text), printable(origin.text())));
  }
  for (const ParameterNode& child : node.children) add_settings(child, reader, lines);
}

}  // namespace

void RunLog::begin(Configuration& configuration, const std::vector<std::string>& command_line) {
  note(fmt::format("{} on {}, {}", printable(configuration.study.name), printable(configuration.machine_name.name),
                   name_of(configuration.study.timing)));
  std::string command;
  for (const std::string& word : command_line) command += ' ' + printable(word);
  note("command" + command);
  std::vector<std::string> settings;
  for (const ParameterNode& tree : configuration.trees()) add_settings(tree, configuration.reader, settings);
  for (const std::string& setting : settings) note(setting);
}

void RunLog::phase(const std::string& what) {
  const std::chrono::duration<double> since = Clock::now() - began_;
  note(fmt::format("{:8.3f} s  {}", since.count(), what));
}

void RunLog::warn(const std::vector<Diagnostic>& warnings) {
  for (const Diagnostic& warning : warnings) note("warning: " + warning.text());
}

void RunLog::note(const std::string& line) {
  text_ += line + '\n';
  if (to_stderr_) std::cerr << line << '\n';
}

}  // namespace texpipe::study
