#include "machine/cache/replacement.h"

#include <array>

namespace texpipe::machine {
namespace {

constexpr std::array<EnumRow, 2> kRows{{
    {0, "lru", "the line that was used the longest time ago"},
    {1, "random", "any line, from a seeded generator"},
}};

class LeastRecentlyUsed final : public ReplacementPolicy {
 public:
  LeastRecentlyUsed(std::uint32_t sets, std::uint32_t ways) : ways_{ways}, used_(std::size_t{sets} * ways, 0) {}

  void touch(std::uint32_t set, std::uint32_t way) override { used_[std::size_t{set} * ways_ + way] = ++uses_; }

  std::uint32_t victim(std::uint32_t set, const std::vector<std::uint32_t>& candidates) override {
    std::uint32_t oldest = candidates.front();
    for (const std::uint32_t way : candidates) {
      if (used_[std::size_t{set} * ways_ + way] < used_[std::size_t{set} * ways_ + oldest]) oldest = way;
    }
    return oldest;
  }

 private:
  std::uint32_t ways_;
  std::uint64_t uses_ = 0;
  std::vector<std::uint64_t> used_;
};

class SeededRandom final : public ReplacementPolicy {
 public:
  explicit SeededRandom(std::uint64_t seed) : state_{seed} {}

  void touch(std::uint32_t, std::uint32_t) override {}

  std::uint32_t victim(std::uint32_t, const std::vector<std::uint32_t>& candidates) override {
    return candidates[next() % candidates.size()];
  }

 private:
  /// SplitMix64 (Steele, Lea, Flood 2014): any seed is a good seed.
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace

EnumRows enum_rows(Replacement) {
  return {"replacement policy", kRows};
}

std::unique_ptr<ReplacementPolicy> make_replacement(Replacement kind, std::uint32_t sets, std::uint32_t ways,
                                                    std::uint64_t seed) {
  if (kind == Replacement::kRandom) return std::make_unique<SeededRandom>(seed);
  return std::make_unique<LeastRecentlyUsed>(sets, ways);
}

}  // namespace texpipe::machine
