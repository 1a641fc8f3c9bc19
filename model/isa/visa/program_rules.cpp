#include "isa/visa/program_rules.h"

#include <algorithm>
#include <bit>
#include <map>

namespace texpipe::visa {

namespace {

constexpr unsigned kMajor = 4;
constexpr unsigned kLastMinor = 1;
constexpr unsigned kMostChannels = 32;

unsigned bytes_of(const Variable& variable) {
  return variable.elements * byte_size(variable.type);
}

std::string range_text(unsigned first, unsigned size) {
  return "bytes " + std::to_string(first) + " to " + std::to_string(first + size - 1);
}

std::string input_name(const Program& program, const Input& input) {
  const Variable* variable = find_variable(program, input.index);
  return variable ? variable->name : std::to_string(input.index);
}

const GenericInstruction* generic_of(const Statement& statement) {
  return std::get_if<GenericInstruction>(&statement.instruction);
}

bool is_label(const GenericInstruction& instruction) {
  return instruction.opcode->code == kOpcodeLabel || instruction.opcode->code == kOpcodeSubroutine;
}

bool jumps(const GenericInstruction& instruction) {
  return instruction.opcode->name == "goto" || instruction.opcode->name == "jmp";
}

/// Whether nothing behind the statement runs, unless a jump leads there.
bool ends_control(const Statement& statement) {
  const GenericInstruction* generic = generic_of(statement);
  return generic && (jumps(*generic) || generic->opcode->name == "ret") && !generic->predicate.present();
}

}  // namespace

bool is_known_version(unsigned major, unsigned minor) {
  return major == kMajor && minor <= kLastMinor;
}

std::optional<RuleProblem> alias_problem(const Program& program, const Variable& variable) {
  if (variable.alias == 0) return std::nullopt;
  const VariablePlace place = owner_of(program, variable.alias);
  const Variable* owner = find_variable(program, place.variable);
  if (!owner) return std::nullopt;
  const unsigned end = place.byte + variable.alias_offset + bytes_of(variable);
  if (end <= bytes_of(*owner)) return std::nullopt;
  return RuleProblem{"alias " + variable.name + " ends at byte " + std::to_string(end) + " of " + owner->name +
                         ", which has " + std::to_string(bytes_of(*owner)),
                     {}};
}

std::optional<RuleProblem> input_problem(const Program& program, const Input& input) {
  if (input.kind != Input::Kind::kGeneral || input.size == 0) return std::nullopt;
  const std::string name = input_name(program, input);
  const Variable* variable = find_variable(program, input.index);
  if (variable && input.index >= kFirstUserVariable && input.size > bytes_of(*variable)) {
    return RuleProblem{"input " + name + " has " + std::to_string(input.size) + " bytes, its variable " +
                           std::to_string(bytes_of(*variable)),
                       {}};
  }
  for (const Input& other : program.inputs) {
    const bool apart = other.kind != Input::Kind::kGeneral || other.size == 0 ||
                       other.offset + other.size <= input.offset || input.offset + input.size <= other.offset;
    if (apart) continue;
    return RuleProblem{"input " + name + " in " + range_text(input.offset, input.size) + " overlaps input " +
                           input_name(program, other) + " in " + range_text(other.offset, other.size),
                       {}};
  }
  return std::nullopt;
}

std::optional<RuleProblem> predicate_problem(const NamedArray& predicate) {
  if (std::has_single_bit(predicate.elements) && predicate.elements <= kMostChannels) return std::nullopt;
  return RuleProblem{"predicate " + predicate.name + " has " + std::to_string(predicate.elements) + " elements",
                     "expected 1, 2, 4, 8, 16 or 32"};
}

std::optional<RuleProblem> attribute_problem(const Attribute& attribute) {
  if (attribute.name != "SimdSize" || attribute.value.empty()) return std::nullopt;
  std::uint64_t size = 0;
  for (std::size_t i = std::min<std::size_t>(attribute.value.size(), 8); i > 0; --i)
    size = size << 8 | static_cast<unsigned char>(attribute.value[i - 1]);
  for (const std::uint64_t listed : {1u, 8u, 16u, 32u}) {
    if (size == listed) return std::nullopt;
  }
  return RuleProblem{"SimdSize is " + std::to_string(size), "expected 8, 16 or 32"};
}

std::vector<StatementProblem> structure_problems(const Program& program) {
  std::vector<StatementProblem> problems;
  std::map<std::uint16_t, std::size_t> labels;
  const auto name_of_label = [&](std::uint16_t label) {
    return label < program.labels.size() ? program.labels[label].name : std::to_string(label);
  };
  for (std::size_t i = 0; i < program.statements.size(); ++i) {
    const GenericInstruction* generic = generic_of(program.statements[i]);
    if (generic && is_label(*generic) && !labels.emplace(generic->label, i).second)
      problems.push_back({i, {"label " + name_of_label(generic->label) + " stands twice", {}}});
  }
  for (std::size_t i = 0; i < program.statements.size(); ++i) {
    const GenericInstruction* generic = generic_of(program.statements[i]);
    if (generic && jumps(*generic) && !labels.contains(generic->label)) {
      problems.push_back({i,
                          {"label " + name_of_label(generic->label) + " stands before no statement",
                           "expected a line " + name_of_label(generic->label) + ":"}});
    }
  }
  if (!program.name.empty() && (program.statements.empty() || !ends_control(program.statements.back()))) {
    const std::size_t last = program.statements.empty() ? 0 : program.statements.size() - 1;
    problems.push_back({last, {"kernel " + program.name + " does not end with ret", "expected ret (M1, 1)"}});
  }
  return problems;
}

}  // namespace texpipe::visa
