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

/// Texels that some lanes read, decoded.
TEXPIPE_INLINE I32 one_texel_index(const SampleProgram& program, const LaneInput& input, const LaneTexels& from,
                                   unsigned first, std::uint32_t lanes, LanePlaces* places) {
  const auto level = static_cast<unsigned>(input.level);
  const I32 width = all(program.levels.size[0][level]), height = all(program.levels.size[1][level]);
  const I32 x = nearest_on(program, input, 0, first, width), y = nearest_on(program, input, 1, first, height);
  if (places != nullptr) {
    store(places->column[0] + first, x);
    store(places->column[1] + first, all(0));
    store(places->row[0] + first, y);
    store(places->row[1] + first, all(0));
  }
  const I32 slice = load<I32>(input.slice + first) * program.levels.slice_step[level];
  const I32 index = all(program.levels.offset[level]) + slice +
                    row_index(program, y, all(program.levels.row_step[level])) + column_index(program, x);
  if (is_incomplete(from, all(input.level))) touch(from, &index, 1, lanes);
  return index;
}

/// A byte over 255, rounded as a division rounds it: 1/255 is a sum of two floats, and the first product is exact.
TEXPIPE_INLINE F32 over_255(I32 byte) {
  const F32 value = to_float(byte);
  return value * 0x1.01p-8f + value * 0x1.010102p-24f;
}

TEXPIPE_INLINE bool has_bytes_over_255(const SampleProgram& program) {
  bool all_channels = true;
  for (const float denominator : program.denominator) all_channels &= denominator == 255.0f;
  return all_channels;
}

TEXPIPE_INLINE void put_one_texel(const SampleProgram& program, const LaneTexels& from, I32 index, bool bytes_over_255,
                                  unsigned first, LaneOutput& output) {
  constexpr unsigned kByteBits = 8;
  const I32 texel = gather(reinterpret_cast<const std::int32_t*>(from.texels), index);
  if (bytes_over_255) {
    for (unsigned c = 0; c < 4; ++c) put(output, c, first, (I32)over_255((I32)((U32)texel >> kByteBits * c & 0xFF)));
    return;
  }
  U32 sum[4];  // a texel's weight is 2^16
  for (unsigned c = 0; c < 4; ++c) sum[c] = ((U32)texel >> kByteBits * c & 0xFF) << kCornerWeightBits;
  finish_narrow<Storage::kBytes>(program, sum, first, output);
}

static void sample_one_texel(const SampleProgram& program, const LaneInput& input, const LaneTexels& from,
                             LaneOutput& output) {
  for (unsigned first = 0; first < kChannels; first += kLanes) {
    const std::uint32_t lanes = input.active >> first & ((2u << (kLanes - 1)) - 1);
    if (lanes == 0) continue;
    const I32 index = one_texel_index(program, input, from, first, lanes, places_at(output, 0, 0));
    put_one_texel(program, from, index, has_bytes_over_255(program), first, output);
  }
}

/// `sample_one_texel` of messages with all lanes: the texels of all of them are on their way to the host before the
/// first one is read.
static void sample_texels(const SampleProgram& program, LaneInput& input, const LaneTexels& from,
                          const TexelLanes* messages, unsigned count, LaneOutput& output) {
  constexpr std::uint32_t kAll = (2u << (kLanes - 1)) - 1;
  constexpr unsigned kCorners[]{0, 2, 13, 15};  // of four subspans side by side
  alignas(64) std::int32_t index[kMostTogether][kChannels];
  const bool bytes_over_255 = has_bytes_over_255(program);
  output.bordered = output.killed = output.unresolved = 0;
  for (unsigned n = 0; n < count; ++n) {
    for (unsigned axis = 0; axis < 2; ++axis) input.coordinate[axis] = messages[n].coordinate[axis];
    for (unsigned first = 0; first < kChannels; first += kLanes)
      store(index[n] + first, one_texel_index(program, input, from, first, kAll, nullptr));
    for (const unsigned lane : kCorners) __builtin_prefetch(from.texels + sizeof index[n][lane] * index[n][lane]);
  }
  for (unsigned n = 0; n < count; ++n) {
    for (unsigned c = 0; c < 4; ++c) output.value[c] = messages[n].value[c];
    for (unsigned first = 0; first < kChannels; first += kLanes)
      put_one_texel(program, from, load<I32>(index[n] + first), bytes_over_255, first, output);
  }
}
