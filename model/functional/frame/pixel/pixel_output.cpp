#include "functional/frame/pixel/pixel_output.h"

#include <algorithm>
#include <bit>

#include "functional/frame/pixel/subspan_watch.h"
#include "functional/rasterization/target_coverage.h"
#include "functional/shared_function/typed_surface.h"

namespace texpipe::functional {

namespace {

constexpr Grf kOnes{0x3F80'0000, 0x3F80'0000, 0x3F80'0000, 0x3F80'0000,
                    0x3F80'0000, 0x3F80'0000, 0x3F80'0000, 0x3F80'0000};

float real(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

}  // namespace

PixelOutput::PixelOutput(const PixelOutputContext& context, DepthStencilTest& tests)
    : context_{context}, tests_{tests}, tiles_{context.memory} {
  const PixelShaderState& shader = context_.shader;
  const BlendState& blend = context_.blend;
  const bool tested = context_.time == TestTime::kAfter && tests_.state().active();
  plain_ = context_.observed == nullptr && context_.watch == nullptr && !tested && !shader.writes_mask &&
           !shader.writes_depth && !shader.writes_stencil && !blend.alpha_test && !blend.alpha_to_coverage &&
           !blend.alpha_to_one && context_.raster.samples() == 1 && context_.raster.target_samples == 1;
}

const ColorTarget& PixelOutput::target_of(std::uint8_t binding_table_index, std::uint32_t bindless_surface_offset,
                                          unsigned index) {
  for (const KnownTarget& known : targets_) {
    if (known.binding_table_index == binding_table_index && known.index == index &&
        known.bindless_surface_offset == bindless_surface_offset)
      return *known.target;
  }
  const auto words =
      surface_state_words(context_.memory, context_.messages, binding_table_index, bindless_surface_offset);
  targets_.push_back(
      {binding_table_index, bindless_surface_offset, index,
       std::make_unique<ColorTarget>(gen9::RenderSurfaceState::decode(words), context_.blend.target(index),
                                     context_.blend.constant, context_.raster.target_samples)});
  return *targets_.back().target;
}

const ColorTarget& PixelOutput::target_of(const TargetWrite& write) {
  return target_of(write.binding_table_index, write.bindless_surface_offset, write.target);
}

void PixelOutput::retire(PixelBatch& batch, const KeptWrites& writes) {
  tiles_.close();  // threads have run, who may have made others watch
  for (std::uint32_t t = 0; t < batch.threads.size(); ++t) {
    decided_ = 0;
    prefetch(batch, t);
    for (unsigned i = 0; i < writes.count(t); ++i) {
      const PixelThread& thread = batch.threads[t];
      const KeptWrite& kept = writes.kept(t, i);
      const bool smooth = batch.primitives[thread.primitive].smooth_line != 0;
      if (!plain_ || smooth || !apply_plain(batch, thread, kept)) apply(batch, thread, kept);
    }
    if (context_.observed != nullptr) observe(batch, batch.threads[t]);
  }
}

/// Brings what threads that come soon will write near, one target's.
void PixelOutput::prefetch(const PixelBatch& batch, std::uint32_t thread) {
  constexpr std::uint32_t kAhead = 8, kStep = 2;
  if (!plain_ || targets_.empty() || thread + kAhead >= batch.threads.size()) return;
  const PixelThread& later = batch.threads[thread + kAhead];
  const ColorTarget& target = *targets_.front().target;
  for (std::uint32_t s = 0; s < later.subspans; s += kStep) {
    const ShadedSubspan& subspan = batch.subspans[later.first_subspan + s];
    target.prefetch(tiles_, subspan.x, subspan.y, batch.primitives[later.primitive].layer);
  }
}

/// Tells of the samples of a thread that were shaded and not written.
void PixelOutput::observe(const PixelBatch& batch, const PixelThread& thread) {
  for (unsigned lane = 0; lane < 4u * thread.subspans; ++lane) {
    if ((thread.dispatched >> lane & 1) == 0) continue;
    const ObservedPixel at{thread.first_subspan + lane / kPixelsOfSubspan,
                           static_cast<std::uint8_t>(lane % kPixelsOfSubspan)};
    const ShadedSubspan& subspan = batch.subspans[at.slot];
    const auto written = (decided_ >> lane & 1) != 0 ? subspan.live[at.pixel] : std::uint16_t{0};
    for (const KnownTarget& known : targets_)
      context_.observed->left_out(at, static_cast<std::uint32_t>(subspan.x) + (at.pixel & 1u),
                                  static_cast<std::uint32_t>(subspan.y) + (at.pixel >> 1u),
                                  batch.primitives[thread.primitive].layer, written, *known.target);
  }
}

void PixelOutput::tell_beside() {
  if (context_.observed == nullptr || !context_.observed->has_beside() || !context_.shader.valid) return;
  if (targets_.empty()) target_of(TargetWrite{});
  for (const KnownTarget& known : targets_) context_.observed->tell_beside(*known.target);
}

void PixelOutput::apply(PixelBatch& batch, const PixelThread& thread, const KeptWrite& kept) {
  parse_target_write(kept,
                     {.sample_mask = context_.shader.writes_mask,
                      .depth = context_.shader.writes_depth,
                      .stencil = context_.shader.writes_stencil},
                     write_);
  const std::uint32_t smooth = batch.primitives[thread.primitive].smooth_line;
  if (smooth != 0 && !target_of(write_).integers()) fade(batch, thread, batch.smooth_lines[smooth - 1]);
  for (unsigned g = 0; g < write_.group_count; ++g) {
    const unsigned first = write_.first_lane + g * kColorLanes;
    if (first >= 4u * thread.subspans) break;
    const std::uint32_t lanes = kept.execution_mask >> g * kColorLanes & thread.dispatched >> first & 0xFF;
    for (unsigned i = 0; i < kColorLanes; ++i) {
      if ((lanes >> i & 1) != 0 && (decided_ >> (first + i) & 1) == 0) decide(batch, thread, g, i);
    }
    const ColorTarget& target = target_of(write_);
    if (!target.null() && lanes != 0) write_group(batch, thread, lanes, g, target);
  }
}

/// Multiplies the alphas of a write by what an antialiased line covers of each pixel.
void PixelOutput::fade(const PixelBatch& batch, const PixelThread& thread, const SmoothLine& line) {
  for (unsigned g = 0; g < write_.group_count; ++g) {
    const std::uint32_t*& alphas = write_.groups[g].color[3];
    for (unsigned i = 0; i < kColorLanes; ++i) {
      const unsigned lane = write_.first_lane + g * kColorLanes + i;
      if (lane >= 4u * thread.subspans) break;
      const ShadedSubspan& subspan = batch.subspans[thread.first_subspan + lane / kPixelsOfSubspan];
      const unsigned pixel = lane % kPixelsOfSubspan;
      const float coverage = line.coverage(subspan.x + (pixel & 1) + 0.5, subspan.y + (pixel >> 1) + 0.5);
      faded_[g][i] = std::bit_cast<std::uint32_t>(real(alphas[i]) * coverage);
      if (context_.observed != nullptr && coverage < 1)
        context_.observed->doubt_all({thread.first_subspan + lane / kPixelsOfSubspan, static_cast<std::uint8_t>(pixel)},
                                     PixelDoubt::kEdge);
    }
    alphas = faded_[g].data();
  }
}

/// Samples of a lane that are written, by its first message: the same for all targets.
void PixelOutput::decide(PixelBatch& batch, const PixelThread& thread, unsigned group, unsigned lane_of_group) {
  const unsigned in_message = group * kColorLanes + lane_of_group;
  const unsigned lane = write_.first_lane + in_message;
  ShadedSubspan& subspan = batch.subspans[thread.first_subspan + lane / kPixelsOfSubspan];
  const unsigned pixel = lane % kPixelsOfSubspan;
  std::uint16_t samples = subspan.live[pixel];
  if (write_.sample_masks != nullptr) samples &= write_.sample_masks[in_message];
  const BlendState& blend = context_.blend;
  const TargetWrite::Group& registers = write_.groups[group];
  const std::uint32_t* alphas = registers.alpha != nullptr ? registers.alpha : registers.color[3];
  // A shader that sends sample masks has put its alpha into them (specification/pixel-shader-binary 6).
  const bool by_alpha =
      blend.alpha_to_coverage && !context_.shader.writes_mask && !context_.shader.keeps_alpha_coverage;
  if (blend.alpha_test || by_alpha) {
    const float alpha = real(alphas[lane_of_group]);
    if (!blend.passes_alpha_test(alpha)) samples = 0;
    if (by_alpha) {
      if (context_.observed != nullptr && alpha > 0 && alpha < 1)
        context_.observed->doubt_all({thread.first_subspan + lane / kPixelsOfSubspan, static_cast<std::uint8_t>(pixel)},
                                     PixelDoubt::kCoverage);
      samples &= alpha_coverage(alpha, context_.raster.samples());
    }
  }
  if (context_.time == TestTime::kAfter)
    samples = tested(batch.primitives[thread.primitive], subspan,
                     {thread.first_subspan + lane / kPixelsOfSubspan, static_cast<std::uint8_t>(pixel)}, samples, group,
                     lane_of_group);
  if (context_.time != TestTime::kBefore && context_.counts) context_.statistics.samples_passed += ones_of(samples);
  subspan.live[pixel] = samples;
  decided_ |= 1u << lane;
}

std::uint16_t PixelOutput::tested(const ShadedPrimitive& primitive, const ShadedSubspan& subspan, ObservedPixel at,
                                  std::uint16_t samples, unsigned group, unsigned lane_of_group) {
  if (!tests_.state().active()) return samples;
  TestedSample sample{.x = static_cast<std::uint32_t>(subspan.x) + (at.pixel & 1u),
                      .y = static_cast<std::uint32_t>(subspan.y) + (at.pixel >> 1u),
                      .layer = primitive.layer,
                      .back_face = primitive.back_face};
  if (write_.stencils != nullptr) sample.stencil_reference = write_.stencils[group * kColorLanes + lane_of_group];
  const std::uint32_t* depths = write_.groups[group].depth;
  const Viewport& viewport = context_.viewports[primitive.viewport];
  for (unsigned s = 0; samples >> s != 0; ++s) {
    if ((samples >> s & 1) == 0) continue;
    sample.sample = s;
    sample.z = viewport.clamp_depth(depths != nullptr ? real(depths[lane_of_group])
                                                      : sample_depth(primitive, context_.raster, sample));
    const bool watched = context_.watch != nullptr && context_.watch->is(sample.x, sample.y);
    WatchedTest watched_test = watched ? watched_test_of(tests_, sample) : WatchedTest{};
    const bool passed = context_.observed != nullptr
                            ? context_.observed->test(sample, true, primitive.planes, context_.observed->doubts(at, s))
                            : tests_.test(sample);
    watched_test.passed = passed;
    if (watched) context_.watch->tested_late(at.slot, watched_test);
    if (!passed) samples &= static_cast<std::uint16_t>(~(1u << s));
  }
  return samples;
}

/// Writes lanes, and tells a watch of the pixel among them.
void PixelOutput::write_watched(const PixelThread& thread, std::uint32_t lanes, unsigned group, const ColorLanes& out,
                                const ColorTarget& target) {
  std::uint32_t told = 0;
  for (unsigned i = 0; context_.watch != nullptr && i < kColorLanes; ++i)
    if ((lanes >> i & 1) != 0 && out.samples[i] != 0 && context_.watch->is(out.x[i], out.y[i])) told |= 1u << i;
  const auto tell = [&](auto&& what) {
    for (; told != 0; told &= told - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(told));
      const unsigned lane = write_.first_lane + group * kColorLanes + i;
      for (unsigned s = 0; out.samples[i] >> s != 0; ++s) {
        if ((out.samples[i] >> s & 1) == 0) continue;
        const auto address =
            target.address(static_cast<std::uint32_t>(out.x[i]), static_cast<std::uint32_t>(out.y[i]), out.layer, s);
        if (address)
          what(thread.first_subspan + lane / kPixelsOfSubspan, i,
               WatchedElement{.address = *address,
                              .bytes = static_cast<std::uint8_t>(target.element_bytes()),
                              .format = target.format(),
                              .blends = target.reads()});
      }
    }
  };
  const std::uint32_t again = told;
  tell([&](std::uint32_t slot, unsigned i, const WatchedElement& element) {
    context_.watch->writes(slot, element, {out.source[0][i], out.source[1][i], out.source[2][i], out.source[3][i]});
  });
  target.write(context_.memory, out);
  told = again;
  tell([&](std::uint32_t slot, unsigned, const WatchedElement& element) { context_.watch->wrote(slot, element); });
}

void PixelOutput::write_group(const PixelBatch& batch, const PixelThread& thread, std::uint32_t lanes, unsigned group,
                              const ColorTarget& target) {
  const TargetWrite::Group& registers = write_.groups[group];
  ColorLanes out{.source = registers.color, .second = registers.second};
  if (context_.blend.alpha_to_one) {
    out.source[3] = kOnes.data();
    out.second[3] = kOnes.data();
  }
  out.layer = batch.primitives[thread.primitive].layer;
  const unsigned samples = context_.raster.samples(), target_samples = context_.raster.target_samples;
  for (unsigned i = 0; i < kColorLanes; ++i) {
    if ((lanes >> i & 1) == 0) continue;
    const unsigned lane = write_.first_lane + group * kColorLanes + i;
    const ShadedSubspan& subspan = batch.subspans[thread.first_subspan + lane / kPixelsOfSubspan];
    const unsigned pixel = lane % kPixelsOfSubspan;
    out.x[i] = subspan.x + static_cast<std::int32_t>(pixel & 1);
    out.y[i] = subspan.y + static_cast<std::int32_t>(pixel >> 1);
    out.samples[i] =
        samples == target_samples ? subspan.live[pixel] : target_coverage(subspan.live[pixel], samples, target_samples);
  }
  write_watched(thread, lanes, group, out, target);
  if (context_.observed == nullptr) return;
  for (unsigned i = 0; i < kColorLanes; ++i) {
    if ((lanes >> i & 1) == 0) continue;
    const unsigned lane = write_.first_lane + group * kColorLanes + i;
    context_.observed->wrote(
        {thread.first_subspan + lane / kPixelsOfSubspan, static_cast<std::uint8_t>(lane % kPixelsOfSubspan)},
        static_cast<std::uint32_t>(out.x[i]), static_cast<std::uint32_t>(out.y[i]), out.layer, out.samples[i], target);
  }
}

}  // namespace texpipe::functional
