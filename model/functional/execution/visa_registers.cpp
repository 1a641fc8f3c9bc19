#include "functional/execution/visa_registers.h"

#include <algorithm>

#include "base/diagnostic.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kUnplaced = ~0u;
constexpr std::uint32_t kR0Variable = 7;

unsigned alignment_of(const visa::Variable& variable) {
  using visa::Alignment;
  switch (variable.alignment) {
    case Alignment::kByte:
      return visa::byte_size(variable.type);
    case Alignment::kWord:
      return std::max(2u, visa::byte_size(variable.type));
    case Alignment::kDword:
      return std::max(4u, visa::byte_size(variable.type));
    case Alignment::kQword:
      return 8;
    case Alignment::kOword:
      return 16;
    case Alignment::kGrf2:
      return 64;
    default:
      return kGrfBytes;
  }
}

unsigned size_of(const visa::Variable& variable) {
  return variable.elements * visa::byte_size(variable.type);
}

}  // namespace

VisaRegisters::VisaRegisters(const visa::Program& program)
    : bytes_(visa::kFirstUserVariable + program.variables.size(), kUnplaced) {
  for (const visa::Variable& variable : visa::predefined_variables()) names_.push_back(variable.name);
  names_.resize(visa::kFirstUserVariable);
  bytes_[0] = (kPayloadStaging - 1) * kGrfBytes;
  bytes_[kR0Variable] = 0;
  unsigned next = kGrfBytes;
  for (const visa::Input& input : program.inputs) {
    if (input.kind != visa::Input::Kind::kGeneral || input.index < visa::kFirstUserVariable ||
        input.index >= bytes_.size())
      continue;
    const visa::Variable& variable = program.variables[input.index - visa::kFirstUserVariable];
    if (input.offset < kGrfBytes) {
      throw Error{ExitCode::kMalformedInput, "input " + variable.name + " starts at byte " +
                                                 std::to_string(input.offset) + ", inside r0; expected at least " +
                                                 std::to_string(kGrfBytes)};
    }
    bytes_[input.index] = input.offset;
    next = std::max(next, unsigned{input.offset} + size_of(variable));
  }
  for (std::uint32_t i = 0; i < program.variables.size(); ++i) {
    const visa::Variable& variable = program.variables[i];
    unsigned& place = bytes_[visa::kFirstUserVariable + i];
    names_.push_back(variable.name);
    if (variable.alias != 0) {
      const unsigned owner = variable.alias < bytes_.size() ? bytes_[variable.alias] : kUnplaced;
      if (owner == kUnplaced) unsupported("an alias of vISA variable " + std::to_string(variable.alias));
      place = owner + variable.alias_offset;
    } else if (place == kUnplaced) {
      const unsigned size = size_of(variable);
      const unsigned alignment =
          size >= kGrfBytes ? std::max(kGrfBytes, alignment_of(variable)) : alignment_of(variable);
      place = (next + alignment - 1) / alignment * alignment;
      next = place + size;
    }
    if (place + size_of(variable) > (kPayloadStaging - 1) * kGrfBytes) {
      unsupported("executing vISA whose variables need more registers: " + variable.name + " ends beyond r" +
                  std::to_string(kPayloadStaging - 2) + ", the last one for variables");
    }
  }
}

unsigned VisaRegisters::byte_of(std::uint32_t variable) const {
  if (variable < bytes_.size() && bytes_[variable] != kUnplaced) return bytes_[variable];
  unsupported("vISA variable " +
              (variable < names_.size() && !names_[variable].empty() ? names_[variable] : std::to_string(variable)));
}

}  // namespace texpipe::functional
