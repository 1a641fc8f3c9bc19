// Operations of vISA's instructions: one table of operations, and the arithmetic of whole operands.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "functional/execution/eu_program.h"
#include "functional/execution/visa_value.h"

namespace texpipe::functional {

/// Way in which an instruction is executed.
enum class VisaAction : std::uint8_t {
  kNothing,  // labels
  kReturn,
  kJump,
  kMoveState,
  kStoreOwords,
  kScatterTexels,
  kScatterDwords,
  kGatherDwords,
  kSample,  // 3D_SAMPLE, 3D_LOAD, 3D_SAMPLE4, INFO
  kSetPredicate,
  kCompare,
  kSelect,
  kMove,
  kAddCarry,
  kSubtractBorrow,
  kCompute,
};

inline constexpr unsigned kMostVisaSources = 4;
using IntegerSources = std::array<VisaInteger, kMostVisaSources>;

struct VisaOperation {
  std::string_view name;
  VisaAction action = VisaAction::kCompute;
  float (*floats)(float, float, float) = nullptr;                            // null: no floats
  VisaInteger (*integers)(const IntegerSources&, bool is_signed) = nullptr;  // null: no integers
  InstructionClass of_floats = InstructionClass::kArithmetic;
  InstructionClass of_integers = InstructionClass::kArithmetic;
};

/// Null for instructions that the model does not execute.
const VisaOperation* find_visa_operation(std::string_view name);

/// Type in which an instruction computes: float when a source is one, else signed or unsigned 32 bits. Errors:
/// kUnsupported for types without arithmetic and for 64-bit sources.
visa::DataType arithmetic_type(std::span<const visa::DataType> sources);

/// The operation that an instruction computes with in a type. Errors: kUnsupported, naming the instruction.
const VisaOperation& computing_operation(std::string_view name, visa::DataType type);

/// Results of kCompute, integers cut off at 32 bits; or whole, in 64 bits, when the destination saturates them.
/// @param type  that of computing_operation
void compute_lanes(const VisaOperation& operation, visa::DataType type, std::span<const LaneValues> sources,
                   unsigned lanes, bool saturate, LaneValues& results);

/// Bit n: the relation of cmp, by its number (eq, ne, gt, ge, lt, le), holds in lane n. NaN is unequal to everything
/// and in no order.
std::uint32_t compare_lanes(unsigned relation, visa::DataType type, const LaneValues& a, const LaneValues& b,
                            unsigned lanes);

}  // namespace texpipe::functional
