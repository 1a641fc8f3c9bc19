// Lines of memory that a render target write touches.
#include <array>
#include <bit>
#include <utility>

#include "functional/frame/pixel/pixel_output.h"
#include "functional/message/recent_decode.h"
#include "functional/rasterization/target_coverage.h"

namespace texpipe::functional {

void PixelOutput::find_work(const PixelBatch& batch, const PixelThread& thread, const KeptWrite& kept,
                            TargetWork& work) {
  const TargetWrite& asked = parsed(kept);
  const ColorTarget& target = target_of(asked);
  const bool tests = context_.time == TestTime::kAfter && tests_.state().active() && asked.target == 0;
  if (!target.null()) {
    work.bytes = target.element_bytes();
    work.reads = target.reads();
  }
  constexpr unsigned kSubspans = kColorLanes / kPixelsOfSubspan;  // of a group
  LinesBefore before;
  for (unsigned s = 0; s < asked.group_count * kSubspans; ++s) {
    const unsigned lane = asked.first_lane + s * kPixelsOfSubspan;
    if (lane >= kPixelsOfSubspan * thread.subspans) break;
    const std::uint32_t lanes = kept.execution_mask >> s * kPixelsOfSubspan & thread.dispatched >> lane & 0xF;
    if (lanes == 0) continue;
    work.pixels += static_cast<unsigned>(std::popcount(lanes));
    const ShadedSubspan& subspan = batch.subspans[thread.first_subspan + lane / kPixelsOfSubspan];
    const std::uint32_t layer = batch.primitives[thread.primitive].layer;
    if (!target.null()) touch_target(subspan, lanes, layer, target, before, work);
    if (tests) touch_tests(subspan, layer, work);
  }
  if (target.null() || context_.raster.target_samples == 1) work.colors = work.pixels;
}

/// Parts of a write but for its registers. Messages that differ in their payloads alone have the same, unless they have
/// a header.
const TargetWrite& PixelOutput::parsed(const KeptWrite& kept) {
  const std::array<std::uint32_t, 3> words{kept.descriptor, kept.extended_descriptor,
                                           static_cast<std::uint32_t>(kept.payload.size()) + 1};
  const auto& fields = recently_decoded<gen9::RenderTargetMessage>({kept.descriptor, kept.extended_descriptor});
  if (words == asked_words_ && !fields.header_present) return asked_write_;
  parse_target_write(kept,
                     {.sample_mask = context_.shader.writes_mask,
                      .depth = context_.shader.writes_depth,
                      .stencil = context_.shader.writes_stencil},
                     asked_write_);
  asked_words_ = words;
  return asked_write_;
}

/// Two neighbours of a row of a subspan stand in one line, but for elements of 16 bytes; all four share one of the
/// auxiliary surface.
void PixelOutput::touch_target(const ShadedSubspan& subspan, std::uint32_t lanes, std::uint32_t layer,
                               const ColorTarget& target, LinesBefore& before, TargetWork& work) const {
  constexpr unsigned kWide = 16;
  const auto x = static_cast<std::uint32_t>(subspan.x), y = static_cast<std::uint32_t>(subspan.y);
  const auto touch = [&](unsigned pixel, unsigned sample) {
    const auto address = target.address(x + (pixel & 1), y + (pixel >> 1), layer, sample);
    if (address)
      touch_line(work.lines, 0,
                 {.address = line_of(*address),
                  .cache = FrameCache::kColor,
                  .read = target.reads(),
                  .write = true,
                  .compresses = target.control().compresses(),
                  .auxiliary = target.control().exists() && sample == 0});
    return address.has_value();
  };
  const auto control = target.control_line(x, y, layer);
  if (control && control != std::exchange(before.control, control))
    touch_line(work.lines, 0, {*control, FrameCache::kMcs, true, true});
  const LevelPlaces::BlockBits& bits = target.line_blocks();
  if (bits.columns != 0) {  // a row, or the whole subspan, stands in one line, and perhaps in that of the one before
    for (unsigned row = 0; row < (bits.rows != 0 ? 1u : 2u); ++row) {
      const LinesBefore::Block block{x >> bits.columns, (y + row) >> bits.rows};
      if (block != before.blocks[row] && touch(2 * row, 0)) before.blocks[row] = block;
    }
    return;
  }
  if (context_.raster.target_samples == 1) {
    const unsigned step = target.element_bytes() < kWide ? 2 : 1;
    for (unsigned pixel = 0; pixel < kPixelsOfSubspan; pixel += step) touch(pixel, 0);
    return;
  }
  for (unsigned pixel = 0; pixel < kPixelsOfSubspan; ++pixel) {
    if ((lanes >> pixel & 1) == 0) continue;
    const unsigned samples = written_colors(subspan.live[pixel], target);
    for (unsigned sample = 0; samples >> sample != 0; ++sample) {
      if ((samples >> sample & 1) == 0) continue;
      ++work.colors;
      touch(pixel, sample);
    }
  }
}

/// Samples of a pixel whose colours are written by themselves: where an MCS tells that all are alike, the first.
unsigned PixelOutput::written_colors(unsigned live, const ColorTarget& target) const {
  const unsigned samples = context_.raster.samples(), target_samples = context_.raster.target_samples;
  const unsigned covered =
      samples == target_samples ? live : target_coverage(static_cast<std::uint16_t>(live), samples, target_samples);
  const unsigned all = (1u << target_samples) - 1;
  return target.control().exists() && (covered & all) == all ? 1u : covered & all;
}

/// The four pixels of a single sample stand in one line of depth and in one of stencil.
void PixelOutput::touch_tests(const ShadedSubspan& subspan, std::uint32_t layer, TargetWork& work) const {
  const DepthStencilState& state = tests_.state();
  const unsigned samples = context_.raster.target_samples, pixels = samples == 1 ? 1 : kPixelsOfSubspan;
  for (unsigned pixel = 0; pixel < pixels; ++pixel) {
    for (unsigned s = 0; s < samples; ++s) {
      const TestedSample sample{.x = static_cast<std::uint32_t>(subspan.x) + (pixel & 1),
                                .y = static_cast<std::uint32_t>(subspan.y) + (pixel >> 1),
                                .sample = s,
                                .layer = layer};
      if (state.depth_test || state.depth_write) {
        if (const auto address = tests_.depth_address(sample))
          touch_line(work.lines, 0, {line_of(*address), FrameCache::kDepth, state.depth_test, state.depth_write});
      }
      if (state.stencil_test) {
        if (const auto address = tests_.stencil_address(sample))
          touch_line(work.lines, 0, {line_of(*address), FrameCache::kStencil, true, state.stencil_write});
      }
    }
  }
}

}  // namespace texpipe::functional
