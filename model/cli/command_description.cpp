#include "cli/command_description.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace texpipe::cli {

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

namespace {

/// Words for what options take, by the options' names.
struct ValueWord {
  std::string_view option, word;
};
constexpr ValueWord kValueWords[] = {
    {"--against", "RUN"},
    {"--bounds", "POLICY"},
    {"--budget", "CONDITION"},
    {"--bytes", "HEX"},
    {"--csv", "FILE"},
    {"--each", "PATH"},
    {"--fail-on", "LIMIT"},
    {"--fields", "NAMES"},
    {"--filter", "WORD"},
    {"--fit", "PATH"},
    {"--format", "FORMAT"},
    {"--fps", "RATE"},
    {"--generation", "GENERATION"},
    {"--hazards", "POLICY"},
    {"--header", "POLICY"},
    {"--inputs", "FILE"},
    {"--kernel", "NAME"},
    {"--layout", "LAYOUT"},
    {"--machine", "FILE"},
    {"--max-memory", "SIZE"},
    {"--message", "THREAD.N"},
    {"--not", "PATH"},
    {"--only", "PATH"},
    {"--out", "DIR"},
    {"--output", "FILE"},
    {"--over", "AXIS"},
    {"--parameter", "PATH=VALUE"},
    {"-p", "PATH=VALUE"},
    {"--pixel", "X,Y"},
    {"--plugin", "FILE"},
    {"--record", "FILE"},
    {"--serve", "PORT"},
    {"--size", "WIDTHxHEIGHT"},
    {"--table", "FILE"},
    {"--texel", "SURFACE,LEVEL,X,Y"},
    {"--timing", "TIMING"},
    {"--trace", "FILE"},
    {"--trace-message", "THREAD.N"},
    {"--trace-pixel", "X,Y"},
    {"--trace-window", "FROM..TO"},
    {"--waves", "FILE"},
    {"--waves-block", "PATH"},
    {"--waves-from", "CYCLE"},
    {"--waves-to", "CYCLE"},
};

/// Word for what an option takes: that of the table, N for a number, else its own name in capitals.
std::string value_word(const std::vector<std::string>& names, const std::string& type) {
  for (const std::string& name : names) {
    for (const ValueWord& row : kValueWords)
      if (name == row.option) return std::string{row.word};
  }
  if (type != "TEXT") return "N";
  std::string word = names.back();
  word.erase(0, word.find_first_not_of('-'));
  for (char& c : word) c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return word;
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
    const std::size_t end = std::min(type.find_first_of(":{ "), type.size());
    if (end > 0 || !description.choices.empty()) description.value = value_word(description.names, type.substr(0, end));
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
