// The bytes of a file, read where they are asked for, so that a large one need not be in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "host/files/descriptor.h"

namespace texpipe::study {

/// Bytes of a file, read in parts. An input without a size, such as a pipe, is read at once and held. Safe to read from
/// several threads.
class FileBytes {
 public:
  /// Errors: those of read_file.
  explicit FileBytes(const std::filesystem::path& file);
  FileBytes(std::vector<std::byte> bytes, std::string name);

  /// As messages have it.
  const std::string& name() const { return name_; }
  std::uint64_t size() const { return size_; }
  /// Looks again how long a file is to which somebody adds.
  void look_again();

  /// Errors: kMalformedInput when it ends before `offset + count`, or cannot be read.
  std::vector<std::byte> at(std::uint64_t offset, std::uint64_t count) const;

 private:
  std::string name_;
  Descriptor file_;
  std::vector<std::byte> held_;
  std::uint64_t size_ = 0;
};

}  // namespace texpipe::study
