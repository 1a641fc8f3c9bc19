#include "functional/frame/setup/viewport.h"

#include <algorithm>
#include <cmath>

#include "base/diagnostic.h"
#include "functional/frame/state/indirect_words.h"
#include "isa/gen9/commands/indirect_state.h"
#include "isa/gen9/commands/pixel_commands.h"
#include "isa/gen9/commands/setup_commands.h"

namespace texpipe::functional {

using gen9::CommandId;
using gen9::read_field;
using gen9::read_real;
namespace command = gen9::command;

namespace {

constexpr std::int32_t kMostPixels = 16384;  // on an axis, of any target
constexpr unsigned kClipViewportWords = 16, kDepthViewportWords = 2, kScissorWords = 2;

/// Pixels whose centres lie in an inclusive range of pixels that may have a fraction: from `low` to `high` + 1
/// (resolution R39).
std::int32_t first_pixel(float low) {
  return static_cast<std::int32_t>(std::clamp(std::ceil(low - 0.5f), 0.0f, static_cast<float>(kMostPixels)));
}
std::int32_t pixels_end(float high) {
  return static_cast<std::int32_t>(std::clamp(std::ceil(high + 0.5f), 0.0f, static_cast<float>(kMostPixels)));
}

PixelRectangle drawing_rectangle(const PipelineState& state) {
  PixelRectangle all{0, 0, kMostPixels, kMostPixels};
  if (state.words(CommandId::kDrawingRectangle).empty()) return all;
  if (state.value(command::kDrawingRectangle["Drawing Rectangle Origin X"]) != 0 ||
      state.value(command::kDrawingRectangle["Drawing Rectangle Origin Y"]) != 0)
    unsupported("3DSTATE_DRAWING_RECTANGLE with an origin other than 0");
  const auto bound = [&](gen9::FieldBits field) { return static_cast<std::int32_t>(state.value(field)); };
  return intersection(all, {bound(command::kDrawingRectangle["Clipped Drawing Rectangle X Min"]),
                            bound(command::kDrawingRectangle["Clipped Drawing Rectangle Y Min"]),
                            bound(command::kDrawingRectangle["Clipped Drawing Rectangle X Max"]) + 1,
                            bound(command::kDrawingRectangle["Clipped Drawing Rectangle Y Max"]) + 1});
}

PixelRectangle scissor_rectangle(const PipelineState& state, const GpuMemory& memory, unsigned index) {
  const std::uint64_t pointer = state.value(command::kScissorStatePointers["Scissor Rect Pointer"]);
  const auto words = indirect_words<kScissorWords>(memory, state, pointer + index * 4 * kScissorWords);
  const auto bound = [&](gen9::FieldBits field) { return static_cast<std::int32_t>(read_field(words, field)); };
  return {bound(command::kScissorRect["Scissor Rectangle X Min"]),
          bound(command::kScissorRect["Scissor Rectangle Y Min"]),
          bound(command::kScissorRect["Scissor Rectangle X Max"]) + 1,
          bound(command::kScissorRect["Scissor Rectangle Y Max"]) + 1};
}

}  // namespace

std::array<Viewport, kViewports> read_viewports(const PipelineState& state, const GpuMemory& memory, unsigned most) {
  std::array<Viewport, kViewports> viewports;
  for (unsigned i = 0; i < kViewports; ++i) viewports[i] = i <= most ? read_viewport(state, memory, i) : viewports[0];
  return viewports;
}

PixelRectangle intersection(const PixelRectangle& a, const PixelRectangle& b) {
  PixelRectangle both{std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
                      std::min(a.bottom, b.bottom)};
  both.right = std::max(both.left, both.right);
  both.bottom = std::max(both.top, both.bottom);
  return both;
}

Viewport read_viewport(const PipelineState& state, const GpuMemory& memory, unsigned index) {
  Viewport viewport;
  viewport.pixels = drawing_rectangle(state);
  if (state.flag(command::kRaster["Scissor Rectangle Enable"]))
    viewport.pixels = intersection(viewport.pixels, scissor_rectangle(state, memory, index));
  if (!state.words(CommandId::kViewportStatePointersCc).empty()) {
    const std::uint64_t pointer = state.value(command::kViewportStatePointersCc["CC Viewport Pointer"]);
    const auto words = indirect_words<kDepthViewportWords>(memory, state, pointer + index * 4 * kDepthViewportWords);
    viewport.min_depth = read_real(words, command::kCcViewport["Minimum Depth"]);
    viewport.max_depth = read_real(words, command::kCcViewport["Maximum Depth"]);
  }
  viewport.transforms = state.flag(command::kSf["Viewport Transform Enable"]);
  if (!viewport.transforms) return viewport;
  const std::uint64_t pointer = state.value(command::kViewportStatePointersSfClip["SF Clip Viewport Pointer"]);
  const auto words = indirect_words<kClipViewportWords>(memory, state, pointer + index * 4 * kClipViewportWords);
  const auto real = [&](gen9::FieldBits field) { return read_real(words, field); };
  viewport.x_scale = real(command::kSfClipViewport["Viewport Matrix Element m00"]);
  viewport.y_scale = real(command::kSfClipViewport["Viewport Matrix Element m11"]);
  viewport.z_scale = real(command::kSfClipViewport["Viewport Matrix Element m22"]);
  viewport.x_offset = real(command::kSfClipViewport["Viewport Matrix Element m30"]);
  viewport.y_offset = real(command::kSfClipViewport["Viewport Matrix Element m31"]);
  viewport.z_offset = real(command::kSfClipViewport["Viewport Matrix Element m32"]);
  viewport.pixels = intersection(viewport.pixels, {first_pixel(real(command::kSfClipViewport["X Min ViewPort"])),
                                                   first_pixel(real(command::kSfClipViewport["Y Min ViewPort"])),
                                                   pixels_end(real(command::kSfClipViewport["X Max ViewPort"])),
                                                   pixels_end(real(command::kSfClipViewport["Y Max ViewPort"]))});
  return viewport;
}

}  // namespace texpipe::functional
