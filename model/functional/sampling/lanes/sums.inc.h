// Results of lanes from the texels of their footprints, by the rules of sums, extremes and comparisons. Included in the
// namespace of each instruction set.

#include "functional/formats/code_value.inc.h"
#include "functional/sampling/rules/compare.inc.h"
#include "functional/sampling/rules/extreme.inc.h"
#include "functional/sampling/rules/special_mean.inc.h"

/// sum / (denominator * 2^weight_bits), rounded once to float32. Quotients lie 2^-49 of themselves or more from the
/// middle of two float32 numbers, unless they are one: that takes 25 bits of fraction, which the power and the
/// denominator's factor of two have to bring. Without them a product with the reciprocal rounds as the quotient does.
TEXPIPE_INLINE F32 quotient(F64 sum, float denominator, unsigned weight_bits) {
  const auto whole = static_cast<std::uint32_t>(denominator);
  const double total = power_of_two(static_cast<int>(weight_bits)), divisor = double{denominator} * total;
  if (double(whole & -whole) * total <= double{1 << 24}) return narrow(sum * (1.0 / divisor));
  return narrow(sum / divisor);
}

#include "functional/sampling/rules/weighted_sum.inc.h"

/// Sums over levels, taps and slices. Without initialisers: large, and not needed for all lanes.
struct Sums {
  F64 sum[4];
  F64 absolute[4];
  F32 largest[4];   // float texels, absolute
  F32 smallest[4];  // but for zeros
  I32 zero_signs;   // float texels with weight that are -0
  I32 special[4];   // and infinities and NaN
  Specials specials[4];
  F64 border_weight;
  Extremes extremes;
  Double4 pixel[kLanes];  // sums of the channels, lane by lane
};

TEXPIPE_INLINE void clear(Sums& sums) {
  const F64 none{HalfF64{}, HalfF64{}};
  for (unsigned c = 0; c < 4; ++c) {
    sums.sum[c] = sums.absolute[c] = none;
    sums.largest[c] = F32{};
    sums.smallest[c] = all(3.4e38f);
    sums.special[c] = I32{};
    clear(sums.specials[c]);
  }
  clear(sums.extremes);
  sums.zero_signs = I32{};
  sums.border_weight = none;
  for (Double4& pixel : sums.pixel) pixel = Double4{};
}

/// Codes of the four channels.
struct Texels {
  I32 code[4];
};

template <Storage kStorage>
TEXPIPE_INLINE Texels texels_at(const std::byte* texels, I32 index) {
  const auto* words = reinterpret_cast<const std::int32_t*>(texels);
  Texels result;
  if constexpr (kStorage == Storage::kBytes) {
    const I32 packed = gather(words, index);
    for (unsigned c = 0; c < 4; ++c) result.code[c] = packed >> static_cast<std::int32_t>(8 * c) & 0xFF;
  } else if constexpr (kStorage == Storage::kWords) {
    for (unsigned c = 0; c < 4; ++c) result.code[c] = gather(words + c, index * 4);
  } else {
    const I32 low = gather(words, index * 2), high = gather(words + 1, index * 2);
    if constexpr (kStorage == Storage::kSigned16) {
      result = {{low << 16 >> 16, low >> 16, high << 16 >> 16, high >> 16}};
    } else {
      result = {{low & 0xFFFF, (I32)((U32)low >> 16), high & 0xFFFF, (I32)((U32)high >> 16)}};
    }
  }
  return result;
}

/// Sums of a footprint in 32 bits: 65535 * 2^16 fits unsigned, 32767 * 2^16 signed numbers.
template <Storage kStorage>
TEXPIPE_INLINE void sum_narrow(const LaneTexels& from, const Corners& corners, unsigned count, const I32 (&weight)[4],
                               U32 (&sum)[4]) {
  for (unsigned c = 0; c < 4; ++c) sum[c] = U32{};
  for (unsigned corner = 0; corner < count; ++corner)
    add_weighed(texels_at<kStorage>(from.texels, corners.index[corner]).code, (U32)weight[corner], sum);
}

/// Such a sum as a number.
template <Storage kStorage>
TEXPIPE_INLINE F64 widened(U32 sum) {
  if constexpr (kStorage == Storage::kUnsigned16) return widen(sum);
  return widen((I32)sum);
}

/// Sums of fixed-point codes, exact but for wide ones.
template <Storage kStorage>
TEXPIPE_INLINE void sum_fixed(const LaneTexels& from, const Corners& corners, unsigned count, F64 pixel_weight,
                              Sums& sums) {
  I32 weight[4];
  for (unsigned corner = 0; corner < count; ++corner)
    weight[corner] = corner_share(corners.weight[corner], corners.border[corner]).texel;
  if constexpr (kStorage != Storage::kWords) {
    U32 sum[4];
    sum_narrow<kStorage>(from, corners, count, weight, sum);
    const F64 wide[4] = {widened<kStorage>(sum[0]), widened<kStorage>(sum[1]), widened<kStorage>(sum[2]),
                         widened<kStorage>(sum[3])};
    add_weighed(wide, pixel_weight, sums.sum);
  } else {
    for (unsigned corner = 0; corner < count; ++corner) {
      const Texels texels = texels_at<kStorage>(from.texels, corners.index[corner]);
      add_weighed(texels.code, widen(weight[corner]) * pixel_weight, sums.sum);
    }
  }
}

TEXPIPE_INLINE void sum_border(const Corners& corners, unsigned count, F64 pixel_weight, Sums& sums) {
  I32 weight = all(0);
  for (unsigned corner = 0; corner < count; ++corner)
    weight += corner_share(corners.weight[corner], corners.border[corner]).border;
  sums.border_weight = sums.border_weight + widen(weight) * pixel_weight;
}

TEXPIPE_INLINE I32 bordered(const SampleProgram& program, I32 code, I32 border, unsigned channel) {
  return select(border, all(static_cast<std::int32_t>(program.border_code[channel])), code);
}

/// Sums of float texels in double precision, and what tells whether they are exact enough (weighted_mean.h).
TEXPIPE_INLINE void sum_floats(const SampleProgram& program, const LaneTexels& from, const Corners& corners,
                               unsigned count, I32 pixel_weight, Sums& sums) {
  for (unsigned corner = 0; corner < count; ++corner) {
    const Texels texels = texels_at<Storage::kWords>(from.texels, corners.index[corner]);
    const Mask counts = has_weight(corners.weight[corner], pixel_weight);
    const F64 weight = widen(corners.weight[corner]) * widen(pixel_weight);
    for (unsigned c = 0; c < 4; ++c) {
      const I32 code = bordered(program, texels.code[c], corners.border[corner], c) & counts;
      const I32 magnitude = code & 0x7FFFFFFF;
      sums.special[c] |= magnitude >= 0x7F800000;
      sums.zero_signs |= code == static_cast<std::int32_t>(0x80000000u);
      const F32 size = (F32)magnitude;
      sums.largest[c] = maximum(sums.largest[c], size);
      sums.smallest[c] = minimum(sums.smallest[c], (F32)((I32)size | ((magnitude == 0) & (I32)all(3.4e38f))));
      const F64 product = widen((F32)code) * weight;
      sums.sum[c] = sums.sum[c] + product;
      sums.absolute[c] = sums.absolute[c] + absolute(product);
    }
  }
}

TEXPIPE_INLINE void put(LaneOutput& output, unsigned channel, unsigned first, I32 value) {
  store(output.value[channel] + first, value);
}

/// Corners of a footprint, lane by lane: where their texels are, and what they weigh.
struct LaneCorners {
  alignas(64) std::int32_t index[4][kLanes];
  alignas(64) double weight[4][kLanes];
};
TEXPIPE_INLINE void store_corner(LaneCorners& lanes, unsigned corner, I32 index, F64 weight) {
  store(lanes.index[corner], index);
  store(lanes.weight[corner], weight.low);
  store(lanes.weight[corner] + kLanes / 2, weight.high);
}

/// Adds a lane's corners: one load for the four channels of a texel.
TEXPIPE_INLINE Double4 with_corners(Double4 sum, const LaneTexels& from, const LaneCorners& corners, unsigned count,
                                    unsigned lane) {
  for (unsigned corner = 0; corner < count; ++corner) {
    const auto at = std::size_t{16} * static_cast<std::uint32_t>(corners.index[corner][lane]);
    sum = sum + doubles_of_pixel(load<Float4>(from.texels + at)) * corners.weight[corner][lane];
  }
  return sum;
}

/// Whether sum_pixels() does for the program: a border, if any, adds nothing, as that of OpenCL's images with alpha.
TEXPIPE_INLINE bool has_pixel_sums(const SampleProgram& program) {
  std::uint32_t border = 0;
  for (unsigned c = 0; c < 4; ++c) border |= program.is_constant[c] ? 0u : program.border_code[c];
  return !program.mono && (!program.borders || border == 0);
}

/// The sums of sum_floats() alone.
TEXPIPE_INLINE void sum_pixels(const SampleProgram& program, const LaneTexels& from, const Corners& corners,
                               unsigned count, I32 pixel_weight, Sums& sums) {
  LaneCorners lanes;
  for (unsigned corner = 0; corner < count; ++corner) {
    I32 weight = corners.weight[corner];
    if (program.borders) weight = corner_share(weight, corners.border[corner]).texel;
    store_corner(lanes, corner, corners.index[corner], widen(weight) * widen(pixel_weight));
  }
  for (unsigned lane = 0; lane < kLanes; ++lane)
    sums.pixel[lane] = with_corners(sums.pixel[lane], from, lanes, count, lane);
}

/// Puts the means of float texels by their sums, one lane's four channels each, and what all texels that were decoded
/// have in common. @return false when that does not tell how a lane's mean rounds (float_mean)
TEXPIPE_INLINE bool put_means(const SampleProgram& program, const FloatRange& range, const Double4 (&sum)[kLanes],
                              unsigned first, std::uint32_t lanes, unsigned weight_bits, LaneOutput& output) {
  const std::int32_t exponent = (range.largest >> 23) - 127;
  const double per_total = power_of_two(-static_cast<int>(weight_bits));
  const bool exact = exponent + 1 - range.unit + static_cast<int>(weight_bits) <= 53;
  // Up to 128 terms, each with an error below 2^-53: of the largest texel, or where none is negative of their sum.
  constexpr double kError = 1.0 / (std::int64_t{1} << 45);
  float largest;
  __builtin_memcpy(&largest, &range.largest, sizeof largest);
  const double of_largest = range.negative ? double{largest} * kError : 0.0;
  const double of_sum = range.negative ? 0.0 : kError;
  Int4 shown;  // channels that are texels'
  for (unsigned c = 0; c < 4; ++c) shown[c] = program.is_constant[c] ? 0 : -1;
  Int4 open{};
  alignas(64) Int4 result[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const Double4 mean = sum[lane] * per_total;
    result[lane] = (Int4)floats_of_pixel(mean);
    const Int4 active = shown & (Int4{} - static_cast<std::int32_t>(lanes >> lane & 1));
    if (!exact) {
      const Double4 error = mean * of_sum + of_largest;
      open |= (Int4)(floats_of_pixel(mean - error) != floats_of_pixel(mean + error)) & active;
    }
    if (range.minus_zero) open |= (result[lane] == 0) & active;
    // A texel that is infinite or NaN leaves no finite sum, even without weight.
    if (range.special) open |= ((result[lane] & 0x7F800000) == 0x7F800000) & active;
  }
  if ((open[0] | open[1] | open[2] | open[3]) != 0) return false;
  const std::int32_t* pixels = reinterpret_cast<const std::int32_t*>(result);
  const I32 channel[4] = {channel_of_pixels<0>(pixels), channel_of_pixels<1>(pixels), channel_of_pixels<2>(pixels),
                          channel_of_pixels<3>(pixels)};
  for (unsigned c = 0; c < 4; ++c) {
    put(output, c, first, program.is_constant[c] ? all(static_cast<std::int32_t>(program.constant[c])) : channel[c]);
  }
  return true;
}

TEXPIPE_INLINE void note_specials(const SampleProgram& program, const LaneTexels& from, const Corners& corners,
                                  unsigned count, I32 pixel_weight, Sums& sums) {
  for (unsigned corner = 0; corner < count; ++corner) {
    const Texels texels = texels_at<Storage::kWords>(from.texels, corners.index[corner]);
    const Mask counts = has_weight(corners.weight[corner], pixel_weight);
    for (unsigned c = 0; c < 4; ++c)
      note(bordered(program, texels.code[c], corners.border[corner], c), counts, sums.specials[c]);
  }
}

/// Minimum or maximum of the texels with weight.
template <Storage kStorage>
TEXPIPE_INLINE void reduce(const SampleProgram& program, const LaneTexels& from, const Corners& corners, unsigned count,
                           I32 pixel_weight, Sums& sums) {
  for (unsigned corner = 0; corner < count; ++corner) {
    Texels texels = texels_at<kStorage>(from.texels, corners.index[corner]);
    for (unsigned c = 0; c < 4; ++c) texels.code[c] = bordered(program, texels.code[c], corners.border[corner], c);
    keep(program.filter == Filter::kMinimum, program.codes, texels.code,
         has_weight(corners.weight[corner], pixel_weight), corners.border[corner], sums.extremes);
  }
}

template <Storage kStorage>
TEXPIPE_INLINE I32 compared(const SampleProgram& program, const LaneTexels& from, I32 index, I32 border, F32 limit) {
  const auto* words = reinterpret_cast<const std::int32_t*>(from.texels);
  const unsigned channel = program.compared;
  I32 code;
  if constexpr (kStorage == Storage::kWords) {
    code = gather(words + channel, index * 4);
  } else {
    code = texels_at<kStorage>(from.texels, index).code[channel];
  }
  const F32 value = number_of(program.codes, code);
  return passes(program.shadow, (F32)select(border, (I32)all(program.border_compared), (I32)value), limit);
}

/// A code as it is returned.
TEXPIPE_INLINE I32 value_of(const SampleProgram& program, I32 code, unsigned channel) {
  if (program.is_constant[channel]) return all(static_cast<std::int32_t>(program.constant[channel]));
  return value_of(program.codes, code, program.denominator[channel]);
}

/// The mean of float texels, where double precision tells its rounding; `undecided` gains the other lanes, `special`
/// those that have none, or a zero whose sign is not the sum's. All products
/// are multiples of the smallest texel's last bit: a sum below 2^53 of those has no error. Else the sum's error is
/// below absolute * 2^-45 for up to 128 terms, and what weighted_mean cuts is below the largest texel * 2^-61.
TEXPIPE_INLINE I32 float_mean(const SampleProgram& program, const Sums& sums, unsigned channel, double per_total,
                              I32& undecided, I32& special) {
  const F64 sum = sums.sum[channel] * per_total;
  const F64 size = sums.absolute[channel] * per_total;
  const F64 error =
      size * (1.0 / (std::int64_t{1} << 44)) + widen(sums.largest[channel]) * (1.0 / (std::int64_t{1} << 60));
  const F32 nearest = narrow(sum);
  const I32 certain = (I32)narrow(sum - error) == (I32)narrow(sum + error);
  const I32 exact = less(sums.absolute[channel], widen(sums.smallest[channel]) * program.exact_ratio);
  const I32 zero = (I32)(sums.largest[channel] == all(0.0f));
  special |= sums.special[channel] | (zero & sums.zero_signs);
  undecided |= ~(certain | exact | sums.special[channel]);
  return (I32)nearest;
}

/// Sums of a chunk's lanes, all levels, taps and slices.
template <Filter kFilter, Storage kStorage>
TEXPIPE_INLINE void accumulate(const SampleProgram& program, const LaneTexels& from, const Corners& corners,
                               unsigned count, I32 pixel_weight, F32 limit, Sums& sums) {
  if constexpr (kFilter == Filter::kFixed) {
    const F64 weight = widen(pixel_weight);
    sum_fixed<kStorage>(from, corners, count, weight, sums);
    if (program.borders) sum_border(corners, count, weight, sums);
  } else if constexpr (kFilter == Filter::kFloat) {
    sum_floats(program, from, corners, count, pixel_weight, sums);
  } else if constexpr (kFilter == Filter::kSums) {
    sum_pixels(program, from, corners, count, pixel_weight, sums);
  } else if constexpr (kFilter == Filter::kSpecial) {
    note_specials(program, from, corners, count, pixel_weight, sums);
  } else if constexpr (kFilter == Filter::kMinimum) {
    reduce<kStorage>(program, from, corners, count, pixel_weight, sums);
  } else if constexpr (kFilter == Filter::kCompare) {
    I32 passed = all(0);
    for (unsigned corner = 0; corner < count; ++corner)
      passed += masked(corners.weight[corner],
                       compared<kStorage>(program, from, corners.index[corner], corners.border[corner], limit));
    sums.sum[0] = sums.sum[0] + widen(passed) * widen(pixel_weight);
  }
}
