// texpipe config show|validate|schema|explain|diff|paths|reference
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cli/config_show.h"
#include "cli/linked_blocks.h"
#include "cli/output_option.h"
#include "cli/verb.h"
#include "exploration/sweep/sweep_schema.h"
#include "host/text/json_text.h"
#include "pages/reference/parameter_reference.h"
#include "parameters/layers/parameter_changes.h"
#include "parameters/names/name_rule.h"
#include "study/definition/idle_parameters.h"
#include "study/definition/prepare_study.h"
#include "study/definition/rates_out_of_reach.h"
#include "study/definition/study.h"

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;
using study::Configuration;
using study::FileKind;
using study::ParameterNode;

Json problems_json(const std::vector<Diagnostic>& problems) {
  Json list = Json::array();
  for (const Diagnostic& problem : problems) {
    const SourcePosition& at = problem.position;
    list.push_back({{"file", at.file},
                    {"line", at.line},
                    {"column", at.column},
                    {"path", problem.path},
                    {"problem", problem.problem},
                    {"hint", problem.hint}});
  }
  return list;
}

ExitCode validate(const std::vector<std::string>& files, const std::vector<std::string>& assignments,
                  const GlobalOptions& globals) {
  std::vector<Diagnostic> problems;
  Json valid = Json::array();
  ExitCode code = ExitCode::kInvalidConfiguration;
  for (const std::string& file : files) {
    try {
      Configuration configuration = load_config(file, assignments);
      const std::string_view kind = configuration.is_study ? "study" : "machine";
      if (configuration.is_study) {
        study::prepare_study(configuration);
        print_warnings(study::set_but_idle(configuration, configuration.values()), globals);
      }
      print_warnings(study::rates_out_of_reach(configuration, configuration.values()), globals);
      valid.push_back({{"file", file}, {"kind", kind}});
      if (!globals.json && !globals.quiet) std::cout << file << ": valid " << kind << '\n';
    } catch (const Error& error) {
      if (problems.empty()) code = error.code();
      problems.insert(problems.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  if (globals.json)
    std::cout << study::json_text(Json{{"valid", valid}, {"problems", problems_json(problems)}}, 2) << '\n';
  if (!problems.empty()) throw Error{code, std::move(problems)};
  return ExitCode::kSuccess;
}

ExitCode schema(const std::string& kind, bool beside_machine) {
  const auto schema = kind == "sweep"     ? study::sweep_schema()
                      : kind == "machine" ? study::configuration_schema(FileKind::kMachine)
                      : beside_machine    ? study::study_schema_beside_machine()
                                          : study::configuration_schema(FileKind::kStudy);
  std::cout << study::json_text(schema, 2) << '\n';
  return ExitCode::kSuccess;
}

Json explain_json(const ParameterNode& node, const std::string& origin) {
  Json json{{"path", node.path}, {"description", node.help}};
  if (node.kind != ParameterNode::Kind::kValue) {
    for (const ParameterNode& child : node.children) json["keys"].push_back(child.name);
    return json;
  }
  json.update({{"value", node.text},
               {"origin", origin},
               {"unit", node.unit},
               {"units", node.units},
               {"choices", node.choices},
               {"low", node.low},
               {"high", node.high},
               {"power_of_two", node.power_of_two},
               {"required", node.required},
               {"source", node.source.text},
               {"assumed", node.source.assumed}});
  return json;
}

/// The nodes that have a path, groups too; of a list's elements all.
void collect_nodes(const ParameterNode& node, std::vector<const ParameterNode*>& nodes) {
  const bool element = node.path.ends_with(']');  // its list stands for it
  if (!node.path.empty() && !element) nodes.push_back(&node);
  for (const ParameterNode& child : node.children) collect_nodes(child, nodes);
}

/// The node of a name (name_rule.h), the first where elements of a list have it. Errors: kUsage.
const ParameterNode& node_named(const std::string& name, const std::vector<ParameterNode>& trees) {
  for (const ParameterNode& tree : trees) {  // elements, too
    if (const ParameterNode* node = study::find_parameter(tree, name); node != nullptr && !name.empty()) return *node;
  }
  std::vector<const ParameterNode*> nodes;
  for (const ParameterNode& tree : trees) collect_nodes(tree, nodes);
  std::vector<std::string_view> paths;
  for (const ParameterNode* node : nodes) paths.push_back(node->path);
  const study::NameMatch match = study::match_name(name, paths);
  if (match.is_one()) return *nodes[match.places.front()];
  throw Error{ExitCode::kUsage,
              study::name_problem(name, match, paths, "parameter", "texpipe config show lists every parameter")};
}

ExitCode explain(const std::string& name, const std::string& file, const std::vector<std::string>& assignments,
                 bool json) {
  Configuration configuration = load_config(file, assignments);
  if (file.empty()) configuration.is_study = true;
  std::vector<ParameterNode> trees = configuration.trees();
  // Without a file a study's parameters can be explained, too, whatever kind of workload has them.
  if (file.empty()) trees.front() = std::move(study::trees_of_all_kinds().front());
  const ParameterNode& node = node_named(name, trees);
  const std::string origin = configuration.reader.origin(node.path).text();
  if (json) {
    std::cout << study::json_text(explain_json(node, origin), 2) << '\n';
    return ExitCode::kSuccess;
  }
  std::cout << study::explain(node);
  if (!file.empty() && node.kind == ParameterNode::Kind::kValue) std::cout << "  origin   " << origin << '\n';
  return ExitCode::kSuccess;
}

/// Study and machine under one root.
ParameterNode whole_tree(Configuration& configuration) {
  ParameterNode root;
  for (ParameterNode& tree : configuration.trees()) {
    std::move(tree.children.begin(), tree.children.end(), std::back_inserter(root.children));
  }
  return root;
}

/// A machine is compared with a study's machine.
ExitCode diff(const std::string& left, const std::string& right, const GlobalOptions& globals) {
  Configuration a = load_config(left, {}), b = load_config(right, {});
  a.is_study = b.is_study = a.is_study && b.is_study;
  const auto given_in = [](const Configuration& configuration) -> study::IsGiven {
    return [&](const ParameterNode& node) { return !configuration.reader.origin(node.path).position.file.empty(); };
  };
  const auto changes = study::parameter_changes(whole_tree(a), whole_tree(b), given_in(a), given_in(b));
  Json json = Json::array();
  for (const study::ParameterChange& change : changes) {
    json.push_back({{"path", change.path}, {"from", change.from}, {"to", change.to}});
    if (!globals.json) std::cout << change.path << ": " << change.from << " -> " << change.to << '\n';
  }
  if (globals.json) std::cout << study::json_text(json, 2) << '\n';
  return ExitCode::kSuccess;
}

/// Prints the paths that -p takes for a study, each once and without indices. For completion in shells.
ExitCode paths(const std::string& file, const std::vector<std::string>& assignments, const GlobalOptions& globals) {
  Configuration configuration = load_config(file, assignments);
  std::vector<std::string> found;
  for (const ParameterNode& tree : configuration.trees()) {
    for (std::string& path : study::parameter_patterns(tree)) {
      const bool idle = configuration.is_study && !study::idle_reason(configuration, path).empty();
      if (!idle) found.push_back(std::move(path));
    }
  }
  if (globals.json) {
    std::cout << study::json_text(Json(found), 2) << '\n';
    return ExitCode::kSuccess;
  }
  for (const std::string& path : found) std::cout << path << '\n';
  return ExitCode::kSuccess;
}

ExitCode print_reference(const std::string& format, const OutputOption& output, const GlobalOptions& globals) {
  if (!globals.json && format != "man") require_page_name(output, "--format man and --json print others");
  const study::Reference all = study::reference(linked_blocks());
  const std::string text = globals.json      ? study::json_text(study::reference_json(all), 2) + '\n'
                           : format == "man" ? study::reference_man(all)
                                             : study::reference_html(all);
  if (output.given()) {
    write_output(output, text, globals);
  } else {
    std::cout << text;
  }
  return ExitCode::kSuccess;
}

/// Options of the sub-verbs; live as long as their actions.
struct ConfigOptions {
  std::string file, other, path;
  std::vector<std::string> files, assignments;
  std::string kind = "study";
  std::string format = "html";
  OutputOption output;
  bool origin = false;
  bool all = false;
  bool beside_machine = false;
};

void add_assignments(CLI::App& app, ConfigOptions& options) {
  app.add_option("-p,--parameter", options.assignments, "path=value, over all files; may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

}  // namespace

Action declare_config(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<ConfigOptions>();
  app.require_subcommand(1);

  CLI::App* show_verb = app.add_subcommand("show", "print every value of a study or machine, assumed ones marked");
  show_verb->add_option("FILE", options->file, "study or machine file; none: the built-in defaults of a machine");
  show_verb->add_flag("--origin", options->origin, "name the layer and line of every value");
  show_verb->add_flag("--all", options->all, "also the values that cannot act in this study");
  add_assignments(*show_verb, *options);

  CLI::App* validate_verb = app.add_subcommand("validate", "check files and report everything that is wrong in them");
  validate_verb->add_option("FILE", options->files, "study or machine files")->required();
  add_assignments(*validate_verb, *options);

  CLI::App* schema_verb =
      app.add_subcommand("schema", "print the JSON Schema (draft-07) of study, machine or sweep files");
  schema_verb->add_option("KIND", options->kind, "study, machine or sweep")
      ->check(CLI::IsMember({"study", "machine", "sweep"}));
  schema_verb->add_flag("--beside-machine", options->beside_machine,
                        "that of studies refers to machine.schema.json beside it in place of repeating it");

  CLI::App* explain_verb =
      app.add_subcommand("explain", "say what a parameter is, its unit, range, default and source");
  explain_verb->add_option("PATH", options->path, "as -p takes it: a path, or its last words")->required();
  explain_verb->add_option("FILE", options->file, "study or machine whose value to show");
  add_assignments(*explain_verb, *options);

  CLI::App* diff_verb = app.add_subcommand("diff", "list the values that differ between two files");
  diff_verb->add_option("A", options->file, "study or machine file")->required();
  diff_verb->add_option("B", options->other, "study or machine file")->required();

  CLI::App* paths_verb = app.add_subcommand("paths", "list the paths that -p takes for a study or machine");
  paths_verb->add_option("FILE", options->file, "study or machine file")->required();
  add_assignments(*paths_verb, *options);

  CLI::App* reference_verb = app.add_subcommand("reference", "print all parameters and statistics with what they mean");
  reference_verb->add_option("--format", options->format, "a page for a browser, or a manual page")
      ->check(CLI::IsMember({"html", "man"}));
  add_output_option(*reference_verb, options->output, "the file to write; none: standard output");

  return [=, &globals] {
    if (paths_verb->parsed()) return paths(options->file, options->assignments, globals);
    if (reference_verb->parsed()) return print_reference(options->format, options->output, globals);
    if (show_verb->parsed())
      return show_config({options->file, options->assignments, options->origin, options->all}, globals);
    if (validate_verb->parsed()) return validate(options->files, options->assignments, globals);
    if (schema_verb->parsed()) return schema(options->kind, options->beside_machine);
    if (explain_verb->parsed()) return explain(options->path, options->file, options->assignments, globals.json);
    return diff(options->file, options->other, globals);
  };
}

}  // namespace texpipe::cli
