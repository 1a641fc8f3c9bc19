// A file in memory that holds the bytes of buffer objects.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace texpipe::capture {

/// Bytes of a MemoryFile in this process's address space, as long as it lives.
class MappedBytes {
 public:
  MappedBytes(int file, std::uint64_t offset, std::uint64_t bytes);
  ~MappedBytes();
  MappedBytes(const MappedBytes&) = delete;
  MappedBytes& operator=(const MappedBytes&) = delete;

  /// Words of the part; empty when it could not be mapped.
  std::span<std::uint32_t> words() const { return words_; }

 private:
  std::span<std::uint32_t> words_;
};

/// A sparse file without a name. What nobody wrote takes no memory and reads as zero.
class MemoryFile {
 public:
  /// Makes the file. False when the system refuses.
  bool make(const char* name);
  bool made() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  ino_t number() const { return number_; }

  /// Number of the file that a descriptor has open; 0: none.
  static ino_t number_of(int descriptor);

  /// True for the status of any descriptor of this file.
  bool is(const struct stat& status) const;

  /// Makes room up to `bytes`. False when the system refuses.
  bool grow(std::uint64_t bytes);

  /// Lets a range read as zero again.
  void clear(std::uint64_t offset, std::uint64_t bytes);

  /// First offset from `offset` on that may hold something else than zeros; none when nothing follows.
  std::optional<std::uint64_t> data_from(std::uint64_t offset) const;

 private:
  int descriptor_ = -1;
  std::uint64_t bytes_ = 0;
  dev_t device_ = 0;
  ino_t number_ = 0;
};

}  // namespace texpipe::capture
