// The bytes that a data port message may reach.
#pragma once

#include <cstdint>

#include "functional/memory/buffer_bounds.h"
#include "functional/memory/canonical_address.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

/// A buffer of the binding table, the local memory of the thread's group, or the whole address space.
struct MemoryWindow {
  ByteAddress base;
  std::uint64_t bytes = 0;
  bool local = false;       // shared local memory, which no cache stands before
  bool structured = false;  // a buffer whose elements have their own places: address and offset make one
  bool addressed = false;   // by 64-bit addresses, which may name the bytes of any buffer

  /// Local memory has addresses of 16 bits: compiled code sets higher ones, which tell its pointers from others.
  std::uint64_t place(std::uint64_t offset) const {
    if (addressed) return from_canonical(ByteAddress{offset}).value();
    return local ? offset & 0xFFFF : offset;
  }
  /// Errors: kMalformedInput outside of local memory, which the launch gives as much of as it is asked for.
  bool holds(std::uint64_t offset, std::uint64_t size) const {
    const bool inside = offset <= bytes && size <= bytes - offset;
    if (local && !inside) refuse_local(offset, size);
    return inside;
  }
  ByteAddress operator[](std::uint64_t offset) const { return ByteAddress{base.value() + offset}; }

 private:
  [[noreturn]] void refuse_local(std::uint64_t offset, std::uint64_t size) const;
};

/// Window that messages with 64-bit addresses reach.
constexpr MemoryWindow whole_memory() {
  return {.base = {}, .bytes = GpuMemory::kEnd, .addressed = true};
}

/// Window that stateless messages with 32-bit addresses reach: from General State Base Address on, as much as there is.
MemoryWindow general_state(const Message& message);

/// The window that a message's binding table index names (specification/messages 2). Errors: kMalformedInput
/// for local memory of a thread whose group has none.
MemoryWindow memory_window(const GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields);

/// The window of messages that give each lane one address. Errors: kUnsupported for a structured buffer, too.
MemoryWindow plain_window(const GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields);

/// Counts accesses of a message beyond the buffers of its workload, where somebody wants to know (buffer_bounds.h).
/// Local memory has a rule of its own: MemoryWindow::holds.
class OutsideAccesses {
 public:
  OutsideAccesses(const Message& message, const MemoryWindow& window, bool write)
      : bounds_{message.context == nullptr || window.local ? nullptr : message.context->bounds},
        message_{message},
        window_{window},
        write_{write} {}

  /// Whether an access would count that begins so many bytes behind the window's base.
  bool would_count(std::uint64_t offset, std::uint64_t size) const {
    if (bounds_ == nullptr) return false;
    if (window_.addressed) return !bounds_->holds(offset, size);
    return !window_.holds(offset, size);
  }
  void count(std::uint64_t offset, std::uint64_t size) const {
    if (would_count(offset, size)) note(offset, size);
  }

 private:
  void note(std::uint64_t offset, std::uint64_t size) const;

  BufferBounds* bounds_;
  const Message& message_;
  const MemoryWindow& window_;
  bool write_;
};

}  // namespace texpipe::functional
