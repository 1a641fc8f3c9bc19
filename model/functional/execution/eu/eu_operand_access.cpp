#include "functional/execution/eu/eu_operand_access.h"

#include <bit>
#include <cstring>
#include <type_traits>

#include "functional/execution/eu/eu_operand_lanes.h"
#include "functional/execution/eu/eu_value.h"

namespace texpipe::functional {

using gen9::ArfRegister;
using gen9::SrcMod;

namespace {

const std::byte* file_of(const EuContext& context, bool arf) {
  return arf ? context.state.arf.data() : context.grf;
}

/// Lanes side by side.
template <class Work, class Element>
const void* load_row(const EuContext& context, const EuSourceOperand& s, void* buffer) {
  const std::byte* bytes = file_of(context, s.arf) + s.first;
  constexpr bool kSameBits =
      std::same_as<Work, Element> || (sizeof(Work) == sizeof(Element) && kIsInteger<Work> && kIsInteger<Element>);
  if constexpr (kSameBits) {
    if (s.in_place) return bytes;
  }
  Work* lanes = static_cast<Work*>(buffer);
  for_lanes(s.lanes, [&](unsigned i) { lanes[i] = widen<Work>(element_at<Element>(bytes + i * sizeof(Element))); });
  return lanes;
}

/// One element for all lanes.
template <class Work, class Element>
const void* load_scalar(const EuContext& context, const EuSourceOperand& s, void* buffer) {
  const Work value = widen<Work>(element_at<Element>(file_of(context, s.arf) + s.first));
  Work* lanes = static_cast<Work*>(buffer);
  for_lanes(s.lanes, [&](unsigned i) { lanes[i] = value; });
  return lanes;
}

/// Any direct region.
template <class Work, class Element>
const void* load_region(const EuContext& context, const EuSourceOperand& s, void* buffer) {
  const std::byte* bytes = file_of(context, s.arf) + s.first;
  Work* lanes = static_cast<Work*>(buffer);
  for (unsigned i = 0; i < s.lanes; ++i) lanes[i] = widen<Work>(element_at<Element>(bytes + s.offsets[i]));
  return lanes;
}

/// Loads a source's lanes by address registers.
template <class Work, class Element>
const void* load_indirect(const EuContext& context, const EuSourceOperand& s, void* buffer) {
  Work* lanes = static_cast<Work*>(buffer);
  for (unsigned i = 0; i < s.lanes; ++i)
    lanes[i] = widen<Work>(element_at<Element>(context.grf + lane_byte(context.state, s, i)));
  return lanes;
}

/// Whole lanes of an accumulator.
template <class Work>
const void* load_accumulator(const EuContext& context, const EuSourceOperand& s, void* buffer) {
  Work* lanes = static_cast<Work*>(buffer);
  for (unsigned i = 0; i < s.lanes; ++i) {
    const unsigned byte = s.first + s.offsets[i] - arf_byte(ArfRegister::kAccumulator);
    lanes[i] = static_cast<Work>(context.state.accumulators[accumulator_lane(s.type, byte) % kEuChannels]);
  }
  return lanes;
}

/// Integers that are worked on as floats: 0 has no sign.
template <std::floating_point Work>
void negate_integer(const void* from, void* to, unsigned count) {
  const Work* lanes = static_cast<const Work*>(from);
  Work* results = static_cast<Work*>(to);
  for_lanes(count, [&](unsigned i) { results[i] = Work{0} - lanes[i]; });
}

template <std::floating_point Work>
void negate_magnitude(const void* from, void* to, unsigned count) {
  const Work* lanes = static_cast<const Work*>(from);
  Work* results = static_cast<Work*>(to);
  for_lanes(count, [&](unsigned i) { results[i] = lanes[i] > 0 ? -lanes[i] : lanes[i]; });
}

template <class Work, SrcMod Modifier, bool Logic, bool Unsigned>
void modify(const void* from, void* to, unsigned count) {
  const Work* lanes = static_cast<const Work*>(from);
  Work* results = static_cast<Work*>(to);
  for_lanes(count, [&](unsigned i) {
    Work value = lanes[i];
    if constexpr (Logic) {
      if constexpr (kIsInteger<Work>) value = static_cast<Work>(~value);
    } else if constexpr (std::floating_point<Work>) {
      if constexpr (Modifier != SrcMod::kNegate)
        value = value < 0 || std::bit_cast<std::conditional_t<sizeof(Work) == 4, std::int32_t, std::int64_t>>(value) < 0
                    ? -value
                    : value;
      if constexpr (Modifier != SrcMod::kAbs) value = -value;
    } else {
      if constexpr (Modifier != SrcMod::kNegate && !Unsigned) {
        if constexpr (std::same_as<Work, std::uint32_t>) {
          value = value >> 31 != 0 ? 0u - value : value;
        } else {
          value = value < 0 ? -value : value;
        }
      }
      if constexpr (Modifier != SrcMod::kAbs) value = static_cast<Work>(0 - value);
    }
    results[i] = value;
  });
}

const void* load_constant(const EuContext&, const EuSourceOperand& s, void*) {
  return s.constant->bytes.data();
}

template <class Element>
void store_lanes(std::byte* bytes, unsigned stride, unsigned count, const Element* elements, std::uint32_t lanes) {
  if (lanes == lane_mask(count)) {
    if (stride == sizeof(Element)) {
      std::memcpy(bytes, elements, count * sizeof(Element));
    } else {
      for (unsigned i = 0; i < count; ++i) std::memcpy(bytes + i * stride, elements + i, sizeof(Element));
    }
    return;
  }
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(lanes));
    std::memcpy(bytes + i * stride, elements + i, sizeof(Element));
  }
}

/// Stores a destination's lanes without address registers, by the size of an element.
template <class Element>
void store_direct(const EuContext& context, const EuDestinationOperand& d, const void* elements, std::uint32_t lanes) {
  std::byte* file = d.arf ? context.state.arf.data() : context.grf;
  store_lanes(file + d.first, d.stride, d.lanes, static_cast<const Element*>(elements), lanes);
}

template <class Element>
void store_indirect(const EuContext& context, const EuDestinationOperand& d, const void* elements,
                    std::uint32_t lanes) {
  const Element* from = static_cast<const Element*>(elements);
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(lanes));
    std::memcpy(context.grf + lane_byte(context.state, d, i), from + i, sizeof(Element));
  }
}

/// Exact integers into acc0 and acc1: whole, and what a read of their bits shows.
void store_accumulator(const EuContext& context, const EuDestinationOperand& d, const void* elements,
                       std::uint32_t lanes) {
  const auto* from = static_cast<const std::int64_t*>(elements);
  const unsigned size = bytes_of(d.type);
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(lanes));
    const unsigned byte = d.first + i * d.stride;
    const unsigned lane = accumulator_lane(d.type, byte - arf_byte(ArfRegister::kAccumulator)) % kEuChannels;
    context.state.accumulators[lane] = from[i];
    std::memcpy(context.state.arf.data() + byte, from + i, size);
  }
}

/// Floats into acc0 and acc1.
template <class Element>
void store_accumulator_bits(const EuContext& context, const EuDestinationOperand& d, const void* elements,
                            std::uint32_t lanes) {
  store_direct<Element>(context, d, elements, lanes);
  const Element* from = static_cast<const Element*>(elements);
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(lanes));
    const unsigned byte = d.first + i * d.stride - arf_byte(ArfRegister::kAccumulator);
    context.state.accumulators[accumulator_lane(d.type, byte) % kEuChannels] =
        static_cast<std::int64_t>(static_cast<std::make_signed_t<Element>>(from[i]));
  }
}

template <class Element>
EuDestinationOperand::Store store_of_size(const EuDestinationOperand& d) {
  if (d.indirect) return store_indirect<Element>;
  return d.accumulator ? store_accumulator_bits<Element> : store_direct<Element>;
}

}  // namespace

EuSourceOperand::Modify modify_function(WorkType work, SrcMod modifier, bool logic, RegisterType type) {
  if (modifier == SrcMod::kNone) return nullptr;
  const bool is_unsigned = !is_signed(type) && !is_float(type);
  return with_work(work, [&](auto tag) -> EuSourceOperand::Modify {
    using Work = typename decltype(tag)::type;
    if constexpr (std::floating_point<Work>) {
      if (!is_float(type) && modifier == SrcMod::kNegate) return negate_integer<Work>;
      if (!is_float(type) && modifier == SrcMod::kNegateAbs) return negate_magnitude<Work>;
    }
    // A logic instruction takes one modifier of its sources alone, "negate": it inverts bits.
    if (logic) return modifier == SrcMod::kNegate ? modify<Work, SrcMod::kNegate, true, false> : nullptr;
    switch (modifier) {
      case SrcMod::kAbs:
        return is_unsigned ? nullptr : modify<Work, SrcMod::kAbs, false, false>;
      case SrcMod::kNegate:
        return modify<Work, SrcMod::kNegate, false, false>;
      default:
        return is_unsigned ? modify<Work, SrcMod::kNegateAbs, false, true>
                           : modify<Work, SrcMod::kNegateAbs, false, false>;
    }
  });
}

EuSourceOperand::Load load_function(WorkType work, RegisterType type, RegionLayout layout) {
  return with_work(work, [&](auto work_tag) -> EuSourceOperand::Load {
    using Work = typename decltype(work_tag)::type;
    return with_stored(type, [&](auto tag) -> EuSourceOperand::Load {
      using Element = typename decltype(tag)::type;
      if constexpr (kIsFloat<Element> && kIsInteger<Work>) {
        return nullptr;
      } else {
        switch (layout) {
          case RegionLayout::kRow:
            return load_row<Work, Element>;
          case RegionLayout::kScalar:
            return load_scalar<Work, Element>;
          case RegionLayout::kRegion:
            return load_region<Work, Element>;
          case RegionLayout::kIndirect:
            return load_indirect<Work, Element>;
          case RegionLayout::kAccumulator:
            break;
        }
        return load_accumulator<Work>;
      }
    });
  });
}

EuSourceOperand::Load load_immediate_function() {
  return load_constant;
}

EuDestinationOperand::Store store_accumulator_function() {
  return store_accumulator;
}

EuDestinationOperand::Store store_function(const EuDestinationOperand& destination) {
  switch (bytes_of(destination.type)) {
    case 1:
      return store_of_size<std::uint8_t>(destination);
    case 2:
      return store_of_size<std::uint16_t>(destination);
    case 4:
      return store_of_size<std::uint32_t>(destination);
    default:
      return store_of_size<std::uint64_t>(destination);
  }
}

}  // namespace texpipe::functional
