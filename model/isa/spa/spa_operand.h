// Operands that TXQ and PIXLD share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace texpipe::spa {

/// R0..R254; RZ reads 0 and drops writes.
struct Register {
  static constexpr std::uint8_t kZero = 255;
  std::uint8_t number = kZero;

  bool is_zero() const { return number == kZero; }
  bool operator==(const Register&) const = default;
};

/// P0..P6; P7, also written PT, is always true and drops writes.
struct Predicate {
  static constexpr std::uint8_t kTrue = 7;
  std::uint8_t number = kTrue;

  bool is_true() const { return number == kTrue; }
  bool operator==(const Predicate&) const = default;
};

/// `@{!}Pg`; absent means PT.
struct Guard {
  Predicate predicate;
  bool negated = false;

  bool operator==(const Guard&) const = default;
};

inline constexpr unsigned kBarriers = 6;

/// Scoreboard barriers of an instruction (resolution R24) and the scheduling hint, which is kept as text.
struct Scheduling {
  std::uint8_t wait_mask = 0;         // &req_6: bit n waits for barrier n before issue
  std::optional<std::uint8_t> read;   // &rdN: barrier N is set until the sources are read
  std::optional<std::uint8_t> write;  // &wrN: barrier N is set until the result is written
  std::string hint;                   // ?sched, without the question mark

  bool operator==(const Scheduling&) const = default;
};

}  // namespace texpipe::spa
