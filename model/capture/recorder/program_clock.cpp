#include "capture/recorder/program_clock.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "capture/capture_contract.h"
#include "capture/capture_report.h"

namespace texpipe::capture {

namespace {

using std::chrono::nanoseconds;

/// Beginnings of the names of libraries that keep the system's clock.
constexpr std::string_view kSystemLibraries[] = {"libvulkan", "libVkLayer", "libGL",     "libEGL", "libglapi",
                                                 "libgbm",    "libdrm",     "libLLVM",   "libX11", "libxcb",
                                                 "libxshm",   "libwayland", "libtexpipe"};
/// Mesa's drivers of OpenGL are named after hardware.
constexpr std::string_view kDriverEnd = "_dri.so";

std::string_view file_of(const char* path) {
  const std::string_view whole{path == nullptr ? "" : path};
  return whole.substr(whole.rfind('/') + 1);
}

}  // namespace

nanoseconds ProgramClock::read() {
  const std::lock_guard guard{lock_};
  if (++reads_ > kReadsOfAFrame) others_ += std::chrono::milliseconds{1};
  return nanoseconds{frames_ * std::nano::den / rate_} + others_;
}

void ProgramClock::frame_presented() {
  const std::lock_guard guard{lock_};
  ++frames_;
  reads_ = 0;
}

void ProgramClock::slept(nanoseconds time) {
  if (time <= nanoseconds{0}) return;
  const std::lock_guard guard{lock_};
  others_ += time;
  reads_ = 0;
}

ProgramClock& program_clock() {
  static auto* const only = new ProgramClock{number_variable(kRateVariable, ProgramClock::kUsualRate)};
  return *only;
}

bool sees_program_clock(const void* caller) {
  static const bool replaced = std::getenv(kFolderVariable) != nullptr && std::getenv(kSystemClockVariable) == nullptr;
  if (!replaced) return false;
  Dl_info found{};
  if (dladdr(caller, &found) == 0) return true;
  const std::string_view name = file_of(found.dli_fname);
  return !name.ends_with(kDriverEnd) && std::none_of(std::begin(kSystemLibraries), std::end(kSystemLibraries),
                                                     [&](std::string_view begin) { return name.starts_with(begin); });
}

}  // namespace texpipe::capture

/// The layer tells that a frame was presented.
extern "C" __attribute__((visibility("default"))) void texpipe_capture_presented() {
  texpipe::capture::program_clock().frame_presented();
}
