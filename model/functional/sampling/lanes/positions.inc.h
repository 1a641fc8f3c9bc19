// Places that lanes read: level tables, positions, the corners of a footprint and their weights, decoded tiles.
// Included in the namespace of each instruction set.

#include "functional/sampling/rules/address_mode.inc.h"
#include "functional/sampling/rules/coordinate.inc.h"
#include "functional/sampling/rules/linear_tap.inc.h"
#include "functional/sampling/rules/tap_offset.inc.h"

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

/// Coordinates along an axis of a surface without faces: NaN as 0, those that repeat near the map, but those in texels.
TEXPIPE_INLINE F32 coordinate_of(const SampleProgram& program, const LaneInput& input, unsigned axis, unsigned first) {
  const F32 u = load<F32>(input.coordinate[axis] + first);
  return is_periodic(program.mode[axis]) && !program.unit_scale ? reduce_periodic(u) : or_zero(u);
}

/// The lanes whose positions round to nearest.
TEXPIPE_INLINE Mask rounds(const SampleProgram& program, unsigned axis, Mask magnify) {
  const std::int32_t magnified = program.nearest[1][axis], minified = program.nearest[0][axis];
  if (magnified == minified) return magnified != 0 ? always() : never();
  return magnified != 0 ? magnify : inverse(magnify);
}

/// The texels of a linear or nearest filter around a position.
TEXPIPE_INLINE AxisTap filter_tap(const SampleProgram& program, unsigned axis, I32 position, I32 size, Mask linear) {
  return axis_tap(program.half_border[axis] ? inside_half_border(position, size, linear) : position, linear);
}

/// The texels of an axis for a filter on a plane, or for a part of a MONO filter's box.
TEXPIPE_INLINE AxisTap tap_at(const SampleProgram& program, unsigned axis, I32 position, I32 size, Mask linear,
                              unsigned tap) {
  if (!program.mono) return filter_tap(program, axis, position, size, linear);
  const unsigned columns = mono_taps_on_axis(program.box[0]);
  const unsigned texel = 2 * (axis == 0 ? tap % columns : tap / columns);
  return box_tap(position, program.box[axis], static_cast<std::int32_t>(texel));
}

/// Everything about the lanes of one call.
struct Chunk {
  const SampleProgram& program;
  const LaneInput& input;
  unsigned first;  // lane
  I32 active;
  I32 magnify, linear, taps;
  unsigned corners;       // 1, 2 or 4
  const F32* coordinate;  // of each axis; not of cubes
};

/// Positions along an axis, before taps and texel offsets.
TEXPIPE_INLINE I32 centre_on(const Chunk& chunk, unsigned axis, I32 size) {
  const SampleProgram& program = chunk.program;
  const I32 scale = program.unit_scale ? all(1) : size;
  const Mask nearest = rounds(program, axis, chunk.magnify);
  const I32 position = program.cube ? position_at(load_f64(chunk.input.face[axis] + chunk.first), scale, nearest)
                                    : position_at(chunk.coordinate[axis], scale, nearest);
  return program.half_border[axis] ? clamped_to_map(position, size) : position;
}

/// Facts that all taps of a level share.
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
  if (anisotropic) position += tap_distance(level.spacing[axis], chunk.taps, static_cast<std::int32_t>(tap));
  return chunk.program.cube ? clamped_to_face(position, level.lanes.size[axis], chunk.linear) : position;
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

/// The texels of an axis. On a cube whose faces join, what lies beyond an edge is found later: here the edge's texel.
TEXPIPE_INLINE AxisTexels texels_on(const Chunk& chunk, unsigned axis, I32 first, I32 size) {
  const SampleProgram& program = chunk.program;
  const auto mode = program.seamless ? gen9::TextureCoordinateMode::kClamp : program.mode[axis];
  return axis_texels(mode, first, size, program.power_of_two[axis], chunk.corners > 1);
}

/// Bit per corner of a lane: it has the border colour.
TEXPIPE_INLINE I32 border_bits(const Corners& corners, unsigned count) {
  I32 bits = corners.border[0] & 1;
  for (unsigned corner = 1; corner < count; ++corner) bits |= corners.border[corner] & (1 << corner);
  return bits;
}

/// Corners of a tap of a level, and of volumes of one slice.
/// @param places  where a plane's columns and rows go; null: nowhere
/// @return number of the corner beyond the corner of a cube, from 1 on; 0: none
TEXPIPE_INLINE I32 corners_of(const Chunk& chunk, const LevelPlaces& at, unsigned tap, bool anisotropic, I32 slice,
                              I32 slice_border, LanePlaces* places, Corners& corners) {
  const SampleProgram& program = chunk.program;
  const LevelLanes& level = at.lanes;
  const bool plane = program.axes > 1;
  const AxisTap u = tap_at(program, 0, position_on(chunk, at, 0, tap, anisotropic), level.size[0], chunk.linear, tap);
  const I32 x = u.first + offset_on(chunk, 0);
  const AxisTexels columns = texels_on(chunk, 0, x, level.size[0]);
  AxisTap v{all(0), all(kOneTexel), all(0)};
  if (plane) v = tap_at(program, 1, position_on(chunk, at, 1, tap, anisotropic), level.size[1], chunk.linear, tap);
  if (chunk.corners == 1) {
    corners.weight[0] = all(kOneTexel * kOneTexel);  // a nearest filter's
  } else {
    const CornerWeights weights = corner_weights(u, v);
    for (unsigned corner = 0; corner < 4; ++corner) corners.weight[corner] = weights.of[corner];
  }

  const I32 base = level.offset + slice * level.slice_step;
  const I32 left = column_index(program, columns.near), right = column_index(program, columns.far);
  const Mask left_border = slice_border | columns.near_border, right_border = slice_border | columns.far_border;
  if (!plane) {
    corners.index[0] = base + left;
    corners.border[0] = left_border;
    corners.index[1] = base + right;
    corners.border[1] = right_border;
    return all(0);
  }
  const I32 y = v.first + offset_on(chunk, 1);
  const AxisTexels rows = texels_on(chunk, 1, y, level.size[1]);
  if (places != nullptr) {
    store(places->column[0] + chunk.first, columns.near);
    store(places->column[1] + chunk.first, columns.far);
    store(places->row[0] + chunk.first, rows.near);
    store(places->row[1] + chunk.first, rows.far);
  }
  const I32 top = base + row_index(program, rows.near, level.row_step);
  corners.index[0] = top + left;
  corners.border[0] = left_border | rows.near_border;
  if (chunk.corners == 1) return all(0);
  const I32 bottom = base + row_index(program, rows.far, level.row_step);
  corners.index[1] = top + right;
  corners.border[1] = right_border | rows.near_border;
  corners.index[2] = bottom + left;
  corners.border[2] = left_border | rows.far_border;
  corners.index[3] = bottom + right;
  corners.border[3] = right_border | rows.far_border;
  if (!program.seamless) return all(0);
  const Mask beyond = is_outside(x, level.size[0] - 1) | is_outside(y, level.size[1] - 1);
  const Mask crossing = beyond & chunk.linear & chunk.active;
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
