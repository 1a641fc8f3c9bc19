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

  std::uint32_t size() const;  // instructions
  const EuOperation& operation(std::uint32_t index) const;

 private:
  struct Contents;
  std::unique_ptr<const Contents> contents_;
};

}  // namespace texpipe::functional
