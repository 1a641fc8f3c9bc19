#include "host/files/file_bytes.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <span>
#include <utility>

#include "host/files/byte_reader.h"

namespace texpipe::study {

FileBytes::FileBytes(const std::filesystem::path& file) : name_{shown_name(file)} {
  struct stat status {};
  if (file != kStandardInput && stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
    file_ = open_input(file);
    if (fstat(file_.number(), &status) != 0) unreadable(name_);
    size_ = static_cast<std::uint64_t>(status.st_size);
  } else {
    held_ = read_file(file);
    size_ = held_.size();
  }
}

FileBytes::FileBytes(std::vector<std::byte> bytes, std::string name)
    : name_{std::move(name)}, held_{std::move(bytes)}, size_{held_.size()} {}

void FileBytes::look_again() {
  struct stat status {};
  if (!file_) return;
  if (fstat(file_.number(), &status) != 0) unreadable(name_);
  size_ = static_cast<std::uint64_t>(status.st_size);
}

std::vector<std::byte> FileBytes::at(std::uint64_t offset, std::uint64_t count) const {
  if (!file_) {
    const std::span<const std::byte> part = ByteReader{held_, name_}.at(offset, count);
    return {part.begin(), part.end()};
  }
  if (offset > size_ || count > size_ - offset) malformed(name_, "ends too early: byte " + std::to_string(size_));
  std::vector<std::byte> bytes(count);
  for (std::size_t done = 0; done < count;) {
    const ssize_t part = pread(file_.number(), bytes.data() + done, count - done, static_cast<off_t>(offset + done));
    if (part == 0) malformed(name_, "has become shorter while it was read");
    if (part < 0 && errno != EINTR) unreadable(name_);
    if (part > 0) done += static_cast<std::size_t>(part);
  }
  return bytes;
}

}  // namespace texpipe::study
