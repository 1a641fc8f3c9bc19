#include "isa/gen9/eu_text.h"

#include <array>
#include <cstdio>
#include <optional>
#include <set>

#include "isa/gen9/eu_immediate_text.h"

namespace texpipe::gen9 {

namespace {

using texpipe::name_of;

/// Text that grows column by column.
class Columns {
 public:
  /// Appends, then blanks up to the width of all columns so far; at least one.
  void add(std::string_view text, std::size_t width) {
    text_ += text;
    end_ += width;
    if (text_.size() < end_) {
      text_.append(end_ - text_.size(), ' ');
    } else if (!text.empty() && width != 0) {
      text_ += ' ';
    }
  }
  std::string take() {
    while (!text_.empty() && text_.back() == ' ') text_.pop_back();
    return std::move(text_);
  }

 private:
  std::string text_;
  std::size_t end_ = 0;
};

constexpr std::array<std::string_view, 16> kMathNames{"", "inv",  "log", "exp",  "sqt",  "rsqt", "sin",  "cos",
                                                      "", "fdiv", "pow", "idiv", "iqot", "irem", "invm", "rsqtm"};
constexpr std::array<std::string_view, 16> kConditionNames{"",   "eq", "ne", "gt", "ge", "lt", "le", "",
                                                           "ov", "un", "",   "",   "",   "",   "",   ""};
constexpr std::array<std::string_view, 14> kAlign1Predicates{"",        "",        ".anyv",   ".allv",  ".any2h",
                                                             ".all2h",  ".any4h",  ".all4h",  ".any8h", ".all8h",
                                                             ".any16h", ".all16h", ".any32h", ".all32h"};
constexpr std::array<std::string_view, 8> kAlign16Predicates{"", "", ".x", ".y", ".z", ".w", ".any4h", ".all4h"};

std::string decimal(unsigned value) {
  return std::to_string(value);
}

std::string flag_text(const EuInstruction& i) {
  return "f" + decimal(i.flag_register) + "." + decimal(i.flag_subregister);
}

std::string predicate_text(const EuInstruction& i) {
  std::string text = i.no_mask ? "W" : "";
  if (i.predicate != PredCtrl::kNone) {
    const auto code = static_cast<unsigned>(i.predicate);
    text += (text.empty() ? "" : "&") + std::string{i.predicate_inverted ? "~" : ""} + flag_text(i);
    text += i.access == AccessMode::kAlign1 ? kAlign1Predicates[code] : kAlign16Predicates[code];
  }
  return text.empty() ? text : "(" + text + ")";
}

/// The assembler writes a three-source instruction of one channel as a group of four, or a pair of 64 bits, of which
/// the destination enables one: its number in the group. Nothing for other instructions.
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

std::string mnemonic_text(const EuInstruction& i) {
  std::string text{name_of(i.opcode)};
  if (i.opcode == EuOpcode::kMath) text += "." + std::string{kMathNames[static_cast<unsigned>(i.function)]};
  if (i.branch_control && i.shape().branch_control) text += ".b";
  const bool scalar = i.opcode == EuOpcode::kJmpi || i.opcode == EuOpcode::kWait;
  if (i.shape().form == EuForm::kNothing || scalar) return text;
  return text + " (" + decimal(only_channel(i) ? 1 : i.channels()) + "|M" + decimal(i.first_channel()) + ")";
}

std::string condition_text(const EuInstruction& i) {
  if (i.has_macro_operands() && i.opcode == EuOpcode::kMath) return "(eo)" + flag_text(i);
  if (i.condition == CondModifier::kNone || i.opcode == EuOpcode::kMath || is_send(i.opcode)) return "";
  return "(" + std::string{kConditionNames[static_cast<unsigned>(i.condition)]} + ")" + flag_text(i);
}

unsigned bytes_of(SrcType type) {
  constexpr std::array<std::uint8_t, 11> kBytes{4, 4, 2, 2, 1, 1, 8, 4, 8, 8, 2};
  return kBytes[static_cast<unsigned>(type)];
}

/// The types of three-source operands as those of the others.
SrcType common_type(ThreeSourceType type) {
  constexpr std::array<SrcType, 5> kTypes{SrcType::kF, SrcType::kD, SrcType::kUd, SrcType::kDf, SrcType::kHf};
  return kTypes[static_cast<unsigned>(type)];
}

/// `r12.3`, `acc0.0`, `a0.2`, `null`: the number, and the subregister in elements where the register has them.
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

std::string address_text(const RegisterAddress& address) {
  const int offset = address.offset();
  return "r[a0." + decimal(address.subregister) + (offset == 0 ? "" : "," + std::to_string(offset)) + "]";
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

std::string source_text(const EuInstruction& i, const EuSource& s) {
  if (s.file == RegFile::kImm) return immediate_text(s);
  const std::string modifier = modifier_text(i, s.modifier);
  const std::string type{name_of(s.type)};
  if (i.has_macro_operands()) return modifier + macro_text(s.number, s.swizzle_xy) + type;
  const std::string place =
      s.mode == AddrMode::kIndirect ? address_text(s.address) : register_text(s.file, s.number, s.subregister, s.type);
  return modifier + place + region_text(i, s) + type;
}

/// Each operand of a three-source instruction: <2;1>, or <1> in the last place; replicated: <0;0>, <0>.
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

std::string label(std::int64_t offset) {
  return "L" + std::to_string(offset);
}

/// A register as branches and sends name it: without a region.
std::string bare_source(const EuSource& s) {
  return s.mode == AddrMode::kIndirect ? address_text(s.address)
                                       : register_text(s.file, s.number, s.subregister, s.type);
}

std::string payload_text(RegFile file, unsigned number, unsigned byte) {
  if (file == RegFile::kArf) return number == 0 ? "null" : register_text(file, number, byte, SrcType::kUd);
  return "r" + decimal(number) + (byte == 0 ? "" : "." + decimal(byte / 4));
}

constexpr std::size_t kDestinationWidth = 14, kSourceWidth = 18, kTargetWidth = 21, kPayloadWidth = 8,
                      kExtendedWidth = 16, kDescriptorWidth = 21;

/// Byte offset that the offsets of a branch count from.
std::int64_t branch_origin(const EuInstruction& i) {
  if (i.opcode == EuOpcode::kCalla) return 0;
  return std::int64_t{i.offset} + (i.opcode == EuOpcode::kJmpi ? i.size() : 0u);
}

void add_branch(const EuInstruction& i, Columns& line) {
  line.add(i.shape().destination ? register_text(i.destination.file, i.destination.number, i.destination.subregister,
                                                 static_cast<SrcType>(i.destination.type))
                                 : "",
           kDestinationWidth);
  if (i.has_jip()) {
    line.add(label(branch_origin(i) + i.jip), kTargetWidth);
    if (i.has_uip()) line.add(label(branch_origin(i) + i.uip), kTargetWidth);
  } else {
    line.add(bare_source(i.sources() > 1 ? i.source1 : i.source0), kTargetWidth);
  }
}

std::string hexadecimal(std::uint32_t word, int digits) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%0*X", digits, static_cast<unsigned>(word));
  return text;
}

void add_send(const EuInstruction& i, Columns& line) {
  const bool split = i.shape().form == EuForm::kSplitSend;
  const EuDestination& d = i.destination;
  const std::string type = split || d.type != DstType::kUd ? std::string{name_of(d.type)} : "";
  const std::string destination =
      d.mode == AddrMode::kIndirect ? address_text(d.address) : payload_text(d.file, d.number, d.subregister);
  line.add(destination + type, 9);
  const std::string payload_type = split || i.source0.type == SrcType::kUd ? "" : std::string{name_of(i.source0.type)};
  const std::string payload =
      i.source0.mode == AddrMode::kIndirect
          ? address_text(i.source0.address)
          : payload_text(split ? RegFile::kGrf : i.source0.file, i.source0.number, i.source0.subregister);
  line.add(payload + payload_type, kPayloadWidth);
  if (split) line.add(payload_text(i.source1.file, i.source1.number, 0), kPayloadWidth);
  const MessageWords words = i.message_words();
  line.add(
      i.message.extended_in_register ? "a0." + decimal(i.message.extended_subregister) : hexadecimal(words.extended, 0),
      kExtendedWidth);
  const bool in_register = split ? i.message.descriptor_in_register : i.source1.file == RegFile::kArf;
  const unsigned subregister = split ? 0 : i.source1.subregister / 4u;
  line.add(in_register ? "a0." + decimal(subregister) : hexadecimal(words.descriptor, 8), kDescriptorWidth);
}

std::string options_text(const EuInstruction& i) {
  std::string text;
  const auto add = [&](bool present, std::string_view name) {
    if (present) text += (text.empty() ? "" : ",") + std::string{name};
  };
  const auto dependency = static_cast<unsigned>(i.dependency);
  add(i.accumulator_write, "AccWrEn");
  add(i.thread == ThreadCtrl::kAtomic, "Atomic");
  add(i.breakpoint, "Breakpoint");
  add(i.compacted, "Compacted");
  add(i.message.end_of_thread, "EOT");
  add((dependency & 2u) != 0, "NoDDChk");
  add((dependency & 1u) != 0, "NoDDClr");
  add(i.thread == ThreadCtrl::kSwitch, "Switch");
  return text.empty() ? text : "{" + text + "}";
}

bool ends_block(const EuInstruction& i) {
  return i.shape().form == EuForm::kBranch || i.message.end_of_thread;
}

/// Byte offsets where a label stands.
std::set<std::int64_t> labels_of(std::span<const EuInstruction> instructions) {
  std::set<std::int64_t> labels{0};
  for (const EuInstruction& i : instructions) {
    if (ends_block(i)) labels.insert(i.offset + i.size());
    if (i.has_jip()) labels.insert(branch_origin(i) + i.jip);
    if (i.has_uip()) labels.insert(branch_origin(i) + i.uip);
  }
  return labels;
}

/// `/* [0010]                    00037E07`20004D01 */ `.
std::string bits_text(const EuInstruction& i) {
  const EuWords words = encode_eu(i);
  char text[80];
  if (const auto bits = i.compacted ? compact(words, is_three_source(i.opcode)) : std::nullopt) {
    std::snprintf(text, sizeof text, "/* [%04X]  %17s %08X`%08X */ ", static_cast<unsigned>(i.offset), "",
                  static_cast<unsigned>(*bits >> 32), static_cast<unsigned>(*bits & 0xffffffffu));
  } else {
    std::snprintf(text, sizeof text, "/* [%04X]  %08X`%08X`%08X`%08X */ ", static_cast<unsigned>(i.offset),
                  static_cast<unsigned>(words[3]), static_cast<unsigned>(words[2]), static_cast<unsigned>(words[1]),
                  static_cast<unsigned>(words[0]));
  }
  return text;
}

}  // namespace

std::string eu_text(const EuInstruction& i) {
  Columns line;
  line.add(predicate_text(i), 8);
  const std::string condition = condition_text(i);
  line.add(mnemonic_text(i), condition.empty() ? 25 : 14);
  if (!condition.empty()) line.add(condition, 11);
  const EuForm form = i.shape().form;
  if (form == EuForm::kBranch) {
    add_branch(i, line);
  } else if (is_send(i.opcode)) {
    add_send(i, line);
  } else if (form == EuForm::kWait) {
    line.add("", kDestinationWidth);
    line.add(source_text(i, i.source0), kSourceWidth);
  } else if (form != EuForm::kNothing) {
    line.add(destination_text(i), kDestinationWidth);
    for (unsigned index = 0; index < i.sources(); ++index) {
      line.add(form == EuForm::kThreeSource ? three_source_text(i, index) : source_text(i, i.source(index)),
               kSourceWidth);
    }
  }
  const std::string options = options_text(i);
  line.add(options, 0);
  std::string text = line.take();
  if (is_send(i.opcode)) text += (options.empty() ? "  // " : " // ") + message_remark(i);
  return text;
}

std::string eu_listing(std::span<const EuInstruction> instructions, EuListingColumns columns) {
  const std::set<std::int64_t> labels = labels_of(instructions);
  std::string text;
  const auto put_label = [&](std::int64_t offset) {
    if (labels.count(offset) != 0) text += label(offset) + ":\n";
  };
  std::int64_t end = 0;
  for (const EuInstruction& i : instructions) {
    put_label(i.offset);
    if (columns == EuListingColumns::kOffsetBitsAndText) text += bits_text(i);
    text += eu_text(i) + "\n";
    end = std::int64_t{i.offset} + i.size();
  }
  if (end != 0) put_label(end);
  return text;
}

}  // namespace texpipe::gen9
