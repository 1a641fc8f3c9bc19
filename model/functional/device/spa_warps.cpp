#include "functional/device/spa_warps.h"

#include <utility>

namespace texpipe::functional {

static_assert(kQuadsPerWarp == kSubspansPerThread);

SpaWarps::SpaWarps(std::vector<spa::PlacedInstruction> program, WarpState initial, const WarpEnvironment& environment,
                   unsigned warps, const SubspanFeed* feed)
    : code_{std::make_shared<SpaCode>(std::move(program))},
      initial_{std::move(initial)},
      environment_{environment},
      feed_{feed} {
  const unsigned count = feed_ != nullptr ? feed_->threads() : warps;
  for (unsigned i = 0; i < count; ++i) warps_.push_back(std::make_shared<WarpState>(initial_));
}

void SpaWarps::start(unsigned group, unsigned, ThreadRegisters&, std::unique_ptr<EuProgram>& program) const {
  WarpState& warp = *warps_[group];
  warp = initial_;
  if (feed_ != nullptr) {
    warp.coverage_slots = feed_->slots_of(group);
    const unsigned lanes = 4 * feed_->subspans_of(group);
    if (lanes < kWarpLanes) warp.active &= (1u << lanes) - 1;
  }
  program = std::make_unique<SpaProgram>(code_, warps_[group], environment_);
}

}  // namespace texpipe::functional
