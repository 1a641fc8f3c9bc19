// Loads of lanes: texels by whole numbers, no filter (load.cpp). Included in the namespace of each instruction set.

#include "functional/sampling/rules/load_range.inc.h"

template <Storage kStorage>
TEXPIPE_INLINE void load_chunk(const SampleProgram& program, const LoadProgram& loads, const LoadInput& input,
                               const LaneTexels& from, unsigned first, std::uint32_t lanes, LaneOutput& output) {
  const I32 lod = load<I32>(input.lod + first);
  I32 inside = is_loaded_level(lod, loads.first_level, loads.first_level + loads.levels) & mask_of(lanes);
  const I32 in_view = lod & inside;
  const LevelLanes level = level_lanes(program, in_view);
  I32 place[3];
  for (unsigned axis = 0; axis < program.axes; ++axis) {
    place[axis] = load<I32>(input.coordinate[axis] + first) + input.offset[axis];
    inside &= is_loaded(place[axis], level.size[axis]);
  }
  I32 slice = all(0);
  if (program.axes == 3) slice = place[2];
  if (input.slice != nullptr) {
    slice = load<I32>(input.slice + first);
    inside &= is_loaded(slice, all(loads.slices));
  }
  I32 index = level.offset + slice * level.slice_step + column_index(program, place[0]);
  if (program.axes > 1) index += row_index(program, place[1], level.row_step);
  index &= inside;
  if (is_incomplete(from, in_view)) touch(from, &index, 1, bits_of(inside));
  const Texels texels = texels_at<kStorage>(from.texels, index);
  for (unsigned c = 0; c < 4; ++c) {
    const I32 outside = all(static_cast<std::int32_t>(loads.outside[c]));
    put(output, c, first, select(inside, value_of(program, texels.code[c], c), outside));
  }
}

static void load_lanes(const SampleProgram& program, const LoadProgram& loads, const LoadInput& input,
                       const LaneTexels& from, LaneOutput& output) {
  output.bordered = output.killed = output.unresolved = 0;
  for (unsigned first = 0; first < kChannels; first += kLanes) {
    const std::uint32_t lanes = input.active >> first & ((2u << (kLanes - 1)) - 1);
    if (lanes == 0) continue;
    switch (program.storage) {
      case Storage::kBytes:
        load_chunk<Storage::kBytes>(program, loads, input, from, first, lanes, output);
        break;
      case Storage::kUnsigned16:
        load_chunk<Storage::kUnsigned16>(program, loads, input, from, first, lanes, output);
        break;
      case Storage::kSigned16:
        load_chunk<Storage::kSigned16>(program, loads, input, from, first, lanes, output);
        break;
      case Storage::kWords:
        load_chunk<Storage::kWords>(program, loads, input, from, first, lanes, output);
        break;
    }
  }
}
