// Rows of results: where a compiled sampler's R, G, B, A go, as the surface's channel selects are.
#include <algorithm>
#include <bit>

#include "functional/sampling/compiled_sampler.h"
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
