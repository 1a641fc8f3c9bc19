// The sampler over lanes: positions, address modes, texels, sums, results. The rules are those of the stepwise form
// (footprint_plan.cpp, filter.cpp); a test compares the two. Included in the namespace of each instruction set.

constexpr std::int32_t kSubtexels = 256;  // of a texel
constexpr double kFarthest = 1 << 30;     // coordinate.h: kFarthestPosition
constexpr double kFarthestTap = 1 << 28;  // anisotropy.cpp: tap_offset

/// Level sizes and places of the lanes.
struct LevelLanes {
  I32 size[3];
  I32 offset, row_step, slice_step;
};

/// One level, tap and slice of all lanes: four corners, of which 1D surfaces have two and nearest filters one.
struct Corners {
  I32 index[4];   // of decoded texels
  I32 weight[4];  // of 2^16
  I32 border[4];  // masks
};

/// What is collected over levels, taps and slices. Without initialisers: large, and not needed for all lanes.
struct Sums {
  F64 sum[4];
  F64 absolute[4];
  F32 largest[4];   // float texels, absolute
  F32 smallest[4];  // but for zeros
  I32 zero_signs;   // float texels with weight that are -0
  I32 special;      // and infinities and NaN
  F64 border_weight;
  I32 extreme[4];
  I32 seen;  // lanes that have an extreme
};

TEXPIPE_INLINE void clear(Sums& sums) {
  const F64 none{HalfF64{}, HalfF64{}};
  for (unsigned c = 0; c < 4; ++c) {
    sums.sum[c] = sums.absolute[c] = none;
    sums.largest[c] = F32{};
    sums.smallest[c] = all(3.4e38f);
    sums.extreme[c] = I32{};
  }
  sums.zero_signs = sums.special = sums.seen = I32{};
  sums.border_weight = none;
}

TEXPIPE_INLINE I32 looked_up(const std::int32_t* table, I32 level, bool uniform) {
  return uniform ? all(table[level[0]]) : gather(table, level);
}

TEXPIPE_INLINE LevelLanes level_lanes(const SampleProgram& program, I32 level) {
  const bool uniform = !any(level != level[0]);
  LevelLanes lanes;
  for (unsigned axis = 0; axis < 3; ++axis) lanes.size[axis] = looked_up(program.levels.size[axis], level, uniform);
  lanes.offset = looked_up(program.levels.offset, level, uniform);
  lanes.row_step = looked_up(program.levels.row_step, level, uniform);
  lanes.slice_step = looked_up(program.levels.slice_step, level, uniform);
  return lanes;
}

/// Brings periodic coordinates near the map (coordinate.h, reduce_periodic); exact in float32.
TEXPIPE_INLINE F32 reduced(F32 u) {
  const I32 inside = (I32)(u >= all(-2.0f)) & (I32)(u < all(2.0f));
  if (!any(~inside)) return u;
  const I32 beyond = ((I32)u & 0x7FFFFFFF) >= 0x4C000000;  // 2^25, infinities, NaN
  const F32 finite = (F32)((I32)u & ~beyond);
  const F32 near = finite - to_float(floored(finite * all(0.5f))) * all(2.0f);
  return (F32)select(inside, (I32)u, (I32)near);
}

/// Coordinates along an axis of a surface without faces: NaN as 0, periodic ones reduced.
TEXPIPE_INLINE F32 coordinate_of(const SampleProgram& program, const LaneInput& input, unsigned axis, unsigned first) {
  const F32 u = load<F32>(input.coordinate[axis] + first);
  const bool periodic = program.mode[axis] == Mode::kWrap || program.mode[axis] == Mode::kMirror;
  if (periodic) return reduced(u);
  const I32 magnitude = (I32)u & 0x7FFFFFFF;
  if (!any(magnitude >= 0x7F800000)) return u;
  // Infinities lie beyond every position, as does this number.
  const I32 far = ((I32)u & all(static_cast<std::int32_t>(0x80000000u))) | (I32)all(1e30f);
  return (F32)select(magnitude == 0x7F800000, far, (I32)u & ~(magnitude > 0x7F800000));
}

/// Mask of the lanes whose positions round to nearest.
TEXPIPE_INLINE I32 rounds(const SampleProgram& program, unsigned axis, I32 magnify) {
  const std::int32_t magnified = program.nearest[1][axis], minified = program.nearest[0][axis];
  if (magnified == minified) return all(-magnified);
  return magnified != 0 ? magnify : ~magnify;
}

/// Positions in 1/256 texel (address_mode.h, axis_position) on sizes that are powers of two: products are exact in
/// float32.
TEXPIPE_INLINE I32 exact_position(const SampleProgram& program, F32 coordinate, unsigned axis, I32 size, I32 magnify) {
  const F32 scale = program.unit_scale ? all(256.0f) : to_float(size * kSubtexels);
  const F32 scaled = maximum(minimum(coordinate * scale, all(1073741824.0f)), all(-1073741824.0f));  // kFarthest
  const I32 whole = floored(scaled);
  const I32 upper = (I32)(scaled - to_float(whole) >= all(0.5f));
  return whole - (upper & rounds(program, axis, magnify));
}

/// The same for any size and for places on faces.
TEXPIPE_INLINE I32 wide_position(const SampleProgram& program, F64 coordinate, unsigned axis, I32 size, I32 magnify) {
  const F64 texels = program.unit_scale ? coordinate : coordinate * widen(size);
  const F64 scaled = maximum(minimum(texels * double{kSubtexels}, kFarthest), -kFarthest);
  return floored(scaled + widen(rounds(program, axis, magnify)) * -0.5);
}

/// Floor modulus of indices. @param n  at least 1
TEXPIPE_INLINE I32 modulus(I32 index, I32 n, bool power_of_two) {
  if (power_of_two) return index & (n - 1);
  return index - floored(widen(index) / widen(n)) * n;
}

/// Texels of indices (address_mode.h, apply_address_mode); `border` gains the lanes that have the border colour.
TEXPIPE_INLINE I32 addressed(const SampleProgram& program, unsigned axis, I32 index, I32 size, I32& border) {
  const bool power_of_two = program.power_of_two[axis];
  if (program.mode[axis] == Mode::kWrap && power_of_two) return index & (size - 1);
  const I32 outside = (I32)((U32)index >= (U32)size);
  if (!any(outside)) return index;
  switch (program.mode[axis]) {
    case Mode::kWrap:
      return modulus(index, size, false);
    case Mode::kMirror: {
      const I32 place = modulus(index, size + size, power_of_two);
      return select(place < size, place, size + size - 1 - place);
    }
    case Mode::kMirrorOnce:
      return minimum(select(index < 0, -index - 1, index), size - 1);
    case Mode::kClampBorder:
    case Mode::kHalfBorder:
      border |= outside;
      return index & ~outside;
    default:
      return minimum(maximum(index, all(0)), size - 1);
  }
}

/// First texel and the weight of the next along an axis (linear_tap.h), before the address mode.
struct Tap {
  I32 first, next_weight;
};
TEXPIPE_INLINE Tap tap_at(const SampleProgram& program, unsigned axis, I32 position, I32 size, I32 linear) {
  if (program.half_border[axis]) position = select(linear, position, minimum(position, size * kSubtexels - 1));
  const I32 from = position - (linear & (kSubtexels / 2));
  return {from >> 8, from & 255 & linear};
}

/// Distance of taps from the centre in 1/256 texel (anisotropy.cpp, tap_offset).
TEXPIPE_INLINE I32 tap_distance(F64 spacing, I32 size, I32 taps, unsigned tap) {
  const F64 half_steps = widen(static_cast<std::int32_t>(2 * tap) - (taps - 1));
  const F64 offset = spacing * widen(size) * half_steps * 128.0;
  return floored(maximum(minimum(offset, kFarthestTap), -kFarthestTap) + 0.5) & (taps > 1);
}

/// Everything about the lanes of one call.
struct Chunk {
  const SampleProgram& program;
  const LaneInput& input;
  unsigned first;  // lane
  I32 active;
  I32 magnify, linear, taps;
  unsigned corners;   // 1, 2 or 4
  F32 coordinate[3];  // not of cubes
};

/// Positions along an axis, before taps and texel offsets.
TEXPIPE_INLINE I32 centre_on(const Chunk& chunk, unsigned axis, I32 size) {
  const SampleProgram& program = chunk.program;
  I32 position;
  if (program.cube) {
    position = wide_position(program, load_f64(chunk.input.face[axis] + chunk.first), axis, size, chunk.magnify);
  } else if (program.power_of_two[axis]) {
    position = exact_position(program, chunk.coordinate[axis], axis, size, chunk.magnify);
  } else {
    position = wide_position(program, widen(chunk.coordinate[axis]), axis, size, chunk.magnify);
  }
  if (program.half_border[axis]) position = minimum(maximum(position, all(0)), size * kSubtexels);
  return position;
}

TEXPIPE_INLINE I32 position_on(const Chunk& chunk, unsigned axis, I32 size, unsigned tap, bool anisotropic) {
  I32 position = centre_on(chunk, axis, size);
  if (anisotropic && axis < 2)
    position += tap_distance(load_f64(chunk.input.spacing[axis] + chunk.first), size, chunk.taps, tap);
  if (chunk.program.cube) {
    const I32 extent = size * kSubtexels;
    position = minimum(maximum(position, all(0)), extent + select(chunk.linear, all(0), all(-1)));
  }
  return position;
}

TEXPIPE_INLINE I32 offset_on(const Chunk& chunk, unsigned axis) {
  return chunk.input.offsets ? load<I32>(chunk.input.offset[axis] + chunk.first) : all(0);
}

TEXPIPE_INLINE I32 column_index(const SampleProgram& program, I32 x) {
  const std::int32_t bits = program.column_bits;
  return ((x >> bits) << 8) | (x & ((1 << bits) - 1));
}
TEXPIPE_INLINE I32 row_index(const SampleProgram& program, I32 y, I32 row_step) {
  const std::int32_t column_bits = program.column_bits, bits = 8 - column_bits;
  return (y >> bits) * row_step + ((y & ((1 << bits) - 1)) << column_bits);
}

/// Gives the lanes that cross an edge of their face the texels beyond it. @return lanes with a corner that is none
static I32 over_edges(const Chunk& chunk, const LevelLanes& level, I32 slice, I32 x, I32 y, I32 crossing,
                      Corners& corners) {
  I32 missing = all(0);
  for (std::uint32_t rest = bits_of(crossing); rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    EdgeFootprint footprint{slice[lane],
                            x[lane],
                            y[lane],
                            level.size[0][lane],
                            level.offset[lane],
                            level.row_step[lane],
                            level.slice_step[lane],
                            {},
                            {},
                            {},
                            false};
    for (unsigned corner = 0; corner < 4; ++corner) footprint.weight[corner] = corners.weight[corner][lane];
    cross_edges(chunk.program, footprint);
    for (unsigned corner = 0; corner < 4; ++corner) {
      corners.index[corner][lane] = footprint.index[corner];
      corners.weight[corner][lane] = footprint.weight[corner];
      corners.border[corner][lane] = footprint.border[corner];
    }
    missing[lane] = footprint.missing ? -1 : 0;
  }
  return missing;
}

/// Corners of a tap of a level, and of volumes of one slice.
/// @param places  where a plane's columns and rows go; null: nowhere
/// @return lanes with a corner beyond the corner of a cube
TEXPIPE_INLINE I32 corners_of(const Chunk& chunk, const LevelLanes& level, unsigned tap, bool anisotropic, I32 slice,
                              I32 slice_border, LanePlaces* places, Corners& corners) {
  const SampleProgram& program = chunk.program;
  const Tap u = tap_at(program, 0, position_on(chunk, 0, level.size[0], tap, anisotropic), level.size[0], chunk.linear);
  const I32 x = u.first + offset_on(chunk, 0);
  I32 border_left = slice_border, border_right = slice_border;
  I32 left, right = all(0);
  if (program.seamless) {
    left = minimum(maximum(x, all(0)), level.size[0] - 1);
    right = minimum(maximum(x + 1, all(0)), level.size[0] - 1);
  } else {
    left = addressed(program, 0, x, level.size[0], border_left);
    if (chunk.corners > 1) right = addressed(program, 0, x + 1, level.size[0], border_right);
  }
  const I32 base = level.offset + slice * level.slice_step;
  const I32 left_column = column_index(program, left), right_column = column_index(program, right);
  if (program.axes == 1) {
    corners.index[0] = base + left_column;
    corners.weight[0] = (kSubtexels - u.next_weight) << 8;
    corners.border[0] = border_left;
    corners.index[1] = base + right_column;
    corners.weight[1] = u.next_weight << 8;
    corners.border[1] = border_right;
    return all(0);
  }
  const Tap v = tap_at(program, 1, position_on(chunk, 1, level.size[1], tap, anisotropic), level.size[1], chunk.linear);
  const I32 y = v.first + offset_on(chunk, 1);
  I32 border_top = all(0), border_bottom = all(0);
  I32 top, bottom = all(0);
  if (program.seamless) {
    top = minimum(maximum(y, all(0)), level.size[1] - 1);
    bottom = minimum(maximum(y + 1, all(0)), level.size[1] - 1);
  } else {
    top = addressed(program, 1, y, level.size[1], border_top);
    if (chunk.corners > 1) bottom = addressed(program, 1, y + 1, level.size[1], border_bottom);
  }
  if (places != nullptr) {
    store(places->column[0] + chunk.first, left);
    store(places->column[1] + chunk.first, right);
    store(places->row[0] + chunk.first, top);
    store(places->row[1] + chunk.first, bottom);
  }
  const I32 top_row = base + row_index(program, top, level.row_step);
  corners.index[0] = top_row + left_column;
  corners.border[0] = border_left | border_top;
  if (chunk.corners == 1) {
    corners.weight[0] = all(1 << 16);
    return all(0);
  }
  const I32 bottom_row = base + row_index(program, bottom, level.row_step);
  const I32 left_weight = kSubtexels - u.next_weight, top_weight = kSubtexels - v.next_weight;
  corners.weight[0] = left_weight * top_weight;
  corners.index[1] = top_row + right_column;
  corners.weight[1] = u.next_weight * top_weight;
  corners.border[1] = border_right | border_top;
  corners.index[2] = bottom_row + left_column;
  corners.weight[2] = left_weight * v.next_weight;
  corners.border[2] = border_left | border_bottom;
  corners.index[3] = bottom_row + right_column;
  corners.weight[3] = u.next_weight * v.next_weight;
  corners.border[3] = border_right | border_bottom;
  if (!program.seamless) return all(0);
  const I32 beyond = (x < 0) | (x + 1 >= level.size[0]) | (y < 0) | (y + 1 >= level.size[1]);
  const I32 crossing = beyond & chunk.linear & chunk.active;
  return any(crossing) ? over_edges(chunk, level, slice, x, y, crossing, corners) : crossing;
}

/// Decodes the tiles of lanes that are not there yet; lanes with the same tile together.
TEXPIPE_INLINE void touch_tiles(const LaneTexels& texels, I32 tiles, std::uint32_t lanes) {
  while (lanes != 0) {
    const std::int32_t tile = tiles[__builtin_ctz(lanes)];
    if (texels.ready[tile] == 0) texels.decode(texels.owner, static_cast<std::uint32_t>(tile));
    lanes &= ~bits_of(tiles == tile);
  }
}
static void touch(const LaneTexels& texels, const Corners& corners, unsigned count, std::uint32_t active) {
  const I32 first = corners.index[0] >> 8;
  touch_tiles(texels, first, active);
  for (unsigned corner = 1; corner < count; ++corner) {
    const I32 tiles = corners.index[corner] >> 8;
    touch_tiles(texels, tiles, active & bits_of(tiles != first));
  }
}

/// True when a level of the lanes has tiles that are not there yet.
TEXPIPE_INLINE bool is_incomplete(const LaneTexels& texels, I32 level) {
  const std::uint32_t levels = *texels.incomplete;
  return levels != 0 && any((all(static_cast<std::int32_t>(levels)) >> level & 1) != 0);
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

/// Codes times weights of a footprint in 32 bits: 65535 * 2^16 fits unsigned, 32767 * 2^16 signed numbers.
template <Storage kStorage>
TEXPIPE_INLINE void sum_narrow(const LaneTexels& from, const Corners& corners, unsigned count, I32 (&weight)[4],
                               U32 (&sum)[4]) {
  for (unsigned c = 0; c < 4; ++c) sum[c] = U32{};
  for (unsigned corner = 0; corner < count; ++corner) {
    const Texels texels = texels_at<kStorage>(from.texels, corners.index[corner]);
    for (unsigned c = 0; c < 4; ++c) sum[c] += (U32)texels.code[c] * (U32)weight[corner];
  }
}

/// Such a sum as a number.
template <Storage kStorage>
TEXPIPE_INLINE F64 widened(U32 sum) {
  if constexpr (kStorage == Storage::kUnsigned16) return widen(sum);
  return widen((I32)sum);
}

/// Exact sums of fixed-point codes.
template <Storage kStorage>
TEXPIPE_INLINE void sum_fixed(const LaneTexels& from, const Corners& corners, unsigned count, F64 pixel_weight,
                              Sums& sums) {
  I32 weight[4];
  for (unsigned corner = 0; corner < count; ++corner) weight[corner] = corners.weight[corner] & ~corners.border[corner];
  if constexpr (kStorage != Storage::kWords) {
    U32 sum[4];
    sum_narrow<kStorage>(from, corners, count, weight, sum);
    for (unsigned c = 0; c < 4; ++c) sums.sum[c] = sums.sum[c] + widened<kStorage>(sum[c]) * pixel_weight;
  } else {
    for (unsigned corner = 0; corner < count; ++corner) {
      const Texels texels = texels_at<kStorage>(from.texels, corners.index[corner]);
      const F64 wide = widen(weight[corner]) * pixel_weight;
      for (unsigned c = 0; c < 4; ++c) sums.sum[c] = sums.sum[c] + widen(texels.code[c]) * wide;
    }
  }
}

TEXPIPE_INLINE void sum_border(const Corners& corners, unsigned count, F64 pixel_weight, Sums& sums) {
  I32 weight = all(0);
  for (unsigned corner = 0; corner < count; ++corner) weight += corners.weight[corner] & corners.border[corner];
  sums.border_weight = sums.border_weight + widen(weight) * pixel_weight;
}

TEXPIPE_INLINE I32 bordered(const SampleProgram& program, I32 code, I32 border, unsigned channel) {
  return select(border, all(static_cast<std::int32_t>(program.border_code[channel])), code);
}

/// Sums of float texels in double precision, and what tells whether they are exact enough (weighted_mean.h).
TEXPIPE_INLINE void sum_floats(const SampleProgram& program, const LaneTexels& from, const Corners& corners,
                               unsigned count, I32 pixel_part, F64 pixel_weight, Sums& sums) {
  for (unsigned corner = 0; corner < count; ++corner) {
    const Texels texels = texels_at<Storage::kWords>(from.texels, corners.index[corner]);
    const I32 counts = (corners.weight[corner] != 0) & pixel_part;
    const F64 weight = widen(corners.weight[corner]) * pixel_weight;
    for (unsigned c = 0; c < 4; ++c) {
      const I32 code = bordered(program, texels.code[c], corners.border[corner], c) & counts;
      const I32 magnitude = code & 0x7FFFFFFF;
      sums.special |= magnitude >= 0x7F800000;
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

/// Bits as numbers that order as the codes do.
TEXPIPE_INLINE I32 comparable(Codes codes, I32 code) {
  return codes == Codes::kUnsigned ? code ^ all(static_cast<std::int32_t>(0x80000000u)) : code;
}

/// Minimum or maximum of the texels with weight (filter.cpp, extreme_of).
template <Storage kStorage>
TEXPIPE_INLINE void reduce(const SampleProgram& program, const LaneTexels& from, const Corners& corners, unsigned count,
                           I32 pixel_part, Sums& sums) {
  const bool smallest = program.filter == Filter::kMinimum;
  for (unsigned corner = 0; corner < count; ++corner) {
    const Texels texels = texels_at<kStorage>(from.texels, corners.index[corner]);
    const I32 counts = (corners.weight[corner] != 0) & pixel_part;
    for (unsigned c = 0; c < 4; ++c) {
      const I32 code = bordered(program, texels.code[c], corners.border[corner], c);
      const I32 kept = sums.extreme[c];
      I32 replaces;
      if (program.codes == Codes::kFloat) {
        const I32 kept_nan = (kept & 0x7FFFFFFF) > 0x7F800000, code_nan = (code & 0x7FFFFFFF) > 0x7F800000;
        const I32 better = smallest ? (I32)((F32)code < (F32)kept) : (I32)((F32)code > (F32)kept);
        replaces = kept_nan | (~code_nan & better);
      } else {
        const I32 a = comparable(program.codes, kept), b = comparable(program.codes, code);
        replaces = smallest ? b < a : b > a;
      }
      sums.extreme[c] = select(counts & (replaces | ~sums.seen), code, kept);
    }
    sums.seen |= counts;
  }
}

/// 1 (-1 as a mask) where a texel passes (compare.h, shadow_compare).
TEXPIPE_INLINE I32 passes(const SampleProgram& program, F32 value, F32 limit) {
  switch (program.shadow) {
    case 0:
      return all(0);
    case 1:
      return all(-1);
    case 2:
      return (I32)(value >= limit);
    case 3:
      return ~(I32)(value == limit);
    case 4:
      return (I32)(value > limit);
    case 5:
      return (I32)(value <= limit);
    case 6:
      return (I32)(value == limit);
    default:
      return (I32)(value < limit);
  }
}

TEXPIPE_INLINE F32 as_float(Codes codes, I32 code) {
  switch (codes) {
    case Codes::kFloat:
      return (F32)code;
    case Codes::kUnsigned:
      return __builtin_convertvector((U32)code, F32);
    default:
      return to_float(code);
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
  const F32 value = as_float(program.codes, code);
  return passes(program, (F32)select(border, (I32)all(program.border_compared), (I32)value), limit);
}

/// A code as it is returned.
TEXPIPE_INLINE I32 value_of(const SampleProgram& program, I32 code, unsigned channel) {
  if (program.is_constant[channel]) return all(static_cast<std::int32_t>(program.constant[channel]));
  return program.codes == Codes::kFixed ? (I32)(to_float(code) / program.denominator[channel]) : code;
}

TEXPIPE_INLINE void put(LaneOutput& output, unsigned channel, unsigned first, I32 value) {
  store(output.value[channel] + first, value);
}

/// The mean of float texels, where double precision tells its rounding; `undecided` gains the other lanes. All products
/// are multiples of the smallest texel's last bit: a sum below 2^53 of those has no error. Else the sum's error is
/// below absolute * 2^-45 for up to 128 terms, and what weighted_mean cuts is below the largest texel * 2^-61.
TEXPIPE_INLINE I32 float_mean(const SampleProgram& program, const Sums& sums, unsigned channel, double per_total,
                              I32& undecided) {
  const F64 sum = sums.sum[channel] * per_total;
  const F64 size = sums.absolute[channel] * per_total;
  const F64 error =
      size * (1.0 / (std::int64_t{1} << 44)) + widen(sums.largest[channel]) * (1.0 / (std::int64_t{1} << 60));
  const F32 nearest = narrow(sum);
  const I32 certain = (I32)narrow(sum - error) == (I32)narrow(sum + error);
  const I32 exact = less(sums.absolute[channel], widen(sums.smallest[channel]) * program.exact_ratio);
  const I32 zero = (I32)(sums.largest[channel] == all(0.0f));
  undecided |= ~(certain | exact) | (zero & sums.zero_signs);
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
    sum_floats(program, from, corners, count, pixel_weight != 0, widen(pixel_weight), sums);
  } else if constexpr (kFilter == Filter::kMinimum) {
    reduce<kStorage>(program, from, corners, count, pixel_weight != 0, sums);
  } else if constexpr (kFilter == Filter::kCompare) {
    I32 passed = all(0);
    for (unsigned corner = 0; corner < count; ++corner)
      passed += corners.weight[corner] &
                compared<kStorage>(program, from, corners.index[corner], corners.border[corner], limit);
    sums.sum[0] = sums.sum[0] + widen(passed) * widen(pixel_weight);
  }
}

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
    if (is_incomplete(from, levels_of_lanes)) touch(from, corners, chunk.corners, bits_of(chunk.active));
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
        if (is_incomplete(from, which)) touch(from, corners, chunk.corners, lanes);
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

TEXPIPE_INLINE I32 whole_below(I32 lod) {
  return lod & ~255;
}
TEXPIPE_INLINE I32 whole_above(I32 lod) {
  return (lod + 255) & ~255;
}

/// Nearest 1/256, ties to even (level_of_detail.h, to_lod).
TEXPIPE_INLINE I32 rounded(I32 fine) {
  const I32 low = fine >> 8, rest = fine & 255;
  return low - ((rest > 128) | ((rest == 128) & ((low & 1) != 0)));
}

static void choose_levels(const LevelProgram& program, const std::int32_t* fine, const std::int32_t* minima,
                          LaneInput& input) {
  for (unsigned first = 0; first < kChannels; first += kLanes) {
    const I32 last = all(program.last * 256);
    const I32 own_minimum = load<I32>(minima + first);
    const I32 largest = minimum(all(program.maximum), last);
    const I32 resource = all(program.resource_minimum);
    const I32 smallest = maximum(minimum(own_minimum, last), minimum(resource, last));
    I32 lod = rounded(load<I32>(fine + first) + program.bias);
    if (program.preclamp) lod = maximum(minimum(lod, all(program.maximum)), maximum(own_minimum, resource));
    const I32 magnify = lod <= program.base;
    const I32 single = !program.has_mip_filter ? all(-1) : program.magnified_uses_mip_filter ? all(0) : magnify;
    const I32 at_single = maximum(minimum(all(0), whole_above(largest)), whole_below(smallest));
    I32 chosen;
    if (program.nearest_mip) {
      chosen = whole_below(maximum(minimum(lod, whole_above(largest)), whole_below(smallest)) + 128);
    } else {
      chosen = maximum(minimum(lod, largest), smallest);
    }
    lod = minimum(maximum(select(single, at_single, chosen), all(0)), last);
    const I32 level = lod >> 8;
    const I32 second = minimum(level + 1, all(program.last));
    I32 weight = lod & 255;
    const I32 near_second = weight > 256 - program.dropped;
    const I32 near_first = ~near_second & (weight < program.dropped);
    weight &= ~(near_second | near_first);
    if (!program.blends) weight = all(0);
    store(input.first_level + first, select(near_second, second, level));
    store(input.second_level + first, second);
    store(input.second_weight + first, weight);
    store(input.magnify + first, magnify);
    const I32 when_magnified = all(program.linear[1] ? -1 : 0), when_minified = all(program.linear[0] ? -1 : 0);
    store(input.linear + first, select(magnify, when_magnified, when_minified));
  }
}
