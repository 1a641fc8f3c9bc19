// Rows of results: where a compiled sampler's R, G, B, A go, as the surface's channel selects are.
#include <algorithm>
#include <bit>

#include "functional/sampling/compiled_sampler.h"
#include "functional/sampling/subspan_setup.h"
#include "functional/sampling/swizzle.h"

namespace texpipe::functional {

/// Says where R, G, B, A go as the surface's selects are, unless several rows show one of them.
void CompiledSampler::place_rows() {
  constexpr std::uint8_t kNoRow = 4;
  const auto selects = channel_selects(binding_.surface.state);
  row_of_.fill(kNoRow);
  copies_rows_ = gathers_;
  for (std::uint8_t c = 0; c < 4 && !copies_rows_; ++c) {
    if (std::find(kUnswizzled.begin(), kUnswizzled.end(), selects[c]) == kUnswizzled.end()) {
      constant_rows_ |= 1u << c;
      constants_[c] = select_channel(selects[c], {}, kind_);
      continue;
    }
    std::uint8_t& row = row_of_[selected_channel(selects[c])];
    copies_rows_ |= row != kNoRow;
    row = c;
  }
  if (!copies_rows_) return;
  row_of_.fill(kNoRow);
  constant_rows_ = 0;
}

bool CompiledSampler::takes_together(const SamplerRequest& request) const {
  const auto given = [&](gen9::SamplerParameter p) { return request.parameters[static_cast<unsigned>(p)] != nullptr; };
  const SurfaceBinding& surface = binding_.surface;
  const bool one_slice = !surface.is_cube() && !(surface.axes.array_index && given(*surface.axes.array_index));
  return takes_one_texel() && one_slice && given(kCoordinates[0]) && given(kCoordinates[1]) &&
         request.channels() == lanes::kChannels && has_only_level(request) && !gathers_ && !loads_ && !compares_ &&
         !copies_rows_ && (request.offset[0] | request.offset[1] | request.offset[2]) == 0;
}

void CompiledSampler::sample_together(const SamplerRequest& request,
                                      std::span<const std::array<const std::uint32_t*, 2>> coordinates,
                                      std::span<const ResultRows> rows) {
  std::array<lanes::TexelLanes, lanes::kMostTogether> messages;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    for (unsigned axis = 0; axis < 2; ++axis)
      messages[n].coordinate[axis] = reinterpret_cast<const float*>(coordinates[n][axis]);
    for (unsigned c = 0; c < 4; ++c)
      messages[n].value[c] = row_of_[c] < rows[n].size() ? rows[n][row_of_[c]] : values_[c].data();
  }
  input_.active = request.pixels;
  set_places(request, request.pixels);
  kernels_.sample_texels(program_, input_, from_, messages.data(), static_cast<unsigned>(rows.size()), output_);
  for (const ResultRows& of_message : rows) {
    if (*from_.incomplete != 0) texels_->used(*owner_.memory);
    publish(request, of_message);
  }
}

/// Gives channels of the results what the surface selects for them, where `row_of_` has not done it.
void CompiledSampler::publish(const SamplerRequest& request, const ResultRows& rows) const {
  for (unsigned left = constant_rows_; left != 0; left &= left - 1) {
    const auto c = static_cast<unsigned>(std::countr_zero(left));
    std::fill_n(rows[c], lanes::kChannels, constants_[c]);
  }
  if (!copies_rows_) return;
  auto selects = channel_selects(binding_.surface.state);
  if (gathers_) {
    // A constant select takes the place of all four texels.
    const gen9::ShaderChannelSelect select = selects[request.gather_channel];
    if (std::find(kUnswizzled.begin(), kUnswizzled.end(), select) != kUnswizzled.end()) {
      selects = kUnswizzled;
    } else {
      selects.fill(select);
    }
  }
  for (unsigned c = 0; c < 4; ++c) {
    if (std::find(kUnswizzled.begin(), kUnswizzled.end(), selects[c]) != kUnswizzled.end()) {
      const auto& values = values_[selected_channel(selects[c])];
      std::copy(values.begin(), values.end(), rows[c]);
    } else {
      std::fill_n(rows[c], lanes::kChannels, select_channel(selects[c], {}, kind_));
    }
  }
}

}  // namespace texpipe::functional
