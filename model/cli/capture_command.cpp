// texpipe capture: records the frames of a program for a GPU that is not there.
#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "base/unit_text.h"
#include "capture/capture_contract.h"
#include "cli/captured_program.h"
#include "cli/output_option.h"
#include "cli/verb.h"
#include "host/files/byte_reader.h"
#include "host/signals/interruption.h"
#include "host/text/json_text.h"
#include "pictures/texture/png.h"
#include "workload/extent/image_extent.h"
#include "workload/frame/captured_frames.h"
#include "workload/frame/noted_picture.h"

namespace texpipe::cli {

namespace {

namespace fs = std::filesystem;

struct CaptureArguments {
  CaptureRequest request;
  std::string limit = "8GiB";
  OutputOption output;
  bool reference = false;
};

/// Everything that a capture leaves, for the user.
struct Capture {
  CapturedProgram program;
  study::CapturedFrames frames;
  std::uint64_t file_bytes = 0;
  std::vector<std::string> reference;  // files of the reference's pictures
  std::vector<std::string> notes;
};

[[noreturn]] void refuse(const std::string& option, const std::string& problem, const std::string& hint) {
  throw Error{ExitCode::kUsage, Diagnostic{.path = option, .problem = problem, .hint = hint}};
}

/// Whether a text is an extent, written in the shortest way, of a window that a program may ask for.
bool is_window_size(const std::string& text) {
  constexpr std::uint32_t kLargestWindow = 9999;
  study::ImageExtent size;
  return !parse_text(text, size) && size.width <= kLargestWindow && size.height <= kLargestWindow &&
         value_text(size) == text;
}

/// The request, with what it says checked.
CaptureRequest checked(const CaptureArguments& arguments) {
  CaptureRequest request = arguments.request;
  if (const auto problem = parse_text(arguments.limit, request.limit))
    refuse("--limit", problem->problem, problem->hint);
  if (request.frames == 0u) refuse("--frames", "is 0", "1 records the first frame");
  if (request.seconds == 0u) refuse("--seconds", "is 0", "the program needs time to draw");
  if (request.rate == 0u) refuse("--fps", "is 0", "60 moves the program's clock by 1/60 s a frame");
  if (!request.size.empty() && !is_window_size(request.size))
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

[[noreturn]] void fail_without_pictures(const CaptureRequest& request, const CapturedProgram& program) {
  std::string problem = "left no picture on lavapipe: " + end_text(request, program, {});
  for (const std::string& report : program.reports) problem += "; " + printable(report);
  throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {request.program.front()},
                                                    .problem = problem,
                                                    .hint = "it must present an image or note one; without --reference "
                                                            "its recording alone is made"}};
}

[[noreturn]] void fail_without_frames(const CaptureRequest& request, const CapturedProgram& program,
                                      const study::CapturedFrames& frames) {
  const std::string nothing = frames.submissions == 0
                                  ? "gave the driver nothing to execute"
                                  : fmt::format("recorded {} submissions, and no draw in them", frames.submissions);
  std::string problem = nothing + ": " + end_text(request, program, frames);
  for (const std::string& report : program.reports) problem += "; " + printable(report);
  throw Error{
      ExitCode::kMalformedInput,
      Diagnostic{.position = {request.program.front()}, .problem = problem, .hint = hint_of_nothing(request, program)}};
}

/// Whether a recording has nothing that a GPU would draw or compute. Commands that cannot be followed may have.
bool is_empty(const study::CapturedFrames& frames) {
  return frames.submissions == 0 ||
         (!frames.uncounted && frames.draws == 0 && frames.driver_draws == 0 && frames.compute_walkers == 0);
}

/// Remarks for the user before the recording is used.
std::vector<std::string> notes_of(const CaptureRequest& request, const CapturedProgram& program,
                                  const study::CapturedFrames& frames) {
  std::vector<std::string> notes;
  for (const std::string& report : program.reports) notes.push_back(printable(report));
  if (program.end && (program.end->signal != 0 || program.end->code != 0))
    notes.push_back("the program " + end_text(request, program, frames) + ": the recording ends there");
  if (frames.cut) notes.push_back("the program ended while it was recorded: what it did not finish is left out");
  if (frames.uncounted) notes.push_back("the draws cannot be counted: " + *frames.uncounted);
  if (frames.wrong_note) notes.push_back("a run will refuse the recording: " + *frames.wrong_note);
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

void print_capture(const CaptureArguments& arguments, const CaptureRequest& request, const Capture& capture,
                   const GlobalOptions& globals) {
  const study::CapturedFrames& frames = capture.frames;
  const std::string end = end_text(request, capture.program, frames);
  if (globals.json) {
    nlohmann::ordered_json json{{"file", arguments.output.file},
                                {"program", request.program},
                                {"ended", end},
                                {"submissions", frames.submissions},
                                {"executed", capture.program.executed},
                                {"draws", frames.draws},
                                {"driver_draws", frames.driver_draws},
                                {"compute_walkers", frames.compute_walkers},
                                {"pictures", nlohmann::ordered_json::array()},
                                {"bytes", frames.bytes},
                                {"file_bytes", capture.file_bytes},
                                {"reference", capture.reference},
                                {"notes", capture.notes}};
    for (const study::CapturedPictures& p : frames.extents)
      json["pictures"].push_back({{"extent", p.extent}, {"count", p.count}});
    std::cout << study::json_text(json, 2, study::InvalidUtf8::kReplaced) << '\n';
    return;
  }
  std::cout << fmt::format("{}\n  program      {} {}\n  submissions  {}{}\n", printable(arguments.output.file),
                           printable(request.program.front()), end, frames.submissions,
                           request.execute ? fmt::format(", {} of them executed", capture.program.executed) : "");
  std::cout << fmt::format("  draws        {} of the program, {} of the driver; compute walkers {}\n", frames.draws,
                           frames.driver_draws, frames.compute_walkers);
  std::cout << fmt::format("  pictures     {}\n  bytes        {} recorded, {} packed\n", extents_text(frames),
                           frames.bytes, capture.file_bytes);
  if (!capture.reference.empty())
    std::cout << fmt::format("  reference    {} pictures of lavapipe, the first {}\n", capture.reference.size(),
                             printable(capture.reference.front()));
  for (const std::string& note : capture.notes) std::cout << "  note         " << note << '\n';
}

/// Runs the program once more on lavapipe; its pictures are in the folder then, under their names beside the
/// recording.
std::vector<fs::path> draw_reference(const CaptureRequest& request, const fs::path& recording, const fs::path& folder) {
  study::KeptFolder drawn{"texpipe-capture-"};
  const CapturedProgram program = run_captured(request, CapturedDriver::kReference, drawn);
  std::vector<fs::path> names;
  if (const fs::path pictures = drawn.path() / capture::kRecordingFile; fs::exists(pictures)) {
    study::read_drawn_pictures(pictures, [&](std::uint32_t number, const study::Picture& picture) {
      names.push_back(study::expected_picture_name(recording, number));
      const std::vector<std::byte> png = study::png_bytes(picture);
      study::write_output(folder / names.back(), {reinterpret_cast<const char*>(png.data()), png.size()},
                          study::Existing::kReplace);
    });
  }
  if (names.empty()) fail_without_pictures(request, program);
  return names;
}

/// Gives the pictures of a folder their names beside the recording.
std::vector<std::string> publish_pictures(const std::vector<fs::path>& names, const fs::path& folder,
                                          const OutputOption& output) {
  const auto place = [&](const fs::path& name) { return fs::path{output.file}.replace_filename(name); };
  for (const fs::path& name : names) {
    if (!output.force && fs::exists(fs::symlink_status(place(name))))
      throw Error{ExitCode::kUsage,
                  Diagnostic{.position = {place(name).string()}, .problem = "exists", .hint = "--force replaces it"}};
  }
  std::vector<std::string> files;
  for (const fs::path& name : names) {
    const std::string bytes = study::read_text(folder / name);
    study::write_output(place(name), bytes, existing_of(output));
    files.push_back(place(name).string());
  }
  return files;
}

ExitCode capture_program(const CaptureArguments& arguments, const GlobalOptions& globals) {
  const CaptureRequest request = checked(arguments);
  if (arguments.reference) driver_file(CapturedDriver::kReference);
  const study::InterruptionGuard guard;  // a signal ends the program first
  study::OutputFile output{arguments.output.file, existing_of(arguments.output)};
  study::KeptFolder folder{"texpipe-capture-"};
  Capture capture{.program = run_captured(request, CapturedDriver::kRecorded, folder)};
  const fs::path recording = folder.path() / capture::kRecordingFile;
  if (fs::exists(recording)) capture.frames = study::take_frames(recording);
  if (is_empty(capture.frames)) fail_without_frames(request, capture.program, capture.frames);
  study::pack_frames(recording, capture.frames.bytes, output.stream());
  throw_if_stop_requested();
  capture.notes = notes_of(request, capture.program, capture.frames);
  if (arguments.reference) {
    const std::vector<fs::path> names = draw_reference(request, arguments.output.file, folder.path());
    if (names.size() != capture.frames.pictures)
      capture.notes.push_back(
          fmt::format("on lavapipe the program left {} pictures, recorded {}: it decides by what "
                      "is drawn or by the time",
                      names.size(), capture.frames.pictures));
    capture.reference = publish_pictures(names, folder.path(), arguments.output);
  }
  output.publish();
  std::error_code ignored;
  if (fs::is_regular_file(arguments.output.file, ignored)) capture.file_bytes = fs::file_size(arguments.output.file);
  print_capture(arguments, request, capture, globals);
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_capture(CLI::App& app, const GlobalOptions& globals) {
  const auto arguments = std::make_shared<CaptureArguments>();
  CaptureRequest& request = arguments->request;
  app.add_option("--frames", request.frames, "end the program when it has presented N frames")->type_name("N");
  app.add_option("--seconds", request.seconds, "end the program after N seconds")->type_name("N");
  app.add_flag("--gl", request.opengl, "the program draws with OpenGL: Mesa's zink leads it to Vulkan");
  CLI::Option* reference = app.add_flag(
      "--reference", arguments->reference,
      "draw it on lavapipe, too: its pictures stand beside the recording as NAME.N.png, for texpipe verify");
  CLI::Option* rate =
      app.add_option("--fps", request.rate, "frames that a second of the program's clock has (60)")->type_name("N");
  app.add_flag("--system-clock", request.system_clock, "let the program see the system's clock, not one of its frames")
      ->excludes(rate);
  app.add_flag("--execute", request.execute,
               "execute each submission before the program goes on, so that it reads what the GPU has written");
  app.add_flag("--plain", request.plain, "record without compressed surfaces and fast clears");
  app.add_option("--size", request.size, "extent of every window")->type_name("WxH");
  app.add_flag("!--no-pictures", request.pictures, "do not copy presented images to where their pictures can be read")
      ->excludes(reference);
  app.add_option("--limit", arguments->limit, "most bytes to record, before they are packed")->capture_default_str();
  add_output_option(app, arguments->output, "recording to write, packed with zstd")->required();
  app.positionals_at_end();  // options after the program's name are the program's
  app.add_option("PROGRAM", request.program, "the program and its arguments; -- may stand before it")->required();
  return [arguments, &globals] { return capture_program(*arguments, globals); };
}

}  // namespace texpipe::cli
