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

/// Alignment of a variable's first byte; a variable of a whole register or more starts at one.
unsigned start_alignment(const visa::Variable& variable) {
  return size_of(variable) >= kGrfBytes ? std::max(kGrfBytes, alignment_of(variable)) : alignment_of(variable);
}

unsigned aligned(unsigned byte, unsigned alignment) {
  return (byte + alignment - 1) / alignment * alignment;
}

constexpr unsigned kEnd = (kPayloadStaging - 1) * kGrfBytes;  // of the registers for variables

/// Lowest place of `wanted` where no tenant of the same time lies.
unsigned lowest_place(const VisaTenancy& wanted, unsigned alignment, const std::vector<VisaTenancy>& tenants) {
  unsigned byte = aligned(kGrfBytes, alignment);
  for (bool moved = true; moved;) {
    moved = false;
    for (const VisaTenancy& tenant : tenants) {
      const bool meets =
          tenant.life.overlaps(wanted.life) && byte < tenant.byte + tenant.size && tenant.byte < byte + wanted.size;
      if (!meets) continue;
      byte = aligned(tenant.byte + tenant.size, alignment);
      moved = true;
    }
  }
  return byte;
}

}  // namespace

VisaRegisters::VisaRegisters(const visa::Program& program, const std::set<std::string>& preset)
    : bytes_(visa::kFirstUserVariable + program.variables.size(), kUnplaced) {
  for (const visa::Variable& variable : visa::predefined_variables()) names_.push_back(variable.name);
  names_.resize(visa::kFirstUserVariable);
  for (const visa::Variable& variable : program.variables) names_.push_back(variable.name);
  bytes_[visa::kNullVariable] = kEnd;
  bytes_[kR0Variable] = 0;
  bytes_[kControlVariable] = kControlRegister * kGrfBytes;
  const std::vector<unsigned> predefined = bytes_;
  place_inputs(program);
  if (place_in_order(program)) return;
  bytes_ = predefined;
  place_inputs(program);
  share(program, preset);
}

void VisaRegisters::place_inputs(const visa::Program& program) {
  after_inputs_ = kGrfBytes;
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
    after_inputs_ = std::max(after_inputs_, unsigned{input.offset} + size_of(variable));
  }
}

bool VisaRegisters::place_in_order(const visa::Program& program) {
  unsigned next = after_inputs_;
  for (std::uint32_t i = 0; i < program.variables.size(); ++i) {
    const visa::Variable& variable = program.variables[i];
    unsigned& place = bytes_[visa::kFirstUserVariable + i];
    if (variable.alias != 0) {
      const unsigned owner = variable.alias < bytes_.size() ? bytes_[variable.alias] : kUnplaced;
      if (owner == kUnplaced) unsupported("an alias of vISA variable " + std::to_string(variable.alias));
      place = owner + variable.alias_offset;
    } else if (place == kUnplaced) {
      place = aligned(next, start_alignment(variable));
      next = place + size_of(variable);
    }
    if (place + size_of(variable) > kEnd) return false;
  }
  return true;
}

void VisaRegisters::share(const visa::Program& program, const std::set<std::string>& preset) {
  const auto settle = [this](const VisaTenancy& tenancy) {
    if (tenancy.byte + tenancy.size > kEnd) {
      unsupported("executing vISA whose variables need more registers: " + names_[tenancy.variable] + " ends beyond r" +
                  std::to_string(kPayloadStaging - 2) + ", the last one for variables");
    }
    bytes_[tenancy.variable] = tenancy.byte;
    tenancies_.push_back(tenancy);
  };
  std::vector<VisaTenancy> waiting;
  for (const auto& [variable, life] : lifetimes(program, preset)) {
    const visa::Variable* declared = visa::find_variable(program, variable);
    if (!declared) continue;
    const VisaTenancy tenancy{variable, bytes_[variable], size_of(*declared), life};
    if (tenancy.byte == kUnplaced) {
      waiting.push_back(tenancy);
    } else {
      settle(tenancy);  // an input
    }
  }
  std::stable_sort(waiting.begin(), waiting.end(),
                   [](const VisaTenancy& a, const VisaTenancy& b) { return a.life.first < b.life.first; });
  for (VisaTenancy& tenancy : waiting) {
    const visa::Variable& variable = *visa::find_variable(program, tenancy.variable);
    tenancy.byte = lowest_place(tenancy, start_alignment(variable), tenancies_);
    settle(tenancy);
  }
  for (std::uint32_t i = 0; i < program.variables.size(); ++i) {
    if (program.variables[i].alias == 0) continue;
    const visa::VariablePlace owner = owner_of(program, visa::kFirstUserVariable + i);
    if (owner.variable < bytes_.size() && bytes_[owner.variable] != kUnplaced)
      bytes_[visa::kFirstUserVariable + i] = bytes_[owner.variable] + owner.byte;
  }
  std::stable_sort(tenancies_.begin(), tenancies_.end(),
                   [](const VisaTenancy& a, const VisaTenancy& b) { return a.life.last < b.life.last; });
}

unsigned VisaRegisters::byte_of(std::uint32_t variable) const {
  if (variable < bytes_.size() && bytes_[variable] != kUnplaced) return bytes_[variable];
  unsupported("vISA variable " +
              (variable < names_.size() && !names_[variable].empty() ? names_[variable] : std::to_string(variable)));
}

}  // namespace texpipe::functional
