#include "isa/spa/hazards.h"

#include <algorithm>
#include <array>

#include "isa/spa/register_use.h"

namespace texpipe::spa {

namespace {

constexpr EnumRow kHazardKinds[] = {
    {0, "read_after_write", "a result is read that may not be there yet"},
    {1, "write_after_write", "two results under way go to one register"},
    {2, "write_after_read", "a source is overwritten that may not have been read yet"},
};

/// Instructions in flight that write or still read one register or predicate.
struct Claims {
  std::vector<std::size_t> writer;   // one or none, not waited for
  std::vector<std::size_t> readers;  // with &rd, not waited for
};

/// Registers and predicates while a program is walked through.
class Tracker {
 public:
  explicit Tracker(std::span<const PlacedInstruction> program) : program_{program} {}

  std::vector<Hazard> walk() {
    for (std::size_t at = 0; at < program_.size(); ++at) {
      const Instruction& instruction = program_[at].instruction;
      const Scheduling& scheduling = scheduling_of(instruction);
      wait_for(scheduling.wait_mask);
      const RegisterUse use = register_use(instruction);
      for (const Register r : use.reads) read(registers_[r.number], at, register_name(r.number), scheduling);
      if (use.guard) read(predicates_[use.guard->number], at, predicate_name(*use.guard), scheduling);
      for (unsigned i = 0; i < use.components && !use.destination.is_zero(); ++i) {
        const unsigned number = use.destination.number + i;
        write(registers_[number], at, register_name(number));
      }
      if (use.predicate_written)
        write(predicates_[use.predicate_written->number], at, predicate_name(*use.predicate_written));
    }
    return std::move(hazards_);
  }

 private:
  static std::string register_name(unsigned number) { return "R" + std::to_string(number); }
  static std::string predicate_name(Predicate p) { return "P" + std::to_string(p.number); }

  /// Results that have been waited for are written, and their sources read.
  void wait_for(std::uint8_t mask) {
    if (mask == 0) return;
    const auto covered = [&](const std::optional<std::uint8_t>& barrier) { return barrier && (mask >> *barrier & 1); };
    const auto written = [&](std::size_t i) { return covered(scheduling_of(program_[i].instruction).write); };
    const auto consumed = [&](std::size_t i) {
      return written(i) || covered(scheduling_of(program_[i].instruction).read);
    };
    const auto forget = [&](Claims& claims) {
      std::erase_if(claims.writer, written);
      std::erase_if(claims.readers, consumed);
    };
    std::for_each(registers_.begin(), registers_.end(), forget);
    std::for_each(predicates_.begin(), predicates_.end(), forget);
  }

  void read(Claims& claims, std::size_t at, const std::string& operand, const Scheduling& scheduling) {
    for (const std::size_t writer : claims.writer) report(HazardKind::kReadAfterWrite, writer, at, operand);
    if (scheduling.read) claims.readers.push_back(at);
  }

  void write(Claims& claims, std::size_t at, const std::string& operand) {
    for (const std::size_t writer : claims.writer) report(HazardKind::kWriteAfterWrite, writer, at, operand);
    for (const std::size_t reader : claims.readers) {
      if (reader != at) report(HazardKind::kWriteAfterRead, reader, at, operand);
    }
    claims.writer = {at};
    std::erase_if(claims.readers, [&](std::size_t reader) { return reader != at; });
  }

  void report(HazardKind kind, std::size_t earlier, std::size_t later, const std::string& operand) {
    const auto of_this_one =
        std::find_if(hazards_.rbegin(), hazards_.rend(), [&](const Hazard& h) { return h.later != later; }).base();
    const bool known = std::any_of(of_this_one, hazards_.end(),
                                   [&](const Hazard& h) { return h.kind == kind && h.earlier == earlier; });
    if (!known) hazards_.push_back({kind, earlier, later, operand});
  }

  std::span<const PlacedInstruction> program_;
  std::array<Claims, Register::kZero> registers_;
  std::array<Claims, Predicate::kTrue> predicates_;
  std::vector<Hazard> hazards_;
};

std::string place_text(const SourcePosition& place) {
  return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

std::string barrier_hint(const std::optional<std::uint8_t>& barrier, const SourcePosition& place, const char* name) {
  if (barrier) return "expected &req_" + std::to_string(1u << *barrier) + " or more bits here";
  return std::string{"expected "} + name + " at " + place_text(place) + " and &req here";
}

}  // namespace

EnumRows enum_rows(HazardKind) {
  return {"hazard", kHazardKinds};
}

std::vector<Hazard> hazards_of(std::span<const PlacedInstruction> program) {
  return Tracker{program}.walk();
}

Diagnostic hazard_diagnostic(const Hazard& hazard, std::span<const PlacedInstruction> program) {
  const PlacedInstruction& earlier = program[hazard.earlier];
  const Scheduling& scheduling = scheduling_of(earlier.instruction);
  Diagnostic diagnostic{.position = program[hazard.later].position};
  const std::string place = place_text(earlier.position);
  if (hazard.kind == HazardKind::kWriteAfterRead) {
    diagnostic.problem = "hazard: writes " + hazard.operand + ", which " + place + " may not have read yet";
    diagnostic.hint = barrier_hint(scheduling.read, earlier.position, "&rd");
  } else {
    const char* verb = hazard.kind == HazardKind::kReadAfterWrite ? "reads " : "writes ";
    diagnostic.problem =
        std::string{"hazard: "} + verb + hazard.operand + " without waiting for the result of " + place;
    diagnostic.hint = barrier_hint(scheduling.write, earlier.position, "&wr");
  }
  return diagnostic;
}

}  // namespace texpipe::spa
