// The program that `texpipe capture` records.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "cli/capture_place.h"
#include "host/processes/kept_folder.h"
#include "host/processes/other_program.h"

namespace texpipe::cli {

struct CaptureRequest {
  std::vector<std::string> program;      // its name or path, and its arguments
  std::optional<std::uint32_t> frames;   // after which it is ended
  std::optional<std::uint32_t> seconds;  // likewise
  std::string size;                      // of windows, as 640x480; empty: their own
  ByteSize limit{0};                     // of the recording before it is packed
  bool opengl = false;                   // through zink
  bool plain = false;                    // without compression and fast clears
  bool pictures = true;
  bool execute = false;               // by the model, before the program goes on
  std::optional<std::uint32_t> rate;  // frames that a second of its clock has
  bool system_clock = false;          // in place of one that moves by frames
};

/// File of the program. Errors: kUsage when there is none that can be executed.
std::filesystem::path program_file(const std::string& name);

/// How the program ended, and what it had.
struct CapturedProgram {
  std::optional<study::ProgramEnd> end;  // none: its time was over
  bool had_windows = false;              // an X server or a compositor was there
  bool opened_device = false;
  std::uint64_t executed = 0;        // submissions
  std::vector<std::string> reports;  // of recorder, layer and executor, for the user
};

/// Runs the program until it ends. The recording is in the folder then. With both drivers it sees the same clock,
/// windows and arguments. Errors: kUnsupported where something is missing
/// that no program can do without; kUsage when the program cannot be started; those of a stop request.
CapturedProgram run_captured(const CaptureRequest& request, CapturedDriver driver, study::KeptFolder& folder);

}  // namespace texpipe::cli
