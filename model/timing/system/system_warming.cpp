// Tags of a machine's caches that change without time.
#include <algorithm>
#include <utility>

#include "machine/graph/implementations.h"
#include "machine/memory/memory_costs.h"
#include "timing/system/system.h"

namespace texpipe::timing {

machine::WarmLevels System::warm_levels() {
  if (recurrence_) return recurrence_->machine().warm_levels();
  machine::WarmLevels levels;
  for (const auto& slice : slices_) slice->add_to(levels);
  levels.count_slices(slices_.size());
  for (const CacheBlock& cache : behind_slices_)
    for (std::size_t slice = 0; slice < slices_.size(); ++slice) levels.add(cache.warm(), cache.facts->use, slice);
  std::vector<machine::WarmCache*> behind;
  for (const CacheBlock& cache : behind_slices_) behind.push_back(cache.warm());
  FrameParts* const frame = slices_.front()->frame();
  levels.add_frame(frame != nullptr ? frame->warm_caches() : std::vector<machine::WarmCache*>{}, std::move(behind));
  return levels;
}

/// The levels that warm() touches, whose last one opens rows of memory from then on: samples of messages, which call
/// warm() alone, leave rows as requests with time have them. Caches that move by recurrence are taken to where those
/// are that move event by event.
machine::WarmLevels& System::warmed() {
  if (!warm_levels_) warm_levels_ = warm_levels();
  warm_levels_->open_rows_of(recurrence_ ? &recurrence_->machine().warm_memory()
                                         : dynamic_cast<machine::WarmMemory*>(memory_.get()));
  const Cycles now = simulation_.clock.now();
  if (recurrence_ && now != Cycles{}) recurrence_->machine().advance(now - Cycles{1});
  return *warm_levels_;
}

std::uint64_t System::invalidate(const functional::ReadOnlyCaches& caches) {
  if (recurrence_) recurrence_->advance();
  if (!warm_levels_) warm_levels_ = warm_levels();
  std::uint64_t lines = warm_levels_->invalidate(caches.textures, caches.constants, caches.vertices);
  if (beside_) beside_->invalidate(caches.textures, caches.constants, caches.vertices);
  if (!caches.textures) return lines;
  if (!std::exchange(told_of_kept_lines_, true)) tell_of_kept_lines();
  for (const Simulation::FirstLevel& first_level : simulation_.first_levels) lines += first_level.invalidate();
  if (recurrence_) lines += recurrence_->machine().invalidate_first_levels();
  return lines;
}

/// Tells of read-only caches of somebody else's that hear of no invalidation. The last-level cache is coherent.
void System::tell_of_kept_lines() const {
  using machine::BlockKind;
  machine::for_each_implementation(
      machine_, [&](const std::string& path, BlockKind kind, const Implementation& chosen) {
        const bool first = kind == BlockKind::kTags || kind == BlockKind::kSampler;
        const bool later = kind == BlockKind::kL2 || kind == BlockKind::kSharedL2 || kind == BlockKind::kL3;
        const sc_core::sc_object* const block = sc_core::sc_find_object(path.c_str());
        if (chosen.is_model() || !(first || later)) return;
        if (block == nullptr && kind != BlockKind::kSampler) return;
        if (later && dynamic_cast<const machine::WarmCache*>(block) != nullptr) return;
        if (first && std::any_of(simulation_.first_levels.begin(), simulation_.first_levels.end(),
                                 [&](const Simulation::FirstLevel& level) { return level.path.starts_with(path); }))
          return;
        warned_(path + ".implementation: `" + chosen.name +
                "` keeps its lines when the frame invalidates textures: nothing that it was built for tells it; "
                "slice.frame.command_streamer.invalidations: false lets all caches keep theirs");
      });
}

void System::warm(ByteAddress address, machine::LineUse use, unsigned groups) {
  if (!warm_levels_) warm_levels_ = warm_levels();
  warm_levels_->touch(address, use, groups);
}

void System::hand_on_warmed(machine::HandedCaches of_frame) {
  if (beside_) beside_->hand_on(warmed(), of_frame);
}

void System::write_back_frame() {
  warmed().write_back_frame();
  write_back_warmed();
}

void System::warm_behind_slices(std::span<const machine::WarmAccess> accesses) {
  const machine::WarmLevels& levels = warmed();
  if (!beside_) beside_.emplace(machine_, levels.behind_frame(), levels.memory());
  beside_->touch(accesses);
}

std::uint64_t System::warmed_memory_bytes() const {
  const std::uint64_t bytes =
      (warm_levels_ ? warm_levels_->bytes_of_memory() : 0) + (beside_ ? beside_->bytes_of_memory() : 0);
  return machine::compressed(bytes, machine_.memory.compression);
}

}  // namespace texpipe::timing
