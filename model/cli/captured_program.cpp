#include "cli/captured_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <thread>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "capture/capture_contract.h"
#include "cli/capture_place.h"
#include "workload/frame/frame_server.h"

namespace texpipe::cli {

namespace fs = std::filesystem;

namespace {

using Variables = std::map<std::string, std::string>;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{2};
constexpr const char* kUsualScreen = "1280x1024";

Variables variables_of_this_process() {
  Variables variables;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view entry{*at};
    const std::size_t equals = std::min(entry.find('='), entry.size());
    variables[std::string{entry.substr(0, equals)}] = entry.substr(std::min(equals + 1, entry.size()));
  }
  return variables;
}

/// Puts a value before what a list of a variable has already.
void put_first(Variables& variables, const char* name, const std::string& value) {
  std::string& list = variables[name];
  list = list.empty() ? value : value + ':' + list;
}

void choose_driver(Variables& variables, const fs::path& recorder, const fs::path& driver) {
  put_first(variables, "LD_PRELOAD", (recorder / "libtexpipe_capture.so").string());
  variables["VK_DRIVER_FILES"] = driver.string();
  variables["VK_ICD_FILENAMES"] = driver.string();  // the older name
  put_first(variables, "VK_ADD_LAYER_PATH", recorder.string());
  put_first(variables, "VK_INSTANCE_LAYERS", "VK_LAYER_TEXPIPE_offscreen");
  variables["NODEVICE_SELECT"] = "1";               // Mesa's own layer would look for GPUs of windows
  variables["MESA_SHADER_CACHE_DISABLE"] = "true";  // what an earlier run compiled stays out of the recording
  variables.erase("LIBGL_ALWAYS_SOFTWARE");
}

Variables variables_for(const CaptureRequest& request, CapturedDriver driver, const fs::path& folder) {
  Variables variables = variables_of_this_process();
  choose_driver(variables, recorder_folder(), driver_file(driver));
  for (const char* name :
       {capture::kFramesVariable, capture::kSizeVariable, capture::kNoPicturesVariable, capture::kSystemClockVariable,
        capture::kRateVariable, capture::kReferenceVariable, capture::kExecuteVariable})
    variables.erase(name);
  variables[capture::kFolderVariable] = folder.string();
  variables[capture::kLimitVariable] = std::to_string(request.limit.value());
  if (request.frames) variables[capture::kFramesVariable] = std::to_string(*request.frames);
  if (!request.size.empty()) variables[capture::kSizeVariable] = request.size;
  if (!request.pictures) variables[capture::kNoPicturesVariable] = "1";
  if (request.rate) variables[capture::kRateVariable] = std::to_string(*request.rate);
  if (request.execute && driver == CapturedDriver::kRecorded) variables[capture::kExecuteVariable] = "1";
  if (request.system_clock) variables[capture::kSystemClockVariable] = "1";
  if (driver == CapturedDriver::kReference) {
    variables[capture::kReferenceVariable] = "1";
    // Usually lavapipe filters textures of 8 bits in fixed point, and computes one level of detail for four pixels.
    variables.emplace("GALLIVM_PERF", "no_aos_sampling,no_quad_lod");
  }
  if (request.plain) variables["INTEL_DEBUG"] = "noccs,nohiz,nofc";
  if (request.opengl) {
    variables["MESA_LOADER_DRIVER_OVERRIDE"] = "zink";
    variables["GALLIUM_DRIVER"] = "zink";
    variables["GALLIUM_THREAD"] = "0";  // frames are presented when the program has drawn them: the clock moves then
    // zink takes a driver for the CPU only where it is asked to.
    if (driver == CapturedDriver::kReference) variables["LIBGL_ALWAYS_SOFTWARE"] = "true";
  }
  return variables;
}

/// A recorded program finds windows where the user's stand, or on a server of its own.
std::unique_ptr<XServer> x_server_for(Variables& variables, const CaptureRequest& request, study::KeptFolder& folder) {
  if (!variables["DISPLAY"].empty() || !variables["WAYLAND_DISPLAY"].empty()) return nullptr;
  const std::optional<fs::path> program = study::find_program("Xvfb");
  if (!program) return nullptr;
  auto server = std::make_unique<XServer>(*program, folder, request.size.empty() ? kUsualScreen : request.size);
  variables["DISPLAY"] = server->display();
  return server;
}

std::vector<std::string> entries_of(const Variables& variables) {
  std::vector<std::string> entries;
  for (const auto& [name, value] : variables) {
    if (!value.empty()) entries.push_back(name + '=' + value);
  }
  return entries;
}

pid_t start(const CaptureRequest& request, const std::vector<std::string>& environment) {
  std::vector<std::string> arguments = request.program;
  arguments.front() = program_file(arguments.front()).string();
  // A program in a group of its own must not read a terminal.
  const fs::path nothing = "/dev/null";
  try {
    return study::start_program(arguments,
                                {.environment = &environment, .input = isatty(STDIN_FILENO) != 0 ? &nothing : nullptr});
  } catch (const Error& error) {
    throw Error{ExitCode::kUsage, error.diagnostics()};
  }
}

/// Waits for the program's end; none when its time is over. Whatever it started ends with it.
/// @param executor  of what it records; null: nothing is executed
std::optional<study::ProgramEnd> wait_for(pid_t process, const CaptureRequest& request, study::FrameServer* executor) {
  constexpr std::chrono::milliseconds kLook{5};
  const auto end = request.seconds ? Clock::now() + std::chrono::seconds{*request.seconds} : Clock::time_point::max();
  while (!stop_requested()) {
    if (const std::optional<study::ProgramEnd> ended = study::ended(process)) {
      study::end_group(process, std::chrono::seconds{0});
      return ended;
    }
    if (Clock::now() >= end) break;
    if (executor != nullptr) {
      executor->serve(kLook, end);
    } else {
      std::this_thread::sleep_for(kLook);
    }
  }
  study::end_group(process, kPatience);
  throw_if_stop_requested();
  return {};
}

}  // namespace

fs::path program_file(const std::string& name) {
  std::error_code error;
  if (name.find('/') == std::string::npos) {
    if (const std::optional<fs::path> found = study::find_program(name)) return *found;
    throw Error{ExitCode::kUsage,
                Diagnostic{.position = {name}, .problem = "no such program", .hint = "PATH has none"}};
  }
  if (!fs::is_regular_file(name, error))
    throw Error{ExitCode::kUsage, Diagnostic{.position = {name}, .problem = "no such program"}};
  if (access(name.c_str(), X_OK) != 0)
    throw Error{ExitCode::kUsage, Diagnostic{.position = {name}, .problem = "cannot be executed"}};
  return name;
}

CapturedProgram run_captured(const CaptureRequest& request, CapturedDriver driver, study::KeptFolder& folder) {
  Variables variables = variables_for(request, driver, folder.path());
  if (driver == CapturedDriver::kRecorded) make_device_files(folder.path());
  const std::unique_ptr<XServer> server = x_server_for(variables, request, folder);
  CapturedProgram program{.had_windows = !variables["DISPLAY"].empty() || !variables["WAYLAND_DISPLAY"].empty()};
  std::optional<study::FrameServer> executor;
  if (request.execute && driver == CapturedDriver::kRecorded) executor.emplace(folder.path());
  const pid_t process = start(request, entries_of(variables));
  folder.keep(process);
  program.end = wait_for(process, request, executor ? &*executor : nullptr);
  folder.forget(process);
  std::ifstream report{folder.path() / capture::kReportFile};
  for (std::string line; std::getline(report, line);) {
    if (line == capture::kOpenedLine) {
      program.opened_device = true;
    } else {
      program.reports.push_back(line);
    }
  }
  if (!executor) return program;
  program.executed = executor->executed();
  if (executor->refused())
    program.reports.push_back(fmt::format("only the first {} submissions were executed: ", program.executed) +
                              *executor->refused());
  return program;
}

}  // namespace texpipe::cli
