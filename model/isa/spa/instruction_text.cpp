#include <array>

#include "isa/spa/spa_instruction.h"

namespace texpipe::spa {

namespace {

std::string hex(std::uint32_t value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  do {
    digits.insert(digits.begin(), kDigits[value & 15]);
    value >>= 4;
  } while (value != 0);
  return "0x" + digits;
}

std::string text_of(Register r) {
  return r.is_zero() ? "RZ" : "R" + std::to_string(r.number);
}

std::string text_of(Predicate p) {
  return p.is_true() ? "PT" : "P" + std::to_string(p.number);
}

std::string guard_text(const Guard& guard) {
  if (guard == Guard{}) return "";
  return std::string{"@"} + (guard.negated ? "!" : "") + text_of(guard.predicate) + " ";
}

std::string scheduling_text(const Scheduling& scheduling) {
  std::string text;
  if (scheduling.wait_mask != 0) text += " &req_" + std::to_string(scheduling.wait_mask);
  if (scheduling.read) text += " &rd" + std::to_string(*scheduling.read);
  if (scheduling.write) text += " &wr" + std::to_string(*scheduling.write);
  if (!scheduling.hint.empty()) text += " ?" + scheduling.hint;
  return text;
}

std::string text_of(const Txq& txq) {
  std::string text = guard_text(txq.guard) + "TXQ";
  if (txq.bindless) text += ".B";
  if (txq.nodep) text += ".NODEP";
  if (txq.phase != Phase::kNone) text += "." + std::string{name_of(txq.phase)};
  text += " " + text_of(txq.destination) + ", " + text_of(txq.source) + ", " + std::string{name_of(txq.query)} + ", ";
  if (txq.legacy_form) {
    text += std::to_string(txq.constant_index & 0xFF) + ", " + std::to_string(txq.constant_index >> 8);
  } else {
    text += std::to_string(txq.constant_index);
  }
  return text + ", " + hex(txq.write_mask) + scheduling_text(txq.scheduling) + ";";
}

std::string address_text(const PixelAddress& address) {
  if (!address.base) return "[" + std::to_string(address.immediate) + "]";
  const std::string sign = address.immediate < 0 ? "-" : "+";
  return "[" + text_of(*address.base) + sign +
         std::to_string(address.immediate < 0 ? -address.immediate : address.immediate) + "]";
}

std::string text_of(const Pixld& pixld) {
  std::string text =
      guard_text(pixld.guard) + "PIXLD." + std::string{name_of(pixld.mode)} + " " + text_of(pixld.destination);
  if (pixld.predicate) text += ", " + text_of(*pixld.predicate);
  if (pixld.address) text += ", " + address_text(*pixld.address);
  return text + scheduling_text(pixld.scheduling) + ";";
}

std::optional<BrokenOperandRule> broken_txq_rule(const Txq& txq) {
  using enum RuledOperand;
  const unsigned results = result_count(txq);
  const unsigned result_alignment = results == 3 ? 4 : results;
  if (results == 0) return BrokenOperandRule{kWriteMask, "wmask returns no component; expected 1..0xf"};
  if (!txq.destination.is_zero() && txq.destination.number % result_alignment != 0) {
    return BrokenOperandRule{kDestination, "Rd " + text_of(txq.destination) + " is not aligned to " +
                                               std::to_string(result_alignment) + " registers, as " +
                                               std::to_string(results) + " components need"};
  }
  if (!txq.destination.is_zero() && txq.destination.number + results > Register::kZero) {
    return BrokenOperandRule{kDestination, "Rd " + text_of(txq.destination) + " leaves no room for " +
                                               std::to_string(results) + " components"};
  }
  const unsigned parameters = parameter_count(txq);
  if (parameters > 0 && txq.source.is_zero()) {
    return BrokenOperandRule{kSource, "Ra cannot be RZ, because this query has " + std::to_string(parameters) +
                                          (parameters == 1 ? " parameter" : " parameters")};
  }
  if (parameters == 2 && txq.source.number % 2 != 0)
    return BrokenOperandRule{kSource,
                             "Ra " + text_of(txq.source) + " is not aligned to 2 registers, as 2 parameters need"};
  if (parameters == 2 && txq.source.number + 1 == Register::kZero)
    return BrokenOperandRule{kSource, "Ra " + text_of(txq.source) + " leaves no room for 2 parameters"};
  return std::nullopt;
}

std::optional<BrokenOperandRule> broken_pixld_rule(const Pixld& pixld) {
  if (!pixld.address) return std::nullopt;
  const int low = pixld.address->base ? -128 : 0;
  const int high = pixld.address->base ? 127 : 255;
  if (pixld.address->immediate >= low && pixld.address->immediate <= high) return std::nullopt;
  return BrokenOperandRule{RuledOperand::kAddress, "address immediate " + std::to_string(pixld.address->immediate) +
                                                       " is out of range; expected " + std::to_string(low) + ".." +
                                                       std::to_string(high)};
}

}  // namespace

std::string text_of(const Instruction& instruction) {
  return std::visit([](const auto& i) { return text_of(i); }, instruction);
}

std::optional<BrokenOperandRule> broken_rule(const Instruction& instruction) {
  if (const auto* txq = std::get_if<Txq>(&instruction)) return broken_txq_rule(*txq);
  return broken_pixld_rule(std::get<Pixld>(instruction));
}

}  // namespace texpipe::spa
