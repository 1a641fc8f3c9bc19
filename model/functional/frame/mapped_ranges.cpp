#include "functional/frame/mapped_ranges.h"

#include <iterator>

namespace texpipe::functional {

std::optional<MappedRanges::Range> MappedRanges::overlapping(ByteAddress address, ByteSize size) const {
  if (size.value() == 0) return std::nullopt;
  // Ranges do not overlap, so that only the last one that begins before the end can reach in.
  auto next = ranges_.lower_bound(address.value() + size.value());
  if (next == ranges_.begin()) return std::nullopt;
  const auto& [first, bytes] = *std::prev(next);
  if (first + bytes <= address.value()) return std::nullopt;
  return Range{first, bytes};
}

void MappedRanges::add(ByteAddress address, ByteSize size) {
  ranges_[address.value()] = size.value();
  bytes_ += size.value();
}

bool MappedRanges::remove(ByteAddress address, ByteSize size) {
  const auto found = ranges_.find(address.value());
  if (found == ranges_.end() || found->second != size.value()) return false;
  ranges_.erase(found);
  bytes_ -= size.value();
  return true;
}

bool MappedRanges::holds(ByteAddress address, ByteSize size) const {
  std::uint64_t at = address.value(), left = size.value();
  while (left != 0) {
    const auto next = ranges_.upper_bound(at);
    if (next == ranges_.begin()) return false;
    const auto& [first, bytes] = *std::prev(next);
    if (at - first >= bytes) return false;
    const std::uint64_t here = bytes - (at - first);
    if (here >= left) return true;
    at += here;
    left -= here;
  }
  return true;
}

std::uint64_t MappedRanges::run_from(ByteAddress address) const {
  std::uint64_t at = address.value();
  for (auto next = ranges_.upper_bound(at); next != ranges_.begin(); ++next) {
    const auto& [first, bytes] = *std::prev(next);
    if (at - first >= bytes) break;
    at = first + bytes;
    if (next == ranges_.end() || next->first != at) break;
  }
  return at - address.value();
}

}  // namespace texpipe::functional
