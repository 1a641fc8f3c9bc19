// send, sendc, sends, sendsc.
#include <string>
#include <utility>
#include <vector>

#include "functional/execution/eu/eu_execution.h"
#include "functional/execution/eu/eu_operand_lanes.h"
#include "isa/gen9/gateway_message.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::functional {

using gen9::ArfRegister;
using gen9::EuForm;
using gen9::EuInstruction;
using gen9::RegFile;

namespace {

std::uint32_t address_register(const EuState& state, unsigned byte) {
  return state.read<std::uint32_t>(arf_byte(ArfRegister::kAddress) + byte % kRegisterBytes / 4 * 4);
}

constexpr unsigned kExtendedRegisterBytes = 4;  // a subregister of the extended descriptor is a DWord of a0

/// Bits of the extended descriptor that an instruction always holds itself: shared function and end of thread.
constexpr std::uint32_t kFixedExtendedBits = 0x3F;

/// Both words, from the instruction or from a0.
gen9::MessageWords message_words(const EuState& state, const EuInstruction& instruction) {
  const bool split = instruction.shape().form == EuForm::kSplitSend;
  gen9::MessageWords words = instruction.message_words();
  if (split) {
    if (instruction.message.descriptor_in_register) words.descriptor = address_register(state, 0);
    if (instruction.message.extended_in_register) {
      const std::uint32_t fixed = words.extended & kFixedExtendedBits;
      const std::uint32_t given =
          address_register(state, kExtendedRegisterBytes * instruction.message.extended_subregister);
      words.extended = (given & ~kFixedExtendedBits) | fixed;
    }
  } else if (instruction.source1.file == RegFile::kArf) {
    words.descriptor = address_register(state, instruction.source1.subregister);
    // The bits above hold the region of an operand that is a register (specification/pixel-shader-binary 5).
    words.extended &= kFixedExtendedBits;
  }
  return words;
}

/// The first register of an operand of a send.
unsigned payload_register(const EuState& state, gen9::AddrMode mode, unsigned number,
                          const gen9::RegisterAddress& address) {
  if (mode == gen9::AddrMode::kDirect) return number;
  const auto base = state.read<std::uint16_t>(arf_byte(ArfRegister::kAddress) + 2 * address.subregister);
  return static_cast<unsigned>(base + address.offset()) / kRegisterBytes % kGrfCount;
}

void require_registers(const EuInstruction& instruction, const char* what, unsigned first, unsigned count) {
  if (first + count <= kGrfCount) return;
  refuse_instruction(instruction, std::string{what} + " of " + std::to_string(count) + " registers from r" +
                                      std::to_string(first) + " on ends beyond r127");
}

bool is_barrier(const gen9::MessageWords& words) {
  return static_cast<gen9::SharedFunction>(words.extended & 15u) == gen9::SharedFunction::kGateway &&
         static_cast<gen9::GatewayFunction>(words.descriptor & 7u) == gen9::GatewayFunction::kBarrier;
}

/// As MessageSend::restart does, for what run_send does not set.
void empty(MessageSend& send) {
  Message& message = send.message;
  message.variant = OperationVariant::kGen9;
  message.number = 0;
  if (message.planned) message.planned.reset();
  send.end_of_thread = false;
  send.texture_hash.reset();
  send.ticket.reset();
  send.hazards = 0;
}

/// Copies two runs of registers.
void take_payload(const ThreadRegisters& registers, const std::array<GrfRange, 2>& places, std::vector<Grf>& payload) {
  const std::size_t size = std::size_t{places[0].count} + places[1].count;
  if (payload.size() != size) payload.resize(size);
  Grf* to = payload.data();
  for (const GrfRange& range : places) {
    const Grf* const first = registers.grf.data() + range.first;
    for (unsigned i = 0; i < range.count; ++i) *to++ = first[i];
  }
}

}  // namespace

EuMessagePlaces message_places(const EuState& state, const EuInstruction& instruction) {
  EuMessagePlaces places;
  const bool split = instruction.shape().form == EuForm::kSplitSend;
  places.words = message_words(state, instruction);
  const std::uint32_t descriptor = places.words.descriptor;
  const unsigned length = descriptor >> 25 & 15u, response = descriptor >> 20 & 31u;
  const auto range = [](unsigned first, unsigned count) {
    return GrfRange{static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(count)};
  };
  const unsigned first =
      payload_register(state, instruction.source0.mode, instruction.source0.number, instruction.source0.address);
  require_registers(instruction, "a payload", first, length);
  places.payload[0] = range(first, length);
  if (split && instruction.source1.file != RegFile::kArf) {
    const unsigned second = places.words.extended >> 6 & 15u;
    require_registers(instruction, "a second payload", instruction.source1.number, second);
    places.payload[1] = range(instruction.source1.number, second);
  }
  const gen9::EuDestination& d = instruction.destination;
  const bool null = d.mode == gen9::AddrMode::kDirect && d.file == RegFile::kArf;
  if (!null && response != 0) {
    const unsigned to = payload_register(state, d.mode, d.number, d.address);
    require_registers(instruction, "a response", to, response);
    places.response = range(to, response);
  }
  return places;
}

void describe_message(const EuContext& context, const EuOperation& operation, const EuMessagePlaces& places,
                      Message& message) {
  message.shared_function = static_cast<std::uint8_t>(places.words.extended & 15u);
  message.descriptor = places.words.descriptor;
  message.extended_descriptor = places.words.extended;
  message.execution_mask = enabled_lanes(context.state, operation);
  const EuSender& sender = context.sender;
  message.context = sender.context;
  message.local_memory = sender.local_memory;
  message.local_bytes = sender.local_bytes;
  message.group = sender.group;
  message.instruction = operation.instruction.offset;
  message.group_threads = sender.group_threads;
  message.subspan_slots = sender.subspan_slots;
}

void run_send(EuContext& context, const EuOperation& operation) {
  EuState& state = context.state;
  const EuInstruction& instruction = operation.instruction;
  const EuMessagePlaces places = operation.message ? *operation.message : message_places(state, instruction);
  MessageSend& send = context.send;
  empty(send);
  send.destination = places.response;
  send.first_channel = operation.first_channel;
  describe_message(context, operation, places, send.message);
  take_payload(context.registers, places.payload, send.message.payload);
  if (is_barrier(places.words)) send.ticket = state.barriers_sent++;
  if (instruction.message.end_of_thread) {
    send.end_of_thread = true;
    state.ended = true;
  }
  context.sends = true;
}

}  // namespace texpipe::functional
