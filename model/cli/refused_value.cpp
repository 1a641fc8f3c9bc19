#include "cli/refused_value.h"

#include <algorithm>
#include <filesystem>

#include "base/spelling.h"
#include "cli/command_description.h"

namespace texpipe::cli {

namespace {

/// How an option or a placed word is typed: `--out DIR`, `STUDY`.
std::string typed(const OptionDescription& option) {
  const std::string& name = option.names.back();
  return option.value.empty() || !name.starts_with('-') ? name : name + ' ' + option.value;
}

/// `FILE was taken as the value of --out`, where a file stands behind an option; empty where none does.
std::string file_behind_option(const std::vector<std::string>& words) {
  for (std::size_t i = 2; i < words.size(); ++i) {
    std::error_code ignored;
    const bool file = std::filesystem::is_regular_file(words[i], ignored);
    if (file && words[i - 1].starts_with('-')) return words[i] + " was taken as the value of " + words[i - 1];
  }
  return "";
}

Diagnostic missing(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
  const VerbDescription verb = describe_command(app);
  const std::string text = error.what();
  const std::string name = text.substr(0, text.find(' '));
  for (const OptionDescription& option : verb.options) {
    if (std::find(option.names.begin(), option.names.end(), name) == option.names.end()) continue;
    return {.problem = option.names.front() + ' ' + option.value + " is missing: " + option.help,
            .hint = "see " + verb.path + " --help"};
  }
  std::string line = verb.path, help;
  for (const OptionDescription& word : verb.words) {
    const std::string& placed = word.names.front();
    if (word.required) line += ' ' + placed;
    if (placed == name) help = word.help;
  }
  const std::string taken = file_behind_option(words);
  return {.problem = name + " is missing" + (help.empty() ? "" : ": " + help),
          .hint = taken.empty() ? "expected " + line + "; see " + verb.path + " --help" : taken};
}

/// `--threads: Value many not in range 1 to 1024` and `--format: yaml not in {table,csv,json}`.
Diagnostic refused(const CLI::App& app, const std::string& text) {
  constexpr std::string_view kValue = "Value ", kRange = " not in range ", kSet = " not in {";
  const std::size_t colon = text.find(": ");
  const std::string name = colon == std::string::npos ? "" : text.substr(0, colon);
  std::string rest = colon == std::string::npos ? text : text.substr(colon + 2);
  if (const std::size_t range = rest.find(kRange); range != std::string::npos && rest.starts_with(kValue)) {
    const std::string value = rest.substr(kValue.size(), range - kValue.size());
    return {.path = name,
            .problem = '\'' + value + "' is out of range",
            .hint = "expected " + rest.substr(range + kRange.size())};
  }
  if (const std::size_t set = rest.find(kSet); set != std::string::npos) {
    const std::string value = rest.substr(0, set);
    const std::vector<std::string> choices = choices_of(rest.substr(set));
    return {.path = name,
            .problem = '\'' + value + "' is not one of the allowed words",
            .hint = spelling_hint(value, std::vector<std::string_view>{choices.begin(), choices.end()})};
  }
  if (const std::size_t given = text.find(" was given a disallowed flag override"); given != std::string::npos) {
    const std::string bare = text.substr(0, given);
    return {.path = (bare.size() > 1 ? "--" : "-") + bare, .problem = "takes no value", .hint = "it stands alone"};
  }
  constexpr std::string_view kNoNumber = "Could not convert: ", kEquals = " = ";
  if (const std::size_t equals = text.find(kEquals); text.starts_with(kNoNumber) && equals != std::string::npos) {
    return {.path = text.substr(kNoNumber.size(), equals - kNoNumber.size()),
            .problem = '\'' + text.substr(equals + kEquals.size()) + "' is not a whole number, or too large",
            .hint = "see " + words_of(app) + " --help"};
  }
  if (rest.ends_with(" missing")) {  // `1 required TEXT missing`
    for (const OptionDescription& option : describe_command(app).options) {
      if (option.names.back() == name || option.names.front() == name)
        return {.problem = name + " needs a value", .hint = "as " + typed(option)};
    }
  }
  return {.problem = text, .hint = "see " + words_of(app) + " --help"};
}

}  // namespace

Diagnostic refused_value(const CLI::App& verb, const CLI::ParseError& error, const std::vector<std::string>& words) {
  const std::string text = error.what();
  return text.ends_with(" is required") ? missing(verb, error, words) : refused(verb, text);
}

}  // namespace texpipe::cli
