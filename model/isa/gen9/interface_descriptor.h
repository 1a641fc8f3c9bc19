// INTERFACE_DESCRIPTOR_DATA: 8 DWords that a compute thread starts with (specification/state 1).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/quantity.h"
#include "isa/gen9/bit_field.h"

namespace texpipe::gen9 {

enum class FloatMode : std::uint8_t { kIeee754, kAlternate };
EnumRows enum_rows(FloatMode);

enum class RoundingMode : std::uint8_t { kNearestEven, kUp, kDown, kTowardZero };
EnumRows enum_rows(RoundingMode);

struct InterfaceDescriptor {
  static constexpr std::size_t kDwords = 8;
  using Words = std::array<std::uint32_t, kDwords>;

  ByteAddress kernel_pointer;  // from instruction base, 48 bits, a multiple of 64
  FloatMode float_mode = FloatMode::kIeee754;
  bool high_priority = false;
  bool single_program_flow = false;
  bool denormals_by_kernel = false;         // the thread's control register decides, not the dispatch
  std::uint32_t sampler_state_pointer = 0;  // bytes from dynamic state base, a multiple of 32
  std::uint8_t sampler_count = 0;           // prefetch hint: samplers, in fours
  std::uint32_t binding_table_pointer = 0;  // bytes from surface state base, a multiple of 32
  std::uint8_t binding_table_count = 0;     // prefetch hint
  std::uint32_t constant_read_length = 0;   // registers per thread
  std::uint32_t constant_read_offset = 0;   // registers
  RoundingMode rounding_mode = RoundingMode::kNearestEven;
  bool barrier_enable = false;
  std::uint8_t slm_size = 0;  // code: 0 none, n: 2^(n-1) KiB
  std::uint32_t threads_in_group = 0;
  std::uint32_t cross_thread_read_length = 0;  // registers that all threads of a group share

  Words reserved{};  // bits that belong to no field: kept by decode, given back by encode

  bool operator==(const InterfaceDescriptor&) const = default;

  static InterfaceDescriptor decode(std::span<const std::uint32_t, kDwords> words);
  /// Refuses (Error, kMalformedInput) a value that its field cannot hold. encode(decode(w)) == w.
  Words encode() const;
  std::vector<FieldValue> fields() const;
  void assign(const FieldAssignment& assignment);
  /// Table of its fields.
  static const BitLayout<InterfaceDescriptor, kDwords>& layout();
};

}  // namespace texpipe::gen9
