// Warps of one SPA program as the threads of a workload.
#pragma once

#include <memory>
#include <vector>

#include "functional/device/workload.h"
#include "functional/execution/spa_warp.h"

namespace texpipe::functional {

/// Every warp starts in the same state. With a feed, warp n shades the feed's thread n, and the lanes of quads that the
/// thread does not have are inactive; pixels without coverage stay active as helpers.
class SpaWarps final : public ThreadSource {
 public:
  /// @param warps  without a feed
  /// @param feed   has to outlive the warps' starts; null: the warps shade nothing
  SpaWarps(std::vector<spa::PlacedInstruction> program, WarpState initial, const WarpEnvironment& environment,
           unsigned warps, const SubspanFeed* feed);

  unsigned groups() const override { return static_cast<unsigned>(warps_.size()); }
  unsigned threads_per_group() const override { return 1; }
  void start(unsigned group, unsigned thread, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override;

  const SpaCode& code() const { return *code_; }
  const WarpState& initial() const { return initial_; }
  /// State of a warp: the final one after the run.
  const WarpState& warp(unsigned index) const { return *warps_[index]; }

 private:
  std::shared_ptr<const SpaCode> code_;
  WarpState initial_;
  WarpEnvironment environment_;
  const SubspanFeed* feed_;
  std::vector<std::shared_ptr<WarpState>> warps_;
};

}  // namespace texpipe::functional
