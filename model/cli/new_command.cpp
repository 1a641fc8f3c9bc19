// texpipe new machine|study|sweep: files to begin with.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "base/spelling.h"
#include "cli/output_option.h"
#include "cli/verb.h"
#include "pictures/format_sheet/photograph.h"
#include "study/definition/study.h"

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

std::string first_line(const char* schema) {
  return fmt::format(
      "# `texpipe config schema {0} > {0}.schema.json` makes the file that editors complete keys from.\n"
      "# yaml-language-server: $schema={0}.schema.json\n",
      schema);
}

std::string machine_template() {
  machine::MachineParameters machine;
  return first_line("machine") +
         "# Every parameter with its default: delete what you do not change.\nmachine: my_machine\n" +
         study::to_yaml(study::parameter_tree(machine), comment);
}

constexpr std::string_view kOwnMachine = "my_machine";  // all defaults; a machine file may stand in its place
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
  app.require_subcommand(1);
  CLI::App* machine = app.add_subcommand("machine", "a machine file: every parameter with its default");
  CLI::App* study = app.add_subcommand("study", "a study file");
  study->add_option("KIND", *kind, "of its workload; texture_walk when it is not given");
  CLI::App* sweep = app.add_subcommand("sweep", "a sweep file");
  for (CLI::App* verb : {machine, study, sweep})
    add_output_option(*verb, *output, "the file; standard output by default");
  return [=, &globals] {
    if (globals.json) warn_no_effect("--json", "the result is YAML", globals);
    if (machine->parsed()) return write(machine_template(), *output, globals);
    if (study->parsed()) {
      const ExitCode code = write(study_template(*kind), *output, globals);
      if (output->given() && *kind == "texture_walk") write_texture(*output, globals);
      return code;
    }
    return write(sweep_template(), *output, globals);
  };
}

}  // namespace texpipe::cli
