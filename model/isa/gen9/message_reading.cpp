#include "isa/gen9/message_reading.h"

#include <algorithm>
#include <concepts>
#include <cstdio>
#include <iterator>

#include "isa/gen9/eu_instruction.h"
#include "isa/gen9/eu_opcode_shape.h"
#include "isa/gen9/message_layouts.h"

namespace texpipe::gen9 {

namespace {

std::string hex(std::uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", value);
  return text;
}

/// The table holds the type's bits alone: which types there are depends on the SIMD mode.
void name_message_type(const SamplerMessage& message, std::vector<FieldValue>& fields) {
  for (FieldValue& field : fields) {
    if (field.key != "message_type") continue;
    const EnumRow* row = enum_rows(message.type).find(static_cast<std::uint32_t>(message.type));
    field.reserved = row == nullptr;
    if (row != nullptr) field.value = row->name;
    if (row == nullptr) field.meaning = detail::reserved_text(enum_rows(message.type));
  }
}

/// Fields of words that are no message, by the table of the shared function.
template <class M>
void read_fields(MessageWords words, MessageReading& reading) {
  const MessageLayout<M>& layout = message_layout<M>();
  const std::array<std::uint32_t, 2> raw{words.descriptor, words.extended};
  M message;
  layout.decode(raw, message);
  reading.fields = layout.values(message);
  if constexpr (std::same_as<M, SamplerMessage>) name_message_type(message, reading.fields);
  const auto free = layout.unclaimed(message);
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if ((raw[i] & free[i]) == 0) continue;
    reading.fields.push_back({.key = "reserved[" + std::to_string(i) + "]",
                              .name = "Reserved",
                              .bits = std::string{kMessageWordNames[i]},
                              .raw = raw[i] & free[i],
                              .value = hex(raw[i] & free[i]),
                              .meaning = "bits of no field",
                              .reserved = true});
  }
  reading.description = std::string{layout.structure} + " that does not exist";
}

std::uint32_t turned(std::uint32_t word) {
  return word << 24 | (word & 0xFF00) << 8 | (word >> 8 & 0xFF00) | word >> 24;
}

void add_length_problems(const MessageFields& message, std::vector<std::string>& problems) {
  constexpr unsigned kMostResponse = 16;
  if (message.message_length == 0)
    problems.push_back("Message Length is 0: a message has at least one register of source 0");
  if (message.response_length > kMostResponse)
    problems.push_back("Response Length is " + std::to_string(message.response_length) +
                       ": a response has at most 16 registers");
  if (message.end_of_thread && message.response_length > 0)
    problems.push_back("End of Thread with a response of " + std::to_string(message.response_length) +
                       (message.response_length == 1 ? " register" : " registers") +
                       ": the thread that would take it is gone");
}

void add_sampler_problems(const SamplerMessage& message, std::vector<std::string>& problems) {
  const unsigned header = message.header_present ? 1 : 0;
  const unsigned given = message.payload_length();
  if (given == 0 || message.facts().parameters.empty() || message.simd_mode == SimdMode::kSimd32Or64) return;
  const unsigned each = message.registers_per_parameter();
  if (given < header + each)
    problems.push_back("Message Length is " + std::to_string(given) + ": " +
                       std::string{texpipe::name_of(message.type)} + " in " +
                       std::string{texpipe::name_of(message.simd_mode)} + " has at least " +
                       std::to_string(header + each) + " registers" + (header != 0 ? ", the header among them" : ""));
}

}  // namespace

MessageReading read_message(MessageWords words) {
  MessageReading reading{.words = words};
  try {
    const AnyMessage message = decode_message(words);
    reading.description = describe_message(message);
    reading.fields = message_fields(message);
    reading.warnings = send_problems(message);
    return reading;
  } catch (const Error& error) {
    reading.problems = error.diagnostics();
  }
  const auto code = static_cast<SharedFunction>(words.extended & 0xFu);
  if (!listed(code)) {
    read_fields<OtherMessage>(words, reading);
    reading.description = "message to a shared function that does not exist";
    return reading;
  }
  std::visit([&](const auto& empty) { read_fields<std::decay_t<decltype(empty)>>(words, reading); },
             message_to(std::to_string(words.extended & 0xFu)));
  return reading;
}

std::vector<std::string> send_problems(const AnyMessage& message) {
  std::vector<std::string> problems;
  std::visit([&](const auto& fields) { add_length_problems(fields, problems); }, message);
  if (const auto* sampler = std::get_if<SamplerMessage>(&message)) add_sampler_problems(*sampler, problems);
  return problems;
}

bool can_be_sent(MessageWords words) {
  const MessageReading reading = read_message(words);
  return reading.problems.empty() && reading.warnings.empty();
}

OrderedWords in_order(std::uint32_t first, std::uint32_t second) {
  const OrderedWords forms[] = {
      {{.descriptor = second, .extended = first}, ""},
      {{.descriptor = first, .extended = second}, "the words are swapped: the extended descriptor comes first"},
      {{.descriptor = turned(second), .extended = turned(first)}, "the bytes of the words are swapped"},
      {{.descriptor = turned(first), .extended = turned(second)}, "the words and the bytes of each are swapped"}};
  // Few messages have bits above the length in the extended descriptor; words with their bytes turned always would.
  constexpr std::uint32_t kUsualExtended = 0x3FF;
  const bool may_be_turned = first > kUsualExtended && second > kUsualExtended;
  for (std::size_t i = 2; may_be_turned && i < std::size(forms); ++i) {
    if (forms[i].words.extended <= kUsualExtended && can_be_sent(forms[i].words)) return forms[i];
  }
  for (std::size_t i = 0; i < 2; ++i) {
    if (can_be_sent(forms[i].words)) return forms[i];
  }
  return forms[0];
}

InstructionWords words_of_instruction(std::span<const std::uint32_t, 4> dwords) {
  struct Form {
    EuWords words;
    const char* change;
  };
  const auto bytes_turned = [](const EuWords& words) {
    return EuWords{turned(words[0]), turned(words[1]), turned(words[2]), turned(words[3])};
  };
  const EuWords given{dwords[0], dwords[1], dwords[2], dwords[3]},
      backwards{dwords[3], dwords[2], dwords[1], dwords[0]};
  const Form forms[] = {{given, ""},
                        {backwards, "the DWords of the instruction stand from the last to the first"},
                        {bytes_turned(given), "the bytes of the instruction's DWords are swapped"},
                        {bytes_turned(backwards), "the bytes of the instruction stand from the last to the first"}};
  constexpr std::uint32_t kOpcodeMask = 0x7F;
  const auto sends = [](const EuWords& words) {
    const auto opcode = static_cast<EuOpcode>(words[0] & kOpcodeMask);
    return listed(opcode) && is_send(opcode);
  };
  const auto form = std::find_if(std::begin(forms), std::end(forms), [&](const Form& f) { return sends(f.words); });
  if (form == std::end(forms)) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = "four DWords that are no send: opcode " + hex(given[0] & kOpcodeMask),
                           .hint = "expected opcode 0x31 to 0x34 in bits 6:0 of the first"}};
  }
  const EuInstruction instruction = decode_eu(form->words);
  if (instruction.message.descriptor_in_register || instruction.message.extended_in_register) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = "a send whose descriptor is in register a0, known only when it runs",
                           .hint = "texpipe kernel disassemble prints the instructions before it"}};
  }
  return {instruction.message_words(), form->change};
}

}  // namespace texpipe::gen9
