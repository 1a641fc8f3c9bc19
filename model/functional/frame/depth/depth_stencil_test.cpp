#include "functional/frame/depth/depth_stencil_test.h"

#include <array>
#include <cstring>
#include <string>

#include "base/diagnostic.h"
#include "functional/frame/depth/relation.h"
#include "functional/frame/depth/stencil_change.h"
#include "functional/surface/surface_fill.h"
#include "isa/gen9/commands/depth_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

constexpr std::uint64_t kCubeSurface = 3;
constexpr std::uint32_t kQPitchUnit = 4;  // rows

/// Geometry that both buffers have: the fields of 3DSTATE_DEPTH_BUFFER say it for stencil, too.
SurfaceGeometry common_geometry(const PipelineState& state, unsigned sample_bits) {
  SurfaceGeometry geometry;
  geometry.type = SurfaceType::k2D;  // a cube is drawn to as its faces
  geometry.array = true;
  geometry.width = static_cast<std::uint32_t>(state.value(command::kDepthBuffer["Width"])) + 1;
  geometry.height = static_cast<std::uint32_t>(state.value(command::kDepthBuffer["Height"])) + 1;
  geometry.depth = static_cast<std::uint32_t>(state.value(command::kDepthBuffer["Depth"])) + 1;
  if (state.value(command::kDepthBuffer["Surface Type"]) == kCubeSurface) geometry.depth *= 6;
  geometry.levels = static_cast<std::uint32_t>(state.value(command::kDepthBuffer["LOD"])) + 1;
  geometry.sample_bits = static_cast<std::uint8_t>(sample_bits);
  geometry.sample_storage = SampleStorage::kInterleaved;
  return geometry;
}

using PairRows = std::array<const std::byte*, 2>;

/// Depths of a subspan, whose rows are pairs of elements.
template <class Element>
std::array<std::uint32_t, 4> read_pairs(const PairRows& rows) {
  std::array<Element, 4> elements;
  std::memcpy(elements.data(), rows[0], 2 * sizeof(Element));
  std::memcpy(elements.data() + 2, rows[1], 2 * sizeof(Element));
  return {elements[0], elements[1], elements[2], elements[3]};
}
/// @param rows  of tiles that are open to be written
template <class Element>
void write_pairs(const PairRows& rows, const std::array<std::uint32_t, 4>& depths) {
  std::array<Element, 4> elements;
  for (unsigned p = 0; p < 4; ++p) elements[p] = static_cast<Element>(depths[p]);
  std::memcpy(const_cast<std::byte*>(rows[0]), elements.data(), 2 * sizeof(Element));
  std::memcpy(const_cast<std::byte*>(rows[1]), elements.data() + 2, 2 * sizeof(Element));
}

}  // namespace

DepthStencilTest::DepthStencilTest(const PipelineState& state, GpuMemory& memory, unsigned sample_bits)
    : memory_{memory}, state_{depth_stencil_state(state)} {
  level_ = static_cast<unsigned>(state.value(command::kDepthBuffer["LOD"]));
  first_slice_ = static_cast<std::uint32_t>(state.value(command::kDepthBuffer["Minimum Array Element"]));
  extent_ = static_cast<std::uint32_t>(state.value(command::kDepthBuffer["Render Target View Extent"])) + 1;
  const bool sent = !state.words(gen9::CommandId::kDepthBuffer).empty();
  if (sent && state.value(command::kDepthBuffer["Surface Type"]) != kNullSurface) open_depth(state, sample_bits);
  if (state.flag(command::kStencilBuffer["Stencil Buffer Enable"])) open_stencil(state, sample_bits);
  takes_subspans_ = (state_.depth_test || state_.depth_write) && !state_.stencil_test && !state_.stencil_write &&
                    depth_->has_pairs(level_) && depth_->has_pairs_of_rows(level_);
  if (takes_subspans_) depth_places_ = depth_->level_places(level_);
  if (depth_places_) depth_blocks_ = LevelBlocks::make(*depth_places_);
  takes_subspans_ = depth_places_.has_value();
}

void DepthStencilTest::open_depth(const PipelineState& state, unsigned sample_bits) {
  const std::uint64_t format = state.value(command::kDepthBuffer["Surface Format"]);
  if (format != 1 && format != 3 && format != 5)
    throw Error{ExitCode::kMalformedInput,
                "3DSTATE_DEPTH_BUFFER has the Surface Format " + std::to_string(format) + ", which there is not"};
  if (state.value(command::kDepthBuffer["Tiled Resource Mode"]) != 0)
    unsupported("3DSTATE_DEPTH_BUFFER with Tiled Resource Mode TILEYF or TILEYS");
  format_ = static_cast<DepthFormat>(format);
  SurfaceGeometry geometry = common_geometry(state, sample_bits);
  const auto bytes = static_cast<std::uint8_t>(depth_bytes(format_));
  geometry.element = {.bytes = bytes, .decoded_texel_bytes = bytes};
  geometry.tiling = Tiling::kY;
  geometry.horizontal_alignment = format_ == DepthFormat::kD16Unorm ? 8 : 4;
  geometry.vertical_alignment = 4;
  geometry.row_pitch = static_cast<std::uint32_t>(state.value(command::kDepthBuffer["Surface Pitch"])) + 1;
  geometry.slice_pitch = static_cast<std::uint32_t>(state.value(command::kDepthBuffer["Surface QPitch"])) * kQPitchUnit;
  geometry.base = ByteAddress{state.value(command::kDepthBuffer["Surface Base Address"]) & (GpuMemory::kEnd - 1)};
  depth_.emplace(geometry);
}

void DepthStencilTest::open_stencil(const PipelineState& state, unsigned sample_bits) {
  SurfaceGeometry geometry = common_geometry(state, sample_bits);
  geometry.element = {.bytes = 1, .decoded_texel_bytes = 1};
  geometry.tiling = Tiling::kW;
  geometry.horizontal_alignment = 8;
  geometry.vertical_alignment = 8;
  geometry.row_pitch = static_cast<std::uint32_t>(state.value(command::kStencilBuffer["Surface Pitch"])) + 1;
  geometry.slice_pitch =
      static_cast<std::uint32_t>(state.value(command::kStencilBuffer["Surface QPitch"])) * kQPitchUnit;
  geometry.base = ByteAddress{state.value(command::kStencilBuffer["Surface Base Address"]) & (GpuMemory::kEnd - 1)};
  stencil_.emplace(geometry);
}

std::optional<LevelSize> DepthStencilTest::size() const {
  if (!depth_ && !stencil_) return std::nullopt;
  return (depth_ ? *depth_ : *stencil_).level_size(level_);
}

TexelPlace DepthStencilTest::place_of(const TestedSample& sample) const {
  return {sample.x, sample.y, slice_of(sample.layer), sample.sample};
}

std::uint32_t DepthStencilTest::stored_depth(ByteAddress address) const {
  if (depth_bytes(format_) == sizeof(std::uint32_t)) return memory_.read_u32(address) & depth_bits(format_);
  std::uint16_t code = 0;
  memory_.read(address, std::as_writable_bytes(std::span{&code, 1}));
  return code;
}

void DepthStencilTest::store_depth(ByteAddress address, std::uint32_t code) {
  if (depth_bytes(format_) == sizeof code) return memory_.write_u32(address, code);
  memory_.write(address, std::as_bytes(std::span{&code, 1}).first(depth_bytes(format_)));
}

std::optional<ByteAddress> DepthStencilTest::depth_address(const TestedSample& sample) const {
  if (!depth_) return std::nullopt;
  return depth_->element_address(level_, place_of(sample));
}

std::optional<ByteAddress> DepthStencilTest::stencil_address(const TestedSample& sample) const {
  if (!stencil_) return std::nullopt;
  return stencil_->element_address(level_, place_of(sample));
}

float DepthStencilTest::depth_of(const TestedSample& sample) const {
  return depth_value(format_, stored_depth(depth_->element_address(level_, place_of(sample))));
}

bool DepthStencilTest::depth_passes(std::uint32_t code, ByteAddress address) const {
  if (!state_.depth_test || state_.depth_function == gen9::CompareFunction::kAlways) return true;
  return passes(state_.depth_function, code, stored_depth(address));
}

unsigned DepthStencilTest::test_one_by_one(const TestedSample& first, const std::uint32_t* codes, unsigned pixels,
                                           bool writes) {
  unsigned passed = 0;
  for (unsigned p = 0; p < 4; ++p) {
    if ((pixels >> p & 1) == 0) continue;
    TexelPlace place = place_of(first);
    place.x += p & 1;
    place.y += p >> 1;
    const ByteAddress address = depth_->element_address(level_, place);
    if (!depth_passes(codes[p], address)) continue;
    passed |= 1u << p;
    if (writes && state_.depth_write) store_depth(address, codes[p]);
  }
  return passed;
}

unsigned DepthStencilTest::test_subspan(OpenTiles& tiles, const TestedSample& first, const std::uint32_t* codes,
                                        unsigned pixels, bool writes) {
  const bool stores = writes && state_.depth_write;
  const bool compares = state_.depth_test && state_.depth_function != gen9::CompareFunction::kAlways;
  if (!stores && !compares) return pixels;
  // Tile Y: both rows stand in one tile, 16 bytes apart, because levels and slices begin at multiples of four rows.
  constexpr std::size_t kRow = 16;
  const ByteAddress address = depth_->element_address(level_, place_of(first));
  const std::byte* const upper = stores ? tiles.at(address) : tiles.to_read(address);
  if (upper == nullptr) return test_one_by_one(first, codes, pixels, writes);
  const PairRows rows{upper, upper + kRow};
  std::array<std::uint32_t, 4> stored;
  const bool narrow = depth_bytes(format_) == sizeof(std::uint16_t);
  if (narrow) {
    stored = read_pairs<std::uint16_t>(rows);
  } else {
    stored = read_pairs<std::uint32_t>(rows);
  }
  unsigned passed = pixels;
  if (compares) {
    const ComparePasses& relation = kComparePasses[static_cast<unsigned>(state_.depth_function)];
    const std::uint32_t bits = depth_bits(format_);
    unsigned less = 0, equal = 0;
    for (unsigned p = 0; p < 4; ++p) {
      less |= static_cast<unsigned>(codes[p] < (stored[p] & bits)) << p;
      equal |= static_cast<unsigned>(codes[p] == (stored[p] & bits)) << p;
    }
    passed &= (relation.less ? less : 0) | (relation.equal ? equal : 0) | (relation.greater ? ~(less | equal) : 0);
  }
  if (!stores || passed == 0) return passed;
  for (unsigned p = 0; p < 4; ++p) stored[p] = (passed >> p & 1) != 0 ? codes[p] : stored[p];
  if (narrow) {
    write_pairs<std::uint16_t>(rows, stored);
  } else {
    write_pairs<std::uint32_t>(rows, stored);
  }
  return passed;
}

bool DepthStencilTest::test(const TestedSample& sample, bool writes) {
  const TexelPlace place = place_of(sample);
  bool stencil_passes = true;
  std::uint8_t stencil = 0;
  ByteAddress stencil_address;
  const StencilSide& side = state_.sides[sample.back_face ? 1 : 0];
  const std::uint8_t reference = sample.stencil_reference.value_or(side.reference);
  if (state_.stencil_test) {
    stencil_address = stencil_->element_address(level_, place);
    memory_.read(stencil_address, std::as_writable_bytes(std::span{&stencil, 1}));
    stencil_passes = passes<unsigned>(side.function, reference & side.test_mask, stencil & side.test_mask);
  }
  bool depth_passes = true;
  std::uint32_t code = 0;
  ByteAddress depth_address;
  if (state_.depth_test || state_.depth_write) {
    depth_address = depth_->element_address(level_, place);
    code = depth_code(format_, sample.z);
    depth_passes = !stencil_passes || this->depth_passes(code, depth_address);
  }
  if (writes && state_.stencil_write) {
    const gen9::StencilOperation operation = !stencil_passes ? side.fail : depth_passes ? side.pass : side.depth_fail;
    const auto changed = changed_stencil(operation, stencil, reference);
    const auto kept = static_cast<std::uint8_t>((stencil & ~side.write_mask) | (changed & side.write_mask));
    if (kept != stencil) memory_.write(stencil_address, std::as_bytes(std::span{&kept, 1}));
  }
  const bool passed = stencil_passes && depth_passes;
  if (writes && passed && state_.depth_write) store_depth(depth_address, code);
  return passed;
}

void DepthStencilTest::clear(const DepthClear& clear) {
  const auto fill = [&](const std::optional<SurfaceLayout>& layout, std::uint32_t code, unsigned bytes) {
    if (!layout) return;
    SurfaceFill filled{.level = level_,
                       .slice = first_slice_,
                       .samples = 1u << layout->geometry().sample_bits,
                       .left = clear.left,
                       .top = clear.top,
                       .right = clear.right,
                       .bottom = clear.bottom,
                       .holds = clear.holds};
    const auto element = std::as_bytes(std::span{&code, 1}).first(bytes);
    filled.element.assign(element.begin(), element.end());
    fill_surface(*layout, filled, memory_);
  };
  if (clear.depth) fill(depth_, depth_code(format_, *clear.depth), depth_bytes(format_));
  if (clear.stencil) fill(stencil_, *clear.stencil, 1);
}

}  // namespace texpipe::functional
