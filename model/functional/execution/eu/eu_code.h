// A Gen9 program as its threads execute it: every instruction checked and decoded once.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "isa/gen9/eu_instruction.h"

namespace texpipe::functional {

struct EuOperation;

/// General registers, a bit each.
struct RegisterSet {
  std::array<std::uint64_t, 2> bits{};

  void add(unsigned reg) { bits[reg / 64 % 2] |= std::uint64_t{1} << reg % 64; }
  void add(const RegisterSet& other) {
    bits[0] |= other.bits[0];
    bits[1] |= other.bits[1];
  }
  void add_all() { bits = {~std::uint64_t{0}, ~std::uint64_t{0}}; }
  bool operator==(const RegisterSet&) const = default;
  bool holds(const RegisterSet& other) const { return ((other.bits[0] & ~bits[0]) | (other.bits[1] & ~bits[1])) == 0; }
};

/// Immutable; threads on several hosts' threads may share it.
class EuCode {
 public:
  /// Errors name the instruction by its byte offset: kMalformedInput for what the documents forbid (a restriction, a
  /// branch into the middle of an instruction, a region beyond the registers), kUnsupported for what the model lacks.
  explicit EuCode(std::span<const gen9::EuInstruction> instructions);
  EuCode(EuCode&&) noexcept;
  EuCode& operator=(EuCode&&) noexcept;
  ~EuCode();

  static constexpr std::uint32_t kNoInstruction = 0xFFFF'FFFF;

  std::uint32_t size() const { return size_; }  // instructions
  const EuOperation* operations() const { return operations_; }
  /// General registers that instructions and messages use.
  const RegisterSet& registers() const { return registers_; }
  bool uses_accumulators() const { return uses_accumulators_; }
  bool has_macros() const { return has_macros_; }
  /// Threads leave architecture registers as they found them, except flags.
  bool leaves_state() const { return leaves_state_; }
  /// Threads neither wait for others nor see what others do: they sample, read constants, write to the render cache and
  /// to entries of their own in the URB, and nothing else.
  bool keeps_to_itself() const { return keeps_to_itself_; }
  /// Threads wait for older ones at the same pixels before a message that others see: an interlock of pixel shaders.
  bool orders_accesses() const { return orders_accesses_; }

  /// The instruction that begins at a byte of the program; kNoInstruction when none does.
  std::uint32_t index_of(std::uint32_t offset) const;

 private:
  struct Contents;
  std::unique_ptr<const Contents> contents_;
  const EuOperation* operations_ = nullptr;
  std::uint32_t size_ = 0;
  RegisterSet registers_;
  bool uses_accumulators_ = false;
  bool has_macros_ = false;
  bool leaves_state_ = true;
  bool keeps_to_itself_ = true;
  bool orders_accesses_ = false;

  void note_use(const EuOperation& operation);
};

}  // namespace texpipe::functional
