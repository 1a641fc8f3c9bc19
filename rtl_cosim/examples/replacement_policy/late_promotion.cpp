// A plug-in with the replacement policy `late_promotion`: LRU, but a line that comes is the next to leave until it is
// used again (LRU insertion; Qureshi et al., ISCA 2007). What is read once passes through one way of each set.
#include "study/plugins/plugin.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

using namespace texpipe;

class LatePromotion final : public machine::ReplacementPolicy {
 public:
  explicit LatePromotion(const machine::PolicyPlace& place)
      : ways_{place.ways}, used_(std::size_t{place.sets} * place.ways, 0) {}

  void touched(std::uint32_t set, std::uint32_t way) override { used_[line(set, way)] = ++uses_; }

  void filled(std::uint32_t set, std::uint32_t way) override { used_[line(set, way)] = 0; }

  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> candidates) override {
    std::uint32_t oldest = candidates.front();
    for (const std::uint32_t way : candidates) {
      if (used_[line(set, way)] < used_[line(set, oldest)]) oldest = way;
    }
    return oldest;
  }

 private:
  std::size_t line(std::uint32_t set, std::uint32_t way) const { return std::size_t{set} * ways_ + way; }

  std::uint32_t ways_;
  std::uint64_t uses_ = 0;
  std::vector<std::uint64_t> used_;  // by line: number of its last use since it came; 0: none
};

}  // namespace

extern "C" void texpipe_plugin(study::Plugin& plugin) {
  plugin.replacement_policy<LatePromotion>("late_promotion", "a line that was not used since it came, else LRU's");
}
