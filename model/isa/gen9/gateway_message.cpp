#include "isa/gen9/gateway_message.h"

#include "isa/gen9/message_layouts.h"

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 7> kFunctions{{
    {0, "open gateway", "lets other threads write registers"},
    {1, "close gateway", "ends that"},
    {2, "forward message", "writes registers of another thread"},
    {3, "get timestamp", "answers with a time"},
    {4, "barrier", "counts the thread in; notifies all when complete"},
    {5, "update gateway state", "changes barrier or gateway state"},
    {6, "MMIO read/write", "reads or writes a device register"},
}};

constexpr EnumRow kSpawnerOpcodeRows[] = {
    {0, "end", "the thread ends"},
    {1, "spawn", "a thread is started"},
};
constexpr EnumRows kSpawnerOpcodes{"thread spawner opcode", kSpawnerOpcodeRows};

constexpr EnumRow kRequesterTypeRows[] = {
    {0, "root", "root thread"},
    {1, "child", "child thread"},
};
constexpr EnumRows kRequesterTypes{"thread spawner requester type", kRequesterTypeRows};

constexpr EnumRow kResourceSelectRows[] = {
    {0, "returned", "the URB handle is given back"},
    {1, "kept", "the URB handle is kept"},
};
constexpr EnumRows kResourceSelects{"thread spawner resource select", kResourceSelectRows};

// Source: specification/messages 6.
constexpr std::array kGatewayFields = message_table<GatewayMessage>(std::array{
    field<GatewayMessage, &GatewayMessage::function>(0, 2, 0, "Gateway Function", "what is done"),
});
constexpr MessageLayout<GatewayMessage> kGatewayLayout{"gateway message", kGatewayFields, kMessageWordNames};

constexpr std::array kSpawnerFields = message_table<ThreadSpawnerMessage>(std::array{
    coded_field<ThreadSpawnerMessage, &ThreadSpawnerMessage::opcode, kSpawnerOpcodes>(0, 0, 0, "Opcode"),
    coded_field<ThreadSpawnerMessage, &ThreadSpawnerMessage::request_type, kRequesterTypes>(0, 1, 1, "Requester Type"),
    coded_field<ThreadSpawnerMessage, &ThreadSpawnerMessage::keep_resource, kResourceSelects>(0, 4, 4,
                                                                                              "Resource Select"),
});
constexpr MessageLayout<ThreadSpawnerMessage> kSpawnerLayout{"thread spawner message", kSpawnerFields,
                                                             kMessageWordNames};

using B = BarrierPayload;

constexpr BitField<B> barrier_id_bits(std::uint8_t high, std::uint8_t low, std::string_view name,
                                      std::uint64_t (*get)(const B&), void (*set)(B&, std::uint64_t)) {
  return {
      .dword = 2, .high = high, .low = low, .name = name, .meaning = "barrier of the group", .get = get, .set = set};
}

// The identifier's top bit stands apart, in bit 31.
constexpr std::array kBarrierFields{
    barrier_id_bits(
        27, 24, "Barrier ID", [](const B& b) -> std::uint64_t { return b.barrier_id & 0xFu; },
        [](B& b, std::uint64_t bits) { b.barrier_id = static_cast<std::uint8_t>((b.barrier_id & 0x10u) | bits); }),
    barrier_id_bits(
        31, 31, "Barrier ID MSB", [](const B& b) -> std::uint64_t { return b.barrier_id >> 4; },
        [](B& b, std::uint64_t bits) { b.barrier_id = static_cast<std::uint8_t>((b.barrier_id & 0xFu) | bits << 4); }),
    field<B, &B::barrier_count>(2, 14, 9, "Barrier Count", "threads"),
    field<B, &B::barrier_count_enable>(2, 15, 15, "Barrier Count Enable", "the count replaces the group's size"),
};
constexpr BitLayout<B, B::kDwords> kBarrierLayout{"barrier payload", kBarrierFields};

}  // namespace

EnumRows enum_rows(GatewayFunction) {
  return {"gateway function", kFunctions};
}

GatewayMessage GatewayMessage::decode(MessageWords words) {
  return decode_message_fields(kGatewayLayout, words);
}

MessageWords GatewayMessage::encode() const {
  return encode_message_fields(kGatewayLayout, *this);
}

std::vector<FieldValue> GatewayMessage::fields() const {
  return kGatewayLayout.values(*this);
}

void GatewayMessage::assign(const FieldAssignment& assignment) {
  kGatewayLayout.assign(*this, assignment);
}

std::string GatewayMessage::describe() const {
  return "gateway " + std::string{name_of(function)} + describe_lengths(*this);
}

BarrierPayload BarrierPayload::decode(std::span<const std::uint32_t, kDwords> words) {
  return kBarrierLayout.decode_keeping_reserved(words);
}

BarrierPayload::Words BarrierPayload::encode() const {
  return kBarrierLayout.encode_with_reserved(*this);
}

ThreadSpawnerMessage ThreadSpawnerMessage::decode(MessageWords words) {
  return decode_message_fields(kSpawnerLayout, words);
}

MessageWords ThreadSpawnerMessage::encode() const {
  return encode_message_fields(kSpawnerLayout, *this);
}

std::vector<FieldValue> ThreadSpawnerMessage::fields() const {
  return kSpawnerLayout.values(*this);
}

void ThreadSpawnerMessage::assign(const FieldAssignment& assignment) {
  kSpawnerLayout.assign(*this, assignment);
}

std::string ThreadSpawnerMessage::describe() const {
  std::string text = opcode ? "thread spawner spawn" : "thread spawner end";
  text += request_type ? ", child" : ", root";
  if (keep_resource) text += ", resource kept";
  return text + describe_lengths(*this);
}

template <>
const MessageLayout<GatewayMessage>& message_layout() {
  return kGatewayLayout;
}

template <>
const MessageLayout<ThreadSpawnerMessage>& message_layout() {
  return kSpawnerLayout;
}

}  // namespace texpipe::gen9
