// One element of a vISA operand: its bits, its type and what they mean.
#pragma once

#include <array>
#include <cstdint>

#include "isa/visa/data_type.h"

namespace texpipe::functional {

/// An operand's element: the bits in its type, and the type.
struct VisaValue {
  visa::DataType type = visa::DataType::kUd;
  std::uint64_t bits = 0;
  bool below_zero = false;  // a modifier negated an unsigned value: its bits stand for 2^size less
};

inline constexpr unsigned kMostVisaLanes = 32;

/// An operand's elements, lane by lane.
struct LaneValues {
  visa::DataType type = visa::DataType::kUd;
  std::uint32_t below_zero = 0;  // bit n: VisaValue::below_zero of lane n
  std::array<std::uint64_t, kMostVisaLanes> bits;

  VisaValue at(unsigned lane) const { return {type, bits[lane], (below_zero >> lane & 1) != 0}; }
};

/// Holds every integer type's values, UQ's too.
using VisaInteger = __int128;

bool is_float(visa::DataType type);  // F and HF
bool is_signed(visa::DataType type);
unsigned bits_of(visa::DataType type);
std::uint64_t low_bits(std::uint64_t value, unsigned bits);

/// Errors: kUnsupported for types that the model has no arithmetic for: 64-bit floats, packed vectors, BOOL.
void require_plain(visa::DataType type);

float as_float(const VisaValue& value);
VisaInteger as_integer(const VisaValue& value);

/// Converts as `mov` does: floats to integers toward zero and saturated, integers to floats to nearest even, integers
/// cut off. Errors: kUnsupported for 64-bit floats and packed vectors.
std::uint64_t convert(const VisaValue& value, visa::DataType to, bool saturate);

/// Converts the first `lanes` lanes as `convert` does.
void convert_lanes(LaneValues& values, visa::DataType to, bool saturate, unsigned lanes);

/// Element `lane` of an immediate: packed vectors (V, UV, VF) have one for each lane, others the same for all.
VisaValue immediate_element(const VisaValue& immediate, unsigned lane);

}  // namespace texpipe::functional
