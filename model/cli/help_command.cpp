// texpipe help [VERB...], version, completion SHELL, man: what the command says about itself.
#include <algorithm>
#include <iostream>

#include "base/spelling.h"
#include "cli/command_description.h"
#include "cli/completion.h"
#include "cli/help_text.h"
#include "cli/man_page.h"
#include "cli/verb.h"
#include "cli/version.h"
#include "host/build/build_info.h"
#include "host/text/terminal.h"
#include "isa/gen9/enumerations.h"
#include "parameters/names/name_rule.h"
#include "study/definition/study.h"

namespace texpipe::cli {

namespace {

std::vector<std::string> names_below(const CLI::App& app) {
  std::vector<std::string> names;
  for (const VerbDescription& verb : describe_command(app).verbs) names.push_back(verb.name);
  return names;
}

/// The verb that the words name, one level each. Error with kUsage and the nearest spelling.
const CLI::App& verb_of(const CLI::App& root, const std::vector<std::string>& words) {
  const CLI::App* app = &root;
  for (const std::string& word : words) {
    const std::vector<std::string> names = names_below(*app);
    if (std::find(names.begin(), names.end(), word) == names.end()) {
      Diagnostic problem{.problem = words_of(*app) + " has no verb " + word};
      if (!names.empty()) problem.hint = spelling_hint(word, std::vector<std::string_view>{names.begin(), names.end()});
      throw Error{ExitCode::kUsage, std::move(problem)};
    }
    app = app->get_subcommand(word);
  }
  return *app;
}

std::string help_of(const CLI::App& verb) {
  return help_text(describe_command(verb), describe_command(root_of(verb)), study::terminal_width());
}

/// Every path that -p takes, whatever the kind of workload.
std::vector<std::string> all_parameters() {
  std::vector<std::string> patterns;
  for (const study::ParameterNode& tree : study::trees_of_all_kinds()) {
    for (std::string& pattern : study::parameter_patterns(tree)) patterns.push_back(std::move(pattern));
  }
  return patterns;
}

/// Words of every parameter that takes some.
void add_words(const study::ParameterNode& node, std::vector<ParameterWords>& all) {
  const std::string path = study::without_indices(node.path);
  if (!node.choices.empty())
    all.push_back({path, node.choices});
  else if (node.kind == study::ParameterNode::Kind::kValue && node.type == study::FieldType::kBoolean)
    all.push_back({path, {"false", "true"}});
  for (const study::ParameterNode& child : node.children) {
    add_words(child, all);
    if (node.kind == study::ParameterNode::Kind::kList) break;
  }
}

CompletionFacts completion_facts(const CLI::App& root) {
  CompletionFacts facts{.command = describe_command(root), .parameters = all_parameters()};
  for (const study::ParameterNode& tree : study::trees_of_all_kinds()) add_words(tree, facts.words);
  for (const gen9::Enumeration& e : gen9::enumerations()) facts.enumerations.emplace_back(e.rows.enumeration);
  return facts;
}

/// For people and programs that read no JSON.
ExitCode print_text(const std::string& text, const GlobalOptions& globals) {
  if (globals.json) warn_no_effect("--json", "this text has no such form", globals);
  std::cout << text;
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_help(CLI::App& app, const GlobalOptions& globals) {
  auto words = std::make_shared<std::vector<std::string>>();
  app.add_option("VERB", *words, "a verb, and the verb behind it where it has some, as `texture decode`")->take_all();
  return [words, &app, &globals] { return print_text(help_of(verb_of(root_of(app), *words)), globals); };
}

Action declare_version(CLI::App&, const GlobalOptions& globals) {
  return [&globals] {
    std::cout << (globals.json ? version_json() : version_text()) << '\n';
    return ExitCode::kSuccess;
  };
}

Action declare_completion(CLI::App& app, const GlobalOptions& globals) {
  auto name = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const Shell& shell : shells()) names.emplace_back(shell.name);
  app.add_option("SHELL", *name, "whose script to print")->required()->check(CLI::IsMember(names));
  return [name, &app, &globals] {
    const auto shell = std::find_if(shells().begin(), shells().end(), [&](const Shell& s) { return s.name == *name; });
    return print_text(shell->script(completion_facts(root_of(app))), globals);
  };
}

Action declare_man(CLI::App& app, const GlobalOptions& globals) {
  return [&app, &globals] {
    return print_text(man_page(describe_command(root_of(app)), std::string{study::build_info().version}), globals);
  };
}

}  // namespace texpipe::cli
