// The command's verbs and options as plain data, read from what the verbs declared: help, completion and the manual
// page are made of it and cannot say anything else.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace texpipe::cli {

/// An option, or a word that is told by its place.
struct OptionDescription {
  std::vector<std::string> names;    // as typed: `-p`, `--parameter`; of a placed word its name alone: `FILE`
  std::string help;                  // one line, no full stop
  std::string value;                 // what it takes, as `TEXT`; empty for a flag
  std::vector<std::string> choices;  // the words that it takes; empty: no such list
  std::string value_default;         // as text; empty: none
  bool required = false;
  bool repeats = false;
};

struct VerbDescription {
  std::string name;
  std::string path;  // `texpipe texture decode`
  std::string help;
  std::vector<OptionDescription> options;
  std::vector<OptionDescription> words;  // in their order
  std::vector<VerbDescription> verbs;    // of this verb
};

/// The whole command below (and with) one application. What is hidden from its help is not in it.
VerbDescription describe_command(const CLI::App& app);

/// The words of a validator's set, as CLI11 writes it: `TEXT:{study,machine}`. None without braces.
std::vector<std::string> choices_of(const std::string& type);

/// The application that a verb belongs to.
const CLI::App& root_of(const CLI::App& app);

/// As it is typed: `texpipe texture decode`.
std::string words_of(const CLI::App& verb);

}  // namespace texpipe::cli
