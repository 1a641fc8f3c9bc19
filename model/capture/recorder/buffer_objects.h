// Buffer objects: ranges of memory that driver and GPU share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "capture/recorder/memory_file.h"

namespace texpipe::capture {

struct BufferObject {
  std::uint64_t offset = 0;                     // in the memory file
  std::uint64_t size = 0;                       // bytes, whole pages
  std::uint64_t gpu_address = 0;                // of the last submission that used it
  std::uint32_t* program_memory = nullptr;      // memory that the program lent; null: in the memory file
  std::vector<std::uint32_t> recorded;          // of lent memory
  bool on_gpu = false;                          // its range is mapped in the recording
  bool on_cpu = false;                          // the program or driver has mapped it
  std::unique_ptr<MappedBytes> memory_words;    // of the object in the memory file, since somebody asked for them
  std::unique_ptr<MappedBytes> recorded_words;  // and in the file of what is recorded
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
  std::uint32_t create(std::uint64_t bytes, void* lent);

  /// Null: no object has the handle.
  BufferObject* find(std::uint64_t handle);

  /// The object that has an address of the GPU; null: none has.
  BufferObject* find_on_gpu(std::uint64_t gpu_address) const;
  /// Tells where an object is for the GPU from now on, and that it is nowhere.
  void put_on_gpu(BufferObject& object, std::uint64_t gpu_address);
  void take_from_gpu(BufferObject& object);

  /// Words of an object that is in the files, as the CPU wrote them and as the recording holds them. They may be looked
  /// at where `data_from` finds something: pages that are looked at take memory. Empty when the system gives no more
  /// address space.
  std::span<std::uint32_t> words(BufferObject& object);
  std::span<std::uint32_t> recorded_words(BufferObject& object);

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
  std::map<std::uint64_t, BufferObject*> by_gpu_address_;
  std::map<std::uint64_t, Mapping> mappings_;  // by address of the CPU; a newer one replaces those that it overlaps
};

}  // namespace texpipe::capture
