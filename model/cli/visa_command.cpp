// texpipe visa assemble|disassemble|lower|run: vISA text, bytes and Gen9 messages.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/output_option.h"
#include "cli/verb.h"
#include "cli/visa_file.h"
#include "cli/visa_report.h"
#include "cli/visa_run.h"
#include "host/text/json_text.h"
#include "isa/visa/isa_file_writer.h"
#include "isa/visa/text.h"

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;

struct VisaOptions {
  VisaSource source;
  std::string header = "needed";
  bool listing = false;
  OutputOption output;
  VisaRunOptions run;
};

std::string hexadecimal(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  for (std::uint8_t byte : bytes) text += fmt::format("{}{:02x}", text.empty() ? "" : " ", byte);
  return text;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

void note_lost_divergence(const visa::Program& program, visa::Layout layout, bool quiet) {
  if (quiet || layout == visa::Layout::kDocument) return;
  for (const visa::Statement& statement : program.statements) {
    const auto* sampler = std::get_if<visa::SamplerInstruction>(&statement.instruction);
    if (sampler && sampler->divergent_sampler) {
      std::cerr << "note: line " << statement.place.line
                << ": the igc layout does not carry .divS, as the compiler's files do not\n";
    }
  }
}

ExitCode assemble(const VisaOptions& options, const GlobalOptions& globals) {
  const visa::Layout layout = layout_of(options.source);
  const visa::Program program = read_visa_text(options.source);
  note_lost_divergence(program, layout, globals.quiet);
  if (options.output.given()) {
    if (globals.json) warn_no_effect("--json", "the result is a file", globals);
    const bool container = ends_with(options.output.file, ".isa");
    if (container && layout != visa::Layout::kIgc) {
      throw Error{ExitCode::kUsage,
                  Diagnostic{.path = "-o",
                             .problem = options.output.file + " is a container, which holds the igc layout",
                             .hint = "another ending, such as .bin, gets the bare instructions"}};
    }
    const std::vector<std::uint8_t> bytes =
        container ? visa::write_isa(program) : visa::encode(program.statements, layout);
    write_output(options.output, std::as_bytes(std::span{bytes}), globals);
    return ExitCode::kSuccess;
  }
  Json list = Json::array();
  for (const visa::Statement& statement : program.statements) {
    const std::string bytes = hexadecimal(visa::encode({statement}, layout));
    const std::string text = visa::print(program, statement.instruction);
    if (globals.json) {
      list.push_back({{"line", statement.place.line}, {"text", text}, {"bytes", bytes}});
    } else {
      std::cout << bytes << "    // " << text << '\n';
    }
  }
  if (globals.json)
    std::cout << study::json_text(
                     Json{{"kernel", program.name}, {"layout", options.source.layout}, {"instructions", list}}, 2)
              << '\n';
  return ExitCode::kSuccess;
}

/// Each instruction behind its place in the file and its bytes, which are comments, so that the text can be read again.
std::string listing(const visa::Program& program, visa::Layout layout) {
  constexpr std::size_t kWidth = 3 * 22;
  visa::Program head = program;
  head.statements.clear();
  std::string text = visa::print(head);
  for (const visa::Statement& statement : program.statements) {
    const std::string bytes = hexadecimal(visa::encode({statement}, layout));
    text += fmt::format("/* {:06x}  {:<{}} */ {}\n", statement.place.byte, bytes, kWidth,
                        visa::print_line(program, statement));
  }
  return text;
}

ExitCode disassemble(const VisaOptions& options, const GlobalOptions& globals) {
  const visa::Program program = read_visa_bytes(options.source);
  std::string text = options.listing ? listing(program, layout_of(options.source)) : visa::print(program);
  if (globals.json) {
    Json list = Json::array();
    for (const visa::Statement& statement : program.statements)
      list.push_back(visa::print(program, statement.instruction));
    text = study::json_text(Json{{"kernel", program.name}, {"instructions", list}, {"text", text}}, 2) + "\n";
  }
  if (options.output.given()) {
    write_output(options.output, text, globals);
  } else {
    std::cout << text;
  }
  return ExitCode::kSuccess;
}

ExitCode lower(const VisaOptions& options, const GlobalOptions& globals) {
  const visa::Program program = read_visa(options.source);
  const std::vector<visa::LoweredInstruction> lowered =
      visa::lower(program, source_name(options.source), header_policy_of(options.header));
  if (globals.json) {
    std::cout << study::json_text(lowering_json(program, lowered), 2) << '\n';
  } else {
    std::cout << lowering_text(program, lowered);
  }
  return ExitCode::kSuccess;
}

CLI::App* add_verb(CLI::App& app, const char* name, const char* help, VisaOptions& options, bool takes_bytes) {
  CLI::App* verb = app.add_subcommand(name, help);
  CLI::Option* file = verb->add_option("FILE", options.source.path, "vISA; - is standard input");
  if (takes_bytes) {
    verb->add_option("--bytes", options.source.bytes, "hexadecimal bytes instead of a file, as \"6d 01 00 03 ...\"");
  } else {
    file->required();
  }
  verb->add_option("--layout", options.source.layout, "of instruction bytes: igc (default) or document");
  verb->add_option("--generation", options.source.generation, "whose rules hold: kbl (default) or icllp");
  return verb;
}

void need_source(const VisaOptions& options) {
  if (options.source.path.empty() && options.source.bytes.empty()) {
    throw Error{ExitCode::kUsage, Diagnostic{.problem = "no FILE is given", .hint = "expected FILE or --bytes"}};
  }
}

}  // namespace

Action declare_visa(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<VisaOptions>();
  app.require_subcommand(1);
  CLI::App* assemble_verb = add_verb(app, "assemble", "text to bytes", *options, false);
  add_output_option(*assemble_verb, options->output, "write bytes to a file; NAME.isa gets a container");
  CLI::App* disassemble_verb = add_verb(app, "disassemble", "a .isa file or instruction bytes to text", *options, true);
  add_output_option(*disassemble_verb, options->output, "write the text to a file");
  disassemble_verb->add_flag("--listing", options->listing,
                             "byte offset and bytes before each instruction, as comments");
  CLI::App* lower_verb = add_verb(app, "lower", "the Gen9 messages of each sampler instruction", *options, true);
  lower_verb->add_option("--header", options->header, "needed (default), or always, as the OpenCL compiler has it");
  CLI::App* run_verb = add_verb(app, "run", "executes a program and prints its registers", *options, true);
  run_verb->add_option("--machine", options->run.machine, "machine file; without one, nothing has a time");
  run_verb->add_option("--inputs", options->run.inputs,
                       "YAML with registers, surfaces and samplers; default: FILE's name with .yaml");
  run_verb->add_option("--timing", options->run.timing,
                       "untimed, loosely_timed or approximately_timed (default with a machine)");
  add_output_option(*run_verb, options->run.output, "write the results to a file, as JSON");
  run_verb->add_option("--max-statements", options->run.most_statements, "statements of all threads; then exit 6")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  run_verb
      ->add_option("--max-cycles", options->run.most_cycles,
                   "cycles of a timed run; then exit 6; 1000000000 when it is not given")
      ->check(CLI::PositiveNumber);
  run_verb->add_option("-p", options->run.assignments, "path=value: changes one parameter of the machine")
      ->allow_extra_args(false);
  return [=, &globals] {
    need_source(*options);
    if (assemble_verb->parsed()) return assemble(*options, globals);
    if (disassemble_verb->parsed()) return disassemble(*options, globals);
    if (run_verb->parsed()) return run_visa_program(options->source, options->run, globals);
    (void)lower_verb;
    return lower(*options, globals);
  };
}

}  // namespace texpipe::cli
