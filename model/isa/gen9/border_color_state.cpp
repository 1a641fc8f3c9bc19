#include "isa/gen9/border_color_state.h"

namespace texpipe::gen9 {

namespace {

template <unsigned Channel>
constexpr BitField<BorderColorState> channel(std::string_view name) {
  return {.dword = Channel,
          .high = 31,
          .low = 0,
          .name = name,
          .meaning = "float32, or an integer for integer surfaces",
          .get = [](const BorderColorState& s) -> std::uint64_t { return s.rgba[Channel]; },
          .set = [](BorderColorState& s, std::uint64_t bits) { s.rgba[Channel] = static_cast<std::uint32_t>(bits); }};
}

// Source: specification/state 3.
constexpr std::array kFields{channel<0>("Border Color Red"), channel<1>("Border Color Green"),
                             channel<2>("Border Color Blue"), channel<3>("Border Color Alpha")};

constexpr BitLayout<BorderColorState, BorderColorState::kDwords> kLayout{"SAMPLER_BORDER_COLOR_STATE", kFields};

}  // namespace

BorderColorState BorderColorState::decode(std::span<const std::uint32_t, kDwords> words) {
  BorderColorState state;
  kLayout.decode(words, state);
  return state;
}

std::vector<FieldValue> BorderColorState::fields() const {
  return kLayout.values(*this);
}

void BorderColorState::assign(const FieldAssignment& assignment) {
  kLayout.assign(*this, assignment);
}

const BitLayout<BorderColorState, BorderColorState::kDwords>& BorderColorState::layout() {
  return kLayout;
}

}  // namespace texpipe::gen9
