// The rules of vISA's sampler instructions, each stated once; text parser and byte decoder add the place.
#pragma once

#include <string>
#include <vector>

#include "isa/visa/program.h"

namespace texpipe::visa {

/// Part of an instruction that a rule speaks about, in the order of the document's format.
enum class Part : std::uint8_t {
  kInstruction,
  kOperation,
  kNullMask,
  kCoarsePixel,
  kDivergent,
  kExecution,
  kPredicate,
  kChannels,
  kOffsets,
  kSampler,
  kSurface,
  kDestination,
  kCount,
  kParameter,  // with its index
};

struct Violation {
  Part part = Part::kInstruction;
  unsigned index = 0;
  std::string problem;
  std::string hint;
};

/// Before Ice Lake (LP) operands are F and coarse pixel shading does not exist; from Ice Lake on they may be HF.
enum class Generation : std::uint8_t { kKbl, kIcllp };

inline constexpr EnumRow kGenerationRows[] = {{0, "kbl", "Kaby Lake (Gen9)"}, {1, "icllp", "Ice Lake (LP) and later"}};
inline EnumRows enum_rows(Generation) {
  return {"generation", kGenerationRows};
}

/// Rules that `instruction` breaks; `program` gives the types of its operands.
std::vector<Violation> violations(const Program& program, const Instruction& instruction, Generation generation);

}  // namespace texpipe::visa
