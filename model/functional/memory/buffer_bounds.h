// Accesses of a program beyond the buffers that it was given.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/quantity.h"

namespace texpipe::functional {

/// Bytes that a channel touched outside of every buffer, and who did.
struct OutsideAccess {
  std::uint32_t group = 0;
  std::uint32_t instruction = 0;  // its byte in the program
  ByteAddress address;            // of the first byte
  std::uint64_t bytes = 0;
  bool write = false;
  bool by_address = false;  // by a 64-bit address, else through the surface of a buffer
  ByteAddress base;         // of that buffer
};

/// Counts them, and keeps the one with the lowest group, instruction and address: the same whatever the order in which
/// groups run. One thread of the host at a time.
class BufferBounds {
 public:
  enum class Policy : std::uint8_t { kCount, kRefuse };

  /// @param program  as texts name it: `kernel blur`
  BufferBounds(std::string program, Policy policy) : program_{std::move(program)}, policy_{policy} {}

  /// A buffer that 64-bit addresses may reach. Buffers come in the order of their addresses.
  void add(std::string name, ByteAddress address, ByteSize size);

  /// Whether one buffer has all the bytes.
  bool holds(std::uint64_t address, std::uint64_t bytes) const {
    if (last_ < buffers_.size() && buffers_[last_].holds(address, bytes)) return true;
    return find(address, bytes);
  }

  /// Errors: kMismatch, naming the access, when none is allowed.
  void note(const OutsideAccess& access);

  std::uint64_t count() const { return count_; }
  /// Text with the number of accesses and the first one; only when there were any.
  std::string text() const;

 private:
  struct Buffer {
    std::string name;
    std::uint64_t begin = 0, bytes = 0;
    bool holds(std::uint64_t address, std::uint64_t size) const {
      return address >= begin && address - begin <= bytes && size <= bytes - (address - begin);
    }
  };

  bool find(std::uint64_t address, std::uint64_t bytes) const;
  std::string text_of(const OutsideAccess& access) const;

  std::string program_;
  Policy policy_;
  std::vector<Buffer> buffers_;
  mutable std::size_t last_ = 0;  // that was found
  std::uint64_t count_ = 0;
  OutsideAccess first_;
};

}  // namespace texpipe::functional
