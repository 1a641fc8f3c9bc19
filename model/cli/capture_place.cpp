#include "cli/capture_place.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "capture/capture_contract.h"
#include "host/build/build_info.h"
#include "host/files/hidden_place.h"
#include "host/processes/other_program.h"

namespace texpipe::cli {

namespace fs = std::filesystem;

namespace {

std::string variable(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

/// Folders in which Vulkan's loader looks for files of drivers, in its order.
std::vector<fs::path> driver_folders() {
  const std::string home = variable("HOME", "/nonexistent");
  const std::string lists = variable("XDG_CONFIG_HOME", (home + "/.config").c_str()) + ':' +
                            variable("XDG_CONFIG_DIRS", "/etc/xdg") +
                            ":/etc:" + variable("XDG_DATA_HOME", (home + "/.local/share").c_str()) + ':' +
                            variable("XDG_DATA_DIRS", "/usr/local/share:/usr/share");
  std::vector<fs::path> folders;
  for (std::string_view rest = lists; !rest.empty();) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    folders.push_back(fs::path{rest.substr(0, end)} / "vulkan/icd.d");
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return folders;
}

/// Drivers by CapturedDriver.
struct DriverNames {
  std::string_view file;  // the name's beginning
  const char* text;
};
constexpr DriverNames kDrivers[] = {{"intel_icd.", "Mesa's Vulkan driver for Intel GPUs"},
                                    {"lvp_icd.", "lavapipe, Mesa's Vulkan driver for the CPU,"}};

struct DeviceFile {
  const char* name;
  const char* text;
};
/// Kaby Lake GT2 in sysfs; numbers as in capture_contract.h.
constexpr DeviceFile kDeviceFiles[] = {
    {"dri/renderD128", ""},
    {"sys/uevent", "MAJOR=226\nMINOR=128\nDEVNAME=dri/renderD128\nDEVTYPE=drm_minor\n"},
    {"sys/device/vendor", "0x8086\n"},
    {"sys/device/device", "0x5916\n"},
    {"sys/device/revision", "0x02\n"},
    {"sys/device/subsystem_vendor", "0x8086\n"},
    {"sys/device/subsystem_device", "0x2212\n"},
    {"sys/device/uevent",
     "DRIVER=i915\nPCI_CLASS=30000\nPCI_ID=8086:5916\nPCI_SUBSYS_ID=8086:2212\nPCI_SLOT_NAME=0000:00:02.0\n"},
};

/// A program's first line, without its end; empty when none comes. The program may write it in parts, and dies when
/// nobody reads all of them.
std::string line_from(const study::Descriptor& pipe) {
  constexpr int kPatience = 20'000;  // ms for each part
  std::string line;
  pollfd ready{pipe.number(), POLLIN, 0};
  while (poll(&ready, 1, kPatience) > 0) {
    char next = 0;
    if (read(pipe.number(), &next, 1) <= 0) return {};
    if (next == '\n') return line;
    line += next;
  }
  return {};
}

}  // namespace

fs::path recorder_folder() {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const std::string_view relative : {study::kBuiltLibraries, study::installed_libraries()}) {
    const fs::path folder = (here / relative).lexically_normal();
    if (fs::exists(folder / "libtexpipe_capture.so", error)) return folder;
  }
  throw Error{ExitCode::kUnsupported,
              Diagnostic{.problem = "this command has no recorder: it was built without libdrm-dev or libvulkan-dev",
                         .hint = "install them and build again"}};
}

fs::path driver_file(CapturedDriver driver) {
  const DriverNames& names = kDrivers[static_cast<std::size_t>(driver)];
  for (const fs::path& folder : driver_folders()) {
    std::error_code error;
    for (fs::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      if (name.starts_with(names.file) && name.ends_with(".json")) return entry->path();
    }
  }
  throw Error{ExitCode::kUnsupported, Diagnostic{.problem = std::string{names.text} + " is not installed",
                                                 .hint = "the Debian package mesa-vulkan-drivers has it"}};
}

void make_device_files(const fs::path& folder) {
  fs::create_directories(folder / "sys/device/drm/renderD128");
  fs::create_directories(folder / "dri");
  fs::create_symlink("/sys/bus/pci", folder / "sys/device/subsystem");
  for (const DeviceFile& file : kDeviceFiles) {
    if (!(std::ofstream{folder / file.name} << file.text).flush()) study::fail_from_system(folder, "cannot be written");
  }
}

XServer::XServer(const fs::path& program, study::KeptFolder& folder, const std::string& size) : folder_{folder} {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error{ExitCode::kInternalError, "no pipe can be made"};
  const study::Descriptor number{ends[0]};
  const fs::path log = folder.path() / "x_server";
  {
    const study::Descriptor out{ends[1]};
    // The server chooses a display that is free, and writes its number when it serves.
    // It serves every program that is started, also after the first has ended (-noreset).
    const fs::path nothing = "/dev/null";
    process_ = study::start_program({program.string(), "-displayfd", std::to_string(study::kAnswers), "-screen", "0",
                                     size + "x24", "-nolisten", "tcp", "-noreset"},
                                    {.input = &nothing, .log = &log, .answers = &out});
  }
  folder_.keep(process_);
  const std::string answer = line_from(number);
  if (!answer.empty()) display_ = ':' + answer;
  if (!display_.empty()) return;
  study::end_group(process_, std::chrono::seconds{1});
  folder_.forget(process_);
  throw Error{ExitCode::kInternalError,
              Diagnostic{.position = {program.string()}, .problem = "does not begin to serve"}};
}

XServer::~XServer() {
  study::end_group(process_, std::chrono::seconds{2});
  folder_.forget(process_);
}

}  // namespace texpipe::cli
