// Where lanes read: level tables, positions, address modes, the corners of a footprint and their weights, decoded
// tiles. The rules are those of footprint_plan.cpp. Included in the namespace of each instruction set.

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

TEXPIPE_INLINE I32 looked_up(const std::int32_t* table, I32 level, bool uniform) {
  return uniform ? all(table[level[0]]) : entry_of(table, level);
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

/// Coordinates along an axis of a surface without faces: NaN as 0, periodic ones reduced, but those in texels.
TEXPIPE_INLINE F32 coordinate_of(const SampleProgram& program, const LaneInput& input, unsigned axis, unsigned first) {
  const F32 u = load<F32>(input.coordinate[axis] + first);
  const bool periodic = program.mode[axis] == Mode::kWrap || program.mode[axis] == Mode::kMirror;
  if (periodic && !program.unit_scale) return reduced(u);
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

/// First texel along an axis, its weight and that of the next (linear_tap.h), before the address mode.
struct Tap {
  I32 first, weight, next_weight;
};
TEXPIPE_INLINE Tap linear_tap_at(const SampleProgram& program, unsigned axis, I32 position, I32 size, I32 linear) {
  if (program.half_border[axis]) position = select(linear, position, minimum(position, size * kSubtexels - 1));
  const I32 from = position - (linear & (kSubtexels / 2));
  const I32 next_weight = from & 255 & linear;
  return {from >> 8, kSubtexels - next_weight, next_weight};
}

/// Two texels of the box of a MONO filter (mono_filter.h); weight 0: not of the box.
TEXPIPE_INLINE Tap mono_tap_at(const SampleProgram& program, unsigned axis, I32 position, unsigned tap) {
  const unsigned columns = (program.box[0] + 2u) / 2, size = program.box[axis];
  const unsigned texel = 2 * (axis == 0 ? tap % columns : tap / columns);
  const I32 start = position - static_cast<std::int32_t>(size * (kSubtexels / 2));
  const I32 cut = start & 255;
  const auto weight = [&](unsigned of) {
    return of == 0 ? kSubtexels - cut : of == size ? cut : all(of < size ? kSubtexels : 0);
  };
  return {(start >> 8) + static_cast<std::int32_t>(texel), weight(texel), weight(texel + 1)};
}

TEXPIPE_INLINE Tap tap_at(const SampleProgram& program, unsigned axis, I32 position, I32 size, I32 linear,
                          unsigned tap) {
  return program.mono ? mono_tap_at(program, axis, position, tap)
                      : linear_tap_at(program, axis, position, size, linear);
}

/// Distance of taps from the centre in 1/256 texel (anisotropy.cpp, tap_offset).
/// @param spacing  texels of the level between taps
TEXPIPE_INLINE I32 tap_distance(F64 spacing, I32 taps, unsigned tap) {
  const F64 half_steps = widen(static_cast<std::int32_t>(2 * tap) - (taps - 1));
  const F64 offset = spacing * half_steps * 128.0;
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

/// What all taps of a level share.
struct LevelPlaces {
  I32 level;
  LevelLanes lanes;
  I32 centre[2];
  F64 spacing[2];  // texels of the level between anisotropic taps
};
TEXPIPE_INLINE LevelPlaces level_places(const Chunk& chunk, bool second, bool anisotropic) {
  LevelPlaces places;
  places.level = load<I32>((second ? chunk.input.second_level : chunk.input.first_level) + chunk.first);
  places.lanes = level_lanes(chunk.program, places.level);
  for (unsigned axis = 0; axis < 2 && axis < chunk.program.axes; ++axis) {
    places.centre[axis] = centre_on(chunk, axis, places.lanes.size[axis]);
    if (anisotropic)
      places.spacing[axis] = load_f64(chunk.input.spacing[axis] + chunk.first) * widen(places.lanes.size[axis]);
  }
  return places;
}

TEXPIPE_INLINE I32 position_on(const Chunk& chunk, const LevelPlaces& level, unsigned axis, unsigned tap,
                               bool anisotropic) {
  I32 position = level.centre[axis];
  if (anisotropic) position += tap_distance(level.spacing[axis], chunk.taps, tap);
  if (chunk.program.cube) {
    const I32 extent = level.lanes.size[axis] * kSubtexels;
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
  // Unsigned: places far beyond the map, which no texel is read from, may overflow.
  return (I32)((U32)(y >> bits) * (U32)row_step) + ((y & ((1 << bits) - 1)) << column_bits);
}

/// Gives the lanes that cross an edge of their face the texels beyond it. @return number of the corner that is none,
/// from 1 on
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
                            0};
    for (unsigned corner = 0; corner < 4; ++corner) footprint.weight[corner] = corners.weight[corner][lane];
    cross_edges(chunk.program, footprint);
    for (unsigned corner = 0; corner < 4; ++corner) {
      corners.index[corner][lane] = footprint.index[corner];
      corners.weight[corner][lane] = footprint.weight[corner];
      corners.border[corner][lane] = footprint.border[corner];
    }
    missing[lane] = footprint.missing;
  }
  return missing;
}

/// Corners of a tap of a level, and of volumes of one slice.
/// @param places  where a plane's columns and rows go; null: nowhere
/// @return number of the corner beyond the corner of a cube, from 1 on; 0: none
TEXPIPE_INLINE I32 corners_of(const Chunk& chunk, const LevelPlaces& at, unsigned tap, bool anisotropic, I32 slice,
                              I32 slice_border, LanePlaces* places, Corners& corners) {
  const SampleProgram& program = chunk.program;
  const LevelLanes& level = at.lanes;
  const Tap u = tap_at(program, 0, position_on(chunk, at, 0, tap, anisotropic), level.size[0], chunk.linear, tap);
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
    corners.weight[0] = u.weight << 8;
    corners.border[0] = border_left;
    corners.index[1] = base + right_column;
    corners.weight[1] = u.next_weight << 8;
    corners.border[1] = border_right;
    return all(0);
  }
  const Tap v = tap_at(program, 1, position_on(chunk, at, 1, tap, anisotropic), level.size[1], chunk.linear, tap);
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
  corners.weight[0] = u.weight * v.weight;
  corners.index[1] = top_row + right_column;
  corners.weight[1] = u.next_weight * v.weight;
  corners.border[1] = border_right | border_top;
  corners.index[2] = bottom_row + left_column;
  corners.weight[2] = u.weight * v.next_weight;
  corners.border[2] = border_left | border_bottom;
  corners.index[3] = bottom_row + right_column;
  corners.weight[3] = u.next_weight * v.next_weight;
  corners.border[3] = border_right | border_bottom;
  if (!program.seamless) return all(0);
  const I32 beyond = (x < 0) | (x + 1 >= level.size[0]) | (y < 0) | (y + 1 >= level.size[1]);
  const I32 crossing = beyond & chunk.linear & chunk.active;
  return any(crossing) ? over_edges(chunk, level, slice, x, y, crossing, corners) : crossing;
}

/// Decodes the tiles of texels that are not there yet; lanes and corners with the same tile together.
static void touch(const LaneTexels& texels, const I32* index, unsigned count, std::uint32_t active) {
  I32 tiles[4];
  std::uint32_t left[4];
  for (unsigned corner = 0; corner < count; ++corner) {
    tiles[corner] = index[corner] >> 8;
    left[corner] = active;
  }
  for (unsigned corner = 0; corner < count; ++corner) {
    while (left[corner] != 0) {
      const std::int32_t tile = tiles[corner][__builtin_ctz(left[corner])];
      if (texels.ready[tile] == 0) texels.decode(texels.owner, static_cast<std::uint32_t>(tile));
      for (unsigned other = corner; other < count; ++other) left[other] &= ~bits_of(tiles[other] == tile);
    }
  }
}

/// True when a level of the lanes has tiles that are not there yet.
TEXPIPE_INLINE bool is_incomplete(const LaneTexels& texels, I32 level) {
  const std::uint32_t levels = *texels.incomplete;
  return levels != 0 && any((all(static_cast<std::int32_t>(levels)) >> level & 1) != 0);
}
