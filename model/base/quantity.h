// Typed quantities: numbers that must not be mixed up.
#pragma once

#include <compare>
#include <cstdint>

namespace texpipe {

/// A whole number with a unit. Same-unit arithmetic, scaling by plain numbers and comparison; nothing else converts.
template <class Unit>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(std::uint64_t value) : value_{value} {}

  constexpr std::uint64_t value() const { return value_; }
  constexpr auto operator<=>(const Quantity&) const = default;

  constexpr Quantity& operator+=(Quantity other) { return value_ += other.value_, *this; }
  constexpr Quantity& operator-=(Quantity other) { return value_ -= other.value_, *this; }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity{a.value_ + b.value_}; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity{a.value_ - b.value_}; }
  friend constexpr Quantity operator*(Quantity a, std::uint64_t factor) { return Quantity{a.value_ * factor}; }
  friend constexpr Quantity operator*(std::uint64_t factor, Quantity a) { return Quantity{a.value_ * factor}; }
  friend constexpr std::uint64_t operator/(Quantity a, Quantity b) { return a.value_ / b.value_; }

 private:
  std::uint64_t value_ = 0;
};

using Cycles = Quantity<struct CyclesUnit>;            // of the one GPU clock; a point in time or a span
using ByteSize = Quantity<struct ByteSizeUnit>;        // bytes
using Frequency = Quantity<struct FrequencyUnit>;      // hertz
using TimeSpan = Quantity<struct TimeSpanUnit>;        // picoseconds
using Bandwidth = Quantity<struct BandwidthUnit>;      // bytes per second
using ByteAddress = Quantity<struct ByteAddressUnit>;  // GPU virtual address, 48 bits

namespace literals {
constexpr Cycles operator""_cycles(unsigned long long n) {
  return Cycles{n};
}
constexpr ByteSize operator""_B(unsigned long long n) {
  return ByteSize{n};
}
constexpr ByteSize operator""_KiB(unsigned long long n) {
  return ByteSize{n << 10};
}
constexpr ByteSize operator""_MiB(unsigned long long n) {
  return ByteSize{n << 20};
}
constexpr Frequency operator""_MHz(unsigned long long n) {
  return Frequency{n * 1'000'000};
}
constexpr TimeSpan operator""_ns(unsigned long long n) {
  return TimeSpan{n * 1'000};
}
constexpr Bandwidth operator""_MBps(unsigned long long n) {
  return Bandwidth{n * 1'000'000};
}
}  // namespace literals

/// Cycles of a clock that cover a time span, rounded up (explanation/design, Time).
constexpr Cycles cycles_covering(TimeSpan span, Frequency clock) {
  const unsigned __int128 product = static_cast<unsigned __int128>(span.value()) * clock.value();
  constexpr unsigned __int128 kPicosecondsPerSecond = 1'000'000'000'000;
  return Cycles{static_cast<std::uint64_t>((product + kPicosecondsPerSecond - 1) / kPicosecondsPerSecond)};
}

}  // namespace texpipe
