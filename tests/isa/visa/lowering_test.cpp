#include "isa/visa/lowering.h"

#include <map>
#include <optional>

#include <yaml-cpp/yaml.h>
#include <catch2/catch.hpp>

#include "isa/visa/corpus.h"
#include "isa/visa/isa_file.h"
#include "isa/visa/native_trace.h"
#include "isa/visa/text.h"
#include "support/visa_kernels.h"

using namespace texpipe;
using namespace texpipe::visa;

namespace {

std::vector<LoweredMessage> messages_of(const Program& program, const std::string& name, bool& in_register) {
  std::vector<LoweredMessage> messages;
  for (const LoweredInstruction& lowered : lower(program, name)) {
    in_register |= lowered.descriptor_in_register();
    messages.insert(messages.end(), lowered.messages.begin(), lowered.messages.end());
  }
  return messages;
}

std::string execution_of(const LoweredMessage& message) {
  return std::to_string(message.execution.size) + "|M" + std::to_string(message.execution.first_channel());
}

void check_message(const YAML::Node& expected, const LoweredMessage& message, bool in_register) {
  const gen9::MessageWords words = message.words();
  CHECK(expected["instruction"].as<std::string>() == (message.two_payloads ? "sends" : "send"));
  CHECK(expected["exec"].as<std::string>() == execution_of(message));
  CHECK(expected["ext_desc"].as<std::uint32_t>() == words.extended);
  if (in_register) {
    CHECK(expected["desc"].as<std::string>() == "a0.0");
    return;
  }
  CHECK(expected["desc"].as<std::uint32_t>() == words.descriptor);
  CHECK(expected["bti"].as<unsigned>() == message.message.binding_table_index);
  CHECK(expected["sampler"].as<unsigned>() == message.message.sampler_index);
  CHECK(expected["header"].as<unsigned>() == message.message.header_present);
  CHECK(expected["message_length"].as<unsigned>() == message.message.message_length);
  CHECK(expected["ext_length"].as<unsigned>() == message.message.extended_message_length);
  CHECK(expected["response_length"].as<unsigned>() == message.response.size());
  CHECK(expected["message_length"].as<unsigned>() + expected["ext_length"].as<unsigned>() == message.payload.size());
}

}  // namespace

TEST_CASE("messages of every public pair equal the compiler's", "[visa][lowering]") {
  const YAML::Node index = YAML::LoadFile(TEXPIPE_TEST_DATA "/kernels/visa/index.yaml");
  unsigned checked = 0;
  for (const std::string& name : test::visa_kernel_names()) {
    INFO(name);
    const YAML::Node expected = index[name]["messages"];
    for (const Program& program : {parse_text(test::visa_kernel_text(name + ".visaasm"), name),
                                   read_isa(test::visa_kernel_bytes(name + ".isa"), name).at(0)}) {
      bool in_register = false;
      const std::vector<LoweredMessage> messages = messages_of(program, name, in_register);
      REQUIRE(messages.size() == expected.size());
      for (std::size_t i = 0; i < messages.size(); ++i, ++checked) {
        check_message(expected[i], messages[i], in_register);
      }
    }
  }
  CHECK(checked == 2 * 186);
}

namespace {

/// Native register where a raw operand of an input variable lies; nothing for other variables.
std::optional<unsigned> native_register(const Program& program, const RawOperand& operand) {
  unsigned byte = operand.offset;
  std::uint32_t owner = operand.variable;
  for (const Variable* variable = find_variable(program, owner); variable && variable->alias != 0;
       variable = find_variable(program, owner)) {
    byte += variable->alias_offset;
    owner = variable->alias;
  }
  for (const Input& input : program.inputs) {
    if (input.kind == Input::Kind::kGeneral && input.index == owner) return (input.offset + byte) / 32u;
  }
  return std::nullopt;
}

void check_payload(const Program& program, const LoweredInstruction& lowered, const LoweredMessage& message,
                   const std::vector<Origin>& native) {
  REQUIRE(message.payload.size() == native.size());
  for (std::size_t i = 0; i < native.size(); ++i) {
    INFO("payload register " << i);
    const PayloadRegister& expected = message.payload[i];
    const Origin& found = native[i];
    if (expected.kind == PayloadRegister::Kind::kParameter) {
      if (lowered.parameters.at(expected.parameter).variable == kNullVariable) continue;  // nothing is copied there
      RawOperand operand = lowered.parameters.at(expected.parameter);
      operand.offset += expected.part * 32;
      CHECK(found.kind == Origin::Kind::kInput);
      CHECK(found.register_number == native_register(program, operand));
    } else if (expected.kind == PayloadRegister::Kind::kZero) {
      CHECK(found.kind == Origin::Kind::kZero);
    } else {
      CHECK(found.register_number == 0);
      CHECK(found.dword2 == message.header->dword2());
      CHECK(found.dword2_from_register == message.header->offsets.has_value());
      CHECK(found.dword3_added.value_or(0) == message.header->sampler_pointer_offset);
    }
  }
}

/// Which message and register of its response lie in a register of a variable.
struct Written {
  unsigned message;
  unsigned place;
};

std::map<std::pair<std::uint32_t, unsigned>, Written> written_registers(const std::vector<LoweredInstruction>& all) {
  std::map<std::pair<std::uint32_t, unsigned>, Written> written;
  unsigned number = 0;
  for (const LoweredInstruction& lowered : all) {
    for (const LoweredMessage& message : lowered.messages) {
      for (unsigned i = 0; i < message.response.size(); ++i) {
        written[{lowered.destination.variable, (lowered.destination.offset + message.response[i].target_byte) / 32u}] =
            {number, i};
      }
      ++number;
    }
  }
  return written;
}

/// Payloads, headers and response layout of one pair against its disassembly.
void check_native(const Program& program, const std::vector<LoweredInstruction>& all, const NativeTrace& native) {
  std::size_t message = 0;
  for (const LoweredInstruction& lowered : all) {
    for (const LoweredMessage& each : lowered.messages)
      check_payload(program, lowered, each, native.sampler_payloads.at(message++));
  }
  CHECK(message == native.sampler_payloads.size());

  const auto written = written_registers(all);
  std::size_t write = 0;
  for (const Statement& statement : program.statements) {
    const auto* store = std::get_if<GenericInstruction>(&statement.instruction);
    if (!store || store->opcode->name != "oword_st") continue;
    const std::vector<Origin>& data = native.writes.at(write++);
    for (unsigned i = 0; i < data.size(); ++i) {
      const auto expected = written.find({store->raws[0].variable, store->raws[0].offset / 32u + i});
      if (expected == written.end()) continue;  // beyond the response
      INFO("stored register " << i);
      CHECK(data[i].kind == Origin::Kind::kResponse);
      CHECK(data[i].message == expected->second.message);
      CHECK(data[i].register_number == expected->second.place);
    }
  }
  CHECK(write == native.writes.size());
}

}  // namespace

TEST_CASE("payloads, headers and response layout of every public pair are the compiler's", "[visa][lowering]") {
  for (const std::string& name : test::visa_kernel_names()) {
    INFO(name);
    const Program program = parse_text(test::visa_kernel_text(name + ".visaasm"), name);
    check_native(program, lower(program, name), trace_native(test::visa_kernel_text(name + ".asm")));
  }
}

TEST_CASE("parameters in one variable, missing ones and unwanted answers are sent as the compiler sends them",
          "[visa][lowering]") {
  for (const std::string& name : corpus::names(corpus::more_folder())) {
    INFO(name);
    const std::string base = corpus::more_folder() + "/" + name;
    const Program program = parse_text(corpus::text(base + ".visaasm"), name);
    CHECK(program == read_isa(corpus::bytes(base + ".isa"), name).at(0));
    const NativeTrace native = trace_native(corpus::text(base + ".asm"));
    const std::vector<LoweredInstruction> all = lower(program, name);
    std::size_t next = 0;
    for (const LoweredInstruction& lowered : all) {
      for (const LoweredMessage& message : lowered.messages) {
        const NativeMessage& expected = native.sampler_messages.at(next++);
        CHECK(expected.instruction == (message.two_payloads ? "sends" : "send"));
        CHECK(expected.execution == execution_of(message));
        CHECK(expected.extended == message.words().extended);
        CHECK(expected.descriptor == message.words().descriptor);
      }
    }
    check_native(program, all, native);
  }
}

namespace {

const std::string kStates =
    ".decl V v_type=G type=f num_elts=64 align=hword\n.decl U v_type=G type=ud num_elts=8 align=hword\n"
    ".decl S v_type=S num_elts=1\n.decl T v_type=T num_elts=1\n";

std::pair<ExitCode, std::string> refusal(const std::string& text) {
  try {
    lower(parse_text(kStates + text, "t"), "t");
  } catch (const Error& error) {
    return {error.code(), error.diagnostics().front().text()};
  }
  return {ExitCode::kSuccess, {}};
}

}  // namespace

TEST_CASE("the bindless surface goes into the extended descriptor, as the compiler puts it", "[visa][lowering]") {
  const auto lowered = lower(
      parse_text(kStates + "movs (M1_NM, 1) %bss(0) 0x12345000:ud\nsample_lz.RGBA (M1, 8) S %bss V.0 V.32 V.96\n", "t"),
      "t");
  const gen9::MessageWords words = lowered.at(0).messages.at(0).words();
  CHECK(words.descriptor == 0x024380FC);
  CHECK(words.extended == 0x12345042);
  const auto from_register = lower(
      parse_text(kStates + "movs (M1_NM, 1) %bss(0) U(0,0)<0;1,0>\nsample_lz.RGBA (M1, 8) S %bss V.0 V.32\n", "t"),
      "t");
  CHECK(from_register.at(0).extended_descriptor_in_register());
  CHECK_FALSE(from_register.at(0).descriptor_in_register());
  CHECK(from_register.at(0).messages.at(0).two_payloads);
  CHECK(from_register.at(0).messages.at(0).words().extended == 0x2);
}

TEST_CASE("indices that a bindless surface cannot have are refused", "[visa][lowering]") {
  CHECK_THAT(refusal("movs (M1_NM, 1) %bss(0) 0x1001:ud\nsample_lz.R (M1, 8) S %bss V.0 V.32\n").second,
             Catch::Contains("bits below 12"));
  const auto [code, text] = refusal("sample_lz.R (M1, 8) S %bss V.0 V.32\n");
  CHECK(code == ExitCode::kMalformedInput);
  CHECK_THAT(text, Catch::Contains("t:5:1: %bss has no index"));
}

TEST_CASE("other predefined surfaces and the bindless sampler are named as unsupported", "[visa][lowering]") {
  for (const std::string name : {"%slm", "TSS", "%scratch"}) {
    const auto [code, text] = refusal("sample_lz.R (M1, 8) S " + name + " V.0 V.32\n");
    CHECK(code == ExitCode::kUnsupported);
    CHECK_THAT(text, Catch::Contains("t:5:1: unsupported: ") && Catch::Contains(name));
  }
  const auto [code, text] = refusal("sample_lz.R (M1, 8) S31 T V.0 V.32\n");
  CHECK(code == ExitCode::kUnsupported);
  CHECK_THAT(text, Catch::Contains("t:5:1: unsupported: ") && Catch::Contains("S31"));
}
