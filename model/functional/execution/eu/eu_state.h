// State of a thread of native code beside its general registers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/quantity.h"
#include "isa/gen9/eu_instruction.h"

namespace texpipe::functional {

inline constexpr unsigned kEuChannels = 32;
inline constexpr unsigned kRegisterBytes = 32;

/// Place of registers of the architecture file among a thread's own bytes.
struct ArfPlace {
  std::uint16_t first = 0;
  std::uint8_t count = 0;  // registers; 0: the model has none of this name
  std::uint8_t bytes = 0;  // of each
};

inline constexpr std::array<ArfPlace, 16> kArfPlaces{{
    {0, 1, 64},    // null: reads 0, and what is written is lost
    {64, 1, 32},   // a0
    {96, 10, 32},  // acc0 to acc9
    {416, 2, 4},   // f0, f1
    {424, 1, 4},   // ce
    {0, 0, 0},     // mask stack: none since Gen8
    {428, 1, 4},   // stack pointer
    {432, 1, 16},  // sr0
    {448, 1, 16},  // cr0
    {464, 1, 16},  // n0
    {480, 1, 4},   // ip
    {484, 1, 32},  // tdr0
    {516, 1, 16},  // tm0
    {532, 4, 32},  // fc0 to fc3
    {0, 0, 0},     //
    {660, 1, 4},   // dbg0
}};
inline constexpr unsigned kArfBytes = 672;

constexpr unsigned arf_byte(gen9::ArfRegister reg, unsigned number = 0) {
  const ArfPlace& place = kArfPlaces[static_cast<unsigned>(reg)];
  return place.first + number * place.bytes;
}

/// cr0.0 as arithmetic sees it (specification/eu 8).
struct FloatMode {
  enum class Rounding : std::uint8_t { kNearestEven, kUp, kDown, kZero };
  Rounding rounding = Rounding::kNearestEven;
  bool keep_denormals = false;         // of F
  bool keep_double_denormals = false;  // of DF
  bool keep_half_denormals = false;    // of HF
  bool alternative = false;            // ALT: no infinities, magnitudes into roots and logarithms

  static FloatMode of(std::uint32_t control);
  /// As a host computes.
  bool plain() const {
    return rounding == Rounding::kNearestEven && keep_denormals && keep_double_denormals && keep_half_denormals &&
           !alternative;
  }
};

/// Bits of the smallest F that is no denormal.
inline constexpr std::uint32_t kLeastNormalFloat = 0x0080'0000;

/// The upper accumulators hold what a float's exponent cannot (madm, math.invm, math.rsqrtm).
inline constexpr unsigned kMacroRegisters = 8;

struct EuState {
  alignas(64) std::array<std::byte, kArfBytes> arf;  // cleared by who starts a thread
  /// Lanes of acc0 and acc1 as integers, wider than what a read of their bits shows; not set where the program uses
  /// none.
  std::array<std::int64_t, kEuChannels> accumulators;
  std::array<std::array<std::int16_t, kEuChannels>, kMacroRegisters> exponents;  // likewise
  std::array<std::uint32_t, kEuChannels> places;  // the next instruction of each channel that is not `here`
  std::uint32_t here = 0;                         // channels that execute the next instruction
  std::uint32_t dispatched = 0;
  std::uint32_t next = 0;  // instruction
  FloatMode mode;
  bool plain = false;             // mode.plain()
  bool nearest = false;           // rounds to nearest even, and is not the alternative mode
  std::uint32_t least_float = 0;  // bits of the smallest F that is no zero, without its sign
  bool ended = false;
  std::uint32_t barriers_sent = 0;  // tickets given out
  std::uint32_t waits = 0;          // that issued
  std::uint64_t issued = 0;         // instructions

  template <class T>
  T read(unsigned byte) const {
    T value;
    std::memcpy(&value, arf.data() + byte, sizeof value);
    return value;
  }
  template <class T>
  void write(unsigned byte, T value) {
    std::memcpy(arf.data() + byte, &value, sizeof value);
  }
  /// f0 and f1, 32 bits each.
  std::uint64_t flags() const { return read<std::uint64_t>(arf_byte(gen9::ArfRegister::kFlag)); }
  void set_flags(std::uint64_t flags) { write(arf_byte(gen9::ArfRegister::kFlag), flags); }
  std::uint32_t notifications() const { return read<std::uint32_t>(arf_byte(gen9::ArfRegister::kNotification)); }
  void set_notifications(std::uint32_t count) { write(arf_byte(gen9::ArfRegister::kNotification), count); }
  void control_changed() {
    mode = FloatMode::of(read<std::uint32_t>(arf_byte(gen9::ArfRegister::kControl)));
    plain = mode.plain();
    nearest = mode.rounding == FloatMode::Rounding::kNearestEven && !mode.alternative;
    least_float = mode.keep_denormals ? 0 : kLeastNormalFloat;
  }
};

}  // namespace texpipe::functional
