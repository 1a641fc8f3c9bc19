// A vISA kernel as a flat program: names, operands, jump targets and payloads resolved once, for all threads.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "functional/execution/visa_operand_lanes.h"
#include "functional/execution/visa_operation.h"
#include "isa/gen9/data_port_message.h"
#include "isa/visa/lowering.h"
#include "isa/visa/program.h"

namespace texpipe::functional {

/// Moves, arithmetic, compares and what else computes lane by lane.
struct VisaCompute {
  VisaAction action = VisaAction::kCompute;
  const VisaOperation* operation = nullptr;   // of kCompute
  visa::DataType type = visa::DataType::kUd;  // in which kCompute and kCompare compute
  visa::ExecutionControl execution;
  visa::PredicateUse predicate;
  std::uint8_t relation = 0;  // of kCompare
  std::uint8_t source_count = 0;
  std::array<VisaSource, kMostVisaSources> sources;
  VisaDestination destination;
  VisaDestination carry;         // of kAddCarry and kSubtractBorrow
  std::optional<Error> refusal;  // for operands that the instruction cannot take, once a lane is enabled
};

/// State that movs puts into a sampler or surface variable.
struct VisaStateMove {
  std::uint32_t state = 0;  // number among the program's
  std::uint8_t lanes = 1;
  VisaSource source;
};

/// Copies elements from register to register, for the lanes of a message or all.
struct VisaCopy {
  unsigned from = 0;  // bytes in the register file
  unsigned to = 0;
  std::uint8_t count = 8;
  std::uint8_t element_bytes = 4;
  bool zero = false;    // instead of what is there
  bool masked = false;  // lane n is bit `shift` + n of the message's
  std::uint8_t shift = 0;
};

/// Dword 2 of a header; `alone`: the others become 0.
struct VisaHeaderDword {
  std::uint8_t target = 0;
  bool alone = false;
  std::uint32_t fixed = 0;
  std::optional<VisaSource> added;
  std::uint32_t added_mask = ~0u;
};

/// Moves a header's sampler state pointer on.
struct VisaHeaderPointer {
  std::uint8_t target = 0;
  std::uint32_t bytes = 0;
  bool by_sampler = false;  // 256 bytes for each 16 samplers; the step is left out below 16
};

/// A register plus a scalar in all lanes.
struct VisaScalarSum {
  unsigned from = 0;  // byte in the register file
  std::uint8_t target = 0;
  VisaSource scalar;
};

struct VisaSend {
  GrfRange source0;
  GrfRange source1;
  GrfRange destination;
  std::uint8_t shared_function = 0;
  std::uint8_t shift = 0;  // lanes of the message: these of the statement's
  std::uint32_t lanes = ~0u;
  bool all_lanes = false;
};

struct VisaTenancyStep {
  std::uint32_t tenancy = 0;
  bool begins = false;  // registers are cleared; else the bytes are kept
};

struct VisaEnd {};
struct VisaNothing {};

/// One step of the EU and what it does.
struct VisaStep {
  EuStep eu;
  std::variant<VisaNothing, VisaCompute, VisaStateMove, VisaCopy, VisaHeaderDword, VisaHeaderPointer, VisaScalarSum,
               VisaSend, VisaTenancyStep, VisaEnd>
      work;
};

/// Steps [first, last).
struct VisaSteps {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// One message of a statement: its steps, and the fields of its descriptors but indices that may come from registers.
struct VisaMessage {
  VisaSteps steps;
  std::variant<gen9::SamplerMessage, gen9::DataPortMessage> fields;
  visa::ExecutionControl execution;
};

/// A surface or sampler variable that a statement uses.
struct VisaStateUse {
  std::uint32_t state = 0;          // number among the program's
  std::uint32_t assumed_index = 0;  // without any movs
  bool late = false;                // a movs follows
};

struct VisaStatement {
  VisaAction action = VisaAction::kNothing;
  visa::ExecutionControl execution;
  visa::PredicateUse predicate;
  VisaSteps steps;
  std::uint32_t target = 0;         // statement, of a jump
  std::uint32_t first_message = 0;  // of those that send
  std::uint32_t last_message = 0;
  VisaStateUse surface;
  std::optional<VisaStateUse> sampler;
  bool bindless = false;
  bool per_distinct_sampler = false;
  std::optional<Error> refusal;  // what the model does not execute, told when it is reached
};

/// Statements and steps of a kernel, shared by all its threads.
struct VisaCode {
  std::vector<VisaStatement> statements;
  std::vector<VisaStep> steps;
  std::vector<VisaMessage> messages;
  std::vector<std::string> states;   // names of the sampler and surface variables in use
  std::vector<VisaSteps> tenancies;  // of each: a step that keeps its bytes, and one that clears its registers
  VisaSteps end;
};

/// @param lowered  the sampler instructions of the program
VisaCode compile_visa(const visa::Program& program, const VisaRegisters& places,
                      const std::map<std::size_t, visa::LoweredInstruction>& lowered);

}  // namespace texpipe::functional
