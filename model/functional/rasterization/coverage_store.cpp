#include "functional/rasterization/coverage_store.h"

#include <algorithm>
#include <utility>

namespace texpipe::functional {

std::optional<std::uint32_t> CoverageStore::insert(SubspanInFlight subspan) {
  const auto free = std::find_if(slots_.begin(), slots_.end(), [](const auto& slot) { return !slot.has_value(); });
  if (free == slots_.end()) return std::nullopt;
  *free = std::move(subspan);
  ++occupancy_;
  return static_cast<std::uint32_t>(free - slots_.begin());
}

void CoverageStore::place(std::uint32_t slot, const SubspanInFlight& subspan) {
  if (!slots_[slot]) ++occupancy_;
  slots_[slot] = subspan;
}

const SubspanInFlight* CoverageStore::find(std::uint32_t slot) const {
  return slot < slots_.size() && slots_[slot] ? &*slots_[slot] : nullptr;
}

void CoverageStore::release(std::uint32_t slot) {
  if (find(slot) == nullptr) return;
  slots_[slot].reset();
  --occupancy_;
}

}  // namespace texpipe::functional
