// The sampler over lanes. The rules are those of the stepwise form (footprint_plan.cpp, filter.cpp); a test compares
// the two. Included in the namespace of each instruction set.

#include "functional/sampling/lanes/positions.inc.h"
#include "functional/sampling/lanes/sums.inc.h"

/// A channel's sums over denominator * total, rounded once to float32. Quotients lie 2^-49 of themselves or more from
/// the middle of two float32 numbers, unless they are one: that takes 25 bits of fraction, which total and the
/// denominator's factor of two have to bring. Without them a product with the reciprocal rounds as the quotient does.
TEXPIPE_INLINE F32 quotient(F64 sum, float denominator, double total) {
  const auto whole = static_cast<std::uint32_t>(denominator);
  const double divisor = double{denominator} * total;
  if (double(whole & -whole) * total <= double{1 << 24}) return narrow(sum * (1.0 / divisor));
  const HalfF64 divisors = HalfF64{} + divisor;
  return narrow(sum / F64{divisors, divisors});
}

/// Results of fixed-point sums.
TEXPIPE_INLINE void finish_fixed(const Chunk& chunk, const Sums& sums, double total, LaneOutput& output) {
  for (unsigned c = 0; c < 4; ++c) {
    put(output, c, chunk.first, (I32)quotient(sums.sum[c], chunk.program.denominator[c], total));
  }
  if (!chunk.program.borders) return;
  const HalfF64 none{};
  const I32 bordered = less({none, none}, sums.border_weight) & chunk.active;
  if (!any(bordered)) return;
  for (unsigned c = 0; c < 4; ++c) store(output.sum[c] + chunk.first, sums.sum[c] * (1.0 / total));
  store(output.border_weight + chunk.first, sums.border_weight * (1.0 / total));
  output.bordered |= bits_of(bordered) << chunk.first;
}

TEXPIPE_INLINE LanePlaces* places_at(const LaneOutput& output, unsigned tap, unsigned second) {
  return output.places == nullptr ? nullptr : output.places + 2 * tap + second;
}

/// Codes of at most 16 bits on one or two levels, without border: sums of a level fit 32 bits, those of bytes over two
/// levels too, and those of bytes over one float32.
template <Storage kStorage>
TEXPIPE_INLINE void sample_narrow(const Chunk& chunk, const LaneTexels& from, unsigned levels, I32 second_weight,
                                  LaneOutput& output) {
  constexpr bool kBytes = kStorage == Storage::kBytes;
  const I32 slice = load<I32>(chunk.input.slice + chunk.first);
  U32 bytes[4];  // of both levels
  F64 wide[4];
  for (unsigned second = 0; second < levels; ++second) {
    const std::int32_t* which = second != 0 ? chunk.input.second_level : chunk.input.first_level;
    const I32 levels_of_lanes = load<I32>(which + chunk.first);
    const LevelLanes level = level_lanes(chunk.program, levels_of_lanes);
    Corners corners;
    corners_of(chunk, level, 0, false, slice, all(0), places_at(output, 0, second), corners);
    if (is_incomplete(from, levels_of_lanes)) touch(from, corners.index, chunk.corners, bits_of(chunk.active));
    U32 sum[4];
    sum_narrow<kStorage>(from, corners, chunk.corners, corners.weight, sum);
    const I32 weight = levels == 1 ? all(1) : second == 0 ? 256 - second_weight : second_weight;
    for (unsigned c = 0; c < 4; ++c) {
      if constexpr (kBytes) {
        const U32 part = levels == 1 ? sum[c] : sum[c] * (U32)weight;
        bytes[c] = second == 0 ? part : bytes[c] + part;
      } else {
        const F64 part = levels == 1 ? widened<kStorage>(sum[c]) : widened<kStorage>(sum[c]) * widen(weight);
        wide[c] = second == 0 ? part : wide[c] + part;
      }
    }
  }
  const double total = levels == 1 ? 65536.0 : 65536.0 * 256.0;
  for (unsigned c = 0; c < 4; ++c) {
    const float denominator = chunk.program.denominator[c];
    if constexpr (kBytes) {
      put(output, c, chunk.first,
          levels == 1 ? (I32)(to_float((I32)bytes[c]) / all(denominator * 65536.0f))
                      : (I32)quotient(widen(bytes[c]), denominator, total));
    } else {
      put(output, c, chunk.first, (I32)quotient(wide[c], denominator, total));
    }
  }
}

template <Filter kFilter, Storage kStorage>
TEXPIPE_INLINE void finish(const Chunk& chunk, const Sums& sums, double total, LaneOutput& output) {
  const SampleProgram& program = chunk.program;
  if constexpr (kFilter == Filter::kFixed) {
    finish_fixed(chunk, sums, total, output);
  } else if constexpr (kFilter == Filter::kFloat) {
    I32 undecided = sums.special;
    for (unsigned c = 0; c < 4; ++c) {
      if (program.is_constant[c]) {
        put(output, c, chunk.first, all(static_cast<std::int32_t>(program.constant[c])));
      } else {
        put(output, c, chunk.first, float_mean(program, sums, c, 1.0 / total, undecided));
      }
    }
    output.unresolved |= bits_of(undecided & chunk.active) << chunk.first;
  } else if constexpr (kFilter == Filter::kMinimum) {
    for (unsigned c = 0; c < 4; ++c) put(output, c, chunk.first, value_of(program, sums.extreme[c], c));
  } else if constexpr (kFilter == Filter::kCompare) {
    const I32 shown = (I32)narrow(sums.sum[0] * (1.0 / total));  // a power of two
    for (unsigned c = 0; c < 4; ++c)
      put(output, c, chunk.first, program.is_constant[c] ? all(static_cast<std::int32_t>(program.constant[c])) : shown);
  }
}

/// The four texels of a bilinear footprint, one channel of each (sample.cpp, gather). Of a volume's two slices the last
/// one with weight stays.
template <Storage kStorage>
TEXPIPE_INLINE void gather_corners(const Chunk& chunk, const LaneTexels& from, const Corners& corners, I32 counts,
                                   F32 limit, LaneOutput& output) {
  constexpr unsigned kCornerOfChannel[4] = {2, 3, 1, 0};
  const SampleProgram& program = chunk.program;
  const unsigned channel = program.gather_channel;
  for (unsigned c = 0; c < 4; ++c) {
    const unsigned corner = kCornerOfChannel[c] & (chunk.corners - 1);
    I32 value;
    if (program.shadow != kNoShadow) {
      const I32 pass = compared<kStorage>(program, from, corners.index[corner], corners.border[corner], limit);
      value = program.is_constant[channel] ? all(static_cast<std::int32_t>(program.constant[channel]))
                                           : (pass & (I32)all(1.0f));
    } else {
      value = value_of(program, texels_at<kStorage>(from.texels, corners.index[corner]).code[channel], channel);
      value = select(corners.border[corner], all(static_cast<std::int32_t>(program.border_value[channel])), value);
    }
    put(output, c, chunk.first, select(counts, value, load<I32>(output.value[c] + chunk.first)));
  }
}

/// Position along a volume's third axis.
TEXPIPE_INLINE Tap slice_tap(const Chunk& chunk, const LevelLanes& level) {
  const I32 position = centre_on(chunk, 2, level.size[2]);
  return tap_at(chunk.program, 2, position, level.size[2], chunk.linear);
}

/// Mask of the lanes on faces of a cube that are not there.
static I32 on_lacking_face(const SampleProgram& program, I32 slice) {
  I32 lacking = all(0);
  for (unsigned lane = 0; lane < kLanes; ++lane) lacking[lane] = -(program.lacking_faces >> (slice[lane] % 6) & 1);
  return lacking;
}

template <Filter kFilter, Storage kStorage>
static void sample_chunk(const SampleProgram& program, const LaneInput& input, const LaneTexels& from, unsigned first,
                         LaneOutput& output) {
  const std::uint32_t lanes = input.active >> first & ((2u << (kLanes - 1)) - 1);
  if (lanes == 0) return;
  Chunk chunk{program,
              input,
              first,
              mask_of(lanes),
              load<I32>(input.magnify + first),
              load<I32>(input.linear + first),
              load<I32>(input.taps + first),
              1,
              {}};
  if (!program.cube) {
    for (unsigned axis = 0; axis < program.axes; ++axis)
      chunk.coordinate[axis] = coordinate_of(program, input, axis, first);
  }
  const bool linear = any(chunk.linear & chunk.active);
  chunk.corners = !linear ? 1 : program.axes == 1 ? 2 : 4;
  const I32 second_weight = load<I32>(input.second_weight + first);
  const bool two_levels = any((second_weight != 0) & chunk.active);
  const bool anisotropic = any((chunk.taps > 1) & chunk.active);
  const bool volume = program.axes == 3;
  unsigned most_taps = 1;
  if (anisotropic) {
    const std::int32_t* taps = input.taps + first;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((lanes >> lane & 1) != 0 && static_cast<unsigned>(taps[lane]) > most_taps)
        most_taps = static_cast<unsigned>(taps[lane]);
    }
  }
  if constexpr (kFilter == Filter::kInteger || kFilter == Filter::kGather) most_taps = 1;
  const unsigned levels = kFilter != Filter::kInteger && kFilter != Filter::kGather && two_levels ? 2 : 1;
  const unsigned halves = volume && linear ? 2 : 1;
  const F32 limit = load<F32>(input.limit + first);
  if constexpr (kFilter == Filter::kFixed && kStorage != Storage::kWords) {
    if (!anisotropic && !volume && !program.borders) {
      return sample_narrow<kStorage>(chunk, from, levels, second_weight, output);
    }
  }

  Sums sums;
  clear(sums);
  I32 unresolved = all(0);
  for (unsigned tap = 0; tap < most_taps; ++tap) {
    I32 tap_weight = all(1);
    if (anisotropic) tap_weight = gather(program.tap_weight, chunk.taps * 16 + static_cast<std::int32_t>(tap));
    for (unsigned second = 0; second < levels; ++second) {
      const I32 which = load<I32>((second != 0 ? input.second_level : input.first_level) + first);
      const I32 level_weight = levels == 1 ? all(1) : second != 0 ? second_weight : 256 - second_weight;
      const LevelLanes level = level_lanes(program, which);
      Tap depth{load<I32>(input.slice + first), all(0)};
      if (volume) depth = slice_tap(chunk, level);
      for (unsigned half = 0; half < halves; ++half) {
        I32 slice = depth.first;
        I32 slice_border = program.lacking_faces != 0 ? on_lacking_face(program, slice) : all(0);
        I32 weight = tap_weight * level_weight;
        if (volume) {
          slice = addressed(program, 2, slice + offset_on(chunk, 2) + static_cast<std::int32_t>(half), level.size[2],
                            slice_border);
          if (halves == 2) weight *= half != 0 ? depth.next_weight : 256 - depth.next_weight;
        }
        Corners corners;
        const I32 missing =
            corners_of(chunk, level, tap, anisotropic, slice, slice_border, places_at(output, tap, second), corners);
        if (is_incomplete(from, which)) touch(from, corners.index, chunk.corners, lanes);
        if constexpr (kFilter == Filter::kGather) {
          unresolved |= missing;  // the mean of the other three
          gather_corners<kStorage>(chunk, from, corners, weight != 0, limit, output);
        } else if constexpr (kFilter == Filter::kInteger) {
          const Texels texels = texels_at<kStorage>(from.texels, corners.index[0]);
          for (unsigned c = 0; c < 4; ++c)
            put(output, c, first, bordered(program, texels.code[c], corners.border[0], c));
        } else {
          if constexpr (kFilter == Filter::kMinimum) {
            if (program.codes == Codes::kFixed) {
              // The border has more fraction bits than a texel.
              for (unsigned corner = 0; corner < chunk.corners; ++corner) unresolved |= corners.border[corner];
            }
          }
          accumulate<kFilter, kStorage>(program, from, corners, chunk.corners, weight, limit, sums);
        }
      }
    }
  }
  double total = 65536.0;
  if (levels == 2) total *= 256.0;
  if (halves == 2) total *= 256.0;
  if (anisotropic && most_taps > 1) total *= 1024.0;
  finish<kFilter, kStorage>(chunk, sums, total, output);
  output.unresolved |= bits_of(unresolved & chunk.active) << first;
}

template <Filter kFilter, Storage kStorage>
static void sample_lanes(const SampleProgram& program, const LaneInput& input, const LaneTexels& from,
                         LaneOutput& output) {
  for (unsigned first = 0; first < kChannels; first += kLanes)
    sample_chunk<kFilter, kStorage>(program, input, from, first, output);
}

#include "functional/sampling/lanes/plain.inc.h"

template <Filter kFilter>
static void sample_stored(const SampleProgram& program, const LaneInput& input, const LaneTexels& from,
                          LaneOutput& output) {
  switch (program.storage) {
    case Storage::kBytes:
      return sample_lanes<kFilter, Storage::kBytes>(program, input, from, output);
    case Storage::kUnsigned16:
      return sample_lanes<kFilter, Storage::kUnsigned16>(program, input, from, output);
    case Storage::kSigned16:
      return sample_lanes<kFilter, Storage::kSigned16>(program, input, from, output);
    case Storage::kWords:
      return sample_lanes<kFilter, Storage::kWords>(program, input, from, output);
  }
}

static void sample(const SampleProgram& program, const LaneInput& input, const LaneTexels& from, LaneOutput& output) {
  output.bordered = 0;
  output.unresolved = 0;
  if (program.plain && !input.offsets && sample_plain(program, input, from, output)) return;
  switch (program.filter) {
    case Filter::kFixed:
      return sample_stored<Filter::kFixed>(program, input, from, output);
    case Filter::kFloat:
      return sample_lanes<Filter::kFloat, Storage::kWords>(program, input, from, output);
    case Filter::kInteger:
      return sample_lanes<Filter::kInteger, Storage::kWords>(program, input, from, output);
    case Filter::kCompare:
      return sample_stored<Filter::kCompare>(program, input, from, output);
    case Filter::kMinimum:
    case Filter::kMaximum:
      return sample_stored<Filter::kMinimum>(program, input, from, output);
    case Filter::kGather:
      return sample_stored<Filter::kGather>(program, input, from, output);
  }
}
