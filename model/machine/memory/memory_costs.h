// Costs of a transfer on the memory's data bus and port.
#pragma once

#include <cstdint>

#include "base/fraction.h"
#include "base/quantity.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// Time on the data bus: bytes / bandwidth, in subcycles, rounded up.
constexpr Subcycles bus_time(std::uint64_t bytes, Bandwidth bandwidth, Frequency clock) {
  const unsigned __int128 work = static_cast<unsigned __int128>(bytes) * clock.value() * kSubcyclesPerCycle;
  return Subcycles{static_cast<std::uint64_t>((work + bandwidth.value() - 1) / bandwidth.value())};
}

/// Bytes over the data bus of so many bytes of lines, rounded up.
constexpr std::uint64_t compressed(std::uint64_t bytes, Fraction ratio) {
  return (bytes * ratio.denominator() + ratio.numerator() - 1) / ratio.numerator();
}

/// Width of the memory's port. It only passes answers on; the data bus sets their rate.
inline constexpr std::uint32_t kMemoryPortBytesPerCycle = 1u << 16;

}  // namespace texpipe::machine
