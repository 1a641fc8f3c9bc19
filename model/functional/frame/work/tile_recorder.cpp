#include "functional/frame/work/tile_recorder.h"

#include <algorithm>
#include <bit>

#include "functional/frame/work/tile_order.h"
#include "isa/gen9/primitive_topology.h"

namespace texpipe::functional {

namespace {

constexpr std::int32_t kBlockWidth = 8, kBlockHeight = 4;  // pixels

/// Primitives of it share vertices with the one before: one comes each cycle.
bool is_strip(std::uint8_t topology) {
  using enum gen9::PrimitiveTopology;
  switch (static_cast<gen9::PrimitiveTopology>(topology)) {
    case kLineStrip:
    case kLineStripAdj:
    case kLineStripBf:
    case kLineStripCont:
    case kLineStripContBf:
    case kLineLoop:
    case kTriStrip:
    case kTriStripAdj:
    case kTriStripReverse:
    case kTriFan:
    case kTriFanNoStipple:
    case kQuadStrip:
    case kPolygon:
      return true;
    default:
      return false;
  }
}

}  // namespace

TileRecorder::TileRecorder(FrameWork& work, const PipelineState& state, const DepthStencilTest& tests, TestTime time,
                           unsigned samples)
    : work_{work},
      tests_{tests},
      samples_{samples},
      early_{time != TestTime::kAfter && tests.state().active()},
      writes_{time == TestTime::kBefore},
      hiz_{state},
      hierarchical_{early_ && tests.has_depth() && hiz_.exists()} {}

void TileRecorder::primitive(const AssembledPrimitives& list, unsigned clipped_vertices, bool culled) {
  ++(is_strip(list.topology) ? pending_.strips : pending_.lists);
  if (clipped_vertices != 0) {
    ++pending_.clipped;
    pending_.clip_vertices += clipped_vertices;
  }
  pending_.culled += culled ? 1 : 0;
}

void TileRecorder::begin_tile(std::int32_t x, std::int32_t y) {
  open_ = true;
  tile_x_ = x;
  tile_y_ = y;
  tile_ = {.hierarchical = hierarchical_};
  pixels_of_block_ = {};
  touched_ = passed_ = 0;
  tested_.clear();
}

void TileRecorder::add(const ShadedSubspan& subspan, std::uint32_t layer, std::size_t end) {
  add(subspan.x, subspan.y, nonzero_words(subspan.covered), nonzero_words(subspan.live), layer, end);
}

void TileRecorder::add(std::int32_t x, std::int32_t y, unsigned covered, unsigned live, std::uint32_t layer,
                       std::size_t end) {
  const std::int32_t tile_x = x / kFrameTile, tile_y = y / kFrameTile;
  if (open_ && (tile_x != tile_x_ || tile_y != tile_y_)) end_tile(end);
  if (!open_) begin_tile(tile_x, tile_y);
  const auto block = static_cast<std::uint8_t>(y % kFrameTile / kBlockHeight * 2 + x % kFrameTile / kBlockWidth);
  const unsigned pixels = ones_of(covered);
  ++tile_.subspans;
  tile_.pixels = static_cast<std::uint16_t>(tile_.pixels + pixels);
  tile_.passed_pixels = static_cast<std::uint16_t>(tile_.passed_pixels + ones_of(live));
  pixels_of_block_[block] = static_cast<std::uint16_t>(pixels_of_block_[block] + pixels);
  touched_ |= 1u << block;
  if (live != 0) passed_ |= 1u << block;
  if (early_) add_tests(x, y, layer, block);
}

void TileRecorder::add_tested(std::span<const CoveredSubspan> covered, unsigned passed, std::uint32_t layer,
                              std::size_t end, bool shaded) {
  for (const CoveredSubspan& subspan : covered) {
    const unsigned live = passed & 0xF;
    passed >>= kPixelsOfSubspan;
    add(subspan.x, subspan.y, nonzero_words(subspan.samples), live, layer, end);
    end += shaded && live != 0 ? 1 : 0;
  }
}

void TileRecorder::note(ByteAddress address, FrameCache cache, std::uint8_t block) {
  const ByteAddress line = line_of(address);
  for (auto t = tested_.rbegin(); t != tested_.rend(); ++t) {
    if (t->line == line && t->cache == cache && t->block == block) return;
  }
  tested_.push_back({line, cache, block});
}

/// Lines of a subspan's depth and stencil. The four pixels of a single sample stand in one line of either.
void TileRecorder::add_tests(std::int32_t x, std::int32_t y, std::uint32_t layer, std::uint8_t block) {
  const DepthStencilState& state = tests_.state();
  const unsigned pixels = samples_ == 1 ? 1 : kPixelsOfSubspan;
  for (unsigned p = 0; p < pixels; ++p) {
    for (unsigned s = 0; s < samples_; ++s) {
      const TestedSample sample{.x = static_cast<std::uint32_t>(x) + (p & 1),
                                .y = static_cast<std::uint32_t>(y) + (p >> 1),
                                .sample = s,
                                .layer = layer};
      if (state.depth_test || state.depth_write) {
        if (const auto address = tests_.depth_address(sample)) note(*address, FrameCache::kDepth, block);
      }
      if (state.stencil_test) {
        if (const auto address = tests_.stencil_address(sample)) note(*address, FrameCache::kStencil, block);
      }
    }
  }
}

/// Lines of blocks that the hierarchical test rejects are not looked at.
void TileRecorder::end_tile(std::size_t end) {
  open_ = false;
  const DepthStencilState& state = tests_.state();
  const unsigned looked_at = hierarchical_ ? passed_ : touched_;
  tile_.blocks = static_cast<std::uint16_t>(std::popcount(touched_));
  tile_.passed_blocks = static_cast<std::uint16_t>(std::popcount(passed_));
  for (unsigned block = 0; early_ && block < kBlocks; ++block) {
    if ((looked_at >> block & 1) != 0)
      tile_.tested_pixels = static_cast<std::uint16_t>(tile_.tested_pixels + pixels_of_block_[block]);
  }
  FrameStep& step = work_.add(FrameStepKind::kTile);
  step.primitives = pending_;
  step.tile = tile_;
  pending_ = {};
  const bool written = writes_ && passed_ != 0;
  if (hierarchical_) {
    const auto column = static_cast<std::uint32_t>(tile_x_), row = static_cast<std::uint32_t>(tile_y_);
    for (const bool lower : {false, true}) {
      if ((touched_ & (lower ? 0xF0 : 0x0F)) != 0)
        work_.touch(hiz_.line(column, row, lower), FrameCache::kHiz, true, written && state.depth_write);
    }
  }
  for (const Tested& tested : tested_) {
    if ((looked_at >> tested.block & 1) == 0) continue;
    const bool depth = tested.cache == FrameCache::kDepth;
    const bool passes = (passed_ >> tested.block & 1) != 0;
    work_.touch(tested.line, tested.cache, depth ? state.depth_test : true,
                writes_ && (depth ? passes && state.depth_write : state.stencil_write));
  }
  ended_.push_back({work_.steps.size() - 1, end});
}

void TileRecorder::end_piece(std::size_t end) {
  if (open_) end_tile(end);
}

void TileRecorder::open_threads(const PixelBatch& batch, std::size_t first) {
  std::size_t thread = first;
  for (std::size_t i = 0; i < ended_.size(); ++i) {
    const std::size_t before = thread;
    const bool last = i + 1 == ended_.size();
    while (thread < batch.threads.size() &&
           (last || batch.threads[thread].first_subspan + batch.threads[thread].subspans <= ended_[i].end))
      ++thread;
    work_.steps[ended_[i].step].opens = static_cast<std::uint32_t>(thread - before);
  }
  ended_.clear();
}

void TileRecorder::end_batch() {
  if (pending_.empty()) return;
  work_.add(FrameStepKind::kPrimitives).primitives = pending_;
  pending_ = {};
}

}  // namespace texpipe::functional
