#include "machine/cache/tag_array.h"

#include <array>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::machine {
namespace {

constexpr std::array<EnumRow, 2> kHashRows{{
    {0, "modulo", "line number modulo sets"},
    {1, "xor", "digits of the line number folded by exclusive or"},
}};

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

TagArray::TagArray(const CacheGeometry& geometry)
    : geometry_{geometry},
      set_of_{geometry.sets, geometry.hash},
      names_(std::size_t{geometry.sets} * geometry.ways, kEmpty),
      lines_(names_.size()),
      sets_(geometry.sets),
      policy_{geometry.replacement, geometry.sets, geometry.ways, geometry.seed} {}

std::optional<std::uint32_t> TagArray::way_for_new(std::uint32_t set) {
  Set& state = sets_[set];
  if (state.filled < geometry_.ways) return state.filled++;
  if (state.pinned == 0) return policy_.victim(set);
  candidates_.clear();
  for (std::uint32_t way = 0; way < geometry_.ways; ++way) {
    if (!pinned({set, way})) candidates_.push_back(way);
  }
  if (candidates_.empty()) return std::nullopt;
  return policy_.victim(set, candidates_);
}

std::optional<TagArray::Allocation> TagArray::allocate(LineKey key) {
  const std::uint32_t set = set_of(key);
  const auto way = way_for_new(set);
  if (!way) return std::nullopt;
  const Place place{set, *way};
  std::uint64_t& name = names_[index(place)];
  Line& line = at(place);
  const Allocation allocation{place, name != kEmpty, key_of(name), line.dirty};
  name = name_of(key);
  line = Line{};
  policy_.touch(set, place.way);
  return allocation;
}

std::vector<LineKey> TagArray::clean_all() {
  std::vector<LineKey> dirty;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (!lines_[i].dirty) continue;
    dirty.push_back(key_of(names_[i]));
    lines_[i].dirty = false;
  }
  return dirty;
}

}  // namespace texpipe::machine
