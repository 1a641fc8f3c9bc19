// Programs of the sampler's vector form: plain numbers, chosen once for a surface, a sampler and an operation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "functional/coordinates/level_of_detail.h"
#include "functional/formats/texel.h"
#include "functional/texels/float_range.h"
#include "isa/gen9/texture_coordinate_mode.h"

namespace texpipe::functional::lanes {

/// Channels of a message that go together: a SIMD16 message, or a SIMD8 message and eight channels that do not count.
inline constexpr unsigned kChannels = 16;
inline constexpr unsigned kLevels = 16;  // of the tables
inline constexpr unsigned kTaps = 16;

inline constexpr std::uint8_t kPlainColumnBits = 4;  // of tiles in plain programs

/// Storage of decoded texels in memory, in the order of decoded_texels.h.
enum class Storage : std::uint8_t { kBytes, kUnsigned16, kSigned16, kWords };

/// Kind of the filter.
enum class Filter : std::uint8_t {
  kFixed,    // exact integer sums, divided once
  kFloat,    // weighted mean of float32
  kInteger,  // the texel itself
  kCompare,  // sums of what passes a comparison
  kMinimum,
  kMaximum,
  kGather,   // the texels of a bilinear footprint
  kSums,     // kFloat's means from the sums alone, where what all texels have in common tells how they round; the
             // kernels alone ask for it
  kSpecial,  // what NaN, infinities and zeros of both signs make of kFloat's means; the kernels alone ask for it
};

struct alignas(64) LevelTables {
  std::int32_t size[3][kLevels];  // texels: width, height, depth
  std::int32_t offset[kLevels];   // index of the level's first texel
  std::int32_t row_step[kLevels];
  std::int32_t slice_step[kLevels];
};

inline constexpr std::uint8_t kNoShadow = 0xFF;

/// The part that does not change from message to message.
struct alignas(64) SampleProgram {
  LevelTables levels;
  std::int32_t tap_weight[(kTaps + 1) * kTaps];  // [taps * 16 + tap]; 0 from `taps` on

  Storage storage = Storage::kBytes;
  Filter filter = Filter::kFixed;
  ChannelKind codes = ChannelKind::kFixed;
  std::uint8_t axes = 2;         // with a texel position
  std::uint8_t column_bits = 4;  // of a tile of decoded texels
  bool cube = false;
  bool seamless = false;           // cube edges
  std::uint8_t lacking_faces = 0;  // of a cube, bit per face: they have the border colour
  bool unit_scale = false;         // coordinates are texels
  bool mono = false;               // the filter is the mean of a box, of this many texels along the axes
  std::uint8_t box[2] = {1, 1};
  bool wide = false;   // kFixed: sums can need more bits than a double has
  bool kills = false;  // texels that match the chroma key kill their pixel
  bool border_kills = false;
  bool borders = false;       // a mode can put the border colour in place of texels
  bool half_border[3] = {};   // of the axes' modes
  bool power_of_two[3] = {};  // every level's size
  bool plain = false;         // the most frequent form (plain.inc.h)
  bool one_texel = false;     // the form of nearest filters (one_texel.inc.h)
  gen9::TextureCoordinateMode mode[3] = {};
  std::int32_t nearest[2][3] = {};  // [magnify][axis]: coordinates round to nearest

  float denominator[4] = {};       // kFixed, reductions and gathers of fixed codes: of each channel
  std::uint32_t constant[4] = {};  // bits of the channels that have no float to sum, and of those a compare leaves
  bool is_constant[4] = {};
  double exact_ratio = 0.0;  // sums of absolute products below it times the smallest texel have no rounding error
  std::uint8_t shadow = kNoShadow;  // Shadow Function of what is compared
  std::uint8_t compared = 0;        // channel
  std::uint8_t gather_channel = 0;  // of the surface
  std::uint32_t border_code[4] = {};
  std::uint32_t border_value[4] = {};  // as results
  float border_compared = 0.0f;
};

/// The part of a message. Lanes that do not take part hold numbers in range.
struct alignas(64) LaneInput {
  alignas(64) std::int32_t first_level[kChannels];
  alignas(64) std::int32_t second_level[kChannels];
  alignas(64) std::int32_t second_weight[kChannels];
  alignas(64) std::int32_t magnify[kChannels];  // -1: yes
  alignas(64) std::int32_t linear[kChannels];
  alignas(64) std::int32_t taps[kChannels];
  alignas(64) std::int32_t slice[kChannels];  // of decoded texels
  alignas(64) std::int32_t offset[3][kChannels];
  alignas(64) float limit[kChannels];  // what texels are compared with
  alignas(64) double spacing[2][kChannels];
  alignas(64) double face[2][kChannels];  // cubes: place on the face
  const float* coordinate[3];             // else
  std::uint32_t active;                   // bit per lane that reads texels
  std::int32_t level;                     // of all lanes, the only one that they read; -1: as above
  bool offsets;                           // any of `offset` is not 0
};

/// Texels that a tap of a level reads, after the address modes.
struct alignas(64) LanePlaces {
  std::int32_t column[2][kChannels];  // left and right
  std::int32_t row[2][kChannels];     // top and bottom
  std::int32_t slice[kChannels];      // of a volume, and the slice's weight; of linear filters one of two
  std::int32_t slice_weight[kChannels];
  std::int32_t border[kChannels];  // where a mode can put it: bits of the corners that have the border colour
};
inline constexpr unsigned kPlaces = 2 * 2 * kTaps;
constexpr unsigned place_of(unsigned tap, unsigned second_level, unsigned second_slice) {
  return 2 * kTaps * second_slice + 2 * tap + second_level;
}

struct alignas(64) LaneOutput {
  std::uint32_t* value[4];  // R, G, B, A: kChannels numbers each
  // Sums of lanes with border texels, kFixed: without those texels, whose weight stands apart. All weights sum to 1, or
  // to the texels of a MONO filter's box.
  alignas(64) double sum[4][kChannels];
  alignas(64) double border_weight[kChannels];
  LanePlaces* places;        // [place_of()]; null: nobody asks
  std::uint32_t bordered;    // such lanes
  std::uint32_t killed;      // lanes that the chroma key kills
  std::uint32_t unresolved;  // lanes that the stepwise form has to do
};

/// Decoded texels, and which of them are ready.
struct LaneTexels {
  const std::byte* texels;
  const std::uint8_t* ready;        // by index / 256
  const std::uint32_t* incomplete;  // bit per level
  void (*decode)(void* owner, std::uint32_t tile);
  void* owner;
  const FloatRange* range;
  const std::uint8_t* matches;  // by index: 1 where a texel matches a chroma key that kills; else null
};

/// The footprint of a lane on a face of a cube with texels beyond the face's edges.
struct EdgeFootprint {
  std::int32_t slice;                         // of decoded texels
  std::int32_t x, y, size;                    // first texel; of the face
  std::int32_t offset, row_step, slice_step;  // of the level
  std::int32_t index[4];                      // made by cross_edges, as are those below
  std::int32_t weight[4];  // given; a corner beyond the cube's corner passes its own on to the others (Q3)
  std::int32_t border[4];  // -1: on a face that is not there
  std::int32_t missing;    // number of such a corner, from 1 on; its index is that of the face's corner
};

/// Finds the texels over the edges (Q2). Shared by all instruction sets.
void cross_edges(const SampleProgram& program, EdgeFootprint& footprint);

/// Samples the lanes of a message.
using LaneKernel = void (*)(const SampleProgram& program, const LaneInput& input, const LaneTexels& texels,
                            LaneOutput& output);

/// One of several messages whose programs and levels are the same: coordinates of all channels, and where R, G, B, A
/// go.
struct TexelLanes {
  const float* coordinate[2];
  std::uint32_t* value[4];
};
inline constexpr unsigned kMostTogether = 8;

/// Samples up to kMostTogether messages of a `one_texel` program, one level and no offsets. All coordinates are read
/// before a result is written. @param input  of all of them; its coordinates change
using TexelsKernel = void (*)(const SampleProgram& program, LaneInput& input, const LaneTexels& texels,
                              const TexelLanes* messages, unsigned count, LaneOutput& output);

/// Facts about a surface that loads need beside the program.
struct LoadProgram {
  std::int32_t first_level = 0;  // that the resource's clamp leaves
  std::int32_t levels = 0;       // from it on
  std::int32_t slices = 1;
  std::uint32_t outside[4] = {};  // results
};

/// Whole numbers of the lanes, as many as the surface has axes.
struct LoadInput {
  const std::int32_t* coordinate[3];
  const std::int32_t* slice;  // null: there is one
  const std::int32_t* lod;
  std::int32_t offset[3];
  std::uint32_t active;
};

/// Loads the texels of the lanes of a message.
using LoadKernel = void (*)(const SampleProgram& program, const LoadProgram& loads, const LoadInput& input,
                            const LaneTexels& texels, LaneOutput& output);

/// Facts that a level choice depends on beside the level of detail.
struct LevelProgram {
  LodControls controls;
  bool blends = true;   // texels can be mixed
  bool linear[2] = {};  // [magnify]
};

/// Levels of lanes from fine levels of detail and lower limits in 1/256 (level_choice.inc.h).
/// Writes first_level, second_level, second_weight, magnify and linear.
using LevelKernel = void (*)(const LevelProgram& program, const std::int32_t* fine, const std::int32_t* minimum,
                             LaneInput& input);

/// Choice of levels from differences of the coordinates of quads alone (subspan_setup.cpp, quad_footing;
/// level_of_detail.h, lod_of_squared_length).
/// @param sizes    texels along the axes
/// @param bias     FineLod of each lane; null: none
/// @param minimum  of each lane; null: the program's
/// @return false, with some lanes written, when a sum needs more bits than these (biased_lod)
using QuadLevelKernel = bool (*)(const LevelProgram& program, const double* sizes, unsigned axes,
                                 const std::int32_t* bias, const std::int32_t* minimum, LaneInput& input);

struct LaneKernels {
  const char* name;  // of the instruction set
  LaneKernel sample;
  TexelsKernel sample_texels;
  LoadKernel load;
  LevelKernel levels;
  QuadLevelKernel quad_levels;
};

/// The kernels of the widest instruction set that this host has.
const LaneKernels& lane_kernels();

/// All that this host can run, the portable ones first.
struct LaneKernelList {
  const LaneKernels* first;
  unsigned count;
};
LaneKernelList all_lane_kernels();

}  // namespace texpipe::functional::lanes
