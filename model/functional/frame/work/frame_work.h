// Work that a frame gives the fixed functions of the 3D pipeline, in the order in which they have to do it: for who
// lets them take time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <vector>

#include "base/enum_table.h"
#include "base/quantity.h"
#include "functional/frame/work/cleared_lines.h"
#include "functional/message/target_work.h"

namespace texpipe::functional {

/// Order in which the coarse tiles of a primitive are rastered.
enum class TileOrder : std::uint8_t { kScan, kTiles, kSerpentine, kMorton, kHilbert };
EnumRows enum_rows(TileOrder);
inline constexpr TileOrder kUsualTileOrder = TileOrder::kSerpentine;

enum class FrameStepKind : std::uint8_t {
  kCommands,      // DWords of commands are parsed
  kStall,         // the command streamer waits until all work before has left the pipeline and is written back
  kVertices,      // vertices of a thread are fetched
  kThreads,       // threads of another geometry stage
  kPrimitives,    // primitives that cover nothing
  kTile,          // a coarse tile of a primitive is rastered and tested, with primitives before it that cover nothing
  kClear,         // pixels of a scaled rectangle are written, for a fast clear or a resolve
  kDepthClear,    // blocks of the hierarchical depth buffer are written; its lines of depth are clear then
  kDepthResolve,  // likewise; those of its lines of depth that are clear are written
  kJoin,          // what follows needs the vertices and clears before; takes no time
};

/// Whether a step goes from the command streamer to vertex fetch or to clears; others come from the geometry stages.
constexpr bool is_fetched(FrameStepKind kind) {
  using enum FrameStepKind;
  return kind == kCommands || kind == kStall || kind == kVertices || kind == kClear || kind == kDepthClear ||
         kind == kDepthResolve;
}

/// Primitives as they come to clip and set-up.
struct PrimitiveWork {
  std::uint32_t strips = 0;         // of strips, fans, loops and polygons
  std::uint32_t lists = 0;          // of all other topologies
  std::uint32_t clipped = 0;        // of both, those whose shape a plane changed
  std::uint32_t clip_vertices = 0;  // that these have then
  std::uint32_t culled = 0;         // of all, those that are not drawn

  bool empty() const { return strips == 0 && lists == 0; }
};

/// A coarse tile of 16x16 pixels of one primitive. Blocks are 8x4 pixels of it.
struct TileWork {
  std::uint16_t subspans = 0;       // covered
  std::uint16_t pixels = 0;         // covered
  std::uint16_t blocks = 0;         // touched
  std::uint16_t passed_blocks = 0;  // those in which a sample passes the early test
  std::uint16_t tested_pixels = 0;  // of these blocks
  std::uint16_t passed_pixels = 0;  // that go on to the shader, or are written
  bool hierarchical = false;        // a hierarchical depth buffer is looked at
};

/// Caches that commands invalidate. What they hold is clean.
struct ReadOnlyCaches {
  bool textures = false;
  bool constants = false;
  bool vertices = false;

  bool any() const { return textures || constants || vertices; }
};

struct FrameStep {
  FrameStepKind kind = FrameStepKind::kCommands;
  std::uint32_t draw = 0;           // number of the 3DPRIMITIVE
  std::uint32_t amount = 0;         // DWords; indices; points of the tessellator; pixels of a clear; blocks
  std::uint32_t vertices = 0;       // of kVertices
  std::uint32_t urb_bytes = 0;      // of kVertices: that vertex fetch writes
  std::uint32_t opens = 0;          // groups of the current phase that may start when the step is done
  std::uint32_t group_threads = 1;  // threads of each
  std::uint32_t turn = 0;           // of those that let threads start: its number, for who lets them
  std::uint32_t first_line = 0;
  std::uint32_t lines = 0;  // of FrameWork::lines
  PrimitiveWork primitives{};
  TileWork tile{};
  ReadOnlyCaches invalidates{};  // of kCommands and kStall: when the command streamer has done it
};

/// Steps since somebody took them. What stands in a step's lines is behind those of the step before.
class FrameWork {
 public:
  std::uint32_t reuse = 128;  // newest shaded vertices that are not shaded again
  std::uint32_t ahead = 0;    // vertices of draws that may be shaded while pixels of draws before are; 0: none
  std::uint32_t draw = 0;     // number of the draw that adds steps
  bool compresses = false;    // pairs of lines of targets may be compressed

  std::vector<FrameStep> steps;
  std::vector<FrameLine> lines;
  ClearedLines cleared;  // by the steps that were done

  /// Adds a step of the current draw, without lines.
  FrameStep& add(FrameStepKind kind, std::uint32_t amount = 0) {
    steps.push_back(
        {.kind = kind, .draw = draw, .amount = amount, .first_line = static_cast<std::uint32_t>(lines.size())});
    return steps.back();
  }

  /// Adds a line to the last step, unless one of its last few lines is the same.
  void touch(ByteAddress address, FrameCache cache, bool read, bool write) {
    touch({.address = line_of(address), .cache = cache, .read = read, .write = write});
  }
  void touch(const FrameLine& line);

  /// Adds steps of the current draw that share an amount and lines evenly, so that lines go to their caches while later
  /// ones are made.
  void add_shared(FrameStepKind kind, std::uint64_t amount, std::uint64_t steps,
                  std::initializer_list<std::reference_wrapper<const std::vector<FrameLine>>> shared);

  /// Drops the steps from `first` on whose draws are not wanted, with their lines.
  void keep(std::size_t first, const std::function<bool(std::uint32_t draw)>& wanted);

  /// Spreads the steps from `middle` on evenly, by the threads that they let start, among those from `first` on.
  void spread(std::size_t first, std::size_t middle);

  void clear() {
    steps.clear();
    lines.clear();
  }
};

}  // namespace texpipe::functional
