// texpipe trace
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/output_option.h"
#include "cli/verb.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "study/trace/trace_file.h"
#include "study/trace/wave_content.h"

namespace texpipe::cli {

namespace {

struct TraceArguments {
  std::string file, to;
  bool force = false;
};

template <class Content>
ExitCode print(const Content& content, const TraceArguments& arguments, const GlobalOptions& globals) {
  std::optional<study::FittedOutput> fitted;
  if (!globals.json) fitted.emplace(std::cout);
  std::cout << (globals.json ? study::json_text(study::content_json(content), 2) + '\n'
                             : study::content_text(content, arguments.file));
  return ExitCode::kSuccess;
}

ExitCode info(const TraceArguments& arguments, const GlobalOptions& globals) {
  if (study::is_wave_file(arguments.file)) return print(study::read_waves(arguments.file), arguments, globals);
  return print(study::read_trace(arguments.file), arguments, globals);
}

ExitCode convert(const TraceArguments& arguments, const GlobalOptions& globals) {
  const study::Existing existing = arguments.force ? study::Existing::kReplace : study::Existing::kRefuse;
  if (study::is_wave_file(arguments.file)) {
    study::convert_waves(arguments.file, arguments.to, existing);
  } else {
    study::convert_trace(arguments.file, arguments.to, existing);
  }
  say_written(arguments.to, globals);
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_trace(CLI::App& app, const GlobalOptions& globals) {
  auto arguments = std::make_shared<TraceArguments>();
  app.require_subcommand(1);
  CLI::App* info_verb = app.add_subcommand("info", "what a trace of `run --trace` or waves of `run --waves` hold");
  info_verb->add_option("FILE", arguments->file, "trace (.pftrace or .kanata) or waves (.vcd or .fst)")->required();
  CLI::App* convert_verb = app.add_subcommand("convert", "one format of traces or waves from another");
  convert_verb->add_option("IN", arguments->file, "trace (.pftrace) or waves (.vcd)")->required();
  convert_verb->add_option("OUT", arguments->to, "trace (.kanata) or waves (.fst)")->required();
  convert_verb->add_flag("--force", arguments->force, "replace OUT when it exists");
  return [=, &globals] {
    if (info_verb->parsed()) return info(*arguments, globals);
    if (globals.json) warn_no_effect("--json", "the result is a file", globals);
    return convert(*arguments, globals);
  };
}

}  // namespace texpipe::cli
