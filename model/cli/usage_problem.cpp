#include "cli/usage_problem.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/spelling.h"
#include "cli/command_description.h"
#include "cli/refused_value.h"
#include "study/definition/file_sorts.h"

namespace texpipe::cli {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* level = &app; level != nullptr; level = level->get_parent()) {
    for (const CLI::Option* option : level->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
      for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
  }
  return names;
}

std::vector<std::string> verb_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const VerbDescription& child : describe_command(app).verbs) names.push_back(child.name);
  return names;
}

bool has(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<std::string_view> views_of(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

std::string see_help(const CLI::App& verb) {
  return "see " + words_of(verb) + " --help";
}

/// Dashes as typed and as word processors make them of these.
constexpr std::string_view kDashes[] = {"-",           "\xe2\x80\x90", "\xe2\x80\x91", "\xe2\x80\x93", "\xe2\x80\x94",
                                        "\xe2\x88\x92"};

std::string without_dashes(std::string_view word) {
  for (bool more = true; more;) {
    more = false;
    for (const std::string_view dash : kDashes) {
      if (!word.starts_with(dash)) continue;
      word.remove_prefix(dash.size());
      more = true;
    }
  }
  return std::string{word};
}

bool begins_with_dash(std::string_view word) {
  return without_dashes(word).size() < word.size();
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_pair(std::string_view text) {
  const std::size_t comma = text.find(',');
  return comma != std::string_view::npos && is_digits(text.substr(0, comma)) && is_digits(text.substr(comma + 1));
}

/// The words of one command line while its problems are told in their order.
class Refusal {
 public:
  Refusal(const CLI::App& app, const std::vector<std::string>& words)
      : root_{app}, verb_{innermost(app)}, words_{words}, options_{option_names(verb_)} {}

  /// The words that nobody took.
  std::vector<Diagnostic> tell() {
    const std::vector<std::string> refused = root_.remaining(true);
    for (std::size_t i = 0; i < refused.size(); ++i) {
      if (refused[i] == "--") continue;
      find(refused[i]);
      if (begins_with_dash(refused[i])) {
        const bool has_value = refused[i].find('=') == std::string::npos && i + 1 < refused.size() &&
                               refused[i + 1] == behind(1) && !begins_with_dash(refused[i + 1]);
        if (!tell_option(refused[i], has_value ? refused[i + 1] : "")) break;
        if (has_value) ++i;
      } else {
        tell_word(refused[i]);
        break;  // what follows is part of the mistake
      }
    }
    return std::move(problems_);
  }

 private:
  void add(std::string problem, std::string hint) {
    problems_.push_back({.problem = std::move(problem), .hint = std::move(hint)});
  }

  /// Takes a refused word's last place in the command line: an equal one before it was taken.
  void find(const std::string& word) {
    const auto found = std::find(words_.rbegin(), words_.rend(), word);
    place_ = found == words_.rend() ? 0 : static_cast<std::size_t>(words_.rend() - found) - 1;
  }

  std::string before(std::size_t count) const { return place_ > count ? words_[place_ - count] : ""; }
  std::string behind(std::size_t count) const { return place_ + count < words_.size() ? words_[place_ + count] : ""; }

  /// False: the rest of the line follows from this mistake.
  bool tell_option(const std::string& word, const std::string& next) {
    const std::string name = word.substr(0, word.find('='));
    const std::string value = name.size() < word.size() ? word.substr(name.size() + 1) : next;
    const std::string bare = without_dashes(name);
    const std::string problem = "unknown option " + name;
    const auto assigned = [&](const std::string& path) {
      return "did you mean -p " + path + '=' + (value.empty() ? "VALUE" : value) + '?';
    };
    if (has(options_, name)) {
      add(name + " stands behind the verb", "as " + words_of(verb_) + " ... " + name);
    } else if (has(options_, "--parameter") && (bare.find('.') != std::string::npos || bare == "machine")) {
      add(problem, assigned(bare));
    } else if (verb_.get_parent() == nullptr && has(verb_names(verb_), bare)) {
      add(problem, "did you mean " + bare + ", without --?");
      return false;
    } else {
      const std::string dashed = name.size() == bare.size() + 1 ? name : "--" + bare;
      std::string_view near = nearest_spelling(dashed, views_of(options_));
      if (near.empty()) near = nearest_spelling("--" + bare, views_of(options_));
      add(problem,
          near.empty() ? words_of(verb_) + " --help lists its options" : "did you mean " + std::string{near} + '?');
    }
    return true;
  }

  void tell_word(const std::string& word) {
    const std::vector<std::string> names = verb_names(verb_);
    if (names.empty() || verb_.get_require_subcommand_min() > 0) return tell_verb(word, names);
    tell_argument(word);
  }

  void tell_verb(const std::string& word, const std::vector<std::string>& names) {
    if (names.empty()) return tell_argument(word);
    const std::optional<study::FileSort> sort = study::sort_of(word);
    const std::string taker = sort ? std::string{study::facts_of(*sort).verb} : "";
    if (!taker.empty()) {
      add("unknown verb " + word, "did you mean texpipe " + taker + ' ' + word + '?');
    } else {
      add("unknown verb " + word, spelling_hint(word, views_of(names)));
    }
  }

  void tell_argument(const std::string& word) {
    std::string hint = meant_parameter(word);
    if (hint.empty()) hint = meant_option(word);
    if (hint.empty()) hint = meant_words(word);
    add("unexpected argument " + word, hint);
  }

  /// `-p path value`, `-p path = value`, `-p path=value unit`, and an assignment without -p.
  std::string meant_parameter(const std::string& word) const {
    if (!has(options_, "--parameter")) return "";
    const bool behind_p = before(2) == "-p" || before(2) == "--parameter";
    std::string path = before(1);
    if (behind_p && path.find('=') != std::string::npos) return "did you mean -p '" + path + ' ' + word + "'?";
    if (behind_p) {
      if (path.ends_with(':')) path.pop_back();
      const std::string value = word == "=" ? behind(1) : word.starts_with('=') ? word.substr(1) : word;
      return "did you mean -p " + path + '=' + value + '?';
    }
    const std::size_t equals = word.find('=');
    return equals != std::string::npos && equals > 0 ? "did you mean -p " + word + '?' : "";
  }

  /// A value without its option.
  std::string meant_option(const std::string& word) const {
    if (has(options_, "--pixel")) {
      if (before(2) == "--pixel" && is_digits(before(1)) && is_digits(word))
        return "did you mean --pixel " + before(1) + ',' + word + '?';
      if (is_pair(word)) return "did you mean --pixel " + word + '?';
    }
    for (const CLI::Option* option : verb_.get_options()) {
      if (option->check_lname("output") && option->count() == 0) return "did you mean -o " + word + '?';
    }
    return "";
  }

  /// A name with a space that the shell took apart; else how many words the verb takes.
  std::string meant_words(const std::string& word) const {
    const std::string joined = before(1) + ' ' + word;
    std::error_code ignored;
    if (fs::exists(joined, ignored)) return "did you mean '" + joined + "'?";
    const VerbDescription verb = describe_command(verb_);
    const bool one = verb.words.size() == 1 && !verb.words.front().repeats;
    return (one ? words_of(verb_) + " takes one " + verb.words.front().names.front() + "; " : "") + see_help(verb_);
  }

  const CLI::App& root_;
  const CLI::App& verb_;
  const std::vector<std::string>& words_;
  std::vector<std::string> options_;
  std::vector<Diagnostic> problems_;
  std::size_t place_ = 0;  // among the words
};

}  // namespace

const CLI::App& innermost(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : innermost(*parsed.back());
}

std::vector<Diagnostic> usage_problems(const CLI::App& app, const CLI::ParseError& error,
                                       const std::vector<std::string>& words) {
  std::vector<Diagnostic> problems = Refusal{app, words}.tell();
  if (problems.empty()) problems.push_back(refused_value(innermost(app), error, words));
  return problems;
}

}  // namespace texpipe::cli
