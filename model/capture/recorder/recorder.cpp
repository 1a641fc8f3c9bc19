#include "capture/recorder/recorder.h"

#include <fcntl.h>
#include <libdrm/i915_drm.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "capture/capture_contract.h"
#include "capture/capture_report.h"
#include "capture/recorder/next_function.h"

namespace texpipe::capture {

namespace {

constexpr std::uint64_t kAddressMask = 0xffff'ffff'ffff;
constexpr std::uint64_t kPage = 4096;
/// Bytes behind found data that are looked at without looking for data again.
constexpr std::uint64_t kMostLooked = std::uint64_t{1} << 20;
constexpr const char* kNoAddressSpace = "the system gives no more address space";
/// Descriptors that programs are given begin here: 0 to 2 may be closed, and would be taken for theirs.
constexpr int kFirstDescriptor = 10;
/// Words that are the same and are recorded all the same, where a range is new to the GPU: fewer records.
constexpr std::size_t kJoinedGap = 16;

struct MapPayload {
  std::uint64_t gpu_address, size;
  std::uint32_t handle, flags;
};
constexpr std::uint32_t kMappedByCpu = 1;
constexpr std::uint32_t kLentByProgram = 2;

struct SubmitPayload {
  std::uint64_t start, length, flags;
  std::uint32_t context, relocations, objects, number;
};

}  // namespace

Recorder& recorder() {
  static auto* const only = new Recorder;
  return *only;
}

int Recorder::open_device() {
  if (!objects.open()) {
    report("the system gives no memory for buffer objects (memfd_create)");
    errno = ENOMEM;
    return -1;
  }
  report(kOpenedLine);
  return fcntl(objects.memory().descriptor(), F_DUPFD_CLOEXEC, kFirstDescriptor);
}

bool Recorder::is_device(int descriptor) const {
  static auto* const next_fstat = next_function<int(int, struct stat*), "fstat">();
  struct stat status {};
  auto& self = const_cast<Recorder&>(*this);
  return self.objects.memory().made() && next_fstat(descriptor, &status) == 0 && self.objects.memory().is(status);
}

int Recorder::submit(const drm_i915_gem_execbuffer2& submission) {
  const auto* const first = reinterpret_cast<const drm_i915_gem_exec_object2*>(submission.buffers_ptr);
  const std::span list{first, submission.buffer_count};
  for (const drm_i915_gem_exec_object2& entry : list) {
    if (objects.find(entry.handle) != nullptr) continue;
    errno = ENOENT;
    return -1;
  }
  if (list.empty() || !file_.open()) return 0;
  std::vector<std::array<std::uint64_t, 2>> used;
  std::uint32_t relocations = 0;
  for (const drm_i915_gem_exec_object2& entry : list) {
    relocations += entry.relocation_count;
    place(entry.handle, *objects.find(entry.handle), entry.offset & kAddressMask);
    used.push_back({entry.offset & kAddressMask, entry.flags});
  }
  if (relocations != 0) report("the driver left addresses to the kernel (relocations), which a reader refuses");
  const auto& batch = (submission.flags & I915_EXEC_BATCH_FIRST) != 0 ? used.front() : used.back();
  const SubmitPayload payload{.start = batch[0] + submission.batch_start_offset,
                              .length = submission.batch_len,
                              .flags = submission.flags,
                              .context = static_cast<std::uint32_t>(submission.rsvd1),
                              .relocations = relocations,
                              .objects = submission.buffer_count,
                              .number = submissions_++};
  file_.record(RecordKind::kSubmit, bytes_of(payload), std::as_bytes(std::span{used}));
  file_.end_part();
  execute();
  return 0;
}

/// Has the submission executed where a model stands by, and gives the program what it wrote.
void Recorder::execute() {
  if (!file_.open()) return;
  executor_.execute(file_.bytes(), [this](std::uint64_t gpu_address, std::span<const std::uint32_t> words) {
    take_written(gpu_address, words);
  });
}

/// Words that differ from what the recording holds are the GPU's: the program finds them, and the recording holds them,
/// because whoever runs it computes them. The program may write beside them meanwhile.
void Recorder::take_written(std::uint64_t gpu_address, std::span<const std::uint32_t> words) {
  BufferObject* const object = objects.find_on_gpu(gpu_address);
  if (object == nullptr || words.size_bytes() > object->gpu_address + object->size - gpu_address) return;
  const std::uint64_t within = gpu_address - object->gpu_address;
  const auto take = [&](std::uint32_t* memory, std::uint32_t* recorded) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] != recorded[i]) memory[i] = recorded[i] = words[i];
    }
  };
  const std::size_t first = within / sizeof(std::uint32_t);
  if (object->program_memory != nullptr) return take(object->program_memory + first, object->recorded.data() + first);
  const std::span memory = objects.words(*object), recorded = objects.recorded_words(*object);
  if (memory.empty() || recorded.empty()) return report(kNoAddressSpace);
  take(memory.data() + first, recorded.data() + first);
}

void Recorder::close(std::uint64_t handle) {
  unmap(*objects.find(handle));
  objects.close(handle);
}

void Recorder::note(const void* pointer, std::uint64_t bytes, std::string_view text) {
  static const bool reference = std::getenv(kReferenceVariable) != nullptr;
  if (reference) return note_contents(pointer, bytes, text);
  if (submissions_ == 0 || !file_.open()) return;
  const std::array<std::uint64_t, 2> place{pointer == nullptr ? 0 : objects.gpu_address_of(pointer), bytes};
  file_.record(RecordKind::kNote, bytes_of(place), std::as_bytes(std::span{text}));
  file_.end_part();
}

/// Records memory as it is now, at an address that holds it for this note alone.
void Recorder::note_contents(const void* pointer, std::uint64_t bytes, std::string_view text) {
  if (pointer == nullptr || bytes == 0 || !file_.open()) return;
  constexpr std::uint64_t kPlace = 0x10000;
  const std::array<std::uint64_t, 2> place{kPlace, bytes};
  const std::uint64_t size = (bytes + kPage - 1) / kPage * kPage;
  file_.record(RecordKind::kMap, bytes_of(MapPayload{kPlace, size, 0, 0}));
  file_.record(RecordKind::kWrite, bytes_of(kPlace), {static_cast<const std::byte*>(pointer), bytes});
  file_.record(RecordKind::kNote, bytes_of(place), std::as_bytes(std::span{text}));
  file_.record(RecordKind::kUnmap, bytes_of(std::array<std::uint64_t, 2>{kPlace, size}));
  file_.end_part();
}

/// Records where an object is and what the CPU has written into it.
void Recorder::place(std::uint64_t handle, BufferObject& object, std::uint64_t gpu_address) {
  const bool moved = !object.on_gpu || object.gpu_address != gpu_address;
  if (moved) {
    unmap(object);
    objects.put_on_gpu(object, gpu_address);
    const std::uint32_t flags =
        (object.on_cpu ? kMappedByCpu : 0) | (object.program_memory != nullptr ? kLentByProgram : 0);
    file_.record(RecordKind::kMap,
                 bytes_of(MapPayload{gpu_address, object.size, static_cast<std::uint32_t>(handle), flags}));
  }
  // Memory that nobody maps is the GPU's alone; where it moves, the recording gets it anew.
  if (moved || object.on_cpu || object.program_memory != nullptr)
    record_writes(object, moved ? Range::kNew : Range::kKnown);
}

/// The recording holds nothing of the object from here on.
void Recorder::unmap(BufferObject& object) {
  if (!object.on_gpu) return;
  if (file_.open()) {
    file_.record(RecordKind::kUnmap, bytes_of(std::array<std::uint64_t, 2>{object.gpu_address, object.size}));
  }
  objects.take_from_gpu(object);
  std::fill(object.recorded.begin(), object.recorded.end(), 0);
  if (object.program_memory == nullptr) objects.recorded().clear(object.offset, object.size);
}

void Recorder::record_writes(BufferObject& object, Range range) {
  if (object.program_memory != nullptr) {
    const std::span now{object.program_memory, object.recorded.size()};
    return record_differences(object.gpu_address, now, object.recorded, range);
  }
  const std::span now = objects.words(object), before = objects.recorded_words(object);
  if (now.empty() || before.empty()) return report(kNoAddressSpace);
  const std::uint64_t end = object.offset + object.size;
  for (std::uint64_t at = object.offset; at < end;) {
    // Only where one of the files holds something: most of a large object is never touched by the CPU.
    const std::uint64_t data =
        std::min(objects.memory().data_from(at).value_or(end), objects.recorded().data_from(at).value_or(end));
    if (data >= end) break;
    const std::uint64_t from = data / kPage * kPage;
    const std::uint64_t look_end = from + std::min(end - from, kMostLooked);
    for (at = from; at < look_end; at += kPage) {
      const std::size_t word = (at - object.offset) / sizeof(std::uint32_t);
      const auto page = now.subspan(word, kPage / sizeof(std::uint32_t));
      const auto page_before = before.subspan(word, kPage / sizeof(std::uint32_t));
      if (std::memcmp(page.data(), page_before.data(), kPage) == 0) continue;
      record_differences(object.gpu_address + (at - object.offset), page, page_before, range);
    }
  }
}

/// Records the words that differ from what the recording holds. Runs are exact, so that replaying them cannot overwrite
/// what the GPU wrote beside them; only in a new range are they joined across short gaps.
void Recorder::record_differences(std::uint64_t gpu_address, std::span<const std::uint32_t> now,
                                  std::span<std::uint32_t> before, Range range) {
  const std::size_t gap = range == Range::kNew ? kJoinedGap : 0;
  for (std::size_t at = 0; at < now.size();) {
    if (now[at] == before[at]) {
      ++at;
      continue;
    }
    std::size_t last = at;
    for (std::size_t next = at + 1; next < now.size() && next - last <= gap + 1; ++next) {
      if (now[next] != before[next]) last = next;
    }
    const auto run = now.subspan(at, last + 1 - at);
    const std::uint64_t address = gpu_address + at * sizeof(std::uint32_t);
    // The program may write while this reads: what is recorded is what is remembered.
    std::copy(run.begin(), run.end(), before.begin() + static_cast<std::ptrdiff_t>(at));
    file_.record(RecordKind::kWrite, bytes_of(address), std::as_bytes(before.subspan(at, run.size())));
    at = last + 1;
  }
}

}  // namespace texpipe::capture

/// A program or layer that knows of the recorder names memory that it has mapped, such as the buffer that it will read
/// a picture from.
extern "C" __attribute__((visibility("default"))) void texpipe_capture_note(const void* pointer, std::uint64_t bytes,
                                                                            const char* text) {
  auto& recorder = texpipe::capture::recorder();
  const std::lock_guard guard{recorder.lock};
  recorder.note(pointer, bytes, text);
}
