#include "functional/frame/blend/color_target.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "functional/frame/blend/logic_operation.h"
#include "functional/surface/geometry.h"

namespace texpipe::functional {

namespace {

using gen9::ChannelType;

/// Whether every channel of a format has a type.
bool has_type(const gen9::FormatFacts& facts, std::initializer_list<ChannelType> types) {
  for (const gen9::StoredChannel& channel : facts.channels) {
    if (channel.name == 0 || channel.name == 'X') continue;
    if (std::find(types.begin(), types.end(), channel.type) == types.end()) return false;
  }
  return true;
}

/// Whether steps of a format may be as large as those of 8 bits: fixed point, and floats of 11 and 10 bits.
bool has_coarse_steps(const gen9::FormatFacts& facts) {
  for (const gen9::StoredChannel& channel : facts.channels) {
    if (channel.name == 0 || channel.name == 'X') continue;
    if (channel.type == ChannelType::kUnorm || channel.type == ChannelType::kSnorm ||
        channel.type == ChannelType::kUfloat)
      return true;
  }
  return false;
}

/// Logic operations work on codes: of floats and of sRGB colours they are off (resolution R44).
bool takes_logic(const gen9::FormatFacts& facts) {
  return facts.color_space != gen9::ColorSpace::kSrgb &&
         has_type(facts, {ChannelType::kUnorm, ChannelType::kSnorm, ChannelType::kUint, ChannelType::kSint});
}

}  // namespace

ColorTarget::ColorTarget(const gen9::RenderSurfaceState& state, const TargetBlend& blend,
                         const std::array<float, 4>& constant, unsigned samples)
    : blend_{blend}, constant_{constant} {
  if (state.type == gen9::SurfaceType::kNull) return;
  if (state.is_buffer()) unsupported("a buffer as a render target");
  if (state.samples() != samples)
    throw Error{ExitCode::kMalformedInput, "a render target of " + std::to_string(state.samples()) +
                                               " samples a pixel is drawn to with " + std::to_string(samples)};
  const gen9::FormatFacts& facts = gen9::format_facts(state.format);
  if (!facts.render_target) unsupported("the render target format " + std::string{facts.name});
  layout_ = std::make_unique<SurfaceLayout>(surface_geometry(state));
  level_ = state.mip_count - 1u;
  if (level_ >= kMaxLevels) unsupported("a render target of mip level " + std::to_string(level_));
  size_ = layout_->level_size(level_);
  control_ = ControlSurface{state, layout_->geometry(), level_};
  first_slice_ = state.minimum_array_element;
  extent_ = state.render_target_view_extent;
  bytes_ = facts.element_bytes();

  const bool integers = integers_ = has_type(facts, {ChannelType::kUint, ChannelType::kSint});
  rounds_ = has_coarse_steps(facts);
  if (!takes_logic(facts)) blend_.logic.reset();
  blends_ = blend_.enabled && !integers && !blend_.logic &&
            !(copies_source(blend_.color) && copies_source(blend_.alpha) && !blend_.clamp_after);
  if (blends_ && !facts.alpha_blend) unsupported("blending of " + std::string{facts.name});
  encoder_.emplace(state.format);
  format_ = state.format;
  find_places(state);
  find_written_bits(facts);
  if (blends_) reader_.emplace(state.format);
  whole_ = std::all_of(written_.begin(), written_.begin() + bytes_, [](std::byte b) { return b == std::byte{0xFF}; });
  reads_ = blends_ || blend_.logic.has_value() || !whole_;
  takes_subspans_ = layout_->has_pairs(level_) && samples == 1 && (bytes_ == 4 || bytes_ == 8);
  if (takes_subspans_ && layout_->has_pairs_of_rows(level_)) {
    places_ = layout_->level_places(level_);
    if (places_) row_step_ = layout_->row_step();
    if (places_) blocks_ = LevelBlocks::make(*places_);
    if (places_) line_blocks_ = places_->line_blocks();
  }
  find_clamps(facts, integers);
  if (takes_subspans_) find_words(facts);
}

void ColorTarget::find_clamps(const gen9::FormatFacts& facts, bool integers) {
  const bool unorm = has_type(facts, {ChannelType::kUnorm});
  const bool snorm = has_type(facts, {ChannelType::kSnorm});
  const bool of_format = blend_.range == ClampRange::kTargetFormat;
  const bool unlimited = of_format && !unorm && !snorm;
  high_ = unlimited ? std::numeric_limits<float>::infinity() : 1;
  low_ = unlimited ? -high_ : blend_.range == ClampRange::kUnorm || (of_format && unorm) ? 0.0f : -1.0f;
  // Encoding clamps to the format's range.
  const bool implied = !blends_ && of_format;
  clamps_source_ = !integers && !unlimited && !implied && (blend_.clamp_before || blend_.clamp_source_only);
  if (!clamps_source_ || blend_.clamp_source_only) return;
  for (float& value : constant_) value = clamped(value);
}

/// Selects of a render target change the order of red, green and blue alone; a constant has no place to stand at.
void ColorTarget::find_places(const gen9::RenderSurfaceState& state) {
  const std::array selects{state.channel_red, state.channel_green, state.channel_blue, state.channel_alpha};
  unsigned taken = 0;
  for (unsigned c = 0; c < 4; ++c) {
    if (selects[c] >= gen9::ShaderChannelSelect::kRed)
      place_[c] = static_cast<std::uint8_t>(static_cast<unsigned>(selects[c]) -
                                            static_cast<unsigned>(gen9::ShaderChannelSelect::kRed));
    taken |= 1u << place_[c];
  }
  if (taken != 0xF) unsupported("a render target two of whose channels stand at one place");
}

void ColorTarget::find_written_bits(const gen9::FormatFacts& facts) {
  for (const gen9::StoredChannel& stored : facts.channels) {
    const std::size_t place = std::string_view{"RGBA"}.find(stored.name);
    if (stored.name == 0 || place > 3) continue;
    const auto component = std::find(place_.begin(), place_.end(), place) - place_.begin();
    if ((blend_.channels >> component & 1) == 0) continue;
    for (unsigned bit = stored.first_bit; bit < stored.first_bit + 0u + stored.bits; ++bit)
      written_[bit / 8] |= static_cast<std::byte>(1u << bit % 8);
  }
}

void ColorTarget::clamp(LaneColors& colors) const {
  for (auto& channel : colors) {
    for (float& value : channel) value = clamped(value);
  }
}

std::optional<ByteAddress> ColorTarget::address(std::uint32_t x, std::uint32_t y, std::uint32_t layer,
                                                unsigned sample) const {
  if (null() || x >= size_.width || y >= size_.height) return std::nullopt;
  return layout_->element_address(level_, {x, y, first_slice_ + (layer < extent_ ? layer : 0), sample});
}

std::optional<ByteAddress> ColorTarget::control_line(std::uint32_t x, std::uint32_t y, std::uint32_t layer) const {
  if (!control_.exists() || x >= size_.width || y >= size_.height) return std::nullopt;
  return control_.line(x, y, slice_of(layer));
}

void ColorTarget::write(GpuMemory& memory, const ColorLanes& lanes) const {
  if (null()) return;
  ColorLanes inside = lanes;
  unsigned all = 0;
  for (unsigned i = 0; i < kColorLanes; ++i) {
    const bool outside =
        static_cast<std::uint32_t>(lanes.x[i]) >= size_.width || static_cast<std::uint32_t>(lanes.y[i]) >= size_.height;
    if (outside) inside.samples[i] = 0;
    all |= inside.samples[i];
  }
  if (all == 0) return;
  LaneColors source;
  const bool takes_floats = blends_ || clamps_source_;
  if (takes_floats) source = colors_of(lanes.source);
  Elements fresh{};
  if (!blends_) encode(takes_floats ? bits_of(source) : lanes.source, fresh);
  const std::uint32_t slice = first_slice_ + (lanes.layer < extent_ ? lanes.layer : 0);
  for (unsigned sample = 0; all >> sample != 0; ++sample) {
    if ((all >> sample & 1) != 0) write_sample(memory, inside, sample, slice, source, fresh);
  }
}

/// Source colours as floats, clamped where blending asks for it.
LaneColors ColorTarget::colors_of(const std::array<const std::uint32_t*, 4>& source) const {
  LaneColors colors;
  for (unsigned c = 0; c < 4; ++c) {
    for (unsigned i = 0; i < kColorLanes; ++i) colors[c][i] = std::bit_cast<float>(source[c][i]);
  }
  if (clamps_source_) clamp(colors);
  return colors;
}

std::array<const std::uint32_t*, 4> ColorTarget::bits_of(const LaneColors& colors) {
  static_assert(sizeof(float) == sizeof(std::uint32_t));
  std::array<const std::uint32_t*, 4> bits;
  for (unsigned c = 0; c < 4; ++c) bits[c] = reinterpret_cast<const std::uint32_t*>(colors[c].data());
  return bits;
}

void ColorTarget::encode(const std::array<const std::uint32_t*, 4>& rgba, Elements& elements) const {
  std::array<const std::uint32_t*, 4> placed;
  for (unsigned c = 0; c < 4; ++c) placed[place_[c]] = rgba[c];
  encoder_->encode(placed, std::span{elements}.first(std::size_t{kColorLanes} * bytes_));
}

void ColorTarget::read_element(const GpuMemory& memory, ByteAddress address, std::byte* element) const {
  if (bytes_ != sizeof(std::uint32_t)) return memory.read(address, {element, bytes_});
  const std::uint32_t word = memory.read_u32(address);
  std::memcpy(element, &word, sizeof word);
}

void ColorTarget::write_element(GpuMemory& memory, ByteAddress address, const std::byte* element) const {
  if (bytes_ != sizeof(std::uint32_t)) return memory.write(address, {element, bytes_});
  std::uint32_t word;
  std::memcpy(&word, element, sizeof word);
  memory.write_u32(address, word);
}

void ColorTarget::write_sample(GpuMemory& memory, const ColorLanes& lanes, unsigned sample, std::uint32_t slice,
                               const LaneColors& source, const Elements& fresh) const {
  std::array<ByteAddress, kColorLanes> addresses;
  Elements elements;
  for (unsigned i = 0; i < kColorLanes; ++i) {
    if ((lanes.samples[i] >> sample & 1) == 0) continue;
    addresses[i] = layout_->element_address(
        level_, {static_cast<std::uint32_t>(lanes.x[i]), static_cast<std::uint32_t>(lanes.y[i]), slice, sample});
    if (reads_) read_element(memory, addresses[i], elements.data() + std::size_t{i} * bytes_);
  }
  if (!reads_) {
    elements = fresh;
  } else if (blends_) {
    Elements blended{};
    blend_with(lanes, source, elements, blended);
    combine(blended, elements);
  } else {
    combine(fresh, elements);
  }
  for (unsigned i = 0; i < kColorLanes; ++i) {
    if ((lanes.samples[i] >> sample & 1) != 0)
      write_element(memory, addresses[i], elements.data() + std::size_t{i} * bytes_);
  }
}

void ColorTarget::blend_with(const ColorLanes& lanes, const LaneColors& source, const Elements& stored,
                             Elements& blended) const {
  LaneColors placed, target, second{}, result;
  reader_->read(stored.data(), bytes_, placed);
  for (unsigned c = 0; c < 4; ++c) target[c] = placed[place_[c]];
  for (unsigned c = 0; c < 4 && lanes.second[0] != nullptr; ++c) {
    for (unsigned i = 0; i < kColorLanes; ++i) second[c][i] = std::bit_cast<float>(lanes.second[c][i]);
  }
  if (clamps_source_) clamp(second);
  if (clamps_source_ && !blend_.clamp_source_only) clamp(target);
  const BlendOperands operands{source, target, second, constant_};
  for (unsigned c = 0; c < 4; ++c) result[c] = blend(c < 3 ? blend_.color : blend_.alpha, operands, c);
  if (blend_.clamp_after) clamp(result);
  encode(bits_of(result), blended);
}

/// Written bits of the elements become the source's, after the logic operation.
void ColorTarget::combine(const Elements& source, Elements& elements) const {
  if (whole_ && !blend_.logic) {
    elements = source;
    return;
  }
  for (unsigned i = 0; i < kColorLanes; ++i) {
    for (unsigned b = 0; b < bytes_; ++b) {
      std::byte& stored = elements[i * bytes_ + b];
      std::byte value = source[i * bytes_ + b];
      if (blend_.logic)
        value = static_cast<std::byte>(
            logic_result(*blend_.logic, static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(stored)));
      stored = (stored & ~written_[b]) | (value & written_[b]);
    }
  }
}

}  // namespace texpipe::functional
