// texpipe capture: records the frames of a program for a GPU that is not there.
#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>

#include "base/printable.h"
#include "base/unit_text.h"
#include "capture/capture_contract.h"
#include "cli/captured_program.h"
#include "cli/output_option.h"
#include "cli/verb.h"
#include "host/signals/interruption.h"
#include "workload/frame/captured_frames.h"

namespace texpipe::cli {

namespace {

namespace fs = std::filesystem;

struct CaptureArguments {
  CaptureRequest request;
  std::string limit = "8GiB";
  OutputOption output;
};

[[noreturn]] void refuse(const std::string& option, const std::string& problem, const std::string& hint) {
  throw Error{ExitCode::kUsage, Diagnostic{.path = option, .problem = problem, .hint = hint}};
}

/// The request, with what it says checked.
CaptureRequest checked(const CaptureArguments& arguments) {
  CaptureRequest request = arguments.request;
  if (const auto problem = parse_text(arguments.limit, request.limit))
    refuse("--limit", problem->problem, problem->hint);
  if (request.frames == 0u) refuse("--frames", "is 0", "1 records the first frame");
  if (request.seconds == 0u) refuse("--seconds", "is 0", "the program needs time to draw");
  static const std::regex kSize{"[1-9][0-9]{0,3}x[1-9][0-9]{0,3}"};
  if (!request.size.empty() && !std::regex_match(request.size, kSize))
    refuse("--size", '"' + printable(request.size) + "\" is no extent", "width and height in pixels, as 640x480");
  program_file(request.program.front());
  return request;
}

/// How the program ended, as a sentence's end.
std::string end_text(const CaptureRequest& request, const CapturedProgram& program,
                     const study::CapturedFrames& frames) {
  if (!program.end) return fmt::format("was ended after {} s", *request.seconds);
  if (program.end->signal != 0)
    return fmt::format("was ended by signal {} ({})", program.end->signal, strsignal(program.end->signal));
  if (request.frames && frames.pictures >= *request.frames)
    return fmt::format("was ended after {} frames", *request.frames);
  return fmt::format("ended with exit code {}", program.end->code);
}

/// Why a program may have recorded nothing.
std::string hint_of_nothing(const CaptureRequest& request, const CapturedProgram& program) {
  if (!program.had_windows) return "if it needs a window, install an X server: the Debian package xvfb has one";
  if (program.opened_device) return "it opened the driver and drew nothing";
  if (!request.opengl) return "is it a Vulkan program? One that draws with OpenGL needs --gl";
  return "it never opened the driver: programs that are linked statically, or that run with other rights, cannot be "
         "recorded";
}

[[noreturn]] void fail_without_frames(const CaptureRequest& request, const CapturedProgram& program) {
  std::string problem = "gave the driver nothing to execute: " + end_text(request, program, {});
  for (const std::string& report : program.reports) problem += "; " + printable(report);
  throw Error{
      ExitCode::kMalformedInput,
      Diagnostic{.position = {request.program.front()}, .problem = problem, .hint = hint_of_nothing(request, program)}};
}

/// Remarks for the user before the recording is used.
std::vector<std::string> notes_of(const CaptureRequest& request, const CapturedProgram& program,
                                  const study::CapturedFrames& frames) {
  std::vector<std::string> notes;
  for (const std::string& report : program.reports) notes.push_back(printable(report));
  if (program.end && (program.end->signal != 0 || program.end->code != 0))
    notes.push_back("the program " + end_text(request, program, frames) + ": the recording ends there");
  if (frames.cut) notes.push_back("the program ended while it was recorded: what it did not finish is left out");
  if (request.frames && frames.pictures < *request.frames && request.pictures)
    notes.push_back(fmt::format("the program presented {} frames of {}", frames.pictures, *request.frames));
  return notes;
}

std::string extents_text(const study::CapturedFrames& frames) {
  if (frames.pictures == 0) return "none";
  std::string text;
  for (const study::CapturedPictures& p : frames.extents)
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", p.count, p.extent);
  return text;
}

void print_capture(const CaptureArguments& arguments, const CaptureRequest& request, const CapturedProgram& program,
                   const study::CapturedFrames& frames, const GlobalOptions& globals) {
  std::error_code ignored;
  const std::uintmax_t packed =
      fs::is_regular_file(arguments.output.file, ignored) ? fs::file_size(arguments.output.file, ignored) : 0;
  const std::vector<std::string> notes = notes_of(request, program, frames);
  if (globals.json) {
    nlohmann::ordered_json json{{"file", arguments.output.file},
                                {"program", request.program},
                                {"ended", end_text(request, program, frames)},
                                {"submissions", frames.submissions},
                                {"pictures", nlohmann::ordered_json::array()},
                                {"bytes", frames.bytes},
                                {"file_bytes", packed},
                                {"notes", notes}};
    for (const study::CapturedPictures& p : frames.extents)
      json["pictures"].push_back({{"extent", p.extent}, {"count", p.count}});
    std::cout << json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
    return;
  }
  std::cout << fmt::format(
      "{}\n  program      {} {}\n  submissions  {}\n  pictures     {}\n  bytes        {} recorded, {} packed\n",
      printable(arguments.output.file), printable(request.program.front()), end_text(request, program, frames),
      frames.submissions, extents_text(frames), frames.bytes, packed);
  for (const std::string& note : notes) std::cout << "  note         " << note << '\n';
}

ExitCode capture_program(const CaptureArguments& arguments, const GlobalOptions& globals) {
  const CaptureRequest request = checked(arguments);
  const study::InterruptionGuard guard;  // a signal ends the program first
  study::OutputFile output{arguments.output.file, existing_of(arguments.output)};
  study::KeptFolder folder{"texpipe-capture-"};
  const CapturedProgram program = run_captured(request, folder);
  const fs::path recording = folder.path() / capture::kRecordingFile;
  if (!fs::exists(recording)) fail_without_frames(request, program);
  const study::CapturedFrames frames = study::count_frames(recording);
  if (frames.submissions == 0) fail_without_frames(request, program);
  study::pack_frames(recording, frames.bytes, output.stream());
  throw_if_stop_requested();
  output.publish();
  print_capture(arguments, request, program, frames, globals);
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_capture(CLI::App& app, const GlobalOptions& globals) {
  const auto arguments = std::make_shared<CaptureArguments>();
  CaptureRequest& request = arguments->request;
  app.add_option("--frames", request.frames, "end the program when it has presented N frames")->type_name("N");
  app.add_option("--seconds", request.seconds, "end the program after N seconds")->type_name("N");
  app.add_flag("--gl", request.opengl, "the program draws with OpenGL: Mesa's zink leads it to Vulkan");
  app.add_flag("--plain", request.plain, "record without compressed surfaces and fast clears");
  app.add_option("--size", request.size, "extent of every window")->type_name("WxH");
  app.add_flag("!--no-pictures", request.pictures, "do not copy presented images to where their pictures can be read");
  app.add_option("--limit", arguments->limit, "most bytes to record, before they are packed")->capture_default_str();
  add_output_option(app, arguments->output, "recording to write, packed with zstd")->required();
  app.positionals_at_end();  // options after the program's name are the program's
  app.add_option("PROGRAM", request.program, "the program and its arguments; -- may stand before it")->required();
  return [arguments, &globals] { return capture_program(*arguments, globals); };
}

}  // namespace texpipe::cli
