// PIXLD, pixel load: coverage and sample positions (SPA 5.0).
#pragma once

#include <cstdint>
#include <optional>

#include "base/enum_table.h"
#include "isa/spa/spa_operand.h"

namespace texpipe::spa {

/// Encoded modes; 6 and 7 are INVALID.
enum class PixelMode : std::uint8_t { kMsCount, kCovMask, kCovered, kOffset, kCentroidOffset, kMyIndex };
EnumRows enum_rows(PixelMode);

/// [#ImmU08] when `base` is absent, else [Ra+#ImmS08]. Gives the sample index.
struct PixelAddress {
  std::optional<Register> base;
  std::int16_t immediate = 0;

  bool operator==(const PixelAddress&) const = default;
};

struct Pixld {
  Guard guard;
  PixelMode mode = PixelMode::kMsCount;
  Register destination;
  std::optional<Predicate> predicate;  // Pd; absent means P7, which drops the write
  std::optional<PixelAddress> address;
  Scheduling scheduling;

  bool operator==(const Pixld&) const = default;
};

/// Whether a mode writes Pd: COVERED and MY_INDEX do, no other mode ever does.
constexpr bool writes_predicate(PixelMode mode) {
  return mode == PixelMode::kCovered || mode == PixelMode::kMyIndex;
}

/// Whether a mode reads the address: COVERED and OFFSET do.
constexpr bool reads_address(PixelMode mode) {
  return mode == PixelMode::kCovered || mode == PixelMode::kOffset;
}

}  // namespace texpipe::spa
