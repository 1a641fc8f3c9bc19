#include "cli/man_page.h"

#include <algorithm>

#include "cli/exit_codes.h"
#include "host/text/markup.h"

namespace texpipe::cli {

namespace {

/// Help has what somebody types in back quotes.
std::string plain(std::string_view help) {
  std::string text{help};
  std::replace(text.begin(), text.end(), '`', '"');
  return study::roff_text(text);
}

std::string bold(const std::string& text) {
  return "\\fB" + plain(text) + "\\fR";
}

std::string italic(const std::string& text) {
  return "\\fI" + plain(text) + "\\fR";
}

std::string shown_value(const OptionDescription& option) {
  if (option.choices.empty()) return option.value;
  std::string text;
  for (const std::string& choice : option.choices) text += (text.empty() ? "" : "|") + choice;
  return text;
}

void add_option(std::string& page, const OptionDescription& option, bool placed) {
  std::string names;
  for (const std::string& name : option.names)
    names += (names.empty() ? "" : ", ") + (placed ? italic(name) : bold(name));
  if (!placed && !option.value.empty()) names += ' ' + italic(shown_value(option));
  page += ".TP\n" + names + '\n' + plain(option.help);
  if (placed && !option.choices.empty()) page += plain(" (" + shown_value(option) + ")");
  if (!option.value_default.empty()) page += plain(" (default: " + option.value_default + ")");
  if (option.required && !placed) page += " (required)";
  page += '\n';
}

void add_options(std::string& page, const VerbDescription& verb) {
  for (const OptionDescription& word : verb.words) add_option(page, word, true);
  for (const OptionDescription& option : verb.options) {
    if (option.names.back() != "--help") add_option(page, option, false);
  }
}

std::string synopsis(const VerbDescription& verb) {
  std::string text = bold(verb.path);
  if (!verb.options.empty()) text += " [" + italic("options") + "]";
  for (const OptionDescription& word : verb.words) {
    const std::string name = italic(word.names.front()) + (word.repeats ? " ..." : "");
    text += word.required ? ' ' + name : " [" + name + ']';
  }
  return text;
}

/// A verb with verbs of its own is told by these.
void add_verb(std::string& page, const VerbDescription& verb) {
  if (verb.verbs.empty()) {
    page += ".SS " + bold(verb.path) + "\n" + synopsis(verb) + "\n.PP\n" + plain(verb.help) + '\n';
    add_options(page, verb);
    return;
  }
  for (const VerbDescription& child : verb.verbs) add_verb(page, child);
}

}  // namespace

std::string man_page(const VerbDescription& command, const std::string& version) {
  const std::size_t colon = command.help.find(": ");
  const std::string what = colon == std::string::npos ? command.help : command.help.substr(colon + 2);
  std::string title = command.name;
  std::transform(title.begin(), title.end(), title.begin(), [](char c) { return static_cast<char>(c & ~0x20); });
  std::string page = ".\\\" Made by `" + command.name + " man`.\n.TH " + title + " 1 \"\" \"" + command.name + ' ' +
                     version + "\" \"User Commands\"\n";
  page += ".SH NAME\n" + command.name + " \\- " + plain(what) + '\n';
  page += ".SH SYNOPSIS\n" + bold(command.path) + " [" + italic("options") + "] " + italic("verb") + " ...\n";
  page += ".SH DESCRIPTION\nResults go to standard output, everything else to standard error.\n";
  page += ".SH OPTIONS\nThese hold for every verb, and stand before or behind it.\n";
  add_options(page, command);
  page += ".SH VERBS\n";
  for (const VerbDescription& verb : command.verbs) add_verb(page, verb);
  page += ".SH EXIT STATUS\n";
  for (const ExitCodeMeaning& row : kExitCodes) {
    page += ".TP\n" + bold(std::to_string(static_cast<int>(row.code))) + '\n' + plain(row.meaning) + '\n';
  }
  page += ".SH ENVIRONMENT\n.TP\n" + bold("TEXPIPE_*") +
          "\nparameters of study and machine: the path in capitals, with two underscores for each dot\n.TP\n" +
          bold("NO_COLOR") + "\nwhen it is set, messages have no colour\n";
  return page;
}

}  // namespace texpipe::cli
