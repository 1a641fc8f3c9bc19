#include "isa/gen9/eu_text.h"

#include <array>
#include <cstdio>
#include <optional>
#include <set>

#include "isa/gen9/eu_immediate_text.h"
#include "isa/gen9/eu_operand_text.h"

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

std::string label(std::int64_t offset) {
  return "L" + std::to_string(offset);
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
