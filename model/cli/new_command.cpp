// texpipe new machine|study|sweep|launch|plugin: files to begin with.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <vector>

#include "base/spelling.h"
#include "cli/output_option.h"
#include "cli/plugin_template.h"
#include "cli/verb.h"
#include "host/files/byte_reader.h"
#include "pictures/format_sheet/photograph.h"
#include "study/definition/study.h"
#include "workload/opencl_kernel/device_program.h"
#include "workload/opencl_kernel/launch_template.h"

namespace texpipe::cli {

namespace {

using study::ParameterNode;

/// Comment behind a parameter: its meaning, its range, and whether its value is known or assumed.
std::string comment(const ParameterNode& node) {
  std::string text = node.help;
  if (!node.low.empty()) text += "; " + node.low + " to " + node.high;
  for (std::size_t i = 0; i < node.choices.size() && node.choices.size() < 8; ++i)
    text += (i == 0 ? ": " : ", ") + node.choices[i];
  if (node.kind == ParameterNode::Kind::kValue && node.source.assumed) text += " (assumed)";
  return text;
}

constexpr std::string_view kOwnMachine = "my_machine";  // all defaults; a machine file may stand in its place

std::string first_line(const char* schema) {
  return fmt::format(
      "# `texpipe config schema {0} > {0}.schema.json` makes the file that editors complete keys from.\n"
      "# yaml-language-server: $schema={0}.schema.json\n",
      schema);
}

/// @param from  machine file or name, whose values are taken; empty: the defaults
std::string machine_template(const std::string& from) {
  if (!from.empty()) {
    study::Configuration configuration = study::load_configuration({.file = from}, study::FileKind::kMachine);
    configuration.machine_name.name = std::string{kOwnMachine};
    return first_line("machine") + "# Every parameter with its value in " + from +
           ": delete what you do not change.\n" + configuration.resolved_yaml(comment);
  }
  machine::MachineParameters machine;
  return first_line("machine") +
         "# Every parameter with its default: delete what you do not change.\nmachine: my_machine\n" +
         study::to_yaml(study::parameter_tree(machine), comment);
}

constexpr std::string_view kTexture = "photograph.png";

std::string study_template(const std::string& kind) {
  const auto known = value_of<study::WorkloadKind>(kind);
  if (!known) {
    throw Error{ExitCode::kUsage, Diagnostic{.path = kind,
                                             .problem = "no kind of workload",
                                             .hint = spelling_hint(kind, enum_rows(study::WorkloadKind{}).names())}};
  }
  study::StudyParameters parameters;
  parameters.name = "my_study";
  parameters.machine = kOwnMachine;
  parameters.timing = study::Timing::kLooselyTimed;
  parameters.workload.kind = *known;
  parameters.workload.texture_walk.texture = kTexture;
  parameters.workload.spa_program.warps = "warps.yaml";
  parameters.workload.visa.program = "program.visaasm";
  parameters.workload.messages.file = "messages.rec";
  parameters.workload.visa.inputs = "inputs.yaml";
  parameters.workload.accesses.file = "quads.csv";
  parameters.workload.accesses.textures = {std::string{kTexture}};
  std::string text = study::to_yaml(study::parameter_tree(parameters), comment);
  const std::string machine = "machine: " + std::string{kOwnMachine};
  text.replace(text.find(machine), machine.size(), "machine: {machine: " + std::string{kOwnMachine} + "}");
  return first_line("study") +
         "# Every parameter with its default: delete what you do not change. Files are found from this file's "
         "folder.\n" +
         text;
}

/// A texture beside a study that is written to a file, so that it runs at once; one that is there stays.
void write_texture(const OutputOption& study, const GlobalOptions& globals) {
  OutputOption texture{.file = (std::filesystem::path{study.file}.parent_path() / kTexture).string()};
  std::error_code ignored;
  if (std::filesystem::exists(std::filesystem::symlink_status(texture.file, ignored))) return;
  write_output(texture, study::png_bytes(study::photograph()), globals);
}

std::string sweep_template() {
  return first_line("sweep") +
         R"(# `texpipe config explain PATH` says what a parameter is; the last words of its path are enough here.
sweep: my_sweep
study: my_study.yaml                                      # from this file's folder
set:                                                      # values of all points
  timing: loosely_timed
grid:                                                     # every combination
  l1.size: [8KiB, 16KiB, 32KiB]
  memory.latency: {from: 50ns, to: 200ns, steps: 4}       # scale: linear, log or powers_of_two
# zip: {l2.size: [64KiB, 128KiB], l2.ways: [4, 8]}        # first values together, second values together
# list: [{l1.ways: 2}, {l1.ways: 4, l1.mshrs: 32}]        # points by hand
# each: {l1.ways: [2, 8], l1.mshrs: [8, 32]}              # the study as it is, then each value alone
# random: {points: 20, seed: 1, axes: {latency_fifo.slots: {from: 16, to: 256}}}
# sobol: {points: 16, axes: {latency_fifo.slots: {from: 16, to: 256}}}
# when: {l1.ways: l1.size > 8KiB}                         # a parameter that counts only there
# constraints: ["l1.size <= l2.size"]                     # points that are left out when one does not hold
objectives:                                               # over statistics (texpipe stats RUN) and parameters
  cycles: cycles
  hits: {value: sampler.l1.hits / sampler.l1.lookups, goal: larger}
)";
}

/// @param kernel  empty: the binary's only one
/// Errors: those of read_device_program; kUsage for a binary of several kernels, with their names.
std::string kernel_launch_template(const std::string& binary, const std::string& kernel, const OutputOption& output) {
  const study::DeviceProgram program = study::read_device_program(study::read_file(binary), binary);
  std::vector<std::string_view> names;
  for (const study::DeviceKernel& known : program.kernels) names.push_back(known.name);
  const auto found = std::find(names.begin(), names.end(), std::string_view{kernel});
  if (found == names.end() && (names.size() != 1 || !kernel.empty())) {
    throw Error{ExitCode::kUsage,
                Diagnostic{.path = "--kernel",
                           .problem = kernel.empty() ? binary + " has " + std::to_string(names.size()) + " kernels"
                                                     : binary + " has no kernel " + kernel,
                           .hint = spelling_hint(kernel, names)}};
  }
  const std::size_t place = found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin());
  if (!output.given()) return study::launch_template(program.kernels[place], binary);
  const std::filesystem::path folder = std::filesystem::absolute(output.file).parent_path();
  return study::launch_template(program.kernels[place], std::filesystem::proximate(binary, folder).string());
}

ExitCode write(const std::string& text, const OutputOption& output, const GlobalOptions& globals) {
  if (output.given())
    write_output(output, text, globals);
  else
    std::cout << text;
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_new(CLI::App& app, const GlobalOptions& globals) {
  const auto output = std::make_shared<OutputOption>();
  const auto kind = std::make_shared<std::string>("texture_walk");
  const auto from = std::make_shared<std::string>();
  const auto binary = std::make_shared<std::string>();
  const auto kernel = std::make_shared<std::string>();
  app.require_subcommand(1);
  CLI::App* machine = app.add_subcommand("machine", "a machine file: every parameter with its default");
  machine->add_option("--from", *from, "machine whose values it has: a file, or a name of `texpipe studies machines`");
  CLI::App* study = app.add_subcommand("study", "a study file");
  study->add_option("KIND", *kind, "of its workload; texture_walk when it is not given");
  CLI::App* sweep = app.add_subcommand("sweep", "a sweep file");
  CLI::App* launch = app.add_subcommand("launch", "a launch file with the arguments of a compiled kernel");
  launch->add_option("BINARY", *binary, "device binary of ocloc")->required();
  launch->add_option("--kernel", *kernel, "its kernel, of a binary with several");
  CLI::App* plugin = app.add_subcommand("plugin", "a folder with a replacement policy and what builds it as a plug-in");
  plugin->add_option("FOLDER", output->file, "that the files go to")->required();
  plugin->add_flag("--force", output->force, "replace files that exist");
  for (CLI::App* verb : {machine, study, sweep, launch})
    add_output_option(*verb, *output, "the file; standard output by default");
  return [=, &globals] {
    if (globals.json)
      warn_no_effect("--json", plugin->parsed() ? "the result is a folder" : "the result is YAML", globals);
    if (machine->parsed()) return write(machine_template(*from), *output, globals);
    if (launch->parsed()) return write(kernel_launch_template(*binary, *kernel, *output), *output, globals);
    if (plugin->parsed()) {
      write_plugin_template(*output, globals);
      return ExitCode::kSuccess;
    }
    if (study->parsed()) {
      const ExitCode code = write(study_template(*kind), *output, globals);
      if (output->given() && *kind == "texture_walk") write_texture(*output, globals);
      return code;
    }
    return write(sweep_template(), *output, globals);
  };
}

}  // namespace texpipe::cli
