#include "cli/visa_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "isa/visa/text.h"

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;
using namespace visa;

constexpr std::string_view kChannelNames[] = {"R", "G", "B", "A"};

std::string lanes_of(const LoweredMessage& message, unsigned first, unsigned count) {
  const unsigned start = message.execution.first_channel() + first;
  return fmt::format("{}..{}", start, start + count - 1);
}

std::string parameter_name(const LoweredInstruction& lowered, unsigned parameter) {
  const auto names = facts(lowered.operation).parameters();
  return parameter < names.size() ? std::string{name_of(names[parameter])} : fmt::format("parameter {}", parameter);
}

/// `u`, or `u[8..15]` where a parameter has more than one register.
std::string payload_name(const LoweredInstruction& lowered, const LoweredMessage& message, const PayloadRegister& reg) {
  switch (reg.kind) {
    case PayloadRegister::Kind::kHeader:
      return "header";
    case PayloadRegister::Kind::kZero:
      return "zero";
    case PayloadRegister::Kind::kParameter:
      break;
  }
  const std::string name = parameter_name(lowered, reg.parameter);
  if (lowered.execution.size == 8) return name;
  (void)message;
  return fmt::format("{}[{}..{}]", name, reg.part * 8, reg.part * 8 + 7);
}

std::string response_name(const LoweredMessage& message, const ResponseRegister& reg) {
  if (reg.kind == ResponseRegister::Kind::kPixelNullMask) return "pixel null mask";
  const unsigned lanes = std::min<unsigned>(message.execution.size,
                                            message.message.registers_per_channel() == 2 ? 8 : message.execution.size);
  return fmt::format("{}[{}]", kChannelNames[reg.channel], lanes_of(message, reg.part * 8u, lanes));
}

std::string register_text(const Program& program, const RegisterOperand& reg) {
  const Variable* variable = find_variable(program, reg.variable);
  return fmt::format("{}({},{})", variable ? variable->name : "?", reg.row, reg.column);
}

std::string predicate_text(const Program& program, const LoweredInstruction& lowered) {
  if (!lowered.predicate.present()) return {};
  constexpr std::string_view kControls[] = {"", ".any", ".all", ""};
  return fmt::format("{}{}{}", lowered.predicate.inverted ? "~" : "",
                     predicate_name(program, lowered.predicate.variable).value_or("?"),
                     kControls[static_cast<unsigned>(lowered.predicate.control) & 3]);
}

/// a0.0 belongs to the descriptor when that comes from a register too.
std::string extended_register(const LoweredInstruction& lowered) {
  return lowered.descriptor_in_register() ? "a0.2" : "a0.0";
}

std::string execution_text(const LoweredMessage& message) {
  return fmt::format("{}|M{}", message.execution.size, message.execution.first_channel());
}

std::vector<std::string> payload_names(const LoweredInstruction& lowered, const LoweredMessage& message) {
  std::vector<std::string> names;
  for (const PayloadRegister& reg : message.payload) names.push_back(payload_name(lowered, message, reg));
  return names;
}

Json header_json(const Program& program, const HeaderPlan& header) {
  Json json{{"dword2", fmt::format("0x{:08x}", header.dword2())}};
  if (header.offsets) json["offsets_ored_from"] = register_text(program, *header.offsets);
  if (header.sampler_pointer_offset != 0) json["dword3_added"] = fmt::format("0x{:x}", header.sampler_pointer_offset);
  if (header.pointer_from_register) json["dword3_added"] = "0x100 x (sampler index / 16)";
  return json;
}

Json message_json(const Program& program, const LoweredInstruction& lowered, const LoweredMessage& message) {
  const gen9::MessageWords words = message.words();
  Json json;
  json["instruction"] = message.two_payloads ? "sends" : "send";
  json["exec"] = execution_text(message);
  json["no_mask"] = message.execution.no_mask;
  if (lowered.predicate.present()) json["predicate"] = predicate_text(program, lowered);
  if (lowered.extended_descriptor_in_register()) {
    json["ext_desc"] = extended_register(lowered);
    json["ext_desc_constant"] = fmt::format("0x{:08x}", words.extended);
  } else {
    json["ext_desc"] = fmt::format("0x{:08x}", words.extended);
  }
  if (lowered.descriptor_in_register()) {
    json["desc"] = "a0.0";
    json["desc_constant"] = fmt::format("0x{:08x}", words.descriptor);
  } else {
    json["desc"] = fmt::format("0x{:08x}", words.descriptor);
  }
  const auto index = [&](const StateBinding& binding, unsigned value) -> Json {
    return binding.source ? Json(register_text(program, *binding.source)) : Json(value);
  };
  json["bti"] = lowered.surface.bindless ? Json(message.message.binding_table_index)
                                         : index(lowered.surface, message.message.binding_table_index);
  json["sampler"] = lowered.sampler ? index(*lowered.sampler, message.message.sampler_index) : Json(0);
  json["msg_type"] = static_cast<unsigned>(message.message.type);
  json["simd_mode"] = static_cast<unsigned>(message.message.simd_mode);
  json["header"] = message.header ? 1 : 0;
  json["response_length"] = message.message.response_length;
  json["message_length"] = message.message.message_length;
  json["ext_length"] = message.message.extended_message_length;
  json["return_format"] = static_cast<unsigned>(message.message.return_format);
  json["cps"] = message.message.cps_lod_compensation ? 1 : 0;
  json["description"] = message.message.describe();
  if (message.header) json["header_fields"] = header_json(program, *message.header);
  json["payload"] = payload_names(lowered, message);
  json["response"] = Json::array();
  for (const ResponseRegister& reg : message.response) {
    json["response"].push_back(
        {{"holds", response_name(message, reg)}, {"destination_byte", reg.target_byte}, {"bytes", reg.bytes}});
  }
  return json;
}

std::string joined(const std::vector<std::string>& words, std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t i = first; i < last; ++i) text += (i > first ? " " : "") + words[i];
  return text;
}

std::string message_text(const Program& program, const LoweredInstruction& lowered, const LoweredMessage& message) {
  const gen9::MessageWords words = message.words();
  std::string text = "  ";
  if (lowered.predicate.present()) text += "(" + predicate_text(program, lowered) + ") ";
  if (message.execution.no_mask) text += "(W) ";
  text += fmt::format(
      "{} ({})  ext_desc {}0x{:08x}  desc {}0x{:08x}   {}\n", message.two_payloads ? "sends" : "send",
      execution_text(message),
      lowered.extended_descriptor_in_register() ? extended_register(lowered) + " = index + " : std::string{},
      words.extended, lowered.descriptor_in_register() ? "a0.0 = indices + " : "", words.descriptor,
      message.message.describe());
  if (message.header) {
    text += fmt::format("    header    r0 with dword 2 = 0x{:x}", message.header->dword2());
    if (message.header->offsets) text += " | " + register_text(program, *message.header->offsets);
    if (message.header->sampler_pointer_offset)
      text += fmt::format(", dword 3 + 0x{:x}", message.header->sampler_pointer_offset);
    if (message.header->pointer_from_register) text += ", dword 3 + 0x100 x (sampler index / 16)";
    text += "\n";
  }
  const std::vector<std::string> names = payload_names(lowered, message);
  const std::size_t first = message.message.message_length;
  text += "    payload   " + joined(names, 0, first);
  if (names.size() > first) text += "  |  " + joined(names, first, names.size());
  text += "\n    response ";
  for (const ResponseRegister& reg : message.response) text += " " + response_name(message, reg);
  return text + "\n";
}

}  // namespace

std::string lowering_text(const Program& program, const std::vector<LoweredInstruction>& lowered) {
  std::string text;
  for (const LoweredInstruction& each : lowered) {
    text += fmt::format("{}{}\n", each.line ? fmt::format("{}: ", each.line) : std::string{},
                        print(program, program.statements[each.statement].instruction));
    if (each.surface.assumed || (each.sampler && each.sampler->assumed)) {
      text += "  (no movs: surface and sampler indices are the variables' places)\n";
    }
    if (each.per_distinct_sampler) text += "  once for each sampler index that occurs, masked to its lanes:\n";
    for (const LoweredMessage& message : each.messages) text += message_text(program, each, message);
  }
  return text;
}

Json lowering_json(const Program& program, const std::vector<LoweredInstruction>& lowered) {
  Json list = Json::array();
  for (const LoweredInstruction& each : lowered) {
    Json json;
    if (each.line) json["line"] = each.line;
    json["text"] = print(program, program.statements[each.statement].instruction);
    json["op"] = facts(each.operation).text;
    json["per_distinct_sampler"] = each.per_distinct_sampler;
    json["assumed_indices"] = each.surface.assumed || (each.sampler && each.sampler->assumed);
    json["messages"] = Json::array();
    for (const LoweredMessage& message : each.messages)
      json["messages"].push_back(message_json(program, each, message));
    list.push_back(std::move(json));
  }
  return Json{{"kernel", program.name}, {"instructions", std::move(list)}};
}

}  // namespace texpipe::cli
