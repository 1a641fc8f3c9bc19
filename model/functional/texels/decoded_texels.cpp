#include "functional/texels/decoded_texels.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>

namespace texpipe::functional {
namespace {

Palettes palettes_of(const TexelSource& source) {
  Palettes palettes{};
  if (!source.palettes) return palettes;
  for (unsigned i = 0; i < 2; ++i) {
    if (source.palette_loaded[i]) palettes[i] = source.palettes->data() + 256 * i;
  }
  return palettes;
}

template <class T>
T* zeroed(std::uint64_t count) {
  // Pages of the host are taken on first touch.
  void* bytes = std::calloc(count, sizeof(T));
  if (bytes == nullptr) throw std::bad_alloc{};
  return static_cast<T*>(bytes);
}

}  // namespace

TexelStorage storage_of(const TexelCoding& coding) {
  std::uint32_t largest = 0;
  bool is_signed = false;
  for (const ChannelCoding& channel : coding) {
    if (channel.kind != ChannelKind::kFixed) return TexelStorage::kWords;
    largest = std::max({largest, channel.denominator, channel.default_code});
    is_signed = is_signed || channel.is_signed;
  }
  if (largest <= 0xFF && !is_signed) return TexelStorage::kBytes;
  if (largest <= 0x7FFF) return is_signed ? TexelStorage::kSigned16 : TexelStorage::kUnsigned16;
  return largest <= 0xFFFF && !is_signed ? TexelStorage::kUnsigned16 : TexelStorage::kWords;
}

bool equal(const TexelSource& a, const TexelSource& b) {
  const auto same_palettes = [&] {
    if (!a.palettes || !b.palettes) return !a.palettes && !b.palettes;
    return *a.palettes == *b.palettes && a.palette_loaded == b.palette_loaded;
  };
  return a.format == b.format && a.missing == b.missing && a.geometry == b.geometry && a.first_level == b.first_level &&
         a.levels == b.levels && a.first_slice == b.first_slice && a.slices == b.slices && a.key == b.key &&
         same_palettes();
}

void DecodedTexels::Free::operator()(void* bytes) const {
  std::free(bytes);
}

DecodedTexels::DecodedTexels(TexelSource source)
    : source_{std::move(source)},
      layout_{source_.geometry},
      decoder_{source_.format, palettes_of(source_), source_.missing},
      storage_{storage_of(decoder_.coding())},
      floats_{std::any_of(decoder_.coding().begin(), decoder_.coding().end(), [](const ChannelCoding& channel) {
        return channel.kind == ChannelKind::kFloat && !channel.constant;
      })} {
  for (unsigned c = 0; c < 4; ++c) noted_[c] = !decoder_.coding()[c].constant;
  const bool row = source_.geometry.type == SurfaceType::k1D;
  if (row) column_bits_ = kTileBits;
  std::uint64_t texels = 0;
  for (unsigned level = 0; level < source_.levels; ++level) {
    DecodedLevel& at = levels_[level];
    at.size = layout_.level_size(source_.first_level + level);
    const std::uint64_t columns = (std::uint64_t{at.size.width} >> column_bits_) + 1;
    const std::uint64_t rows = (std::uint64_t{at.size.height} >> row_bits()) + 1;
    at.slices = source_.geometry.type == SurfaceType::k3D ? at.size.depth : source_.slices;
    at.offset = static_cast<std::uint32_t>(texels);
    at.row_step = static_cast<std::uint32_t>(columns << kTileBits);
    at.slice_step = static_cast<std::uint32_t>(columns * rows << kTileBits);
    missing_tiles_[level] = static_cast<std::uint32_t>(columns * rows * at.slices);
    texels += columns * rows * at.slices << kTileBits;
  }
  bytes_ = texels * (texel_bytes(storage_) + (source_.key.kills() ? 1 : 0));
  tiles_ = static_cast<std::uint32_t>(texels >> kTileBits);
}

void DecodedTexels::release() {
  texels_.reset();
  ready_.reset();
  matches_.reset();
  watched_.clear();
}

void DecodedTexels::prepare(const GpuMemory& memory) {
  if (texels_ != nullptr && generation_ == memory.generation()) return;
  if (texels_ == nullptr || is_stale(memory)) {
    const std::uint64_t texels = std::uint64_t{tiles_} << kTileBits;
    // Room that is there stays: nobody looks at texels of tiles that are not ready.
    if (texels_ == nullptr) texels_.reset(zeroed<std::byte>(texels * texel_bytes(storage_)));
    watched_.clear();
    ready_.reset(zeroed<std::uint8_t>(tiles_));
    if (source_.key.kills()) matches_.reset(zeroed<std::uint8_t>(texels + 3));
    incomplete_ = (1u << source_.levels) - 1;
    for (unsigned level = 0; level < source_.levels; ++level) missing_tiles_[level] = tiles_of(level);
    uses_ = 0;
    range_ = {};
  }
  generation_ = memory.generation();
}

bool DecodedTexels::is_stale(const GpuMemory& memory) const {
  for (std::size_t tile = 0; tile < watched_.size(); ++tile) {
    if (watched_[tile] != 0 && memory.changed_since(base_tile() + tile, generation_)) return true;
  }
  return false;
}

void DecodedTexels::watch(const GpuMemory& memory, ByteAddress address, unsigned bytes) {
  const std::uint64_t first = address.value() / GpuMemory::kTileBytes;
  const std::uint64_t last = (address.value() + bytes - 1) / GpuMemory::kTileBytes;
  for (std::uint64_t tile = first; tile <= last; ++tile) {
    const std::uint64_t place = tile - base_tile();  // texels lie behind the base
    if (place >= watched_.size()) watched_.resize(place + 1);
    if (watched_[place] != 0) continue;
    memory.watch(ByteAddress{tile * GpuMemory::kTileBytes}, ByteSize{1});
    watched_[place] = 1;
  }
}

void DecodedTexels::apply_key(std::uint32_t index, std::span<Texel> texels) {
  for (Texel& texel : texels) {
    const bool keyed = functional::matches(source_.key, coding(), texel);
    if (keyed && source_.key.replaces()) texel = replacement_black(decoder_.facts().kind);
    if (matches_ != nullptr) matches_[index++] = keyed;
  }
}

void DecodedTexels::store(std::uint32_t index, std::span<Texel> texels) {
  if (source_.key.enabled) apply_key(index, texels);
  std::byte* to = texels_.get() + std::size_t{index} * texel_bytes(storage_);
  switch (storage_) {
    case TexelStorage::kBytes:
      for (const Texel& texel : texels) {
        const std::uint32_t packed = texel.code[0] | texel.code[1] << 8 | texel.code[2] << 16 | texel.code[3] << 24;
        std::memcpy(to, &packed, sizeof packed);
        to += sizeof packed;
      }
      return;
    case TexelStorage::kUnsigned16:
    case TexelStorage::kSigned16:
      for (const Texel& texel : texels) {
        std::array<std::uint16_t, 4> packed;
        for (unsigned c = 0; c < 4; ++c) packed[c] = static_cast<std::uint16_t>(texel.code[c]);
        std::memcpy(to, packed.data(), sizeof packed);
        to += sizeof packed;
      }
      return;
    case TexelStorage::kWords:
      std::memcpy(to, texels.data(), texels.size_bytes());
      if (!floats_) return;
      for (const Texel& texel : texels) {
        for (unsigned c = 0; c < 4; ++c) {
          if (noted_[c]) note_float(texel.code[c]);
        }
      }
      return;
  }
}

void DecodedTexels::note_float(std::uint32_t code) {
  const std::uint32_t magnitude = code & 0x7FFFFFFFu;
  if (magnitude == 0) {
    range_.minus_zero = range_.minus_zero || code != 0;
    return;
  }
  if (magnitude >= 0x7F800000u) {
    range_.special = true;
    return;
  }
  range_.negative = range_.negative || code != magnitude;
  constexpr int kFractionBits = 23, kBias = 127;
  const auto exponent = static_cast<std::int32_t>(magnitude >> kFractionBits);
  const std::uint32_t fraction = magnitude & ((1u << kFractionBits) - 1);
  const std::uint32_t significand = exponent == 0 ? fraction : fraction | 1u << kFractionBits;
  range_.largest = std::max(range_.largest, static_cast<std::int32_t>(magnitude));
  range_.unit = std::min(range_.unit, std::max(exponent, 1) - kBias - kFractionBits + std::countr_zero(significand));
}

Texel DecodedTexels::stored(std::uint32_t index) const {
  const std::byte* from = texels_.get() + std::size_t{index} * texel_bytes(storage_);
  Texel texel;
  if (storage_ == TexelStorage::kWords) {
    std::memcpy(texel.code.data(), from, sizeof texel.code);
  } else if (storage_ == TexelStorage::kBytes) {
    for (unsigned c = 0; c < 4; ++c) texel.code[c] = std::to_integer<std::uint32_t>(from[c]);
  } else {
    std::array<std::uint16_t, 4> packed;
    std::memcpy(packed.data(), from, sizeof packed);
    const bool is_signed = storage_ == TexelStorage::kSigned16;
    for (unsigned c = 0; c < 4; ++c)
      texel.code[c] = is_signed ? static_cast<std::uint32_t>(static_cast<std::int16_t>(packed[c])) : packed[c];
  }
  return texel;
}

Texel DecodedTexels::texel(const GpuMemory& memory, unsigned level, std::uint32_t x, std::uint32_t y,
                           std::uint32_t slice) {
  const std::uint32_t place = index(level, x, y, slice);
  if (ready_[place >> kTileBits] == 0) decode(memory, place >> kTileBits);
  return stored(place);
}

void DecodedTexels::decode_element(const GpuMemory& memory, unsigned level, const TexelPlace& first,
                                   std::uint32_t slice) {
  const ElementShape& shape = layout_.geometry().element;
  const LevelSize& size = levels_[level].size;
  std::array<std::byte, 16> bytes{};
  std::array<Texel, kMaxTexelsPerElement> texels;
  const ByteAddress address = layout_.element_address(source_.first_level + level, first);
  watch(memory, address, shape.bytes);
  memory.read(address, std::span{bytes.data(), shape.bytes});
  decoder_.decode(bytes.data(), texels.data());
  // Rows of an element lie in one tile: their lengths divide those of tiles.
  const unsigned width = std::min<unsigned>(shape.width, size.width - first.x);
  for (unsigned y = 0; y < shape.height && first.y + y < size.height; ++y)
    store(index(level, first.x, first.y + y, slice), std::span{texels}.subspan(y * shape.width, width));
}

void DecodedTexels::decode_row(const GpuMemory& memory, unsigned level, const TexelPlace& first, std::uint32_t slice,
                               unsigned count) {
  constexpr unsigned kMost = 1u << kTileBits;
  constexpr unsigned kTiledRun = 16;  // bytes: nearly always
  const unsigned size = layout_.geometry().element.bytes;
  const unsigned together = layout_.run_of(source_.first_level + level);  // tiles begin at multiples of it
  std::array<std::byte, (kMost + SurfaceLayout::kMostRun) * std::size_t{16}> bytes;
  std::uint64_t tile = ~std::uint64_t{0};  // of memory
  const std::byte* tile_bytes = nullptr;
  TexelPlace place = first;
  for (unsigned i = 0; i < count; i += together, place.x += together) {
    const ByteAddress address = layout_.element_address(source_.first_level + level, place);
    const unsigned run = std::min(together, count - i) * size;
    const std::uint64_t inside = address.value() % GpuMemory::kTileBytes;
    if (address.value() / GpuMemory::kTileBytes != tile || inside + run > GpuMemory::kTileBytes) {
      watch(memory, address, run);
      tile = address.value() / GpuMemory::kTileBytes;
      tile_bytes = memory.tile(address);
    }
    std::byte* const to = bytes.data() + std::size_t{i} * size;
    if (tile_bytes == nullptr || inside + run > GpuMemory::kTileBytes) {
      memory.read(address, std::span{to, run});
    } else if (run == kTiledRun) {
      std::memcpy(to, tile_bytes + inside, kTiledRun);
    } else {
      std::memcpy(to, tile_bytes + inside, run);
    }
  }
  decoder_.decode_row(bytes.data(), count, row_.data());
  store(index(level, first.x, first.y, slice), std::span{row_}.first(count));
}

void DecodedTexels::decode_planar(const GpuMemory& memory, unsigned level, const TexelPlace& place,
                                  std::uint32_t slice) {
  std::array<std::byte, kPlanarElementBytes> bytes;
  const std::array<ByteAddress, kPlanarElementBytes> addresses{
      layout_.element_address(source_.first_level + level, place), layout_.cb_address(place.x, place.y, place.slice),
      layout_.cr_address(place.x, place.y, place.slice)};
  for (unsigned i = 0; i < kPlanarElementBytes; ++i) {
    watch(memory, addresses[i], 1);
    memory.read(addresses[i], std::span{&bytes[i], 1});
  }
  Texel texel = decoder_.texel(bytes.data(), 0, 0);
  store(index(level, place.x, place.y, slice), {&texel, 1});
}

void DecodedTexels::decode_one(const GpuMemory& memory, std::uint32_t tile) {
  const std::uint32_t first_texel = tile << kTileBits;
  unsigned level = 0;
  while (level + 1 < source_.levels && levels_[level + 1].offset <= first_texel) ++level;
  const DecodedLevel& at = levels_[level];
  const std::uint32_t slice = (first_texel - at.offset) / at.slice_step;
  const std::uint32_t inside = (first_texel - at.offset) % at.slice_step;
  const std::uint32_t x0 = inside % at.row_step >> kTileBits << column_bits_;
  const std::uint32_t y0 = inside / at.row_step << row_bits();
  const bool planar = decoder_.facts().kind == gen9::FormatKind::kYuvPlanar;
  const unsigned step_x = planar ? 1 : layout_.geometry().element.width;
  const unsigned step_y = planar ? 1 : layout_.geometry().element.height;
  const std::uint32_t end_x = std::min(x0 + (1u << column_bits_), at.size.width);
  for (std::uint32_t y = y0; y < std::min(y0 + (1u << row_bits()), at.size.height); y += step_y) {
    if (!planar && step_x == 1 && step_y == 1) {
      if (x0 < end_x) decode_row(memory, level, {x0, y, slice + source_.first_slice, 0}, slice, end_x - x0);
      continue;
    }
    for (std::uint32_t x = x0; x < end_x; x += step_x) {
      const TexelPlace place{x, y, slice + source_.first_slice, 0};
      planar ? decode_planar(memory, level, place, slice) : decode_element(memory, level, place, slice);
    }
  }
  ready_[tile] = 1;
  if (--missing_tiles_[level] == 0) incomplete_ &= ~(1u << level);
}

void DecodedTexels::decode(const GpuMemory& memory, std::uint32_t tile) {
  decode_one(memory, tile);
  unsigned level = 0;
  while (level + 1 < source_.levels && levels_[level + 1].offset >> kTileBits <= tile) ++level;
  const std::uint32_t tiles = tiles_of(level);
  // A level that is small or read in half of all places is read everywhere soon; complete ones cost less to use.
  constexpr std::uint32_t kSmall = 16;
  if (missing_tiles_[level] == 0 || (tiles > kSmall && missing_tiles_[level] > tiles / 2)) return;
  decode_level(memory, level);
}

void DecodedTexels::decode_level(const GpuMemory& memory, unsigned level) {
  const std::uint32_t first = levels_[level].offset >> kTileBits, tiles = tiles_of(level);
  for (std::uint32_t other = first; other < first + tiles; ++other) {
    if (ready_[other] == 0) decode_one(memory, other);
  }
}

void DecodedTexels::complete_used_levels(const GpuMemory& memory) {
  constexpr std::uint64_t kUsesPerTile = 64;     // look-ups of a message that cost what a tile costs, about
  constexpr std::uint64_t kMostTiles = 1 << 14;  // 64 MiB of the widest texels
  for (unsigned level = 0; level < source_.levels; ++level) {
    const std::uint32_t missing = missing_tiles_[level];
    if (missing == 0 || missing == tiles_of(level) || missing > kMostTiles) continue;
    if (uses_ >= kUsesPerTile * missing) decode_level(memory, level);
  }
}

std::shared_ptr<DecodedTexels> TexelCache::find(const GpuMemory& memory, const TexelSource& source) {
  for (const Entry& entry : entries_) {
    if (entry.memory == memory.identity() && equal(entry.texels->source(), source)) return entry.texels;
  }
  auto texels = std::make_shared<DecodedTexels>(source);
  if (!texels->fits()) return nullptr;
  add(memory, texels);
  return texels;
}

void TexelCache::add(const GpuMemory& memory, std::shared_ptr<DecodedTexels> texels) {
  if (entries_.size() == kSurfaces) {
    entries_.front().texels->release();
    entries_.erase(entries_.begin());
  }
  entries_.push_back({memory.identity(), std::move(texels)});
}

void TexelCache::prepare(const GpuMemory& memory, const std::shared_ptr<DecodedTexels>& texels) {
  if (!texels->allocated()) {
    const auto known = [&](const Entry& entry) { return entry.texels == texels; };
    if (std::none_of(entries_.begin(), entries_.end(), known)) add(memory, texels);
    std::uint64_t used = texels->bytes();
    for (const Entry& entry : entries_) used += entry.texels->allocated() ? entry.texels->bytes() : 0;
    for (const Entry& entry : entries_) {
      if (used <= budget_) break;
      if (!entry.texels->allocated()) continue;
      entry.texels->release();
      used -= entry.texels->bytes();
    }
  }
  texels->prepare(memory);
}

}  // namespace texpipe::functional
