#include "functional/memory/buffer_bounds.h"

#include <algorithm>
#include <tuple>

#include "base/diagnostic.h"
#include "base/unit_text.h"
#include "isa/gen9/eu_instruction.h"

namespace texpipe::functional {

void BufferBounds::add(std::string name, ByteAddress address, ByteSize size) {
  buffers_.push_back({std::move(name), address.value(), size.value()});
}

bool BufferBounds::find(std::uint64_t address, std::uint64_t bytes) const {
  const auto behind = std::upper_bound(buffers_.begin(), buffers_.end(), address,
                                       [](std::uint64_t at, const Buffer& buffer) { return at < buffer.begin; });
  if (behind == buffers_.begin()) return false;
  const auto place = std::prev(behind);
  if (!place->holds(address, bytes)) return false;
  last_ = static_cast<std::size_t>(place - buffers_.begin());
  return true;
}

void BufferBounds::note(const OutsideAccess& access) {
  const auto place = [](const OutsideAccess& a) { return std::tuple{a.group, a.instruction, a.address.value()}; };
  if (count_ == 0 || place(access) < place(first_)) first_ = access;
  ++count_;
  if (policy_ == Policy::kCount) return;
  throw Error{ExitCode::kMismatch,
              Diagnostic{.path = program_, .problem = "an access beyond its buffers: " + text_of(access)}};
}

std::string BufferBounds::text() const {
  return program_ + ": " + std::to_string(count_) + (count_ == 1 ? " access" : " accesses") +
         " beyond its buffers, the first: " + text_of(first_);
}

std::string BufferBounds::text_of(const OutsideAccess& access) const {
  const std::uint64_t from = access.by_address ? access.address.value() : access.base.value();
  const auto behind = std::upper_bound(buffers_.begin(), buffers_.end(), from,
                                       [](std::uint64_t at, const Buffer& buffer) { return at < buffer.begin; });
  std::string text = "work group " + std::to_string(access.group) + ", " + gen9::eu_place(access.instruction) +
                     (access.write ? ", writes " : ", reads ");
  if (behind == buffers_.begin()) {
    text += std::to_string(access.bytes) + " bytes at address " + value_text(access.address);
  } else {
    const Buffer& buffer = *std::prev(behind);
    // Offsets of 32 bits that a kernel counts down from 0 wrap.
    std::uint64_t first = access.address.value() - buffer.begin;
    constexpr std::uint64_t kWrapped = std::uint64_t{1} << 32;
    const bool before = !access.by_address && first >= kWrapped / 2 && first < kWrapped;
    const auto offset = static_cast<std::int64_t>(before ? first - kWrapped : first);
    text += "bytes " + std::to_string(offset) + " to " +
            std::to_string(offset + static_cast<std::int64_t>(access.bytes) - 1) + " of " + buffer.name +
            ", which has " + std::to_string(buffer.bytes);
  }
  if (access.by_address) return text + " (by a 64-bit address, which reaches whatever lies there)";
  return text + (access.write ? " (such writes are lost)" : " (such reads give 0)");
}

}  // namespace texpipe::functional
