// Effects of a vISA program's steps on a thread's registers.
#include <cstring>

#include "functional/execution/visa_program.h"
#include "functional/execution/visa_steps.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kOffsetsDword = 2;
constexpr std::uint32_t kBytesPerSamplerTable = 0x100;
constexpr std::uint32_t kEndDescriptor = 0x0200'0010;
constexpr std::uint32_t kEndExtendedDescriptor = 0x27;
constexpr std::uint32_t kSpawnerSfid = 7;
constexpr std::uint64_t kLowDword = 0xFFFF'FFFF;

std::byte* bytes_of(ThreadRegisters& registers) {
  return reinterpret_cast<std::byte*>(registers.grf.data());
}

}  // namespace

void VisaProgram::read(const VisaCompute& compute, unsigned source, const ThreadRegisters& registers,
                       LaneValues& values) const {
  const VisaSource& from = compute.sources[source];
  const unsigned lanes = compute.execution.size;
  if (from.kind != VisaSource::Kind::kPredicate) return read_lanes(registers, from, lanes, values);
  const std::uint32_t flags = predicates_.at(from.predicate) >> compute.execution.first_channel();
  values.type = from.type;
  values.below_zero = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) values.bits[lane] = (flags >> lane & 1) != 0 ? kLowDword : 0;
}

void VisaProgram::write_flags(std::uint16_t predicate, const visa::ExecutionControl& execution, std::uint32_t lanes,
                              std::uint32_t flags) {
  std::uint32_t& target = predicates_.at(predicate);
  const unsigned first = execution.first_channel();
  target = (target & ~(lanes << first)) | (flags & lanes) << first;
}

void VisaProgram::write(const VisaCompute& compute, std::uint32_t enabled, LaneValues& values,
                        ThreadRegisters& registers) {
  const unsigned lanes = compute.execution.size;
  if (!compute.destination.is_predicate) return write_lanes(registers, compute.destination, values, enabled, lanes);
  std::uint32_t flags = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) flags |= static_cast<std::uint32_t>(values.bits[lane] & 1) << lane;
  write_flags(compute.destination.predicate, compute.execution, enabled, flags);
}

void VisaProgram::execute(const VisaCompute& compute, const Sending&, ThreadRegisters& registers, Issued&) {
  const unsigned lanes = compute.execution.size;
  std::array<LaneValues, kMostVisaSources> sources;
  LaneValues results;
  if (compute.action == VisaAction::kSetPredicate) {
    read(compute, 0, registers, sources[0]);
    const auto flags = static_cast<std::uint32_t>(sources[0].bits[0]);
    return write_flags(compute.destination.predicate, compute.execution, low_mask(lanes), flags);
  }
  if (compute.action == VisaAction::kMove && compute.sources[0].kind == VisaSource::Kind::kPredicate) {
    results.bits[0] = predicates_.at(compute.sources[0].predicate);
    return write_lanes(registers, compute.destination, results, 1, 1);
  }
  if (compute.action == VisaAction::kSelect) return select(compute, registers);
  const std::uint32_t enabled = enabled_lanes(compute.execution, compute.predicate);
  if (enabled == 0) return;
  if (compute.refusal) throw Error{*compute.refusal};
  for (unsigned i = 0; i < compute.source_count; ++i) read(compute, i, registers, sources[i]);
  switch (compute.action) {
    case VisaAction::kMove:
      return write(compute, enabled, sources[0], registers);
    case VisaAction::kAddCarry:
    case VisaAction::kSubtractBorrow:
      return carry(compute, enabled, sources[0], sources[1], registers);
    case VisaAction::kCompare: {
      const std::uint32_t flags = compare_lanes(compute.relation, compute.type, sources[0], sources[1], lanes);
      results.type = visa::DataType::kD;
      for (unsigned lane = 0; lane < lanes; ++lane) results.bits[lane] = (flags >> lane & 1) != 0 ? kLowDword : 0;
      return write(compute, enabled, results, registers);
    }
    default:
      compute_lanes(*compute.operation, compute.type, {sources.data(), compute.source_count}, lanes,
                    compute.destination.saturate, results);
      return write(compute, enabled, results, registers);
  }
}

void VisaProgram::carry(const VisaCompute& compute, std::uint32_t enabled, const LaneValues& a, const LaneValues& b,
                        ThreadRegisters& registers) {
  const unsigned lanes = compute.execution.size;
  LaneValues low, high;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const std::uint64_t x = a.bits[lane] & kLowDword, y = b.bits[lane] & kLowDword;
    const std::uint64_t sum = compute.action == VisaAction::kAddCarry ? x + y : x - y;
    low.bits[lane] = sum & kLowDword;
    high.bits[lane] = sum >> 32 & 1;
  }
  write_lanes(registers, compute.destination, low, enabled, lanes);
  write_lanes(registers, compute.carry, high, enabled, lanes);
}

void VisaProgram::select(const VisaCompute& compute, ThreadRegisters& registers) {
  const std::uint32_t enabled = enabled_lanes(compute.execution, {});
  const std::uint32_t first = enabled & enabled_lanes(compute.execution, compute.predicate);
  std::array<LaneValues, 2> sources;
  for (unsigned i = 0; i < 2; ++i) read(compute, i, registers, sources[i]);
  if (first != 0) write(compute, first, sources[0], registers);
  if (enabled != first) write(compute, enabled & ~first, sources[1], registers);
}

void VisaProgram::execute(const VisaStateMove& move, const Sending&, ThreadRegisters& registers, Issued&) {
  LaneValues values;
  read_lanes(registers, move.source, move.lanes, values);
  State& state = states_[move.state];
  state.count = move.lanes;
  for (unsigned lane = 0; lane < move.lanes; ++lane)
    state.indices[lane] = static_cast<std::uint32_t>(values.bits[lane]);
}

void VisaProgram::execute(const VisaCopy& copy, const Sending& sending, ThreadRegisters& registers, Issued&) {
  std::byte* bytes = bytes_of(registers);
  const std::size_t size = copy.element_bytes;
  const std::uint32_t lanes = copy.masked ? sending.lanes >> copy.shift : ~0u;
  for (unsigned i = 0; i < copy.count; ++i) {
    if (!(lanes >> i & 1)) continue;
    if (copy.zero) {
      std::memset(bytes + copy.to + i * size, 0, size);
    } else {
      std::memmove(bytes + copy.to + i * size, bytes + copy.from + i * size, size);
    }
  }
}

void VisaProgram::execute(const VisaHeaderDword& dword, const Sending&, ThreadRegisters& registers, Issued&) {
  std::uint32_t value = dword.fixed;
  if (dword.added) value |= static_cast<std::uint32_t>(read_scalar(registers, *dword.added)) & dword.added_mask;
  if (dword.alone) registers.grf[dword.target] = {};
  registers.grf[dword.target][kOffsetsDword] = value;
}

void VisaProgram::execute(const VisaHeaderPointer& pointer, const Sending& sending, ThreadRegisters& registers,
                          Issued&) {
  const std::uint32_t bytes =
      pointer.by_sampler ? sending.sampler / kSamplersPerDescriptor * kBytesPerSamplerTable : pointer.bytes;
  registers.grf[pointer.target][kSamplerPointerDword] = registers.grf[0][kSamplerPointerDword] + bytes;
}

void VisaProgram::execute(const VisaScalarSum& sum, const Sending&, ThreadRegisters& registers, Issued&) {
  const auto added = static_cast<std::uint32_t>(read_scalar(registers, sum.scalar));
  Grf& target = registers.grf[sum.target];
  Grf from;
  std::memcpy(from.data(), bytes_of(registers) + sum.from, sizeof from);
  for (std::size_t lane = 0; lane < target.size(); ++lane) target[lane] = from[lane] + added;
}

void VisaProgram::execute(const VisaSend& send, const Sending& sending, ThreadRegisters& registers, Issued& issued) {
  issued.sends = true;
  issued.send.restart();
  issued.send.destination = send.destination;
  Message& message = issued.send.message;
  message.shared_function = send.shared_function;
  message.descriptor = sending.words.descriptor;
  message.extended_descriptor = sending.words.extended;
  message.execution_mask = send.all_lanes ? ~0u : sending.lanes >> send.shift & send.lanes;
  message.context = context_;
  for (const GrfRange& source : {send.source0, send.source1}) {
    for (unsigned i = 0; i < source.count; ++i) message.payload.push_back(registers.grf.at(source.first + i));
  }
}

void VisaProgram::execute(const VisaTenancyStep& change, const Sending&, ThreadRegisters& registers, Issued&) {
  const VisaTenancy& tenancy = kernel_->places.tenancies()[change.tenancy];
  std::byte* place = bytes_of(registers) + tenancy.byte;
  if (change.begins) {
    std::memset(place, 0, tenancy.size);
  } else {
    result_->settled[tenancy.variable].assign(place, place + tenancy.size);
  }
}

void VisaProgram::execute(const VisaEnd&, const Sending&, ThreadRegisters& registers, Issued& issued) {
  issued.sends = true;
  issued.send.restart();
  issued.send.end_of_thread = true;
  Message& message = issued.send.message;
  message.shared_function = kSpawnerSfid;
  message.descriptor = kEndDescriptor;
  message.extended_descriptor = kEndExtendedDescriptor;
  message.execution_mask = 0xFF;
  message.context = context_;
  message.payload.push_back(registers.grf[kEndOfThreadRegister]);
  result_->registers = registers;
  result_->predicates = predicates_;
  result_->ended = true;
}

}  // namespace texpipe::functional
