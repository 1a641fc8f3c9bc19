// The form that most messages have: four texels of one or two levels of a 2D surface whose sizes are powers of two,
// with no border, offset, anisotropy or comparison (CompiledSampler decides). Beside the rules, for speed alone: two
// texels weighed by one instruction, and float sums whose exactness follows from what all texels of the surface have in
// common. Included in kernel.inc.h.

/// Brings coordinates to where the map or its edge is: periodic ones exactly, others so that the same texels follow.
TEXPIPE_INLINE F32 plain_coordinate(gen9::TextureCoordinateMode mode, F32 u) {
  return is_periodic(mode) ? reduce_periodic(u) : maximum(minimum(or_zero(u), all(2.0f)), all(-1.0f));
}

/// The two texels of an axis and the weight of the second, of 256.
struct PlainAxis {
  I32 near, far, weight;
};
TEXPIPE_INLINE PlainAxis plain_axis(const SampleProgram& program, unsigned axis, F32 coordinate, I32 size) {
  // Halves of 1/256 texel: exact, so that nearest is one above, halved (position_at, of what saturates nowhere).
  const I32 halves = floored(product(coordinate, size * (2 * kOneTexel)));
  const AxisTap tap = axis_tap((halves + program.nearest[0][axis]) >> 1, always());
  const gen9::TextureCoordinateMode mode = program.mode[axis];
  return {on_map(mode, tap.first, size, true), on_map(mode, tap.first + 1, size, true), tap.next_weight};
}

/// Indices of the four texels, and the weights along the axes.
struct PlainTap {
  I32 index[4];
  I32 right, bottom;
};
TEXPIPE_INLINE PlainTap plain_tap(const SampleProgram& program, const LevelLanes& level, const F32 (&coordinate)[2],
                                  I32 slice, unsigned first, LanePlaces* places) {
  const PlainAxis x = plain_axis(program, 0, coordinate[0], level.size[0]);
  const PlainAxis y = plain_axis(program, 1, coordinate[1], level.size[1]);
  if (places != nullptr) {
    store(places->column[0] + first, x.near);
    store(places->column[1] + first, x.far);
    store(places->row[0] + first, y.near);
    store(places->row[1] + first, y.far);
  }
  constexpr std::int32_t kInTile = 15;  // tiles of 16x16
  const I32 left = (x.near & kInTile) | (x.near & ~kInTile) << 4, right = (x.far & kInTile) | (x.far & ~kInTile) << 4;
  const I32 base = level.offset + slice * level.slice_step;
  const I32 top = base + (y.near >> 4) * level.row_step + ((y.near & kInTile) << 4);
  const I32 bottom = base + (y.far >> 4) * level.row_step + ((y.far & kInTile) << 4);
  return {{top + left, top + right, bottom + left, bottom + right}, x.weight, y.weight};
}

TEXPIPE_INLINE LevelLanes plain_level(const SampleProgram& program, const LaneInput& input, I32 level) {
  if (input.level < 0) {
    return {{entry_of(program.levels.size[0], level), entry_of(program.levels.size[1], level), I32{}},
            entry_of(program.levels.offset, level),
            entry_of(program.levels.row_step, level),
            entry_of(program.levels.slice_step, level)};
  }
  const auto only = static_cast<unsigned>(input.level);
  return {{all(program.levels.size[0][only]), all(program.levels.size[1][only]), I32{}},
          all(program.levels.offset[only]),
          all(program.levels.row_step[only]),
          all(program.levels.slice_step[only])};
}

/// Weights 256 - w and w as halves of a number.
TEXPIPE_INLINE I32 weight_pair(I32 weight) {
  return (weight << 16) - weight + kOneTexel;
}

/// Four bytes of two texels, weighed: 255 * 256 at most.
struct PlainRow {
  I32 channel[4];
};
TEXPIPE_INLINE PlainRow plain_row(I32 left, I32 right, I32 weights) {
  constexpr std::int32_t kBytes = 0x00FF00FF;
  const I32 first = (left & 0xFFFF) | (right << 16);
  const I32 last = (I32)((U32)left >> 16) | (right & ~0xFFFF);
  return {{dot_halves(first & kBytes, weights), dot_halves((I32)((U32)first >> 8) & kBytes, weights),
           dot_halves(last & kBytes, weights), dot_halves((I32)((U32)last >> 8) & kBytes, weights)}};
}

/// Codes times weights of a level: 2^16 is one.
template <Storage kStorage>
TEXPIPE_INLINE void plain_sum(const std::byte* texels, const PlainTap& tap, U32 (&sum)[4]) {
  const auto* words = reinterpret_cast<const std::int32_t*>(texels);
  if constexpr (kStorage == Storage::kBytes) {
    const I32 across = weight_pair(tap.right), down = weight_pair(tap.bottom);
    const PlainRow top = plain_row(gather(words, tap.index[0]), gather(words, tap.index[1]), across);
    const PlainRow bottom = plain_row(gather(words, tap.index[2]), gather(words, tap.index[3]), across);
    for (unsigned c = 0; c < 4; ++c) {
      // 2^15 less, so that signed halves hold them.
      const I32 pair = (top.channel[c] | bottom.channel[c] << 16) ^ all(static_cast<std::int32_t>(0x80008000u));
      sum[c] = (U32)(dot_halves(pair, down) + (kOneTexel << 15));
    }
  } else {
    Texels corner[4];
    for (unsigned i = 0; i < 4; ++i) {
      const WordPairs pair = gather_pairs(words, tap.index[i]);
      if constexpr (kStorage == Storage::kSigned16) {
        corner[i] = {{pair.low << 16 >> 16, pair.low >> 16, pair.high << 16 >> 16, pair.high >> 16}};
      } else {
        corner[i] = {{pair.low & 0xFFFF, (I32)((U32)pair.low >> 16), pair.high & 0xFFFF, (I32)((U32)pair.high >> 16)}};
      }
    }
    const I32 left = kOneTexel - tap.right, top = kOneTexel - tap.bottom;
    for (unsigned c = 0; c < 4; ++c) {
      const U32 above = (U32)(corner[0].code[c] * left + corner[1].code[c] * tap.right);
      const U32 below = (U32)(corner[2].code[c] * left + corner[3].code[c] * tap.right);
      sum[c] = above * (U32)top + below * (U32)tap.bottom;
    }
  }
}

/// The sums of the first or the second level.
template <Storage kStorage>
TEXPIPE_INLINE void plain_level_sum(const SampleProgram& program, const LaneInput& input, const LaneTexels& from,
                                    const F32 (&coordinate)[2], unsigned first, std::uint32_t lanes, unsigned second,
                                    const LaneOutput& output, U32 (&sum)[4]) {
  const I32 level = load<I32>((second != 0 ? input.second_level : input.first_level) + first);
  const PlainTap tap = plain_tap(program, plain_level(program, input, level), coordinate,
                                 load<I32>(input.slice + first), first, places_at(output, 0, second));
  if (is_incomplete(from, level)) touch(from, tap.index, 4, lanes);
  plain_sum<kStorage>(from.texels, tap, sum);
}

template <Storage kStorage>
TEXPIPE_INLINE void plain_fixed(const SampleProgram& program, const LaneInput& input, const LaneTexels& from,
                                const F32 (&coordinate)[2], unsigned first, std::uint32_t lanes, LaneOutput& output) {
  U32 sum[4];
  plain_level_sum<kStorage>(program, input, from, coordinate, first, lanes, 0, output, sum);
  const I32 second_weight = load<I32>(input.second_weight + first);
  if (input.level >= 0 || !any(second_weight != 0)) return finish_narrow<kStorage>(program, sum, first, output);
  U32 second[4];
  plain_level_sum<kStorage>(program, input, from, coordinate, first, lanes, 1, output, second);
  finish_narrow<kStorage>(program, sum, second, second_weight, first, output);
}

/// Corners with their weights and the share of the level.
TEXPIPE_INLINE void store_tap(const PlainTap& tap, I32 share, LaneCorners& lanes) {
  const CornerWeights weights =
      corner_weights({all(0), kOneTexel - tap.right, tap.right}, {all(0), kOneTexel - tap.bottom, tap.bottom});
  for (unsigned corner = 0; corner < 4; ++corner)
    store_corner(lanes, corner, tap.index[corner], widen(weights.of[corner] * share));
}

/// Means of float texels (float_mean). @return false when a lane needs what says more of its sums' errors
TEXPIPE_INLINE bool plain_float(const SampleProgram& program, const LaneInput& input, const LaneTexels& from,
                                const F32 (&coordinate)[2], unsigned first, std::uint32_t lanes, LaneOutput& output) {
  const I32 slice = load<I32>(input.slice + first);
  const I32 level[2] = {load<I32>(input.first_level + first), load<I32>(input.second_level + first)};
  const I32 second_weight = load<I32>(input.second_weight + first);
  const unsigned levels = input.level < 0 && any(second_weight != 0) ? 2 : 1;
  LaneCorners corners[2];
  for (unsigned i = 0; i < levels; ++i) {
    const PlainTap tap =
        plain_tap(program, plain_level(program, input, level[i]), coordinate, slice, first, places_at(output, 0, i));
    if (is_incomplete(from, level[i])) touch(from, tap.index, 4, lanes);
    store_tap(tap, levels == 1 ? all(1) : weight_of_two(second_weight, i != 0), corners[i]);
  }
  Double4 sum[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    sum[lane] = with_corners(Double4{}, from, corners[0], 4, lane);
    if (levels == 2) sum[lane] = with_corners(sum[lane], from, corners[1], 4, lane);
  }
  return put_means(program, *from.range, sum, first, lanes, weight_bits(levels == 2, false, false), output);
}

/// @return false when the general form has to sample the message
static bool sample_plain(const SampleProgram& program, const LaneInput& input, const LaneTexels& from,
                         LaneOutput& output) {
  for (unsigned first = 0; first < kChannels; first += kLanes) {
    const std::uint32_t lanes = input.active >> first & ((2u << (kLanes - 1)) - 1);
    if (lanes == 0) continue;
    const F32 coordinate[2] = {plain_coordinate(program.mode[0], load<F32>(input.coordinate[0] + first)),
                               plain_coordinate(program.mode[1], load<F32>(input.coordinate[1] + first))};
    if (program.filter == Filter::kFloat) {
      if (!plain_float(program, input, from, coordinate, first, lanes, output)) return false;
      continue;
    }
    switch (program.storage) {
      case Storage::kBytes:
        plain_fixed<Storage::kBytes>(program, input, from, coordinate, first, lanes, output);
        break;
      case Storage::kUnsigned16:
        plain_fixed<Storage::kUnsigned16>(program, input, from, coordinate, first, lanes, output);
        break;
      case Storage::kSigned16:
        plain_fixed<Storage::kSigned16>(program, input, from, coordinate, first, lanes, output);
        break;
      case Storage::kWords:
        return false;
    }
  }
  return true;
}
