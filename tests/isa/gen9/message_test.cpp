#include <rapidcheck.h>
#include <yaml-cpp/yaml.h>
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "isa/gen9/message_descriptor.h"

using namespace texpipe;
using namespace texpipe::gen9;

namespace {

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    return error.what();
  }
  return "no error";
}

const FieldValue& field_of(const std::vector<FieldValue>& fields, const std::string& key) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const FieldValue& f) { return f.key == key; });
  REQUIRE(found != fields.end());
  return *found;
}

}  // namespace

TEST_CASE("sampler descriptors of compiled vISA decode to the fields that the disassembler shows, and encode back",
          "[message]") {
  const YAML::Node index = YAML::LoadFile(TEXPIPE_TEST_DATA "/kernels/visa/index.yaml");
  int messages = 0;
  for (const auto& kernel : index) {
    for (const YAML::Node& node : kernel.second["messages"]) {
      if (!node["bti"]) continue;  // descriptor in a register
      CAPTURE(kernel.first.as<std::string>());
      const MessageWords words{node["desc"].as<std::uint32_t>(), node["ext_desc"].as<std::uint32_t>()};
      const SamplerMessage message = SamplerMessage::decode(words);
      CHECK(message.binding_table_index == node["bti"].as<unsigned>());
      CHECK(message.sampler_index == node["sampler"].as<unsigned>());
      CHECK(static_cast<unsigned>(message.type) == node["msg_type"].as<unsigned>());
      CHECK(static_cast<unsigned>(message.simd_mode) == node["simd_mode"].as<unsigned>());
      CHECK(message.header_present == (node["header"].as<int>() == 1));
      CHECK(message.response_length == node["response_length"].as<unsigned>());
      CHECK(message.message_length == node["message_length"].as<unsigned>());
      CHECK(static_cast<unsigned>(message.return_format) == node["return_format"].as<unsigned>());
      CHECK(message.extended_message_length == node["ext_length"].as<unsigned>());
      CHECK(message.cps_lod_compensation == (node["cps"].as<int>() == 1));
      CHECK(message.encode() == words);
      ++messages;
    }
  }
  CHECK(messages == 182);
}

TEST_CASE("sampler parameters of compiled vISA are a prefix of the message type's order", "[message]") {
  const YAML::Node index = YAML::LoadFile(TEXPIPE_TEST_DATA "/kernels/visa/index.yaml");
  int compared = 0;
  for (const auto& kernel : index) {
    const YAML::Node inputs = kernel.second["inputs"];
    if (!inputs || inputs.size() == 0 || kernel.second["messages"].size() != 1 || !kernel.second["messages"][0]["bti"])
      continue;
    const YAML::Node node = kernel.second["messages"][0];
    const SamplerMessage message =
        SamplerMessage::decode({node["desc"].as<std::uint32_t>(), node["ext_desc"].as<std::uint32_t>()});
    std::map<int, std::string> by_register;
    for (const auto& input : inputs) {
      if (input.first.as<std::string>() == "sel") continue;
      by_register[std::stoi(input.second.as<std::string>().substr(1))] = input.first.as<std::string>();
    }
    std::vector<std::string> given;
    for (const auto& [number, name] : by_register) given.push_back(name);
    const auto parameters = message.facts().parameters;
    CAPTURE(kernel.first.as<std::string>());
    if (message.type == SamplerMessageType::kLd)
      continue;  // Gen9 sends u, v, lod, r; the kernel's registers are in vISA order
    REQUIRE(given.size() <= parameters.size());
    for (std::size_t i = 0; i < given.size(); ++i) CHECK(given[i] == name_of(parameters[i]));
    CHECK(message.parameter_count() == given.size());
    ++compared;
  }
  CHECK(compared > 100);
}

TEST_CASE("descriptors that a driver's pixel shaders send decode to one line each", "[message]") {
  struct Example {
    MessageWords words;
    const char* text;
  };
  const Example examples[]{
      {{0x02120103, 0x2}, "sampler sample SIMD8, binding 3, sampler 1, no header, message 1, response 1"},
      {{0x028D2103, 0x282}, "sampler gather4_po_c SIMD16, binding 3, sampler 1, header, message 1+10, response 8"},
      {{0x022CB004, 0x2}, "sampler sampleinfo SIMD16, binding 4, header, message 1, response 2"},
      {{0x0485C002, 0x202}, "sampler ld2dms_w SIMD16, binding 2, no header, message 2+8, response 8"},
      {{0x10031000, 0x25},
       "render target write, SIMD16, target 0, last target, no header, message 8, response 0, end of thread"},
      {{0x040B1A00, 0x205},
       "render target write, SIMD8 dual source low, target 0, slots 16-31, last target, header, message 2+8, response "
       "0"},
      {{0x08417000, 0xB}, "pixel interpolator per-slot offset, linear, SIMD16, no header, message 4, response 4"},
      {{0x02201020, 0xB}, "pixel interpolator sample 2, perspective, SIMD8, no header, message 1, response 2"},
      {{0x02410094, 0xB},
       "pixel interpolator shared offset (4/16, -7/16), perspective, SIMD16, no header, message 1, response 4"},
      {{0x0411BC05, 0x4C}, "Data Cache Data Port 1 typed atomic, binding 5, UMAX, no header, message 2+1, response 1"},
      {{0x04415002, 0xC},
       "Data Cache Data Port 1 typed surface read, binding 2, slots 0-7, no header, message 2, response 4"},
      {{0x04036002, 0x10C},
       "Data Cache Data Port 1 typed surface write, binding 2, slots 8-15, no header, message 2+4, response 0"},
      {{0x04008504, 0xC}, "Data Cache Data Port 1 untyped atomic, binding 4, INC, no header, message 2, response 0"},
      {{0x02000004, 0x3}, "gateway barrier, no header, message 1, response 0"},
      {{0x02000010, 0x27}, "thread spawner end, root, resource kept, no header, message 1, response 0, end of thread"},
      {{0x02080000, 0x6}, "URB write HWord, slot 0, header, message 1, response 0"},
  };
  for (const Example& example : examples) {
    const AnyMessage message = decode_message(example.words);
    CHECK(describe_message(message) == example.text);
    CHECK(encode_message(message) == example.words);
  }
}

TEST_CASE("codes of one bit are printed and read by the names of their meanings, switches as true and false",
          "[message]") {
  const struct {
    MessageWords words;
    const char* key;
    const char* value;
  } kCodes[]{
      {{0x02000004, 0x3}, "gateway_function", "barrier"},
      {{0x02000003, 0x3}, "gateway_function", "get timestamp"},
      {{0x02000010, 0x27}, "opcode", "end"},
      {{0x02000011, 0x7}, "opcode", "spawn"},
      {{0x02000010, 0x27}, "requester_type", "root"},
      {{0x02000012, 0x7}, "requester_type", "child"},
      {{0x02000010, 0x27}, "resource_select", "kept"},
      {{0x02000000, 0x27}, "resource_select", "returned"},
      {{0x08417000, 0xB}, "simd_mode", "SIMD16"},
      {{0x02201020, 0xB}, "simd_mode", "SIMD8"},
      {{0x08417000, 0xB}, "slot_group_select", "slots 0-15"},
      {{0x08417800, 0xB}, "slot_group_select", "slots 16-31"},
      {{0x08417000, 0xB}, "interpolation_mode", "linear"},
      {{0x040B1A00, 0x205}, "slot_group_select", "slots 16-31"},
      {{0x040B1A00, 0x205}, "message_precision", "32-bit"},
      {{0x440B1A00, 0x205}, "message_precision", "16-bit"},
      {{0x02110801, 0xA}, "simd_mode", "SIMD8"},
      {{0x04008504, 0xC}, "simd_mode", "SIMD16"},
      {{0x0411BC05, 0x4C}, "slot_group", "slots 8-15"},
      {{0x0411BC05, 0x4C}, "return_data", "true"},
      {{0x020A3001, 0xA}, "scratch_block_size", "8"},
      {{0x020E3001, 0xA}, "scratch_block_size", "8"},
      {{0x020E3001, 0xA}, "scratch_direction", "write"},
      {{0x020D3001, 0xA}, "scratch_channel_mode", "DWord"},
  };
  for (const auto& code : kCodes) {
    CAPTURE(code.words.descriptor, code.key);
    if ((code.words.descriptor >> 18 & 1) == 0 && std::string{code.key}.starts_with("scratch")) continue;
    AnyMessage message = decode_message(code.words);
    const auto fields = message_fields(message);
    CHECK(field_of(fields, code.key).value == code.value);
    std::visit([&](auto& m) { m.assign({code.key, code.value}); }, message);
    CHECK(encode_message(message) == code.words);
  }
  CHECK(error_of([] {
          message_from_fields("SFID_SPAWNER", std::vector{FieldAssignment{"opcode", "spwan"}});
        }) == "thread spawner message: Opcode (descriptor 0) has no value \"spwan\"; did you mean spawn?");
}

TEST_CASE("any descriptor of any shared function encodes back to itself or is refused with a reason", "[message]") {
  for (std::uint32_t sfid = 0; sfid < 16; ++sfid) {
    int decoded = 0;
    const bool ok = rc::check([&] {
      const auto any = rc::gen::resize(1000, rc::gen::arbitrary<std::uint32_t>());
      MessageWords words{*any, (*any & ~0xFu) | sfid};
      words.descriptor &=
          *rc::gen::element(0x1FFFFFFFu, 0x1E07FFFFu, 0x1FF8FFFFu, 0x1FFB70FFu, 0x1FF80007u, 0x1FF80003u);
      words.extended &= *rc::gen::element(0xFFFFFBEFu, 0xFFFFF3EFu, 0xFFFF03EFu, 0x000003EFu);
      try {
        const AnyMessage message = decode_message(words);
        RC_ASSERT(encode_message(message) == words);
        RC_ASSERT(!describe_message(message).empty());
        std::uint32_t rebuilt[2]{};
        for (const FieldValue& field : message_fields(message)) {
          const bool extended = field.bits.starts_with("extended");
          const std::string place = field.bits.substr(field.bits.rfind(' ') + 1);
          const std::size_t colon = place.find(':');
          const int low = std::stoi(colon == std::string::npos ? place : place.substr(colon + 1));
          rebuilt[extended ? 1 : 0] |= static_cast<std::uint32_t>(field.raw << low);
        }
        RC_ASSERT(rebuilt[0] == words.descriptor);
        RC_ASSERT(rebuilt[1] == words.extended);
        ++decoded;
      } catch (const Error& error) {
        RC_ASSERT(error.code() == ExitCode::kMalformedInput);
        RC_ASSERT(std::string{error.what()}.size() > 10);
      }
    });
    REQUIRE(ok);
    CAPTURE(sfid);
    CHECK((decoded > 0) == listed(static_cast<SharedFunction>(sfid)));
  }
}

TEST_CASE("each type of sampler message encodes and decodes in each SIMD mode that it has, and in no other",
          "[message]") {
  for (const SamplerMessageFacts& facts : all_sampler_message_types()) {
    for (unsigned mode = 0; mode < 4; ++mode) {
      SamplerMessage message;
      message.type = facts.type;
      message.simd_mode = static_cast<SimdMode>(mode);
      message.message_length = 1;
      CAPTURE(facts.name, mode);
      if (facts.exists_in(message.simd_mode)) {
        CHECK(SamplerMessage::decode(message.encode()) == message);
      } else {
        CHECK_THROWS_AS(message.encode(), Error);
      }
    }
  }
}

TEST_CASE("a descriptor that breaks a rule is refused by the field's name", "[message]") {
  CHECK(error_of([] {
          SamplerMessage::decode({0x0242D001, 0x2});
        }) ==
        "sampler message: Message Type (descriptor 16:12) holds 0xD, which is reserved or not listed in sampler "
        "message type");
  CHECK(error_of([] {
          SamplerMessage::decode({0x02844001, 0x2});
        }) == "sampler message: Message Type (descriptor 16:12) sample_d does not exist in SIMD mode SIMD16");
  CHECK(error_of([] {
          SamplerMessage::decode({0x22420001, 0x2});
        }) == "sampler message: reserved bits of descriptor must be zero; set: 29");
  CHECK(error_of([] {
          SamplerMessage::decode({0x82420001, 0x2});
        }) == "sampler message: reserved bits of descriptor must be zero; set: 31");
  CHECK(error_of([] {
          SamplerMessage::decode({0x02420001, 0x412});
        }) == "sampler message: reserved bits of extended descriptor must be zero; set: 4, 10");
  CHECK(error_of([] {
          SamplerMessage::decode({0x02420001, 0xA});
        }) == "sampler message: Shared Function (extended descriptor 3:0) is SFID_DP_DC0");
  CHECK(error_of([] {
          decode_message({0x02408000, 0xB});
        }) == "pixel interpolator message: reserved bits of descriptor must be zero; set: 15");
  CHECK(error_of([] { decode_message({0, 0xE}); }) == "SFID has no value 14 (reserved or not listed)");
  CHECK(error_of([] {
          decode_message({0x02000007, 0x3});
        }) ==
        "gateway message: Gateway Function (descriptor 2:0) holds 0x7, which is reserved or not listed in gateway "
        "function");
  SamplerMessage message;
  message.response_length = 32;
  CHECK(error_of([&] { message.encode(); }) ==
        "sampler message: Response Length (descriptor 24:20) cannot hold 32; expected 0 to 31");
}

TEST_CASE("URB messages name their operation, slots, and what their payload has beside the data", "[message]") {
  // Words of a driver's vertex and geometry shaders.
  const UrbMessage write = UrbMessage::decode({0x0A0A8017, 0x106});
  CHECK(write.operation == UrbOperation::kSimd8Write);
  CHECK(write.global_offset == 1);
  CHECK(write.channel_masks);
  CHECK(write.per_slot_offsets);
  CHECK(write.describe() ==
        "URB SIMD8 write, slot 1, per-slot offsets, channel masks, header, message 5+4, response 0");
  CHECK(describe_message(decode_message({0x02480048, 0x6})) == "URB SIMD8 read, slot 4, header, message 1, response 4");
  CHECK(std::holds_alternative<UrbMessage>(message_to("SFID_URB")));
  CHECK(error_of([] {
          decode_message({0x02080009, 0x6});
        }) ==
        "URB message: Message Type (descriptor 3:0) holds 0x9, which is reserved or not listed in URB message type");
}

TEST_CASE("a message is built from field=value text, with hints for misspelt names", "[message]") {
  const std::vector<FieldAssignment> words{{"message_type", "sample_l"},     {"simd_mode", "SIMD16"},
                                           {"binding_table_index", "7"},     {"sampler_index", "3"},
                                           {"header_present", "true"},       {"message_length", "1"},
                                           {"extended_message_length", "6"}, {"response_length", "8"}};
  const AnyMessage message = message_from_fields("sampler", words);
  CHECK(describe_message(message) == "sampler sample_l SIMD16, binding 7, sampler 3, header, message 1+6, response 8");
  CHECK(field_of(message_fields(message), "message_type").value == "sample_l");
  CHECK(field_of(message_fields(message), "binding_table_index").bits == "descriptor 7:0");

  // The type decides which controls exist; it may come last.
  const AnyMessage read = message_from_fields(
      "SFID_DP_DC1",
      std::vector<FieldAssignment>{{"slot_group", "slots 8-15"}, {"message_type", "typed surface read"}});
  CHECK(encode_message(read) == MessageWords{0x00016000, 0xC});
  CHECK(error_of([] {
          message_from_fields("SFID_DP_DC1", std::vector<FieldAssignment>{{"slot_group", "slots 8-15"},
                                                                          {"message_type", "atomic counter"}});
        }) == "data port message: Slot Group (descriptor 13:12) does not exist beside the other fields' values");

  CHECK(std::holds_alternative<DataPortMessage>(message_to("SFID_DP_DC1")));
  CHECK(std::holds_alternative<DataPortMessage>(message_to("dp_dc1")));
  CHECK(std::holds_alternative<RenderTargetMessage>(message_to("5")));
  CHECK(std::holds_alternative<OtherMessage>(message_to("Check and Refinement Engine")));
  CHECK(error_of([] { message_to("SFID_SAMPELR"); }) ==
        "no shared function is named \"SFID_SAMPELR\"; did you mean SFID_SAMPLER?");
  CHECK(error_of([] {
          message_from_fields("sampler", std::vector<FieldAssignment>{{"message_type", "smaple_l"}});
        }) == "sampler message: Message Type has no value \"smaple_l\"; did you mean sample_l?");
  CHECK(error_of([] {
          message_from_fields("sampler", std::vector<FieldAssignment>{{"sampler_indx", "1"}});
        }) == "sampler message has no field \"sampler_indx\"; did you mean sampler_index?");
  CHECK(error_of([] {
          message_from_fields("sampler", std::vector<FieldAssignment>{{"sampler_index", "16"}});
        }) == "sampler message: Sampler Index (descriptor 11:8) cannot hold 16; expected 0 to 15");
}

TEST_CASE("sampler headers carry offsets, masks and the sampler pointer, and keep what the sampler ignores",
          "[message]") {
  // Headers that a driver's pixel shaders build: (+3, -2); gather green at (-3, +4); u + 1, red only.
  SamplerHeader header = SamplerHeader::decode(SamplerHeader::Words{0, 0, 0x3E0, 0, 0, 0, 0, 0});
  CHECK(int{header.u_offset} == 3);
  CHECK(int{header.v_offset} == -2);
  header = SamplerHeader::decode(SamplerHeader::Words{0, 0, 0x10D40, 0, 0, 0, 0, 0});
  CHECK(header.gather_channel == GatherChannel::kGreen);
  CHECK(int{header.u_offset} == -3);
  CHECK(int{header.v_offset} == 4);
  header = SamplerHeader::decode(SamplerHeader::Words{0, 0, 0xE100, 0x1260, 0, 0, 0, 0});
  CHECK(int{header.u_offset} == 1);
  CHECK(header.channel_disables == 0b1110);
  CHECK(header.sampler_state_pointer == 0x1260);

  CHECK(rc::check([] {
    const auto words =
        *rc::gen::container<SamplerHeader::Words>(rc::gen::resize(1000, rc::gen::arbitrary<std::uint32_t>()));
    RC_ASSERT(SamplerHeader::decode(words).encode() == words);
  }));
  header.u_offset = 8;
  CHECK(error_of([&] { header.encode(); }) ==
        "sampler message header: U Offset (M0.2 11:8) cannot hold 8; expected -8 to 7");
}

TEST_CASE("a barrier's payload splits its identifier over bits 27:24 and 31", "[message]") {
  BarrierPayload payload;
  payload.barrier_id = 0x15;
  payload.barrier_count = 4;
  payload.barrier_count_enable = true;
  CHECK(payload.encode()[2] == (1u << 31 | 5u << 24 | 1u << 15 | 4u << 9));
  CHECK(BarrierPayload::decode(payload.encode()) == payload);
}

TEST_CASE("parameters of ld are integers, of queries unsigned, of the rest float", "[message]") {
  CHECK(parameter_type(SamplerMessageType::kSampleL, SamplerParameter::kLod) == SamplerParameterType::kFloat);
  CHECK(parameter_type(SamplerMessageType::kLd, SamplerParameter::kLod) == SamplerParameterType::kSigned);
  CHECK(parameter_type(SamplerMessageType::kResinfo, SamplerParameter::kLod) == SamplerParameterType::kUnsigned);
  CHECK(parameter_type(SamplerMessageType::kGather4Po, SamplerParameter::kOffu) == SamplerParameterType::kSigned);
  CHECK(parameter_type(SamplerMessageType::kLd2dmsW, SamplerParameter::kMcsh) == SamplerParameterType::kUnsigned);
}
