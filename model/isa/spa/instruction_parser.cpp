#include <array>
#include <cctype>

#include "base/spelling.h"
#include "isa/spa/scanner.h"
#include "isa/spa/spa_instruction.h"

namespace texpipe::spa {

namespace {

std::string upper(std::string_view word) {
  std::string text{word};
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : scan_{text, file} {}

  std::vector<PlacedInstruction> program() {
    std::vector<PlacedInstruction> program;
    while (!scan_.at_end()) {
      const SourcePosition start = scan_.place();
      PlacedInstruction placed{instruction(), start};
      if (const auto broken = broken_rule(placed.instruction))
        scan_.fail(places_[static_cast<std::size_t>(broken->operand)], broken->problem);
      program.push_back(std::move(placed));
    }
    return program;
  }

 private:
  Instruction instruction() {
    const Guard guard = parse_guard();
    const SourcePosition here = scan_.place();
    const std::string opcode = upper(scan_.word());
    if (opcode == "TXQ") return txq(guard);
    if (opcode == "PIXLD") return pixld(guard, here);
    constexpr std::string_view kOpcodes[] = {"TXQ", "PIXLD"};
    if (opcode.empty()) scan_.fail(here, "expected an instruction", scan_.found());
    scan_.fail(here, "unknown instruction " + opcode, spelling_hint(opcode, kOpcodes));
  }

  Guard parse_guard() {
    Guard guard;
    if (!scan_.accept('@')) return guard;
    guard.negated = scan_.accept('!');
    guard.predicate = predicate("guard");
    return guard;
  }

  Register reg(const char* what) {
    const SourcePosition here = scan_.place();
    const std::string name = upper(scan_.word());
    if (name == "RZ") return {};
    const int number = numbered(name, 'R', Register::kZero - 1);
    if (number < 0)
      scan_.fail(here, std::string{what} + " is not a register" + (name.empty() ? "" : ": " + name),
                 "expected R0..R254 or RZ");
    return {static_cast<std::uint8_t>(number)};
  }

  Predicate predicate(const char* what) {
    const SourcePosition here = scan_.place();
    const std::string name = upper(scan_.word());
    if (name == "PT") return {};
    const int number = numbered(name, 'P', Predicate::kTrue);
    if (number < 0)
      scan_.fail(here, std::string{what} + " is not a predicate" + (name.empty() ? "" : ": " + name),
                 "expected P0..P7 or PT");
    return {static_cast<std::uint8_t>(number)};
  }

  /// n of a name such as R12, up to `largest`; -1 for anything else, also with leading zeros.
  static int numbered(const std::string& name, char prefix, int largest) {
    if (name.size() < 2 || name.size() > 4 || name[0] != prefix || (name[1] == '0' && name.size() > 2)) return -1;
    int number = 0;
    for (std::size_t i = 1; i < name.size(); ++i) {
      if (std::isdigit(static_cast<unsigned char>(name[i])) == 0) return -1;
      number = number * 10 + (name[i] - '0');
    }
    return number <= largest ? number : -1;
  }

  /// Remembers where an operand begins, for rules that only the whole instruction can break.
  void note_place(RuledOperand operand) { places_[static_cast<std::size_t>(operand)] = scan_.place(); }

  Txq txq(const Guard& guard) {
    Txq txq{.guard = guard};
    for (unsigned least = 0; scan_.next_is_modifier();) txq_modifier(txq, least);
    note_place(RuledOperand::kDestination);
    txq.destination = reg("Rd");
    scan_.expect(',', "after Rd");
    note_place(RuledOperand::kSource);
    txq.source = reg("Ra");
    scan_.expect(',', "after Ra");
    txq.query = query();
    scan_.expect(',', "after the query");
    txq_pointer_and_mask(txq);
    txq.scheduling = scheduling();
    return txq;
  }

  /// TXQ{.B}{.NODEP}{.phase}: each at most once, in this order.
  /// @param least  rank that a modifier must have, so that it follows those before it; raised by this one
  void txq_modifier(Txq& txq, unsigned& least) {
    scan_.accept('.');
    const SourcePosition here = scan_.place();
    const std::string modifier = upper(scan_.word());
    const auto phase = modifier.empty() ? std::nullopt : value_of<Phase>(modifier);
    unsigned rank = 0;
    if (modifier == "B") {
      txq.bindless = true;
    } else if (modifier == "NODEP") {
      rank = 1;
      txq.nodep = true;
    } else if (phase) {
      rank = 2;
    } else {
      constexpr std::string_view kModifiers[] = {"B", "NODEP", "T", "P"};
      scan_.fail(here, modifier.empty() ? "a modifier of TXQ is missing" : "TXQ has no modifier ." + modifier,
                 spelling_hint(modifier, kModifiers));
    }
    if (rank < least) {
      scan_.fail(here, "modifier ." + modifier + " is repeated, or behind one that it has to precede",
                 "expected TXQ{.B}{.NODEP}{.T or .P}");
    }
    least = rank + 1;
    if (phase) txq.phase = *phase;
  }

  TextureQuery query() {
    const SourcePosition here = scan_.place();
    scan_.accept('#');
    const std::string name = upper(scan_.word());
    if (const auto query = value_of<TextureQuery>(name)) return *query;
    if (undocumented_texture_queries().find(name) != nullptr) {
      throw Error{ExitCode::kUnsupported, Diagnostic{.position = here, .problem = "unsupported: TXQ query " + name}};
    }
    const auto names = enum_rows(TextureQuery{}).names();
    scan_.fail(here, name.empty() ? "the query is missing" : "unknown TXQ query " + name, spelling_hint(name, names));
  }

  /// Two immediates are tsPtrIdx and wmask, three are tid, smp and wmask, one is tsPtrIdx (resolution R6).
  void txq_pointer_and_mask(Txq& txq) {
    const SourcePosition first_place = scan_.place();
    const std::int64_t first = scan_.number("tsPtrIdx", 0, 0x1FFF);
    txq.constant_index = static_cast<std::uint16_t>(first);
    if (!scan_.accept(',')) return;
    const SourcePosition second_place = scan_.place();
    note_place(RuledOperand::kWriteMask);
    const std::int64_t second = scan_.number("wmask or smp", 0, 0x1F);
    if (!scan_.accept(',')) {
      if (second > 0xF)
        scan_.fail(second_place, "wmask " + std::to_string(second) + " is out of range", "expected 1..15");
      txq.write_mask = static_cast<std::uint8_t>(second);
      return;
    }
    if (first > 0xFF) scan_.fail(first_place, "tid " + std::to_string(first) + " is out of range", "expected 0..255");
    txq.legacy_form = true;
    txq.constant_index = legacy_constant_index(static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second));
    note_place(RuledOperand::kWriteMask);
    txq.write_mask = static_cast<std::uint8_t>(scan_.number("wmask", 0, 0xF));
  }

  Pixld pixld(const Guard& guard, const SourcePosition& place) {
    Pixld pixld{.guard = guard};
    if (!scan_.next_is_modifier()) {
      scan_.fail(place, "PIXLD has no mode",
                 "expected one of .MSCOUNT, .COVMASK, .COVERED, .OFFSET, .CENTROID_OFFSET, .MY_INDEX");
    }
    pixld.mode = mode();
    pixld.destination = reg("Rd");
    while (scan_.accept(',')) {
      const SourcePosition here = scan_.place();
      if (scan_.peek() == '[') {
        if (pixld.address) scan_.fail(here, "a second address");
        note_place(RuledOperand::kAddress);
        pixld.address = address();
      } else {
        if (pixld.predicate || pixld.address) scan_.fail(here, "expected the address", scan_.found());
        pixld.predicate = predicate("Pd");
      }
    }
    pixld.scheduling = scheduling();
    return pixld;
  }

  PixelMode mode() {
    scan_.accept('.');
    const SourcePosition here = scan_.place();
    const std::string name = upper(scan_.word());
    if (const auto mode = value_of<PixelMode>(name)) return *mode;
    if (name.starts_with("INVALID"))
      scan_.fail(here, "PIXLD." + name + " is an invalid encoding", "expected a mode 0..5");
    const auto names = enum_rows(PixelMode{}).names();
    scan_.fail(here, "unknown PIXLD mode " + name, spelling_hint(name, names));
  }

  PixelAddress address() {
    scan_.expect('[', "before the address");
    PixelAddress address;
    const char first = scan_.peek();
    if (first == 'R' || first == 'r') {
      address.base = reg("Ra");
      if (scan_.accept('+')) {
        address.immediate = static_cast<std::int16_t>(scan_.number("ImmS08", -128, 127));
      } else if (scan_.peek() == '-') {
        address.immediate = static_cast<std::int16_t>(scan_.number("ImmS08", -128, 127));
      }
    } else {
      address.immediate = static_cast<std::int16_t>(scan_.number("ImmU08", 0, 255));
    }
    scan_.expect(']', "after the address");
    return address;
  }

  /// Barriers and hint in any order, each at most once, then the semicolon.
  Scheduling scheduling() {
    Scheduling scheduling;
    bool waits = false;
    while (scan_.peek() == '&' || scan_.peek() == '?') {
      const SourcePosition here = scan_.place();
      if (scan_.accept('?')) {
        if (!scheduling.hint.empty()) scan_.fail(here, "a second ?sched");
        scheduling.hint = scan_.word();
        if (scheduling.hint.empty()) scan_.fail(here, "?sched has no name", scan_.found());
        continue;
      }
      scan_.accept('&');
      barrier(scheduling, waits, here);
    }
    scan_.expect(';', "at the end of the instruction");
    return scheduling;
  }

  void barrier(Scheduling& scheduling, bool& waits, const SourcePosition& here) {
    const std::string written = scan_.word();
    const std::string name = upper(written);
    const bool is_wait = name.starts_with("REQ");
    const bool is_read = name.starts_with("RD");
    if (!is_wait && !is_read && !name.starts_with("WR")) {
      constexpr std::string_view kBarrierNames[] = {"req", "rd", "wr"};
      scan_.fail(here, "unknown barrier &" + written, spelling_hint(name, kBarrierNames));
    }
    std::string digits = name.substr(is_wait ? 3 : 2);
    if (digits.starts_with("_")) digits = digits.substr(1);
    const int largest = is_wait ? (1 << kBarriers) - 1 : static_cast<int>(kBarriers) - 1;
    int value = -1;
    if (digits.empty() && scan_.accept('=')) {
      value = is_wait && scan_.peek() == '{' ? barrier_set() : static_cast<int>(scan_.number("barrier", 0, largest));
    } else {
      value = numbered("R" + digits, 'R', largest);
    }
    if (value < 0) {
      scan_.fail(here, is_wait ? "&req needs a wait mask" : "&" + written + " needs a barrier",
                 "expected " +
                     std::string{is_wait   ? "&req_"
                                 : is_read ? "&rd"
                                           : "&wr"} +
                     " with 0.." + std::to_string(largest));
    }
    if (is_wait ? waits : is_read ? scheduling.read.has_value() : scheduling.write.has_value())
      scan_.fail(here, "&" + written + " is given twice");
    if (is_wait) {
      waits = true;
      scheduling.wait_mask = static_cast<std::uint8_t>(value);
    } else {
      (is_read ? scheduling.read : scheduling.write) = static_cast<std::uint8_t>(value);
    }
  }

  /// `{0,3}`: barriers by number, as a mask.
  int barrier_set() {
    scan_.expect('{', "before the barriers");
    int mask = 0;
    do {
      mask |= 1 << scan_.number("barrier", 0, kBarriers - 1);
    } while (scan_.accept(','));
    scan_.expect('}', "after the barriers");
    return mask;
  }

  Scanner scan_;
  std::array<SourcePosition, 4> places_;  // by RuledOperand, of the instruction that is read
};

}  // namespace

std::vector<PlacedInstruction> parse_program(std::string_view text, const std::string& file) {
  return Parser{text, file}.program();
}

}  // namespace texpipe::spa
