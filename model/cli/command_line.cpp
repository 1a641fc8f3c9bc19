// The command's frame: leads from a command line to a verb's action, and from an error of the action to an exit code.
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <new>

#include "base/printable.h"
#include "cli/command_description.h"
#include "cli/help_text.h"
#include "cli/usage_problem.h"
#include "cli/verb.h"
#include "cli/version.h"
#include "host/text/terminal.h"
#include "study/plugins/load_plugin.h"

namespace texpipe::cli {

namespace {

/// no-color.org: a value that is not empty; a terminal that calls itself dumb has no colours either.
bool colour_allowed() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string_view{value == nullptr ? "" : value};
  };
  return variable("NO_COLOR").empty() && variable("TERM") != "dumb" && isatty(STDERR_FILENO);
}

void print_error(const Error& error) {
  const bool colour = colour_allowed();
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    const bool placed = !diagnostic.position.file.empty();
    std::cerr << (colour ? "\033[31m" : "") << (placed ? "" : "texpipe: ") << diagnostic.text()
              << (colour ? "\033[0m" : "") << '\n';
  }
}

/// Help of a verb that was given without one of its own; exit 2, since nothing was done.
ExitCode print_help(const CLI::App& verb) {
  std::cout << verb.get_formatter()->make_help(&verb, "", CLI::AppFormatMode::Normal);
  return ExitCode::kUsage;
}

/// The one verb whose options a command line can hold: the one that it begins with. Null: any may be asked about.
const Verb* only_verb(int argc, const char* const* argv) {
  const std::span<const Verb> all = verbs();
  const auto named = std::find_if(all.begin(), all.end(), [&](const Verb& v) { return argc > 1 && argv[1] == v.name; });
  return named == all.end() || named->describes_all ? nullptr : &*named;
}

constexpr std::string_view kCountName = "N";  // of values that are counts, where a verb does not leave it to CLI11

/// Why a text is no count; empty: it may be one.
std::string count_problem(const std::string& text) {
  if (text.starts_with('-')) return '`' + text + "` is negative; expected a whole number from 0 on";
  std::uint64_t number = 0;
  const bool large =
      std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc::result_out_of_range;
  return large ? '`' + text + "` is too large; expected at most " + std::to_string(~std::uint64_t{0}) : std::string{};
}

/// CLI11 takes -1 and what is beyond 64 bits for the largest number of an option that has no sign, and --json=5 for
/// --json.
void refuse_odd_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_items_expected_max() == 0) option->disable_flag_override();
    const std::string type = option->get_type_name();
    if (type != CLI::detail::type_name<std::uint64_t>() && type != kCountName) continue;
    option->check(count_problem);
  }
  for (CLI::App* verb : app.get_subcommands([](CLI::App*) { return true; })) refuse_odd_values(*verb);
}

ExitCode parse_and_run(int argc, const char* const* argv) {
  CLI::App app{"texpipe: a transaction-level model of the texture path of a Kaby-Lake-class GPU", "texpipe"};
  GlobalOptions options{.command_line = {argv, argv + argc}};
  app.fallthrough();
  app.formatter_fn([](const CLI::App* verb, const std::string&, CLI::AppFormatMode) {
    return help_text(describe_command(*verb), describe_command(root_of(*verb)), study::terminal_width());
  });
  app.set_help_flag("-h,--help", "print this help");
  const bool json = std::find(argv, argv + argc, std::string_view{"--json"}) != argv + argc;
  app.set_version_flag("--version", json ? version_json : version_text,
                       "print version, source, compiler and libraries");
  app.add_flag("--json", options.json, "results as JSON");
  app.add_flag("-q,--quiet", options.quiet, "no progress, no notes");
  app.add_flag("-v,--verbose", options.verbose, "more notes; may be repeated");
  app.add_option("--plugin", options.plugins,
                 "plug-in, a shared library with policies, blocks, workloads or statistics of its own; may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  app.require_subcommand(1);

  ExitCode code = ExitCode::kSuccess;
  const Verb* const only = only_verb(argc, argv);
  for (const Verb& verb : verbs()) {
    CLI::App* sub = app.add_subcommand(std::string{verb.name}, std::string{verb.help});
    if (only != nullptr && only != &verb) continue;
    sub->final_callback([&code, &options, action = verb.declare(*sub, options)] {
      for (const std::string& file : options.plugins) study::load_plugin(file, study::PluginScope::kProcess);
      code = action();
    });
  }

  for (int i = 1; i < argc; ++i) {
    if (*argv[i] == '\0') throw Error{ExitCode::kUsage, "argument " + std::to_string(i) + " is empty"};
  }
  refuse_odd_values(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    app.exit(success);  // prints help or version
    if (json && success.get_name() == "CallForHelp") warn_no_effect("--json", "help has no such form", options);
  } catch (const CLI::ParseError& error) {
    const CLI::App& verb = innermost(app);
    const bool alone = verb.get_require_subcommand_min() > 0 && app.remaining_size(true) == 0;
    if (alone && error.get_name() == "RequiredError") return print_help(verb);
    throw Error{ExitCode::kUsage, usage_problems(app, error, options.command_line)};
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
} catch (const std::bad_alloc&) {
  print_error({ExitCode::kInternalError, "not enough memory for this input"});
  return ExitCode::kInternalError;
} catch (const std::filesystem::filesystem_error& error) {
  // A name that the system refuses wherever it is looked at: too long, or links in a circle.
  print_error({ExitCode::kMalformedInput,
               Diagnostic{.position = {printable(error.path1().string())}, .problem = error.code().message()}});
  return ExitCode::kMalformedInput;
} catch (const std::exception& error) {
  print_error({ExitCode::kInternalError, std::string{"internal error: "} + error.what()});
  return ExitCode::kInternalError;
} catch (...) {
  // An adapter or a block of somebody else's may throw anything.
  print_error({ExitCode::kInternalError, "internal error: an exception of a type that texpipe does not know"});
  return ExitCode::kInternalError;
}

}  // namespace

void print_warnings(std::span<const Diagnostic> warnings, const GlobalOptions& options) {
  if (options.quiet) return;
  for (const Diagnostic& warning : warnings) std::cerr << "warning: " << warning.text() << '\n';
}

void refuse_beside_json(std::string_view option, const GlobalOptions& options) {
  if (options.json)
    throw Error{
        ExitCode::kUsage,
        Diagnostic{.path = std::string{option}, .problem = "contradicts --json", .hint = "leave one of them out"}};
}

void refuse_format_beside_json(std::string_view format, const GlobalOptions& options) {
  if (format == "csv" || format == "markdown") refuse_beside_json("--format " + std::string{format}, options);
}

void warn_no_effect(std::string_view option, std::string_view why, const GlobalOptions& options) {
  print_warnings(
      std::vector{Diagnostic{.path = std::string{option}, .problem = "has no effect", .hint = std::string{why}}},
      options);
}

int run_command_line(int argc, const char* const* argv) {
  return static_cast<int>(guarded(argc, argv));
}

}  // namespace texpipe::cli
