#include "cli/command_description.h"

namespace texpipe::cli {

namespace {

/// The words of a validator's set: `TEXT:{study,machine}`.
std::vector<std::string> choices_of(const std::string& type) {
  std::vector<std::string> choices;
  const std::size_t open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos) return choices;
  std::string word;
  for (const char c : type.substr(open + 1, close - open - 1) + ',') {
    if (c != ',') {
      word += c;
    } else {
      choices.push_back(std::move(word));
      word.clear();
    }
  }
  return choices;
}

OptionDescription describe_option(const CLI::Option& option) {
  OptionDescription description{.help = option.get_description(),
                                .value_default = option.get_default_str(),
                                .required = option.get_required(),
                                .repeats = option.get_items_expected_max() > 1};
  for (const std::string& name : option.get_snames()) description.names.push_back('-' + name);
  for (const std::string& name : option.get_lnames()) description.names.push_back("--" + name);
  if (option.get_positional() && description.names.empty()) description.names.push_back(option.get_name(true));
  if (option.get_type_size_max() != 0) {
    const std::string type = option.get_type_name();
    description.choices = choices_of(type);
    description.value = type.substr(0, type.find(':'));
  }
  return description;
}

}  // namespace

VerbDescription describe_command(const CLI::App& app) {
  VerbDescription verb{.name = app.get_name(), .path = words_of(app), .help = app.get_description()};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    (option->nonpositional() ? verb.options : verb.words).push_back(describe_option(*option));
  }
  for (const CLI::App* child : app.get_subcommands([](const CLI::App* c) { return !c->get_group().empty(); })) {
    verb.verbs.push_back(describe_command(*child));
  }
  return verb;
}

const CLI::App& root_of(const CLI::App& app) {
  return app.get_parent() == nullptr ? app : root_of(*app.get_parent());
}

std::string words_of(const CLI::App& verb) {
  return (verb.get_parent() == nullptr ? "" : words_of(*verb.get_parent()) + " ") + verb.get_name();
}

}  // namespace texpipe::cli
