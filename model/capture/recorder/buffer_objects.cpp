#include "capture/recorder/buffer_objects.h"

#include "capture/capture_report.h"

namespace texpipe::capture {

namespace {

constexpr std::uint64_t kPage = 4096;
/// Objects begin on these, as the driver's largest pages do.
constexpr std::uint64_t kObjectAlignment = 0x10000;
constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 40;

constexpr std::uint64_t aligned(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

std::span<std::uint32_t> words_of(std::unique_ptr<MappedBytes>& words, const MemoryFile& file,
                                  const BufferObject& object) {
  if (words == nullptr) words = std::make_unique<MappedBytes>(file.descriptor(), object.offset, object.size);
  const std::span<std::uint32_t> mapped = words->words();
  if (mapped.empty()) words.reset();
  return mapped;
}

std::uint64_t number_of(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

}  // namespace

bool BufferObjects::open() {
  return memory_.made() || (memory_.make("texpipe-capture") && recorded_.make("texpipe-capture-recorded"));
}

std::uint32_t BufferObjects::create(std::uint64_t bytes, void* lent) {
  auto object = std::make_unique<BufferObject>();
  if (bytes > kMostMemory) bytes = kMostMemory + 1;
  object->size = aligned(bytes, kPage);
  if (lent != nullptr) {
    object->program_memory = static_cast<std::uint32_t*>(lent);
    object->recorded.resize(object->size / sizeof(std::uint32_t));
  } else {
    const std::uint64_t end = top_ + aligned(object->size, kObjectAlignment);
    if (end > kMostMemory || !memory_.grow(end) || !recorded_.grow(end)) {
      report("the program asked for more memory than there is");
      return 0;
    }
    object->offset = top_;
    top_ = end;
    by_offset_[object->offset] = object.get();
  }
  objects_.push_back(std::move(object));
  return static_cast<std::uint32_t>(objects_.size() - 1);
}

BufferObject* BufferObjects::find(std::uint64_t handle) {
  return handle < objects_.size() ? objects_[handle].get() : nullptr;
}

BufferObject* BufferObjects::find_on_gpu(std::uint64_t gpu_address) const {
  const auto next = by_gpu_address_.upper_bound(gpu_address);
  if (next == by_gpu_address_.begin()) return nullptr;
  BufferObject* const object = std::prev(next)->second;
  return gpu_address - object->gpu_address < object->size ? object : nullptr;
}

void BufferObjects::put_on_gpu(BufferObject& object, std::uint64_t gpu_address) {
  object.gpu_address = gpu_address;
  object.on_gpu = true;
  by_gpu_address_[gpu_address] = &object;
}

void BufferObjects::take_from_gpu(BufferObject& object) {
  object.on_gpu = false;
  const auto entry = by_gpu_address_.find(object.gpu_address);
  if (entry != by_gpu_address_.end() && entry->second == &object) by_gpu_address_.erase(entry);
}

std::span<std::uint32_t> BufferObjects::words(BufferObject& object) {
  return words_of(object.memory_words, memory_, object);
}
std::span<std::uint32_t> BufferObjects::recorded_words(BufferObject& object) {
  return words_of(object.recorded_words, recorded_, object);
}

void BufferObjects::close(std::uint64_t handle) {
  const BufferObject& object = *objects_[handle];
  if (object.program_memory == nullptr) {
    memory_.clear(object.offset, object.size);
    recorded_.clear(object.offset, object.size);
    by_offset_.erase(object.offset);
  }
  objects_[handle].reset();
}

BufferObject* BufferObjects::holder(std::uint64_t offset) const {
  const auto next = by_offset_.upper_bound(offset);
  if (next == by_offset_.begin()) return nullptr;
  BufferObject* const object = std::prev(next)->second;
  return offset - object->offset < object->size ? object : nullptr;
}

void BufferObjects::note_mapping(const void* place, std::uint64_t bytes, std::uint64_t offset) {
  const std::uint64_t begin = number_of(place);
  auto at = mappings_.lower_bound(begin);
  if (at != mappings_.begin() && std::prev(at)->first + std::prev(at)->second.bytes > begin) --at;
  while (at != mappings_.end() && at->first < begin + bytes) at = mappings_.erase(at);
  mappings_[begin] = {bytes, offset};
  if (BufferObject* const object = holder(offset)) object->on_cpu = true;
}

std::uint64_t BufferObjects::gpu_address_of(const void* pointer) const {
  const auto next = mappings_.upper_bound(number_of(pointer));
  if (next == mappings_.begin()) return 0;
  const auto& [begin, mapping] = *std::prev(next);
  const std::uint64_t within = number_of(pointer) - begin;
  if (within >= mapping.bytes) return 0;
  const BufferObject* const object = holder(mapping.offset + within);
  if (object == nullptr || !object->on_gpu) return 0;
  return object->gpu_address + (mapping.offset + within - object->offset);
}

}  // namespace texpipe::capture
