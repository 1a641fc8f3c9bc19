// texpipe help [VERB...], version, completion SHELL, man: what the command says about itself.
#include <algorithm>
#include <iostream>

#include "base/spelling.h"
#include "cli/command_description.h"
#include "cli/completion.h"
#include "cli/man_page.h"
#include "cli/verb.h"
#include "cli/version.h"
#include "host/build/build_info.h"
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

/// CLI11's help of an application names the verb that was parsed, which is `help`: the text of another one needs the
/// words in front of it.
std::string help_text(const CLI::App& app) {
  const std::string path = words_of(app);
  return app.get_formatter()->make_help(&app, path, CLI::AppFormatMode::Normal);
}

/// Every path that -p takes, whatever the kind of workload.
std::vector<std::string> all_parameters() {
  std::vector<std::string> patterns;
  for (const study::ParameterNode& tree : study::trees_of_all_kinds()) {
    for (std::string& pattern : study::parameter_patterns(tree)) patterns.push_back(std::move(pattern));
  }
  return patterns;
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
  return [words, &app, &globals] { return print_text(help_text(verb_of(root_of(app), *words)), globals); };
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
    return print_text(shell->script({describe_command(root_of(app)), all_parameters()}), globals);
  };
}

Action declare_man(CLI::App& app, const GlobalOptions& globals) {
  return [&app, &globals] {
    return print_text(man_page(describe_command(root_of(app)), std::string{study::build_info().version}), globals);
  };
}

}  // namespace texpipe::cli
