// Miss registers of a cache: lines on their way, found by their key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "machine/cache/line.h"

namespace texpipe::machine {

/// Records of lines that are on their way, in numbered registers, behind an open hash table with linear probing.
/// Registers keep their storage, so that nothing is allocated in steady state: a new line finds `Miss` as the last line
/// of its register left it.
template <class Miss>
class MissTable {
 public:
  using Register = std::uint32_t;
  static constexpr Register kNone = std::numeric_limits<Register>::max();

  MissTable() = default;
  MissTable(MissTable&&) = default;
  MissTable& operator=(MissTable&&) = default;

  bool empty() const { return size_ == 0; }
  /// Number of lines on their way.
  std::uint32_t size() const { return size_; }

  /// The register of a line; kNone: it is not on its way.
  Register find(LineKey key) const {
    if (size_ == 0) return kNone;
    for (std::size_t place = home(key);; place = after(place)) {
      const Register found = places_[place];
      if (found == kNone || entries_[found]->key == key) return found;
    }
  }

  Miss& operator[](Register number) { return entries_[number]->miss; }
  const Miss& operator[](Register number) const { return entries_[number]->miss; }
  LineKey key(Register number) const { return entries_[number]->key; }

  /// Takes a register for a line that is not on its way.
  Register enter(LineKey key) {
    if (2 * (std::size_t{size_} + 1) > places_.size()) grow();
    if (free_.empty()) {
      free_.push_back(static_cast<Register>(entries_.size()));
      entries_.push_back(std::make_unique<Entry>());
    }
    const Register number = free_.back();
    free_.pop_back();
    entries_[number]->key = key;
    put(number);
    ++size_;
    return number;
  }

  /// Removes a line, which is no longer on its way. Its record stays until give_back().
  void remove(Register number) {
    std::size_t hole = home(entries_[number]->key);
    while (places_[hole] != number) hole = after(hole);
    // Registers behind the hole that would not be found beyond it move up.
    for (std::size_t place = after(hole); places_[place] != kNone; place = after(place)) {
      if (distance(home(entries_[places_[place]]->key), place) < distance(hole, place)) continue;
      places_[hole] = places_[place];
      hole = place;
    }
    places_[hole] = kNone;
    --size_;
  }

  /// Frees a register whose line was removed.
  void give_back(Register number) { free_.push_back(number); }

  /// Calls visit(key, miss) for the lines on their way, in no order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Register number : places_) {
      if (number != kNone) visit(entries_[number]->key, entries_[number]->miss);
    }
  }

 private:
  struct Entry {
    LineKey key;
    Miss miss;
  };

  static constexpr std::size_t kFewest = 16;

  /// Knuth's multiplicative hash.
  std::size_t home(LineKey key) const {
    const std::uint64_t number = key.line << 1 | static_cast<std::uint64_t>(key.space);
    return static_cast<std::size_t>(number * 0x9E3779B97F4A7C15u >> 32) & (places_.size() - 1);
  }
  std::size_t after(std::size_t place) const { return (place + 1) & (places_.size() - 1); }
  std::size_t distance(std::size_t from, std::size_t to) const { return (to - from) & (places_.size() - 1); }

  void put(Register number) {
    std::size_t place = home(entries_[number]->key);
    while (places_[place] != kNone) place = after(place);
    places_[place] = number;
  }

  void grow() {
    const std::vector<Register> before = std::move(places_);
    places_.assign(before.empty() ? kFewest : 2 * before.size(), kNone);
    for (const Register number : before) {
      if (number != kNone) put(number);
    }
  }

  std::vector<Register> places_;  // hash table; its size is a power of two, and at most half of it is taken
  std::vector<std::unique_ptr<Entry>> entries_;
  std::vector<Register> free_;
  std::uint32_t size_ = 0;
};

}  // namespace texpipe::machine
