// Buffer objects: ranges of memory that driver and GPU share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "capture/recorder/memory_file.h"

namespace texpipe::capture {

struct BufferObject {
  std::uint64_t offset = 0;                       // in the memory file
  std::uint64_t size = 0;                         // bytes, whole pages
  std::uint64_t gpu_address = 0;                  // of the last submission that used it
  const std::uint32_t* program_memory = nullptr;  // memory that the program lent; null: in the memory file
  std::vector<std::uint32_t> recorded;            // of lent memory
  bool on_gpu = false;                            // its range is mapped in the recording
  bool on_cpu = false;                            // the program or driver has mapped it
};

/// Every object of the program, by handle. Handles are not used again.
class BufferObjects {
 public:
  /// Makes the files in memory. False when the system refuses.
  bool open();

  /// Memory as the CPU wrote it, and as the recording holds it.
  MemoryFile& memory() { return memory_; }
  MemoryFile& recorded() { return recorded_; }

  /// New object; 0 when there is no memory for it. @param lent  the program's own memory, or null
  std::uint32_t create(std::uint64_t bytes, const void* lent);

  /// Null: no object has the handle.
  BufferObject* find(std::uint64_t handle);

  /// Frees the object's memory. Its handle is found no more.
  void close(std::uint64_t handle);

  /// A CPU mapping of the memory file, which `address_of` looks in.
  void note_mapping(const void* place, std::uint64_t bytes, std::uint64_t offset);

  /// Address of the GPU of memory that the CPU has mapped; 0 when no submission has used it.
  std::uint64_t gpu_address_of(const void* pointer) const;

 private:
  struct Mapping {
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0;
  };

  BufferObject* holder(std::uint64_t offset) const;

  MemoryFile memory_;
  MemoryFile recorded_;
  std::uint64_t top_ = 0x100000;
  std::vector<std::unique_ptr<BufferObject>> objects_{1};  // handle 0 is none
  std::map<std::uint64_t, BufferObject*> by_offset_;
  std::map<std::uint64_t, Mapping> mappings_;  // by address of the CPU; a newer one replaces those that it overlaps
};

}  // namespace texpipe::capture
