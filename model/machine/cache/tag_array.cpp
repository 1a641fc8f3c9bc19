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
      policy_{geometry.replacement, geometry.sets, geometry.ways, geometry.seed} {}

std::optional<TagArray::Allocation> TagArray::allocate(LineKey key) {
  const std::uint32_t set = set_of(key);
  candidates_.clear();
  std::optional<std::uint32_t> empty;
  for (std::uint32_t way = 0; way < geometry_.ways; ++way) {
    const std::size_t line = index({set, way});
    if (names_[line] == kEmpty) {
      empty = way;
      break;
    }
    if (!lines_[line].pinned) candidates_.push_back(way);
  }
  if (!empty && candidates_.empty()) return std::nullopt;
  const Place place{set, empty ? *empty : policy_.victim(set, candidates_)};
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
