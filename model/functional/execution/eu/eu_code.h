// A Gen9 program as its threads execute it: every instruction checked and decoded once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "isa/gen9/eu_instruction.h"

namespace texpipe::functional {

struct EuOperation;

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
  /// The instruction that begins at a byte of the program; kNoInstruction when none does.
  std::uint32_t index_of(std::uint32_t offset) const;

 private:
  struct Contents;
  std::unique_ptr<const Contents> contents_;
  const EuOperation* operations_ = nullptr;
  std::uint32_t size_ = 0;
};

}  // namespace texpipe::functional
