// Functions of the C library that the recorder replaces in the program: they show it a device, and lead its calls to
// the driver's answers.
#include <dirent.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "capture/capture_contract.h"
#include "capture/capture_report.h"
#include "capture/recorder/kernel_driver.h"
#include "capture/recorder/next_function.h"
#include "capture/recorder/recorder.h"

namespace {

using namespace texpipe::capture;

/// True in a program that is recorded. One that another driver draws finds the system's own devices.
bool shows_device() {
  return std::getenv(kFolderVariable) != nullptr && std::getenv(kReferenceVariable) == nullptr;
}

bool is_node(const char* path) {
  return path != nullptr && std::strcmp(path, kNodePath) == 0 && shows_device();
}

/// True for the folder itself and for what is below it.
bool is_below(const char* path, const char* folder) {
  const std::size_t length = std::strlen(folder);
  return std::strncmp(path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/// A path as the C library shall see it: the device's folders stand in the folder of the capture.
class Shown {
 public:
  explicit Shown(const char* path) : path_{path} {
    if (path == nullptr || !shows_device()) return;
    if (is_below(path, kNodeFolderPath)) lead(kNodeFolder, path + std::strlen(kNodeFolderPath));
    if (is_below(path, kSystemPath)) lead(kSystemFolder, path + std::strlen(kSystemPath));
  }
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;

  operator const char*() const { return path_; }

 private:
  void lead(const char* folder, const char* rest) {
    text_ = folder_file(folder);
    if (text_.empty()) return;
    text_ += rest;
    path_ = text_.c_str();
  }

  const char* path_;
  std::string text_;
};

int open_node() {
  const std::lock_guard guard{recorder().lock};
  return recorder().open_device();
}

template <class Status>
void make_node(Status& status) {
  status.st_mode = S_IFCHR | 0666;
  status.st_rdev = makedev(kNodeMajor, kNodeMinor);
}

template <FunctionName kFunction, class Status>
int stat_by(const char* path, Status* status) {
  const int result = next_function<int(const char*, Status*), kFunction>()(Shown{path}, status);
  if (result == 0 && is_node(path)) make_node(*status);
  return result;
}

template <FunctionName kFunction, class Status>
int fstat_by(int descriptor, Status* status) {
  const int result = next_function<int(int, Status*), kFunction>()(descriptor, status);
  if (result == 0 && recorder().is_device(descriptor)) make_node(*status);
  return result;
}

template <FunctionName kFunction>
void* map_by(void* place, std::size_t bytes, int protection, int flags, int file, off64_t offset) {
  void* const mapped = next_function<void*(void*, std::size_t, int, int, int, off64_t), kFunction>()(
      place, bytes, protection, flags, file, offset);
  if (mapped == MAP_FAILED || file < 0 || !recorder().is_device(file)) return mapped;
  const std::lock_guard guard{recorder().lock};
  recorder().objects.note_mapping(mapped, bytes, static_cast<std::uint64_t>(offset));
  return mapped;
}

/// Mode of a call of open(2), which is there when the flags can make a file.
int mode_of(int flags, std::va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, int) : 0;
}

template <FunctionName kFunction>
int open_by(const char* path, int flags, int mode) {
  return is_node(path) ? open_node() : next_function<int(const char*, int, ...), kFunction>()(Shown{path}, flags, mode);
}

template <FunctionName kFunction>
int openat_by(int folder, const char* path, int flags, int mode) {
  return is_node(path) ? open_node()
                       : next_function<int(int, const char*, int, ...), kFunction>()(folder, Shown{path}, flags, mode);
}

}  // namespace

// Definitions that stand before the C library's. Those with __ are what the headers make of the others where the
// compiler checks sizes (_FORTIFY_SOURCE).
#pragma GCC visibility push(default)
extern "C" {

int open(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const int mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_by<"open">(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const int mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_by<"open64">(path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const int mode = mode_of(flags, arguments);
  va_end(arguments);
  return openat_by<"openat">(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const int mode = mode_of(flags, arguments);
  va_end(arguments);
  return openat_by<"openat64">(folder, path, flags, mode);
}
int __open_2(const char* path, int flags) {
  return open_by<"open">(path, flags, 0);
}
int __open64_2(const char* path, int flags) {
  return open_by<"open64">(path, flags, 0);
}

FILE* fopen(const char* path, const char* mode) {
  return next_function<FILE*(const char*, const char*), "fopen">()(Shown{path}, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  return next_function<FILE*(const char*, const char*), "fopen64">()(Shown{path}, mode);
}
DIR* opendir(const char* path) {
  return next_function<DIR*(const char*), "opendir">()(Shown{path});
}
int access(const char* path, int mode) noexcept {
  return next_function<int(const char*, int), "access">()(Shown{path}, mode);
}
ssize_t readlink(const char* path, char* text, std::size_t room) noexcept {
  return next_function<ssize_t(const char*, char*, std::size_t), "readlink">()(Shown{path}, text, room);
}
ssize_t __readlink_chk(const char* path, char* text, std::size_t room, std::size_t) noexcept {
  return readlink(path, text, room);
}
char* realpath(const char* path, char* text) noexcept {
  return next_function<char*(const char*, char*), "realpath">()(Shown{path}, text);
}
char* __realpath_chk(const char* path, char* text, std::size_t) noexcept {
  return realpath(path, text);
}

int stat(const char* path, struct stat* status) noexcept {
  return stat_by<"stat">(path, status);
}
int stat64(const char* path, struct stat64* status) noexcept {
  return stat_by<"stat64">(path, status);
}
int lstat(const char* path, struct stat* status) noexcept {
  return stat_by<"lstat">(path, status);
}
int lstat64(const char* path, struct stat64* status) noexcept {
  return stat_by<"lstat64">(path, status);
}
int fstat(int descriptor, struct stat* status) noexcept {
  return fstat_by<"fstat">(descriptor, status);
}
int fstat64(int descriptor, struct stat64* status) noexcept {
  return fstat_by<"fstat64">(descriptor, status);
}

void* mmap(void* place, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept {
  return map_by<"mmap">(place, bytes, protection, flags, file, offset);
}
void* mmap64(void* place, std::size_t bytes, int protection, int flags, int file, off64_t offset) noexcept {
  return map_by<"mmap64">(place, bytes, protection, flags, file, offset);
}

int ioctl(int descriptor, unsigned long request, ...) noexcept {
  std::va_list arguments;
  va_start(arguments, request);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  if (!recorder().is_device(descriptor)) {
    return next_function<int(int, unsigned long, ...), "ioctl">()(descriptor, request, argument);
  }
  const std::lock_guard guard{recorder().lock};
  return answer(recorder(), request, argument);
}

}  // extern "C"
#pragma GCC visibility pop
