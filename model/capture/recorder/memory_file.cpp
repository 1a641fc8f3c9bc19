#include "capture/recorder/memory_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "capture/recorder/high_descriptor.h"
#include "capture/recorder/next_function.h"

namespace texpipe::capture {

namespace {

int own_fstat(int descriptor, struct stat& status) {
  static auto* const next = next_function<int(int, struct stat*), "fstat">();
  return next(descriptor, &status);
}

}  // namespace

MappedBytes::MappedBytes(int file, std::uint64_t offset, std::uint64_t bytes) {
  static auto* const next_mmap = next_function<void*(void*, std::size_t, int, int, int, off64_t), "mmap64">();
  void* const place = next_mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off64_t>(offset));
  if (place != MAP_FAILED) words_ = {static_cast<std::uint32_t*>(place), bytes / sizeof(std::uint32_t)};
}

MappedBytes::~MappedBytes() {
  if (!words_.empty()) munmap(words_.data(), words_.size_bytes());
}

bool MemoryFile::make(const char* name) {
  descriptor_ = high_descriptor(memfd_create(name, MFD_CLOEXEC));
  if (descriptor_ < 0) return false;
  struct stat status {};
  if (own_fstat(descriptor_, status) != 0) return false;
  device_ = status.st_dev;
  number_ = status.st_ino;
  return true;
}

ino_t MemoryFile::number_of(int descriptor) {
  struct stat status {};
  return own_fstat(descriptor, status) == 0 ? status.st_ino : 0;
}

bool MemoryFile::is(const struct stat& status) const {
  return made() && status.st_ino == number_ && status.st_dev == device_;
}

bool MemoryFile::grow(std::uint64_t bytes) {
  if (bytes <= bytes_) return true;
  if (ftruncate64(descriptor_, static_cast<off64_t>(bytes)) != 0) return false;
  bytes_ = bytes;
  return true;
}

void MemoryFile::clear(std::uint64_t offset, std::uint64_t bytes) {
  // Fails only for an empty range, which has nothing to clear.
  [[maybe_unused]] const int result = fallocate64(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                                  static_cast<off64_t>(offset), static_cast<off64_t>(bytes));
}

std::optional<std::uint64_t> MemoryFile::data_from(std::uint64_t offset) const {
  const off64_t found = lseek64(descriptor_, static_cast<off64_t>(offset), SEEK_DATA);
  if (found < 0) return {};
  return static_cast<std::uint64_t>(found);
}

}  // namespace texpipe::capture
