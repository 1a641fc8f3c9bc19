#include "machine/cache/tag_array.h"

#include <array>
#include <bit>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::machine {
namespace {

constexpr std::array<EnumRow, 2> kHashRows{{
    {0, "modulo", "line number modulo sets"},
    {1, "xor", "digits of the line number folded by exclusive or"},
}};

/// The line as its bank numbers it.
LineKey in_bank(LineKey key, std::uint32_t interleave) {
  return interleave == 1 ? key : LineKey{key.space, key.line / interleave};
}

}  // namespace

EnumRows enum_rows(SetHash) {
  return {"set hash", kHashRows};
}

CacheGeometry geometry_of(ByteSize size, std::uint32_t ways, ByteSize line, SetHash hash, Replacement replacement,
                          std::uint64_t seed) {
  const ByteSize set = line * ways;
  if (set.value() == 0 || size < set || size.value() % set.value() != 0) {
    throw Error{ExitCode::kInvalidConfiguration, "a cache of " + std::to_string(size.value()) +
                                                     " bytes cannot be divided into " + std::to_string(ways) +
                                                     " ways of " + std::to_string(line.value()) + "-byte lines"};
  }
  return {static_cast<std::uint32_t>(size / set), ways, hash, replacement, seed, 1};
}

std::uint32_t set_of(LineKey key, std::uint32_t sets, SetHash hash) {
  std::uint64_t line = key.line;
  if (hash == SetHash::kXor && sets > 1) {
    const unsigned digit = static_cast<unsigned>(std::bit_width(std::uint64_t{sets} - 1));
    std::uint64_t folded = 0;
    for (; line != 0; line >>= digit) folded ^= line & ((std::uint64_t{1} << digit) - 1);
    line = folded;
  }
  // Divisions cost more than the rest of a lookup.
  return static_cast<std::uint32_t>(std::has_single_bit(sets) ? line & (sets - 1) : line % sets);
}

TagArray::TagArray(const CacheGeometry& geometry)
    : geometry_{geometry},
      lines_(std::size_t{geometry.sets} * geometry.ways),
      policy_{make_replacement(geometry.replacement, geometry.sets, geometry.ways, geometry.seed)} {}

std::optional<TagArray::Place> TagArray::lookup(LineKey key) {
  const std::uint32_t set = set_of(in_bank(key, geometry_.interleave), geometry_.sets, geometry_.hash);
  for (std::uint32_t way = 0; way < geometry_.ways; ++way) {
    const Place place{set, way};
    if (!at(place).valid || at(place).key != key) continue;
    policy_->touch(set, way);
    return place;
  }
  return std::nullopt;
}

std::optional<TagArray::Allocation> TagArray::allocate(LineKey key) {
  const std::uint32_t set = set_of(in_bank(key, geometry_.interleave), geometry_.sets, geometry_.hash);
  candidates_.clear();
  std::optional<std::uint32_t> empty;
  for (std::uint32_t way = 0; way < geometry_.ways; ++way) {
    const Line& line = at({set, way});
    if (!line.valid) {
      empty = way;
      break;
    }
    if (!line.pinned) candidates_.push_back(way);
  }
  if (!empty && candidates_.empty()) return std::nullopt;
  const Place place{set, empty ? *empty : policy_->victim(set, candidates_)};
  Line& line = at(place);
  const Allocation allocation{place, line.valid, line.key, line.dirty};
  line = Line{key, true, false, false};
  policy_->touch(set, place.way);
  return allocation;
}

std::vector<LineKey> TagArray::clean_all() {
  std::vector<LineKey> dirty;
  for (Line& line : lines_) {
    if (!line.valid || !line.dirty) continue;
    dirty.push_back(line.key);
    line.dirty = false;
  }
  return dirty;
}

}  // namespace texpipe::machine
