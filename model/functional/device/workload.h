// A whole workload: memory with everything in it, threads and what they execute, and the image that they write.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "functional/execution/thread_source.h"
#include "functional/frame/state/performance_counters.h"
#include "functional/frame/work/frame_work.h"
#include "functional/memory/buffer_bounds.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/rasterization/subspan_feed.h"

namespace texpipe::functional {

/// A surface that holds a workload's result, by its place in the binding table.
struct OutputImage {
  std::string name;
  std::uint32_t binding_table_index = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

/// Shared local memory of the work groups, one group's behind the other's.
struct GroupMemory {
  ByteAddress base{};
  std::uint64_t stride = 0;  // from a group to the next
  std::uint32_t bytes = 0;   // of each; 0: they have none

  ByteAddress of(unsigned group) const { return ByteAddress{base.value() + group * stride}; }
};

/// A picture that a frame's draws leave in memory.
struct PaintedPicture {
  std::uint32_t number = 0;
  ByteAddress address;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint64_t draws = 0;  // 3DPRIMITIVE commands before the picture was complete
};

/// A file that a workload leaves beside its image.
struct ResultFile {
  std::string name;
  std::string content;
  bool printed = false;  // text that the run shows as well
};

/// Movable; what its members point to stays in place.
struct Workload {
  std::unique_ptr<GpuMemory> memory = std::make_unique<GpuMemory>();
  std::unique_ptr<MessageContext> context = std::make_unique<MessageContext>();
  std::unique_ptr<ThreadSource> threads;
  /// Feed of workloads with a scene: group n of `threads` shades the feed's thread n, and `context` names the feed's
  /// store.
  std::unique_ptr<SubspanFeed> subspans{};
  /// No group reads what another writes, and none writes bytes that another writes: they may run side by side.
  bool independent_groups = false;
  OutputImage output;
  GroupMemory local_memory = {};
  std::vector<Diagnostic> warnings = {};  // what is dubious about the workload although it can run
  /// Accesses of the threads beyond their buffers; null: nobody counts.
  std::unique_ptr<BufferBounds> bounds = {};
  /// Asked for after the run: pictures of a frame. Empty: the workload is no frame.
  std::function<std::vector<PaintedPicture>()> painted_pictures = {};
  /// Work that the phases of a frame give the fixed functions, once somebody asks for it. Empty: no frame.
  std::function<FrameWork&()> ask_for_work = {};
  /// Sets the order of the subspans of a frame's primitives, before it runs. Empty: no frame.
  std::function<void(TileOrder)> order_tiles = {};
  /// Has somebody add what a machine counts to the counters that a frame asks for. Empty: no frame.
  std::function<void(CountMore)> count_by = {};
  /// Counters of a frame's threads so far, without those of draws and submissions that were not chosen. Empty: no
  /// frame.
  std::function<PerformanceCounters()> chosen_threads = {};
  std::function<std::vector<ResultFile>()> results = {};  // asked for after the run; empty: the image is all
};

}  // namespace texpipe::functional
