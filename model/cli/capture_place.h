// Needs of `texpipe capture` on this machine: the recorder's libraries, Mesa's driver, an X server.
#pragma once

#include <filesystem>
#include <string>

#include "host/processes/kept_folder.h"

namespace texpipe::cli {

/// Folder of the recorder and its layer, beside the command as it was built or installed. Errors: kUnsupported when
/// this command was built without them.
std::filesystem::path recorder_folder();

/// Driver that a program draws with.
enum class CapturedDriver {
  kRecorded,   // Mesa's for Intel GPUs: nothing executes, what it submits is recorded
  kReference,  // Mesa's for the CPU, lavapipe: the program's pictures are recorded, and nothing else
};

/// File by which Vulkan's loader finds the driver, in the folders where the loader looks. Errors: kUnsupported, naming
/// Debian's package.
std::filesystem::path driver_file(CapturedDriver driver);

/// Files of a device that is not there, as a driver reads them, in the capture's folder.
void make_device_files(const std::filesystem::path& folder);

/// An X server without a screen (Xvfb), for programs with windows. It ends with this object.
class XServer {
 public:
  /// Starts the server. @param size  of its screen, as 640x480
  /// Errors: kInternalError when it does not begin to serve.
  XServer(const std::filesystem::path& program, study::KeptFolder& folder, const std::string& size);
  ~XServer();
  XServer(const XServer&) = delete;
  XServer& operator=(const XServer&) = delete;

  /// Value of DISPLAY.
  const std::string& display() const { return display_; }

 private:
  study::KeptFolder& folder_;
  pid_t process_ = 0;
  std::string display_;
};

}  // namespace texpipe::cli
