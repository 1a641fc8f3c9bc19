// From a command line to a verb's action, and from what it throws to an exit code.
#include <unistd.h>

#include <iostream>

#include "base/spelling.h"
#include "cli/verb.h"
#include "study/run/build_info.h"

namespace texpipe::cli {

namespace {

std::string version_text() {
  const study::BuildInfo& info = study::build_info();
  std::string text = "texpipe " + std::string{info.version} + "\ngit " + std::string{info.git_hash};
  if (info.git_dirty) text += " (modified)";
  text += "\ncompiler " + std::string{info.compiler};
  for (const study::LibraryVersion& library : info.libraries) text += '\n' + library.name + ' ' + library.version;
  return text + "\nCLI11 " CLI11_VERSION;
}

bool colour_allowed() {
  return std::getenv("NO_COLOR") == nullptr && isatty(STDERR_FILENO);
}

void print_error(const Error& error) {
  const bool colour = colour_allowed();
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    const bool placed = !diagnostic.position.file.empty();
    std::cerr << (colour ? "\033[31m" : "") << (placed ? "" : "texpipe: ") << diagnostic.text()
              << (colour ? "\033[0m" : "") << '\n';
  }
}

/// The innermost verb that the command line got to.
const CLI::App& innermost(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : innermost(*parsed.back());
}

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

std::string hint_for(const std::string& word, const std::vector<std::string>& candidates) {
  return spelling_hint(word, std::vector<std::string_view>{candidates.begin(), candidates.end()});
}

Diagnostic problem_and_hint(std::string problem, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.problem = std::move(problem);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

/// As it is typed: `texpipe texture decode`.
std::string words_of(const CLI::App& verb) {
  return (verb.get_parent() == nullptr ? "" : words_of(*verb.get_parent()) + " ") + verb.get_name();
}

/// The problem of a word that nobody took: an unknown option, an unknown verb, or one argument too many.
Diagnostic unexpected(const CLI::App& app, const std::string& word) {
  const CLI::App& verb = innermost(app);
  if (word.starts_with("-")) {
    const std::string name = word.substr(0, word.find('='));
    return problem_and_hint("unknown option " + name, hint_for(name, option_names(verb)));
  }
  std::vector<std::string> names;
  for (const CLI::App* child : verb.get_subcommands([](const CLI::App* a) { return !a->get_name().empty(); })) {
    names.push_back(child->get_name());
  }
  if (names.empty()) return {.problem = "unexpected argument " + word, .hint = "see " + words_of(verb) + " --help"};
  return problem_and_hint("unknown verb " + word, hint_for(word, names));
}

[[noreturn]] void usage_error(const CLI::App& app, const CLI::ParseError& error) {
  std::vector<Diagnostic> problems;
  for (const std::string& word : app.remaining(true)) {
    if (word != "--") problems.push_back(unexpected(app, word));
    if (!word.starts_with("-")) break;  // what follows an unknown verb is its own
  }
  if (problems.empty()) {
    problems.push_back(problem_and_hint(error.what(), "see " + words_of(innermost(app)) + " --help"));
  }
  throw Error{ExitCode::kUsage, std::move(problems)};
}

ExitCode parse_and_run(int argc, const char* const* argv) {
  CLI::App app{"texpipe: a transaction-level model of the texture path of a Kaby-Lake-class GPU", "texpipe"};
  GlobalOptions options{.command_line = {argv, argv + argc}};
  app.fallthrough();
  app.set_version_flag("--version", version_text);
  app.add_flag("--json", options.json, "results as JSON");
  app.add_flag("-q,--quiet", options.quiet, "no progress, no notes");
  app.add_flag("-v,--verbose", options.verbose, "more notes; may be repeated");
  app.require_subcommand(1);

  ExitCode code = ExitCode::kSuccess;
  for (const Verb& verb : verbs()) {
    CLI::App* sub = app.add_subcommand(std::string{verb.name}, std::string{verb.help});
    sub->final_callback([&code, action = verb.declare(*sub, options)] { code = action(); });
  }
  for (const std::string_view name : announced_verbs()) {
    CLI::App* sub = app.add_subcommand(std::string{name})->group("")->allow_extras()->fallthrough(false);
    sub->final_callback([name] { unsupported("verb " + std::string{name} + " (not in this version)"); });
  }

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    app.exit(success);  // prints help or version
  } catch (const CLI::ParseError& error) {
    usage_error(app, error);
  }
  return code;
}

ExitCode guarded(int argc, const char* const* argv) try {
  const ExitCode code = parse_and_run(argc, argv);
  if (!std::cout.flush()) throw Error{ExitCode::kInternalError, "cannot write to standard output"};
  return code;
} catch (const Error& error) {
  print_error(error);
  return error.code();
} catch (const std::exception& error) {
  print_error({ExitCode::kInternalError, std::string{"internal error: "} + error.what()});
  return ExitCode::kInternalError;
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  return static_cast<int>(guarded(argc, argv));
}

}  // namespace texpipe::cli
