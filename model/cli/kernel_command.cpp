// texpipe kernel info|disassemble: binaries of Intel's offline compiler, and bare Kaby Lake instructions.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/spelling.h"
#include "cli/output_option.h"
#include "cli/verb.h"
#include "host/files/byte_reader.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "isa/gen9/eu_text.h"
#include "workload/opencl_kernel/kernel_file.h"
#include "workload/opencl_kernel/kernel_report.h"

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;

struct KernelOptions {
  std::string file;
  std::string kernel;  // empty: all
  bool plain = false;
  OutputOption output;
};

ExitCode kernel_info(const KernelOptions& options, const GlobalOptions& globals) {
  const std::string name = study::shown_name(options.file);
  const study::DeviceProgram program = study::read_device_program(study::read_file(options.file), name);
  const bool any = std::any_of(program.kernels.begin(), program.kernels.end(),
                               [](const study::DeviceKernel& kernel) { return !kernel.unsupported; });
  if (!any && !program.kernels.empty()) throw Error{ExitCode::kUnsupported, *program.kernels.front().unsupported};
  if (globals.json) {
    std::cout << study::json_text(study::kernel_report_json(program, name), 2) << '\n';
  } else {
    const study::FittedOutput fitted{std::cout};
    std::cout << study::kernel_report_text(program, name);
  }
  return ExitCode::kSuccess;
}

/// The sections that --kernel asks for; all without it.
std::vector<study::CodeSection> chosen_sections(const KernelOptions& options) {
  std::vector<study::CodeSection> sections = study::read_code(options.file);
  if (options.kernel.empty()) return sections;
  std::vector<std::string_view> names;
  for (const study::CodeSection& section : sections) {
    if (section.name == options.kernel) return {section};
    names.push_back(section.name);
  }
  throw Error{ExitCode::kUsage, Diagnostic{.path = "--kernel",
                                           .problem = options.file + " has no program " + options.kernel,
                                           .hint = spelling_hint(options.kernel, names)}};
}

Json instruction_json(const gen9::EuInstruction& instruction) {
  Json fields = Json::object();
  for (const gen9::FieldValue& field : gen9::eu_fields(instruction)) fields[field.name] = field.value;
  return {{"offset", instruction.offset},
          {"bytes", instruction.size()},
          {"text", gen9::eu_text(instruction)},
          {"fields", fields}};
}

ExitCode kernel_disassemble(const KernelOptions& options, const GlobalOptions& globals) {
  const auto columns = options.plain ? gen9::EuListingColumns::kText : gen9::EuListingColumns::kOffsetBitsAndText;
  std::string text;
  Json programs = Json::array();
  for (const study::CodeSection& section : chosen_sections(options)) {
    const auto instructions = study::decode_section(section, study::shown_name(options.file));
    if (!text.empty()) text += '\n';
    if (!section.heading.empty()) text += "// " + section.heading + '\n';
    text += gen9::eu_listing(instructions, columns);
    if (!globals.json) continue;
    Json list = Json::array();
    for (const gen9::EuInstruction& instruction : instructions) list.push_back(instruction_json(instruction));
    programs.push_back({{"name", section.name}, {"position", section.position}, {"instructions", list}});
  }
  if (globals.json)
    text = study::json_text(Json{{"file", study::shown_name(options.file)}, {"programs", programs}}, 2) + '\n';
  if (options.output.given()) {
    write_output(options.output, text, globals);
  } else {
    std::cout << text;
  }
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_kernel(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<KernelOptions>();
  app.require_subcommand(1);
  CLI::App* info = app.add_subcommand("info", "what a binary of ocloc needs to be launched");
  info->add_option("FILE", options->file, "a device binary; - is standard input")->required();
  CLI::App* disassemble =
      app.add_subcommand("disassemble", "native instructions as text, in the syntax of iga64, with offsets and bits");
  disassemble
      ->add_option("FILE", options->file,
                   "a device binary, or bare instructions: of NAME.dat the programs that NAME.yaml lists")
      ->required();
  disassemble->add_option("--kernel", options->kernel, "only the program of this name");
  disassemble->add_flag("--plain", options->plain, "without offsets and bits, as iga64 assembles it again");
  add_output_option(*disassemble, options->output, "write the text to a file");
  return
      [=, &globals] { return info->parsed() ? kernel_info(*options, globals) : kernel_disassemble(*options, globals); };
}

}  // namespace texpipe::cli
