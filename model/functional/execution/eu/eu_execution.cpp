#include "functional/execution/eu/eu_execution.h"

#include <bit>
#include <cstring>

#include "functional/execution/eu/eu_arithmetic.h"
#include "functional/execution/eu/eu_float_mode.h"
#include "functional/execution/eu/eu_operand_lanes.h"
#include "functional/formats/half_rounding.h"

namespace texpipe::functional {

using gen9::ArfRegister;
using gen9::PredCtrl;

namespace {

/// Every group of `size` bits that has one set becomes all ones.
std::uint32_t any_of_groups(std::uint32_t bits, unsigned size) {
  std::uint32_t result = 0;
  for (unsigned first = 0; first < 32; first += size) {
    const std::uint32_t group = lane_mask(size) << first;
    if ((bits & group) != 0) result |= group;
  }
  return result;
}
std::uint32_t all_of_groups(std::uint32_t bits, unsigned size) {
  return ~any_of_groups(~bits, size);
}

/// One of four flags for all channels of its group.
std::uint32_t replicated(std::uint32_t bits, unsigned component) {
  std::uint32_t chosen = bits >> component & 0x1111'1111u;
  return chosen * 15u;
}

std::uint32_t align16_predicate(std::uint32_t bits, PredCtrl control) {
  switch (control) {
    case PredCtrl::kReplicateX:
    case PredCtrl::kReplicateY:
    case PredCtrl::kReplicateZ:
    case PredCtrl::kReplicateW:
      return replicated(bits, static_cast<unsigned>(control) - static_cast<unsigned>(PredCtrl::kReplicateX));
    case PredCtrl::kAny4h:
      return any_of_groups(bits, 4);
    case PredCtrl::kAll4h:
      return all_of_groups(bits, 4);
    default:
      return bits;
  }
}

std::uint32_t align1_predicate(std::uint64_t flags, std::uint32_t bits, unsigned shift, PredCtrl control) {
  const auto first = static_cast<std::uint32_t>(flags >> shift % 32),
             second = static_cast<std::uint32_t>(flags >> (32 + shift % 32));
  switch (control) {
    case PredCtrl::kAnyv:
      return first | second;
    case PredCtrl::kAllv:
      return first & second;
    case PredCtrl::kAny2h:
      return any_of_groups(bits, 2);
    case PredCtrl::kAll2h:
      return all_of_groups(bits, 2);
    case PredCtrl::kAny4h:
      return any_of_groups(bits, 4);
    case PredCtrl::kAll4h:
      return all_of_groups(bits, 4);
    case PredCtrl::kAny8h:
      return any_of_groups(bits, 8);
    case PredCtrl::kAll8h:
      return all_of_groups(bits, 8);
    case PredCtrl::kAny16h:
      return any_of_groups(bits, 16);
    case PredCtrl::kAll16h:
      return all_of_groups(bits, 16);
    case PredCtrl::kAny32h:
      return any_of_groups(bits, 32);
    case PredCtrl::kAll32h:
      return all_of_groups(bits, 32);
    default:
      return bits;
  }
}

/// The architecture registers that say where the thread is.
void show_state(EuState& state, const EuOperation& operation) {
  state.write(arf_byte(ArfRegister::kChannelEnable), state.here);
  state.write(arf_byte(ArfRegister::kInstructionPointer), operation.instruction.offset);
  // A clock that counts instructions: the same however the machine is timed.
  state.write(arf_byte(ArfRegister::kTimestamp), state.issued);
}

struct Sources {
  std::array<LaneBuffer, 3> buffers;
  std::array<const void*, 3> lanes{};

  Sources(const EuContext& context, const EuOperation& operation) {
    for (unsigned i = 0; i < operation.sources; ++i) {
      const EuSourceOperand& source = operation.source[i];
      lanes[i] = source.load(context, source, &buffers[i]);
      if (!context.state.plain) lanes[i] = flush_denormals(context.state.mode, operation, i, lanes[i], &buffers[i]);
      if (source.modify != nullptr) {
        source.modify(lanes[i], &buffers[i], source.lanes);
        lanes[i] = &buffers[i];
      }
    }
  }
};

/// AccWrEn: the result as it is before it becomes the destination's.
void write_accumulators(EuState& state, const EuOperation& operation, const void* results, std::uint32_t lanes) {
  const unsigned size = operation.work == WorkType::kDouble ? 8 : operation.execution == RegisterType::kHf ? 2 : 4;
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const unsigned byte = arf_byte(ArfRegister::kAccumulator) + lane * size;
    switch (operation.work) {
      case WorkType::kFloat:
        if (operation.execution == RegisterType::kHf) {
          state.write(byte, nearest_half_bits(std::bit_cast<std::uint32_t>(static_cast<const float*>(results)[lane])));
        } else {
          state.write(byte, static_cast<const float*>(results)[lane]);
        }
        break;
      case WorkType::kDouble:
        state.write(byte, static_cast<const double*>(results)[lane]);
        break;
      case WorkType::kDword:
        state.accumulators[lane] = static_cast<const std::uint32_t*>(results)[lane];
        break;
      case WorkType::kInteger:
        state.accumulators[lane] = static_cast<const std::int64_t*>(results)[lane];
        break;
      case WorkType::kQword:
        state.accumulators[lane] = static_cast<std::int64_t>(static_cast<const __int128*>(results)[lane]);
        break;
    }
  }
}

void finish_results(EuContext& context, const EuOperation& operation, const void* results, std::uint32_t enabled) {
  LaneBuffer elements;
  EuState& state = context.state;
  if (operation.accumulator_write) write_accumulators(state, operation, results, enabled);
  const void* finished = results;
  if (operation.finish != nullptr) {
    finished = state.plain ? operation.finish(results, &elements, operation.channels)
                           : finish_in_mode(state.mode, operation, results, &elements);
  } else if (!state.plain) {
    finished = flush_results(state.mode, operation, results, &elements);
  }
  if (operation.test != nullptr)
    write_flags(state, operation, operation.test(operation.condition, results, finished, operation.channels), enabled);
  const EuDestinationOperand& destination = operation.destination;
  if (destination.store == nullptr) return;
  destination.store(context, destination, finished, enabled);
  if (operation.writes_state) state.control_changed();
}

}  // namespace

std::uint32_t predicate_lanes(const EuState& state, const EuOperation& operation) {
  const std::uint64_t flags = state.flags();
  auto bits = static_cast<std::uint32_t>(flags >> operation.flag_shift);
  if (operation.predicate != PredCtrl::kSequential) {
    bits = operation.align16 ? align16_predicate(bits, operation.predicate)
                             : align1_predicate(flags, bits, operation.flag_shift, operation.predicate);
  }
  if (operation.predicate_inverted) bits = ~bits;
  return bits >> operation.first_channel;
}

void write_flags(EuState& state, const EuOperation& operation, std::uint32_t flags, std::uint32_t lanes) {
  const unsigned shift = operation.flag_shift + operation.first_channel;
  if (shift >= 64) return;
  const std::uint64_t mask = std::uint64_t{lanes} << shift;
  state.set_flags((state.flags() & ~mask) | (std::uint64_t{flags & lanes} << shift));
}

void run_nothing(EuContext&, const EuOperation&) {}

void run_illegal(EuContext&, const EuOperation& operation) {
  refuse_instruction(operation.instruction, "an illegal instruction is executed");
}

void run_wait(EuContext& context, const EuOperation&) {
  context.state.set_notifications(context.state.notifications() - 1);
  ++context.state.waits;
}

void run_compute(EuContext& context, const EuOperation& operation) {
  EuState& state = context.state;
  const std::uint32_t enabled = enabled_lanes(state, operation);
  if (enabled == 0) return;
  if (operation.reads_state) show_state(state, operation);
  const Sources sources{context, operation};
  if (operation.compute == nullptr) return finish_results(context, operation, sources.lanes[0], enabled);
  LaneBuffer results;
  const bool directed =
      !state.plain && operation.exact != nullptr && state.mode.rounding != FloatMode::Rounding::kNearestEven;
  const EuLanes lanes{sources.lanes, &results, operation.channels, enabled, &state, &operation};
  (directed ? operation.exact : operation.compute)(lanes);
  finish_results(context, operation, &results, enabled);
}

namespace {

inline const void* direct_lanes(const EuContext& context, const EuSourceOperand& source, LaneBuffer& buffer) {
  const void* lanes = source.is_row                ? context.grf + source.first
                      : source.constant != nullptr ? source.constant->bytes.data()
                                                   : source.load(context, source, &buffer);
  if (source.modify == nullptr) return lanes;
  source.modify(lanes, &buffer, source.lanes);
  return &buffer;
}

template <unsigned Sources>
void run_direct(EuContext& context, const EuOperation& operation) {
  EuState& state = context.state;
  const bool whole = operation.no_mask || (~(state.here >> operation.first_channel) & operation.lanes) == 0;
  if (!whole || !state.plain) return run_compute(context, operation);
  std::array<LaneBuffer, Sources> buffers;
  LaneBuffer results;
  EuLanes lanes{{}, nullptr, operation.channels, operation.lanes, &state, &operation};
  for (unsigned i = 0; i < Sources; ++i) lanes.sources[i] = direct_lanes(context, operation.source[i], buffers[i]);
  std::byte* destination = context.grf + operation.destination.first;
  const void* finished = lanes.sources[0];
  if (operation.compute != nullptr) {
    lanes.result = operation.in_place ? destination : results.bytes.data();
    operation.compute(lanes);
    if (operation.in_place) return;
    finished = lanes.result;
  }
  LaneBuffer elements;
  if (operation.finish != nullptr) finished = operation.finish(finished, &elements, operation.channels);
  std::memmove(destination, finished, 4 * operation.channels);
}

}  // namespace

EuOperation::Run direct_function(unsigned sources) {
  constexpr std::array<EuOperation::Run, 3> kRuns{run_direct<1>, run_direct<2>, run_direct<3>};
  return kRuns[sources - 1];
}

void run_compare(EuContext& context, const EuOperation& operation) {
  EuState& state = context.state;
  const std::uint32_t enabled = enabled_lanes(state, operation);
  if (enabled == 0) return;
  if (operation.reads_state) show_state(state, operation);
  const Sources sources{context, operation};
  const std::uint32_t flags =
      operation.compare(operation.condition, sources.lanes[0], sources.lanes[1], operation.channels);
  write_flags(state, operation, flags, enabled);
  const EuDestinationOperand& destination = operation.destination;
  if (destination.store == nullptr) return;
  LaneBuffer elements;
  const unsigned size = bytes_of(destination.type);
  for (unsigned lane = 0; lane < operation.channels; ++lane)
    std::memset(elements.bytes.data() + lane * size, (flags >> lane & 1u) != 0 ? 0xFF : 0, size);
  destination.store(context, destination, elements.bytes.data(), enabled);
  if (operation.writes_state) state.control_changed();
}

void run_select(EuContext& context, const EuOperation& operation) {
  EuState& state = context.state;
  std::uint32_t enabled = operation.enabled_lanes;
  if (!operation.no_mask) enabled &= state.here >> operation.first_channel;
  if (enabled == 0) return;
  if (operation.reads_state) show_state(state, operation);
  const Sources sources{context, operation};
  LaneBuffer results;
  const EuLanes lanes{sources.lanes, &results,  operation.channels, predicate_lanes(state, operation),
                      &state,        &operation};
  operation.compute(lanes);
  finish_results(context, operation, &results, enabled);
}

void run_divide_both(EuContext& context, const EuOperation& operation) {
  const std::uint32_t enabled = enabled_lanes(context.state, operation);
  if (enabled == 0) return;
  const Sources sources{context, operation};
  LaneBuffer results, elements;
  const EuLanes lanes{sources.lanes, &results, operation.channels, enabled, &context.state, &operation};
  EuDestinationOperand destination = operation.destination;
  for (const EuOperation::Compute compute :
       {operation.compute,
        eu_math_computation(gen9::MathFunction::kIntDivRemainder, operation.work, destination.type)}) {
    compute(lanes);
    const void* finished =
        operation.finish == nullptr ? &results : operation.finish(&results, &elements, operation.channels);
    if (destination.store != nullptr) destination.store(context, destination, finished, enabled);
    destination.first = static_cast<std::uint16_t>(
        destination.first + kRegisterBytes * ((destination.span + kRegisterBytes - 1) / kRegisterBytes));
  }
}

}  // namespace texpipe::functional
