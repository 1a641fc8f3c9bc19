#include "workload/frame/frame_local_memory.h"

#include <string>

#include "base/diagnostic.h"
#include "functional/frame/compute_walker.h"

namespace texpipe::study {

namespace {

constexpr ByteSize kLocalMemoryBytes{std::uint64_t{functional::ComputeWalker::kLocalMemories} *
                                     functional::ComputeWalker::kLocalBytes};

}  // namespace

void require_beside_local_memory(const FrameRecording& recording, const FrameRecord& record, const FrameMap& map) {
  if (map.address >= kFrameLocalMemory.value() + kLocalMemoryBytes.value() ||
      map.address + map.size <= kFrameLocalMemory.value())
    return;
  throw Error{ExitCode::kUnsupported,
              Diagnostic{.path = recording.name(),
                         .problem = "byte " + std::to_string(record.offset) +
                                    ": maps addresses that the model keeps for shared local memory"}};
}

}  // namespace texpipe::study
