#include "isa/gen9/eu_operand_text.h"

#include <array>

#include "isa/gen9/eu_immediate_text.h"

namespace texpipe::gen9 {

namespace {

using texpipe::name_of;

unsigned bytes_of(SrcType type) {
  constexpr std::array<std::uint8_t, 11> kBytes{4, 4, 2, 2, 1, 1, 8, 4, 8, 8, 2};
  return kBytes[static_cast<unsigned>(type)];
}

/// The types of three-source operands as those of the others.
SrcType common_type(ThreeSourceType type) {
  constexpr std::array<SrcType, 5> kTypes{SrcType::kF, SrcType::kD, SrcType::kUd, SrcType::kDf, SrcType::kHf};
  return kTypes[static_cast<unsigned>(type)];
}

/// `mme3`, or `nomme`: which of the upper accumulators goes with a register.
std::string macro_text(unsigned number, unsigned accumulator) {
  return "r" + decimal(number) + (accumulator == 8 ? ".nomme" : ".mme" + decimal(accumulator));
}

constexpr unsigned kAllChannels = 15;

std::string channel_text(unsigned channels) {
  if (channels == kAllChannels) return "";
  std::string text = ".";
  for (unsigned i = 0; i < 4; ++i) {
    if ((channels >> i & 1u) != 0) text += "xyzw"[i];
  }
  return text;
}

std::string swizzle_text(const EuSource& source) {
  std::string text = ".";
  for (unsigned i = 0; i < 4; ++i) text += "xyzw"[static_cast<unsigned>(source.channel(i))];
  return text == ".xyzw" ? "" : text;
}

std::string modifier_text(const EuInstruction& i, SrcMod modifier) {
  if (i.shape().form == EuForm::kLogic) return modifier == SrcMod::kNegate ? "~" : modifier == SrcMod::kNone ? "" : "?";
  constexpr std::array<std::string_view, 4> kModifiers{"", "(abs)", "-", "-(abs)"};
  return std::string{kModifiers[static_cast<unsigned>(modifier)]};
}

std::string region_text(const EuInstruction& i, const EuSource& s) {
  constexpr std::array<std::string_view, 16> kVertical{"0", "1", "2", "4", "8", "16", "32"};
  constexpr std::array<std::string_view, 4> kHorizontal{"0", "1", "2", "4"};
  const std::string vertical{kVertical[static_cast<unsigned>(s.vertical)]};
  if (i.access == AccessMode::kAlign16) return "<" + vertical + ">" + swizzle_text(s);
  const std::string width = decimal(1u << static_cast<unsigned>(s.width));
  const std::string row = width + "," + std::string{kHorizontal[static_cast<unsigned>(s.horizontal)]};
  return "<" + (s.vertical == VertStride::kVxHOrVx1 ? row : vertical + ";" + row) + ">";
}

}  // namespace

std::string address_text(const RegisterAddress& address) {
  const int offset = address.offset();
  return "r[a0." + decimal(address.subregister) + (offset == 0 ? "" : "," + std::to_string(offset)) + "]";
}

std::optional<unsigned> only_channel(const EuInstruction& i) {
  if (!is_three_source(i.opcode) || i.has_macro_operands()) return std::nullopt;
  const bool wide = i.destination.three_source_type == ThreeSourceType::kDf;
  const unsigned lanes = wide ? 2 : 4, enables = wide ? 3 : 1;
  if (i.channels() != lanes) return std::nullopt;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (i.destination.channels == enables << (wide ? 2 * lane : lane)) return lane;
  }
  return std::nullopt;
}

std::string register_text(RegFile file, unsigned number, unsigned byte, SrcType type) {
  const std::string element = "." + decimal(byte / bytes_of(type));
  if (file != RegFile::kArf) return "r" + decimal(number) + element;
  const std::string index = decimal(number & 15u);
  switch (static_cast<ArfRegister>(number >> 4)) {
    case ArfRegister::kNull:
      return "null";
    case ArfRegister::kAddress:
      return "a" + index + element;
    case ArfRegister::kAccumulator:
      return "acc" + index + element;
    case ArfRegister::kFlag:
      return "f" + index + element;
    case ArfRegister::kChannelEnable:
      return "ce";
    case ArfRegister::kMaskStack:
      return "ms" + index + element;
    case ArfRegister::kStackPointer:
      return "sp" + element;
    case ArfRegister::kState:
      return "sr" + index + element;
    case ArfRegister::kControl:
      return "cr" + index + element;
    case ArfRegister::kNotification:
      return "n" + index + element;
    case ArfRegister::kInstructionPointer:
      return "ip";
    case ArfRegister::kThreadDependency:
      return "tdr" + index + element;
    case ArfRegister::kTimestamp:
      return "tm" + index + element;
    case ArfRegister::kFlowControl:
      return "fc" + index + element;
    case ArfRegister::kDebug:
      return "dbg" + index + element;
  }
  return "arf" + decimal(number) + element;
}

std::string destination_text(const EuInstruction& i) {
  const EuDestination& d = i.destination;
  const bool three = is_three_source(i.opcode);
  const SrcType type = three ? common_type(d.three_source_type) : static_cast<SrcType>(d.type);
  const std::string saturate = i.saturate ? "(sat)" : "";
  const std::string type_name{name_of(type)};
  const unsigned number = d.number;
  if (i.has_macro_operands()) return saturate + macro_text(number, d.channels) + type_name;
  const RegFile file = three ? RegFile::kGrf : d.file;
  const std::optional<unsigned> lane = only_channel(i);
  const unsigned byte = d.subregister + lane.value_or(0) * bytes_of(type);
  std::string text =
      saturate + (d.mode == AddrMode::kIndirect ? address_text(d.address) : register_text(file, number, byte, type));
  if (three) return text + "<1>" + (lane ? "" : channel_text(d.channels)) + type_name;
  constexpr std::array<std::string_view, 4> kStrides{"<0>", "<1>", "<2>", "<4>"};
  text += kStrides[static_cast<unsigned>(d.stride)];
  if (i.access == AccessMode::kAlign16) text += channel_text(d.channels);
  return text + type_name;
}

std::string source_text(const EuInstruction& i, const EuSource& s) {
  if (s.file == RegFile::kImm) return immediate_text(s);
  const std::string modifier = modifier_text(i, s.modifier);
  const std::string type{name_of(s.type)};
  if (i.has_macro_operands()) return modifier + macro_text(s.number, s.swizzle_xy) + type;
  const std::string place =
      s.mode == AddrMode::kIndirect ? address_text(s.address) : register_text(s.file, s.number, s.subregister, s.type);
  return modifier + place + region_text(i, s) + type;
}

std::string three_source_text(const EuInstruction& i, unsigned index) {
  const EuSource& s = i.source(index);
  const SrcType type = common_type(i.source_type(index));
  const std::string modifier = modifier_text(i, s.modifier);
  const std::string type_name{name_of(type)};
  if (i.has_macro_operands()) return modifier + macro_text(s.number, s.swizzle_xy) + type_name;
  const std::string place = modifier + register_text(RegFile::kGrf, s.number, s.first_byte(), type);
  // 64 bits are replicated by their swizzle.
  const bool replicated = s.replicate == RepCtrl::kReplicate || (type == SrcType::kDf && swizzle_text(s) == ".xyxy");
  if (replicated) return place + (index < 2 ? "<0;0>" : "<0>") + type_name;
  return place + (index < 2 ? "<2;1>" : "<1>") + swizzle_text(s) + type_name;
}

std::string bare_source(const EuSource& s) {
  return s.mode == AddrMode::kIndirect ? address_text(s.address)
                                       : register_text(s.file, s.number, s.subregister, s.type);
}

std::string payload_text(RegFile file, unsigned number, unsigned byte) {
  if (file == RegFile::kArf) return number == 0 ? "null" : register_text(file, number, byte, SrcType::kUd);
  return "r" + decimal(number) + (byte == 0 ? "" : "." + decimal(byte / 4));
}

}  // namespace texpipe::gen9
