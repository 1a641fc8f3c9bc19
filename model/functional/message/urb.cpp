#include "functional/message/urb.h"

#include <algorithm>
#include <utility>

namespace texpipe::functional {

std::uint32_t Urb::allocate(std::uint32_t entries, std::uint32_t slots) {
  const std::uint32_t first = next_handle_;
  blocks_.push_back({.first_handle = first, .entries = entries, .slots = slots, .first_slot = slots_.size()});
  slots_.resize(slots_.size() + std::size_t{entries} * slots);
  next_handle_ += entries;
  return first;
}

void Urb::release_from(std::uint32_t handle) {
  while (!blocks_.empty() && blocks_.back().first_handle >= handle) {
    slots_.resize(blocks_.back().first_slot);
    blocks_.pop_back();
  }
  next_handle_ = handle;
}

const Urb::Block* Urb::block_of(std::uint32_t handle) const {
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), handle,
                                      [](std::uint32_t h, const Block& block) { return h < block.first_handle; });
  if (after == blocks_.begin()) return nullptr;
  const Block& block = *(after - 1);
  return handle - block.first_handle < block.entries ? &block : nullptr;
}

std::span<const UrbSlot> Urb::entry(std::uint32_t handle) const {
  const Block* block = block_of(handle);
  if (block == nullptr) return {};
  return {slots_.data() + block->first_slot + std::size_t{handle - block->first_handle} * block->slots, block->slots};
}

std::span<UrbSlot> Urb::entry(std::uint32_t handle) {
  const std::span<const UrbSlot> found = std::as_const(*this).entry(handle);
  return {const_cast<UrbSlot*>(found.data()), found.size()};
}

}  // namespace texpipe::functional
