#include "cli/config_show.h"

#include <unistd.h>

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/linked_blocks.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "isa/rule_words.h"
#include "isa/undefined_results.h"
#include "study/definition/idle_parameters.h"

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;
using study::Configuration;
using study::ParameterNode;

/// The tree of the built-in defaults that has a path; null when none has.
const ParameterNode* default_of(std::string_view path) {
  static std::vector<ParameterNode> trees = Configuration{}.trees();
  for (const ParameterNode& tree : trees) {
    if (const ParameterNode* node = study::find_parameter(tree, study::without_indices(path))) return node;
  }
  return nullptr;
}

/// A default that no document gives: the value is ours, and nobody replaced it.
bool is_assumed(const ParameterNode& node) {
  if (node.kind != ParameterNode::Kind::kValue || !node.source.assumed) return false;
  const ParameterNode* known = default_of(node.path);
  return known != nullptr && known->text == node.text;
}

/// Source of the value as the machine file gives it.
std::string source_in_file(const ParameterNode& node) {
  const ParameterNode* known = default_of(node.path);
  return std::string{known == nullptr || known->source.text == node.source.text ? "" : node.source.text};
}

std::string note(const Configuration& configuration, const ParameterNode& node, bool origin) {
  if (node.kind != ParameterNode::Kind::kValue && node.preset.empty()) return "";
  std::string text = is_assumed(node) ? "assumed" : source_in_file(node);
  if (origin) text += (text.empty() ? "" : ", ") + configuration.reader.origin(node.path).text();
  return text;
}

void show_json(Configuration& configuration) {
  Json parameters = Json::array();
  for (const ParameterNode& tree : configuration.trees()) {
    study::for_each_value(tree, [&](const ParameterNode& node) {
      const study::Origin origin = configuration.reader.origin(node.path);
      const std::string idle = configuration.is_study ? study::idle_reason(configuration, node.path) : "";
      parameters.push_back({{"path", node.path},
                            {"value", node.text},
                            {"layer", origin.layer},
                            {"origin", origin.text()},
                            {"assumed", is_assumed(node)},
                            {"idle", idle},
                            {"unit", node.unit},
                            {"description", node.help},
                            {"source", node.source.text}});
    });
  }
  Json undefined = Json::array();
  for (const UndefinedResult& row : undefined_results()) {
    undefined.push_back({{"document", row.document},
                         {"place", row.place},
                         {"open", row.open},
                         {"outcome", text_of(row.outcome)},
                         {"model", row.model},
                         {"rule", row.rule},
                         {"words", rules_with_words(row.rule)}});
  }
  std::cout << study::json_text(Json{{"parameters", parameters}, {"undefined_results", undefined}}, 2) << '\n';
}

/// Prints results that the documents leave undefined as YAML comments, so that the whole output stays a configuration.
void show_undefined_results() {
  std::cout << "\n# Undefined by the documents, and what the model gives (resolution R1):\n";
  std::string_view document;
  std::string rules;
  for (const UndefinedResult& row : undefined_results()) {
    rules.append(row.rule).append(" ");
    if (row.document != document) std::cout << "#   " << row.document << '\n';
    document = row.document;
    std::cout << fmt::format("#     {}: {} -> {} ({}, {})\n", row.place, row.open, row.model, text_of(row.outcome),
                             row.rule);
  }
  std::cout << "#   These resolutions (docs/specification/resolutions.md):\n";
  for (const SpecificationRule& rule : rules_named_in(rules))
    std::cout << fmt::format("#     {}: {}\n", rule.id, rule.words);
}

/// Parameters that stand for a resolution: their source names its rule.
void show_resolutions(Configuration& configuration) {
  std::string text;
  for (const ParameterNode& tree : configuration.trees()) {
    study::for_each_value(tree, [&](const ParameterNode& node) {
      if (!node.source.text.starts_with("resolution R")) return;
      text += fmt::format("#   {}: {}  {} ({})\n", node.path, node.text, node.help, node.source.text);
    });
  }
  if (!text.empty()) std::cout << "\n# Resolutions that are parameters:\n" << text;
}

}  // namespace

study::Configuration load_config(const std::string& file, const std::vector<std::string>& assignments) {
  const timing::BlockRegistry blocks = linked_blocks();
  return study::load_configuration({file, assignments, environ}, study::FileKind::kByContent, &blocks);
}

ExitCode show_config(const ConfigShowOptions& options, const GlobalOptions& globals) {
  Configuration configuration = load_config(options.file, options.assignments);
  if (options.file.empty()) configuration.machine_name.name = "defaults";
  if (globals.json) {
    show_json(configuration);
    return ExitCode::kSuccess;
  }
  const study::FittedOutput fitted{std::cout, study::table_width(), study::fitted_comment};
  const auto annotate = [&](const ParameterNode& node) { return note(configuration, node, options.origin); };
  unsigned left_out = 0;
  const auto keep = [&](const ParameterNode& node) {
    const bool idle = !options.all && configuration.is_study && !study::idle_reason(configuration, node.path).empty();
    left_out += idle ? 1 : 0;
    return !idle;
  };
  std::cout << configuration.resolved_yaml(annotate, keep);
  if (left_out > 0)
    std::cout << "# Left out: " << left_out << " values that cannot act in this study; --all shows them\n";
  show_resolutions(configuration);
  if (!globals.quiet) show_undefined_results();
  return ExitCode::kSuccess;
}

}  // namespace texpipe::cli
