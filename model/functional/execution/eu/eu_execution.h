// Effects of instructions on a thread: the functions that operations are given.
#pragma once

#include <bit>

#include "functional/execution/eu/eu_code.h"
#include "functional/execution/eu/eu_operation.h"

namespace texpipe::functional {

/// Bits of the predicate of an instruction's channels, whether it has one or not.
std::uint32_t predicate_lanes(const EuState& state, const EuOperation& operation);

/// Channels that an instruction writes: lane n is bit n.
inline std::uint32_t enabled_lanes(const EuState& state, const EuOperation& operation) {
  std::uint32_t lanes = operation.enabled_lanes;
  if (!operation.no_mask) lanes &= state.here >> operation.first_channel;
  if (operation.predicated) lanes &= predicate_lanes(state, operation);
  return lanes;
}

/// Results whose bits are set or cleared in the flag that an instruction names.
void write_flags(EuState& state, const EuOperation& operation, std::uint32_t flags, std::uint32_t lanes);

/// Moves, sums, products, logic, math: sources in, one result out.
void run_compute(EuContext& context, const EuOperation& operation);
/// Function for instructions whose channels write 32 bits beside those of their neighbours: most of what compilers
/// emit.
EuOperation::Run direct_function(unsigned sources);
/// cmp, cmpn
void run_compare(EuContext& context, const EuOperation& operation);
/// sel by a predicate
void run_select(EuContext& context, const EuOperation& operation);
/// Quotient and remainder, in neighbouring registers.
void run_divide_both(EuContext& context, const EuOperation& operation);
void run_nothing(EuContext& context, const EuOperation& operation);
void run_illegal(EuContext& context, const EuOperation& operation);
void run_wait(EuContext& context, const EuOperation& operation);
void run_send(EuContext& context, const EuOperation& operation);

/// A send's message but for its payload and what its sender does not know.
void describe_message(const EuContext& context, const EuOperation& operation, const EuMessagePlaces& places,
                      Message& message);

/// The function of a branch.
EuOperation::Run branch_function(gen9::EuOpcode opcode);

/// Channels whose place is the next instruction come to it.
inline void arrive(EuState& state) {
  for (std::uint32_t away = state.dispatched & ~state.here; away != 0; away &= away - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(away));
    if (state.places[channel] == state.next) state.here |= 1u << channel;
  }
}

}  // namespace texpipe::functional
