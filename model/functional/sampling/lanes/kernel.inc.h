// The sampler over lanes; a test compares it with the stepwise form. Included in the namespace of each instruction set.

#include "functional/sampling/lanes/positions.inc.h"
#include "functional/sampling/lanes/sums.inc.h"
#include "functional/sampling/rules/gather.inc.h"

/// Quotients of wide sums of codes that are not negative: each of up to 128 terms adds an error below 2^-53 of them.
/// `undecided` gains the lanes where that can have changed the result.
TEXPIPE_INLINE F32 wide_quotient(F64 sum, float denominator, unsigned weight_bits, I32& undecided) {
  const F64 nearest = sum / (double{denominator} * power_of_two(static_cast<int>(weight_bits)));
  const F64 error = nearest * (1.0 / (std::int64_t{1} << 45));
  undecided |= (I32)(narrow(nearest - error) != narrow(nearest + error));
  return narrow(nearest);
}

/// Results of fixed-point sums.
/// @param multiple  what the weights sum to beside 2^weight_bits: the texels of a MONO filter's box, else 1
TEXPIPE_INLINE void finish_fixed(const Chunk& chunk, const Sums& sums, unsigned weight_bits, float multiple,
                                 LaneOutput& output) {
  const SampleProgram& program = chunk.program;
  I32 undecided = all(0);
  for (unsigned c = 0; c < 4; ++c) {
    const float denominator = program.denominator[c];
    put(output, c, chunk.first,
        (I32)(program.wide ? wide_quotient(sums.sum[c], denominator * multiple, weight_bits, undecided)
                           : mean_of_codes(sums.sum[c], denominator, multiple, weight_bits)));
  }
  const HalfF64 none{};
  const I32 bordered = program.borders ? less({none, none}, sums.border_weight) & chunk.active : all(0);
  if (program.wide) output.unresolved |= bits_of((undecided & chunk.active) | bordered) << chunk.first;
  if (program.wide || !any(bordered)) return;
  const double per_total = power_of_two(-static_cast<int>(weight_bits));
  for (unsigned c = 0; c < 4; ++c) store(output.sum[c] + chunk.first, sums.sum[c] * per_total);
  store(output.border_weight + chunk.first, sums.border_weight * per_total);
  output.bordered |= bits_of(bordered) << chunk.first;
}

template <Filter kFilter, Storage kStorage>
static void sample_chunk(const SampleProgram& program, const LaneInput& input, const LaneTexels& from, unsigned first,
                         std::uint32_t lanes, LaneOutput& output);

/// Means of float texels; lanes with texels that have no sum go over them again.
TEXPIPE_INLINE void finish_floats(const Chunk& chunk, const LaneTexels& from, const Sums& sums, unsigned weight_bits,
                                  LaneOutput& output) {
  const SampleProgram& program = chunk.program;
  const double per_total = power_of_two(-static_cast<int>(weight_bits));
  I32 undecided = all(0), special = all(0);
  for (unsigned c = 0; c < 4; ++c) {
    if (program.is_constant[c]) {
      put(output, c, chunk.first, all(static_cast<std::int32_t>(program.constant[c])));
    } else {
      put(output, c, chunk.first, float_mean(program, sums, c, per_total, undecided, special));
    }
  }
  output.unresolved |= bits_of(undecided & chunk.active) << chunk.first;
  if (const std::uint32_t again = bits_of(special & chunk.active); again != 0)
    sample_chunk<Filter::kSpecial, Storage::kWords>(program, chunk.input, from, chunk.first, again, output);
}

/// Means of float texels from their sums alone; where those do not tell, the chunk's lanes are sampled again.
TEXPIPE_INLINE void finish_pixels(const Chunk& chunk, const LaneTexels& from, const Sums& sums, unsigned weight_bits,
                                  LaneOutput& output) {
  const std::uint32_t lanes = bits_of(chunk.active);
  if (!put_means(chunk.program, *from.range, sums.pixel, chunk.first, lanes, weight_bits, output))
    sample_chunk<Filter::kFloat, Storage::kWords>(chunk.program, chunk.input, from, chunk.first, lanes, output);
}

/// Puts what has no sum in the place of the lanes' means.
TEXPIPE_INLINE void finish_specials(const Chunk& chunk, const Sums& sums, LaneOutput& output) {
  for (unsigned c = 0; c < 4; ++c) {
    if (chunk.program.is_constant[c]) continue;
    const I32 mean = load<I32>(output.value[c] + chunk.first);
    put(output, c, chunk.first, select(chunk.active, mean_of(sums.specials[c], mean), mean));
  }
}

/// Minima and maxima as results, the border's among them.
TEXPIPE_INLINE void finish_extremes(const Chunk& chunk, const Sums& sums, LaneOutput& output) {
  const SampleProgram& program = chunk.program;
  for (unsigned c = 0; c < 4; ++c) {
    const I32 border = all(static_cast<std::int32_t>(program.border_value[c]));
    put(output, c, chunk.first,
        extreme_of(program.filter == Filter::kMinimum, sums.extremes, value_of(program, sums.extremes.code[c], c),
                   border));
  }
}

/// Destination for the places of a tap of a level; null: they are not kept.
TEXPIPE_INLINE LanePlaces* places_at(const LaneOutput& output, unsigned tap, unsigned second, unsigned half = 0) {
  return output.places == nullptr ? nullptr : output.places + place_of(tap, second, half);
}

/// Results of one level's sums in 32 bits. Those of bytes fit a float32.
template <Storage kStorage>
TEXPIPE_INLINE void finish_narrow(const SampleProgram& program, const U32 (&sum)[4], unsigned first,
                                  LaneOutput& output) {
  for (unsigned c = 0; c < 4; ++c) {
    const float denominator = program.denominator[c];
    const F32 mean = kStorage == Storage::kBytes ? to_float((I32)sum[c]) / (denominator * (1 << kCornerWeightBits))
                                                 : mean_of_codes(widened<kStorage>(sum[c]), denominator, 1.0f,
                                                                 weight_bits(false, false, false));
    put(output, c, first, (I32)mean);
  }
}
/// Results from narrow sums of two levels. Sums of bytes fit 32 bits.
template <Storage kStorage>
TEXPIPE_INLINE void finish_narrow(const SampleProgram& program, const U32 (&sum)[4], const U32 (&second)[4],
                                  I32 second_weight, unsigned first, LaneOutput& output) {
  const I32 weight[2] = {weight_of_two(second_weight, false), weight_of_two(second_weight, true)};
  for (unsigned c = 0; c < 4; ++c) {
    F64 both;
    if constexpr (kStorage == Storage::kBytes) {
      both = widen(sum[c] * (U32)weight[0] + second[c] * (U32)weight[1]);
    } else {
      both = widened<kStorage>(sum[c]) * widen(weight[0]) + widened<kStorage>(second[c]) * widen(weight[1]);
    }
    put(output, c, first, (I32)mean_of_codes(both, program.denominator[c], 1.0f, weight_bits(true, false, false)));
  }
}

/// Codes of at most 16 bits on one or two levels, without border.
template <Storage kStorage>
TEXPIPE_INLINE void sample_narrow(const Chunk& chunk, const LaneTexels& from, unsigned levels, I32 second_weight,
                                  LaneOutput& output) {
  const I32 slice = load<I32>(chunk.input.slice + chunk.first);
  U32 sum[2][4];
  for (unsigned second = 0; second < levels; ++second) {
    const LevelPlaces at = level_places(chunk, second != 0, false);
    Corners corners;
    corners_of(chunk, at, 0, false, slice, all(0), places_at(output, 0, second), corners);
    if (is_incomplete(from, at.level)) touch(from, corners.index, chunk.corners, bits_of(chunk.active));
    sum_narrow<kStorage>(from, corners, chunk.corners, corners.weight, sum[second]);
  }
  if (levels == 1) return finish_narrow<kStorage>(chunk.program, sum[0], chunk.first, output);
  finish_narrow<kStorage>(chunk.program, sum[0], sum[1], second_weight, chunk.first, output);
}

template <Filter kFilter, Storage kStorage>
TEXPIPE_INLINE void finish(const Chunk& chunk, const LaneTexels& from, const Sums& sums, unsigned weight_bits,
                           float multiple, LaneOutput& output) {
  const SampleProgram& program = chunk.program;
  if constexpr (kFilter == Filter::kFixed) {
    finish_fixed(chunk, sums, weight_bits, multiple, output);
  } else if constexpr (kFilter == Filter::kFloat) {
    finish_floats(chunk, from, sums, weight_bits, output);
  } else if constexpr (kFilter == Filter::kSums) {
    finish_pixels(chunk, from, sums, weight_bits, output);
  } else if constexpr (kFilter == Filter::kSpecial) {
    finish_specials(chunk, sums, output);
  } else if constexpr (kFilter == Filter::kMinimum) {
    finish_extremes(chunk, sums, output);
  } else if constexpr (kFilter == Filter::kCompare) {
    const I32 shown = (I32)mean_of_codes(sums.sum[0], 1.0f, multiple, weight_bits);
    for (unsigned c = 0; c < 4; ++c)
      put(output, c, chunk.first, program.is_constant[c] ? all(static_cast<std::int32_t>(program.constant[c])) : shown);
  }
}

/// The code of a gathered channel: 1 or 0 where it is compared.
template <Storage kStorage>
TEXPIPE_INLINE I32 gathered_code(const SampleProgram& program, const LaneTexels& from, I32 index, I32 border,
                                 F32 limit) {
  const unsigned channel = program.gather_channel;
  if (program.shadow == kNoShadow)
    return bordered(program, texels_at<kStorage>(from.texels, index).code[channel], border, channel);
  if (program.is_constant[channel]) return all(program.constant[channel] != 0 ? 1 : 0);
  return count(compared<kStorage>(program, from, index, border, limit));
}

/// The four texels of a bilinear footprint, one channel of each. Of a volume's two slices the last
/// one with weight stays.
/// @param missing  number of the corner that is none, from 1 on
template <Storage kStorage>
TEXPIPE_INLINE void gather_corners(const Chunk& chunk, const LaneTexels& from, const Corners& corners, I32 missing,
                                   I32 counts, F32 limit, LaneOutput& output) {
  const SampleProgram& program = chunk.program;
  const unsigned channel = program.gather_channel;
  const bool compares = program.shadow != kNoShadow;
  const ChannelKind kind = compares || program.is_constant[channel] ? ChannelKind::kFixed : program.codes;
  const float denominator = compares ? 1.0f : program.denominator[channel];
  const I32 border_value = all(static_cast<std::int32_t>(program.border_value[channel]));
  I32 code[4];
  for (unsigned corner = 0; corner < chunk.corners; ++corner)
    code[corner] = gathered_code<kStorage>(program, from, corners.index[corner], corners.border[corner], limit);
  for (unsigned c = 0; c < 4; ++c) {
    const unsigned corner = gathered_corner(c, chunk.corners);
    const I32 value = gathered_value(kind, code, corner, denominator, compares ? never() : corners.border[corner],
                                     border_value, missing);
    put(output, c, chunk.first, select(counts, value, load<I32>(output.value[c] + chunk.first)));
  }
}

/// Position along a volume's third axis.
TEXPIPE_INLINE AxisTap slice_tap(const Chunk& chunk, const LevelLanes& level) {
  const I32 position = centre_on(chunk, 2, level.size[2]);
  return filter_tap(chunk.program, 2, position, level.size[2], chunk.linear);
}

/// Lanes with a texel that matches the chroma key, whatever its weight in the footprint.
TEXPIPE_INLINE I32 matching(const Chunk& chunk, const LaneTexels& from, const Corners& corners, I32 missing) {
  I32 matches = all(0);
  for (unsigned corner = 0; corner < chunk.corners; ++corner) {
    I32 counts = missing != static_cast<std::int32_t>(corner + 1);
    if (corner > 0) counts &= chunk.linear;
    const I32 border = all(chunk.program.border_kills ? -1 : 0);
    const I32 texel = gather_bytes(from.matches, corners.index[corner]) != 0;
    matches |= counts & select(corners.border[corner], border, texel);
  }
  return matches;
}

/// Mask of the lanes on faces of a cube that are not there.
static I32 on_lacking_face(const SampleProgram& program, I32 slice) {
  I32 lacking = all(0);
  for (unsigned lane = 0; lane < kLanes; ++lane) lacking[lane] = -(program.lacking_faces >> (slice[lane] % 6) & 1);
  return lacking;
}

/// @param lanes  those of the chunk that are sampled
template <Filter kFilter, Storage kStorage>
static void sample_chunk(const SampleProgram& program, const LaneInput& input, const LaneTexels& from, unsigned first,
                         std::uint32_t lanes, LaneOutput& output) {
  F32 coordinate[3];
  Chunk chunk{program,
              input,
              first,
              mask_of(lanes),
              load<I32>(input.magnify + first),
              load<I32>(input.linear + first),
              load<I32>(input.taps + first),
              1,
              coordinate};
  if (!program.cube) {
    for (unsigned axis = 0; axis < program.axes; ++axis) coordinate[axis] = coordinate_of(program, input, axis, first);
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
  // The first tap's texel is the result; the others' can still kill it.
  if constexpr (kFilter == Filter::kInteger || kFilter == Filter::kGather) most_taps = program.kills ? most_taps : 1;
  const bool mono = program.mono;
  if (mono) most_taps = mono_taps_on_axis(program.box[0]) * mono_taps_on_axis(program.box[1]);
  const unsigned levels = kFilter != Filter::kInteger && kFilter != Filter::kGather && two_levels ? 2 : 1;
  const unsigned halves = volume && linear ? 2 : 1;
  const F32 limit = load<F32>(input.limit + first);
  if constexpr (kFilter == Filter::kFixed && kStorage != Storage::kWords) {
    if (!anisotropic && !volume && !program.borders && !mono && !program.kills) {
      return sample_narrow<kStorage>(chunk, from, levels, second_weight, output);
    }
  }

  Sums sums;
  clear(sums);
  I32 killed = all(0);
  LevelPlaces places_on[2];
  for (unsigned second = 0; second < levels; ++second)
    places_on[second] = level_places(chunk, second != 0, anisotropic);
  for (unsigned tap = 0; tap < most_taps; ++tap) {
    I32 tap_weight = all(1);
    if (anisotropic) tap_weight = gather(program.tap_weight, chunk.taps * 16 + static_cast<std::int32_t>(tap));
    for (unsigned second = 0; second < levels; ++second) {
      const LevelPlaces& at = places_on[second];
      const LevelLanes& level = at.lanes;
      const I32 level_weight = levels == 1 ? all(1) : weight_of_two(second_weight, second != 0);
      AxisTap depth{load<I32>(input.slice + first), all(0), all(0)};
      if (volume) depth = slice_tap(chunk, level);
      for (unsigned half = 0; half < halves; ++half) {
        I32 slice = depth.first;
        I32 slice_border = program.lacking_faces != 0 ? on_lacking_face(program, slice) : all(0);
        I32 weight = tap_weight * level_weight;
        if (volume) {
          slice = addressed(program.mode[2], slice + offset_on(chunk, 2) + static_cast<std::int32_t>(half),
                            level.size[2], program.power_of_two[2], slice_border);
          if (halves == 2) weight *= weight_of_two(depth.next_weight, half != 0);
        }
        Corners corners;
        // The second time over some lanes leaves the places of all as they are.
        LanePlaces* places = kFilter == Filter::kSpecial ? nullptr : places_at(output, tap, second, half);
        if (volume && places != nullptr) {
          store(places->slice + first, slice);
          store(places->slice_weight + first, weight_of_two(depth.next_weight, half != 0));
        }
        const I32 missing = corners_of(chunk, at, tap, anisotropic, slice, slice_border, places, corners);
        if (places != nullptr && program.borders) store(places->border + first, border_bits(corners, chunk.corners));
        if (is_incomplete(from, at.level)) touch(from, corners.index, chunk.corners, lanes);
        if (program.kills) killed |= matching(chunk, from, corners, missing) & (weight != 0);
        if constexpr (kFilter == Filter::kGather) {
          gather_corners<kStorage>(chunk, from, corners, missing, weight != 0, limit, output);
        } else if constexpr (kFilter == Filter::kInteger) {
          if (tap != 0) continue;
          const Texels texels = texels_at<kStorage>(from.texels, corners.index[0]);
          for (unsigned c = 0; c < 4; ++c)
            put(output, c, first, bordered(program, texels.code[c], corners.border[0], c));
        } else {
          accumulate<kFilter, kStorage>(program, from, corners, chunk.corners, weight, limit, sums);
        }
      }
    }
  }
  const unsigned bits = weight_bits(levels == 2, anisotropic && most_taps > 1, halves == 2);
  const float multiple = mono ? static_cast<float>(program.box[0] * program.box[1]) : 1.0f;
  finish<kFilter, kStorage>(chunk, from, sums, bits, multiple, output);
  if (program.kills) output.killed |= bits_of(killed & chunk.active) << first;
}

template <Filter kFilter, Storage kStorage>
static void sample_lanes(const SampleProgram& program, const LaneInput& input, const LaneTexels& from,
                         LaneOutput& output) {
  for (unsigned first = 0; first < kChannels; first += kLanes) {
    const std::uint32_t lanes = input.active >> first & ((2u << (kLanes - 1)) - 1);
    if (lanes == 0) continue;
    if constexpr (kFilter == Filter::kFloat) {
      if (!from.range->special && has_pixel_sums(program)) {
        sample_chunk<Filter::kSums, kStorage>(program, input, from, first, lanes, output);
        continue;
      }
    }
    sample_chunk<kFilter, kStorage>(program, input, from, first, lanes, output);
  }
}

#include "functional/sampling/lanes/one_texel.inc.h"
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
  output.bordered = output.killed = output.unresolved = 0;
  if (program.plain && !input.offsets && sample_plain(program, input, from, output)) return;
  if (program.one_texel && !input.offsets && input.level >= 0) return sample_one_texel(program, input, from, output);
  switch (program.filter) {
    case Filter::kFixed:
      return sample_stored<Filter::kFixed>(program, input, from, output);
    case Filter::kFloat:
    case Filter::kSums:
    case Filter::kSpecial:
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
