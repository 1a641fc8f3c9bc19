#include "isa/gen9/sampler_message.h"

#include <algorithm>

#include "isa/gen9/message_layouts.h"

namespace texpipe::gen9 {

namespace {

using M = SamplerMessage;
using H = SamplerHeader;

constexpr std::array<EnumRow, 2> kReturnFormats{{
    {0, "32-bit", "float32 or 32-bit integers"},
    {1, "16-bit", "half floats or 16-bit integers"},
}};

constexpr std::array<EnumRow, 2> kSimdModeExtensions{{
    {0, "SIMD8D", "8 discrete samples"},
    {1, "SIMD4x2", "2 samples of 4 parameters"},
}};

constexpr std::array<EnumRow, 4> kGatherChannels{{
    {0, "R", "red"},
    {1, "G", "green"},
    {2, "B", "blue"},
    {3, "A", "alpha"},
}};

constexpr std::uint32_t kWideBit = 0x20;  // SamplerMessageType of SIMD32/64

constexpr BitField<M> message_type_field() {
  return {.dword = 0,
          .high = 16,
          .low = 12,
          .name = "Message Type",
          .meaning = "what is asked for",
          .get = [](const M& m) -> std::uint64_t { return static_cast<std::uint32_t>(m.type) & ~kWideBit; },
          .set =
              [](M& m, std::uint64_t code) {
                const std::uint64_t wide = m.simd_mode == SimdMode::kSimd32Or64 ? kWideBit : 0;
                m.type = static_cast<SamplerMessageType>((code & ~std::uint64_t{kWideBit}) | wide);
              }};
}

// Source: specification/messages 1.1 and 3.1. The SIMD mode comes before the type, which depends on it.
constexpr std::array kFields = message_table<M>(std::array{
    field<M, &M::simd_mode>(0, 18, 17, "SIMD Mode", "channels"),
    message_type_field(),
    field<M, &M::binding_table_index>(0, 7, 0, "Binding Table Index", "surface; 252: bindless"),
    field<M, &M::sampler_index>(0, 11, 8, "Sampler Index", "sampler state"),
    field<M, &M::return_format>(0, 30, 30, "Return Format", "width of results"),
    field<M, &M::cps_lod_compensation>(1, 11, 11, "CPS LOD Compensation Enable", "no effect on Kaby Lake"),
    bindless_surface_field<M>(),
});
constexpr MessageLayout<M> kLayout{"sampler message", kFields, kMessageWordNames};

// Source: specification/messages 3.4. DWords 0, 1, 6 and 7 are ignored by the sampler.
constexpr std::array kHeaderFields{
    field<H, &H::r_offset>(2, 3, 0, "R Offset", "texels"),
    field<H, &H::v_offset>(2, 7, 4, "V Offset", "texels"),
    field<H, &H::u_offset>(2, 11, 8, "U Offset", "texels"),
    field<H, &H::channel_disables>(2, 15, 12, "Write Channel Mask", "bit 0 red to bit 3 alpha: 1 = not returned"),
    field<H, &H::gather_channel>(2, 17, 16, "Gather4 Source Channel Select", "channel that gather4 returns"),
    field<H, &H::simd32_output_format>(2, 19, 18, "SIMD32/64 Output Format Control", "layout of pixel blocks"),
    field<H, &H::simd_mode_extension>(2, 22, 22, "SIMD Mode Extension", "meaning of SIMD mode 0"),
    field<H, &H::pixel_null_mask>(2, 23, 23, "Pixel Null Mask Enable", "returns a register of null bits"),
    field<H, &H::destination_binding_table_index>(2, 31, 24, "Destination Binding Table Index",
                                                  "for messages without response"),
    field<H, &H::sampler_state_pointer>(3, 31, 4, "Sampler State Pointer", "bytes from dynamic state base",
                                        {.shift = 4}),
};
constexpr BitLayout<H, H::kDwords> kHeaderLayout{
    "sampler message header", kHeaderFields, {"M0.0", "M0.1", "M0.2", "M0.3", "M0.4", "M0.5", "M0.6", "M0.7"}};

void require_type(const M& message) {
  const auto code = static_cast<std::uint32_t>(message.type);
  const EnumRow* row = enum_rows(message.type).find(code);
  const FieldPlace place{kLayout.structure, "Message Type", field_bits(0, 16, 12, kMessageWordNames[0])};
  if (row == nullptr) refuse_field_code(place, code & ~kWideBit, enum_rows(message.type));
  if (sampler_message_facts(message.type).exists_in(message.simd_mode)) return;
  throw Error{ExitCode::kMalformedInput, std::string{kLayout.structure} + ": Message Type (" + place.bits + ") " +
                                             std::string{row->name} + " does not exist in SIMD mode " +
                                             std::string{name_of(message.simd_mode)}};
}

}  // namespace

EnumRows enum_rows(ReturnFormat) {
  return {"Return Format", kReturnFormats};
}
EnumRows enum_rows(SimdModeExtension) {
  return {"SIMD Mode Extension", kSimdModeExtensions};
}
EnumRows enum_rows(GatherChannel) {
  return {"Gather4 Source Channel", kGatherChannels};
}

SamplerMessage SamplerMessage::decode(MessageWords words) {
  const M message = decode_message_fields(kLayout, words);
  require_type(message);
  return message;
}

MessageWords SamplerMessage::encode() const {
  require_type(*this);
  return encode_message_fields(kLayout, *this);
}

std::vector<FieldValue> SamplerMessage::fields() const {
  std::vector<FieldValue> values = kLayout.values(*this);
  for (FieldValue& value : values) {
    if (value.name == "Message Type") value.value = name_of(type);
  }
  return values;
}

void SamplerMessage::assign(const FieldAssignment& assignment) {
  if (field_key(assignment.name) == "message_type") {
    const EnumRows rows = enum_rows(type);
    if (const EnumRow* row = rows.find(assignment.value)) {
      type = static_cast<SamplerMessageType>(row->value);
      return;
    }
    const bool number = !assignment.value.empty() && assignment.value.front() >= '0' && assignment.value.front() <= '9';
    if (!number) {
      throw Error{ExitCode::kMalformedInput,
                  Diagnostic{.problem = "sampler message: Message Type has no value \"" + assignment.value + "\"",
                             .hint = spelling_hint(assignment.value, rows.names())}};
    }
  }
  kLayout.assign(*this, assignment);
}

std::string SamplerMessage::describe() const {
  std::string text = "sampler " + std::string{name_of(type)} + " " + std::string{name_of(simd_mode)};
  text += binding_table_index == 252 ? ", bindless surface at " + std::to_string(bindless_surface_offset)
                                     : ", binding " + std::to_string(binding_table_index);
  if (facts().uses_sampler_state()) text += ", sampler " + std::to_string(sampler_index);
  if (return_format == ReturnFormat::k16Bit) text += ", 16-bit return";
  if (cps_lod_compensation) text += ", CPS LOD compensation";
  return text + describe_lengths(*this);
}

unsigned SamplerMessage::parameter_count() const {
  const unsigned header = header_present ? 1 : 0;
  const unsigned registers = payload_length() > header ? payload_length() - header : 0;
  return std::min<unsigned>(registers / registers_per_parameter(), static_cast<unsigned>(facts().parameters.size()));
}

SamplerHeader SamplerHeader::decode(std::span<const std::uint32_t, kDwords> words) {
  return kHeaderLayout.decode_keeping_reserved(words);
}

SamplerHeader::Words SamplerHeader::encode() const {
  return kHeaderLayout.encode_with_reserved(*this);
}

std::vector<FieldValue> SamplerHeader::fields() const {
  return kHeaderLayout.values(*this);
}

void SamplerHeader::assign(const FieldAssignment& assignment) {
  kHeaderLayout.assign(*this, assignment);
}

const BitLayout<SamplerHeader, SamplerHeader::kDwords>& SamplerHeader::layout() {
  return kHeaderLayout;
}

template <>
const MessageLayout<SamplerMessage>& message_layout() {
  return kLayout;
}

}  // namespace texpipe::gen9
