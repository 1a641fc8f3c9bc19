// The form of nearest filters: one texel of four bytes, of one level of a 2D surface of any size, with no border,
// offset, anisotropy or comparison (CompiledSampler decides). Beside the rules, for speed alone: none of what other
// filters need is set up. Included in kernel.inc.h.

/// Texel of an axis that contains a coordinate.
TEXPIPE_INLINE I32 nearest_on(const SampleProgram& program, const LaneInput& input, unsigned axis, unsigned first,
                              I32 size) {
  const Mask nearest = program.nearest[0][axis] != 0 ? always() : never();
  const I32 position = position_at(coordinate_of(program, input, axis, first), size, nearest);
  Mask no_border = never();
  return addressed(program.mode[axis], axis_tap(position, never()).first, size, program.power_of_two[axis], no_border);
}

static void sample_one_texel(const SampleProgram& program, const LaneInput& input, const LaneTexels& from,
                             LaneOutput& output) {
  constexpr unsigned kByteBits = 8;
  const auto level = static_cast<unsigned>(input.level);
  const I32 width = all(program.levels.size[0][level]), height = all(program.levels.size[1][level]);
  for (unsigned first = 0; first < kChannels; first += kLanes) {
    const std::uint32_t lanes = input.active >> first & ((2u << (kLanes - 1)) - 1);
    if (lanes == 0) continue;
    const I32 x = nearest_on(program, input, 0, first, width), y = nearest_on(program, input, 1, first, height);
    if (LanePlaces* places = places_at(output, 0, 0)) {
      store(places->column[0] + first, x);
      store(places->column[1] + first, all(0));
      store(places->row[0] + first, y);
      store(places->row[1] + first, all(0));
    }
    const I32 slice = load<I32>(input.slice + first) * program.levels.slice_step[level];
    const I32 index = all(program.levels.offset[level]) + slice +
                      row_index(program, y, all(program.levels.row_step[level])) + column_index(program, x);
    if (is_incomplete(from, all(input.level))) touch(from, &index, 1, lanes);
    const I32 texel = gather(reinterpret_cast<const std::int32_t*>(from.texels), index);
    U32 sum[4];  // a texel's weight is 2^16
    for (unsigned c = 0; c < 4; ++c) sum[c] = ((U32)texel >> kByteBits * c & 0xFF) << kCornerWeightBits;
    finish_narrow<Storage::kBytes>(program, sum, first, output);
  }
}
