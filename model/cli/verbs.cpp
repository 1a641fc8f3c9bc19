// The list of verbs. To add one: write NAME_command.cpp with `Action declare_NAME(CLI::App&, const GlobalOptions&)`,
// declare it here, and give it a row.
#include "cli/verb.h"

namespace texpipe::cli {

Action declare_capture(CLI::App& app, const GlobalOptions& options);
Action declare_energy(CLI::App& app, const GlobalOptions& options);
Action declare_explain(CLI::App& app, const GlobalOptions& options);
Action declare_report(CLI::App& app, const GlobalOptions& options);
Action declare_run(CLI::App& app, const GlobalOptions& options);
Action declare_config(CLI::App& app, const GlobalOptions& options);
Action declare_verify(CLI::App& app, const GlobalOptions& options);
Action declare_correlate(CLI::App& app, const GlobalOptions& options);
Action declare_cosim(CLI::App& app, const GlobalOptions& options);
Action declare_compare(CLI::App& app, const GlobalOptions& options);
Action declare_completion(CLI::App& app, const GlobalOptions& options);
Action declare_enum(CLI::App& app, const GlobalOptions& options);
Action declare_frame(CLI::App& app, const GlobalOptions& options);
Action declare_help(CLI::App& app, const GlobalOptions& options);
Action declare_man(CLI::App& app, const GlobalOptions& options);
Action declare_kernel(CLI::App& app, const GlobalOptions& options);
Action declare_message(CLI::App& app, const GlobalOptions& options);
Action declare_doctor(CLI::App& app, const GlobalOptions& options);
Action declare_new(CLI::App& app, const GlobalOptions& options);
Action declare_search(CLI::App& app, const GlobalOptions& options);
Action declare_recording(CLI::App& app, const GlobalOptions& options);
Action declare_spa(CLI::App& app, const GlobalOptions& options);
Action declare_state(CLI::App& app, const GlobalOptions& options);
Action declare_stats(CLI::App& app, const GlobalOptions& options);
Action declare_studies(CLI::App& app, const GlobalOptions& options);
Action declare_sweep(CLI::App& app, const GlobalOptions& options);
Action declare_texture(CLI::App& app, const GlobalOptions& options);
Action declare_trace(CLI::App& app, const GlobalOptions& options);
Action declare_version(CLI::App& app, const GlobalOptions& options);
Action declare_visa(CLI::App& app, const GlobalOptions& options);
Action declare_why(CLI::App& app, const GlobalOptions& options);

namespace {

const std::vector<Verb> kVerbs{
    {"run", "run a study and leave its run folder", declare_run},
    {"sweep", "run many points of a study and leave a table", declare_sweep},
    {"search", "look for the best points of a study, or run those that another program asks for", declare_search},
    {"studies", "studies, machines, sweeps and textures that come with texpipe", declare_studies},
    {"config", "show, check and explain configurations", declare_config},
    {"verify", "check golden cases", declare_verify},
    {"stats", "print statistics of a run, or what differs between two", declare_stats},
    {"explain", "why a run took as long as it did, and what would shorten it", declare_explain},
    {"why", "what happened to a pixel, a message or a texel of a run", declare_why},
    {"trace", "what a trace of a run holds, and other formats of it", declare_trace},
    {"report", "make a page of charts of a run or a sweep", declare_report},
    {"energy", "energy and area of a run by a table of what actions cost", declare_energy},
    {"compare", "what changed between two runs, and what may explain it", declare_compare},
    {"correlate", "compare the model with measured values", declare_correlate},
    {"cosim", "run RTL beside the model and compare every result", declare_cosim},
    {"enum", "look up the enumerations of the Kaby Lake manual", declare_enum},
    {"frame", "recordings of frames: what they hold, as text and from text", declare_frame},
    {"kernel", "binaries of Intel's OpenCL compiler: what they need, and their instructions", declare_kernel},
    {"message", "decode and encode message descriptors, and execute messages of a dump", declare_message},
    {"state", "state structures as words and as fields, and where a surface's texels lie", declare_state},
    {"recording", "what a recording of a run's messages holds", declare_recording},
    {"spa", "SPA 5.0 text, and warps that execute it", declare_spa},
    {"capture", "record the frames of a Vulkan or OpenGL program without its GPU", declare_capture},
    {"texture", "what texture files hold, as text and pictures", declare_texture},
    {"visa", "vISA text, bytes and messages", declare_visa},
    {"new", "a machine, study, sweep, launch or plug-in to begin with", declare_new},
    {"doctor", "what is installed, what is missing, what would be slow", declare_doctor},
    {"help", "print the help of the command or of a verb", declare_help, true},
    {"version", "print version, source, compiler and libraries", declare_version},
    {"completion", "print a completion script for a shell", declare_completion, true},
    {"man", "print the manual page", declare_man, true},
};

}  // namespace

std::span<const Verb> verbs() {
  return kVerbs;
}

}  // namespace texpipe::cli
