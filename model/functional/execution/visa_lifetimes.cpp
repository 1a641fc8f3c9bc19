#include "functional/execution/visa_lifetimes.h"

#include <algorithm>
#include <vector>

namespace texpipe::functional {

namespace {

struct Accesses {
  std::vector<std::uint32_t> variables;

  void add(const visa::RawOperand& operand) { variables.push_back(operand.variable); }
  void add(const visa::VectorOperand& operand) {
    if (const auto* reg = std::get_if<visa::RegisterOperand>(&operand)) variables.push_back(reg->variable);
  }
  void operator()(const visa::SamplerInstruction& instruction) {
    add(instruction.offsets);
    add(instruction.destination);
    for (const visa::RawOperand& parameter : instruction.parameters) add(parameter);
  }
  void operator()(const visa::InfoInstruction& instruction) {
    if (instruction.lod) add(*instruction.lod);
    add(instruction.destination);
  }
  void operator()(const visa::GenericInstruction& instruction) {
    for (const visa::VectorOperand& operand : instruction.operands) add(operand);
    for (const visa::RawOperand& raw : instruction.raws) add(raw);
  }
};

using Lifetimes = std::map<std::uint32_t, VisaLifetime>;

void touch(Lifetimes& lives, std::uint32_t variable, std::size_t statement) {
  const auto [life, created] = lives.try_emplace(variable, VisaLifetime{statement, statement});
  life->second.first = std::min(life->second.first, statement);
  life->second.last = std::max(life->second.last, statement);
}

/// Loops of a program, each from its label to the jump back to it.
std::vector<VisaLifetime> loops(const visa::Program& program) {
  std::map<std::uint16_t, std::size_t> labels;
  std::vector<VisaLifetime> found;
  for (std::size_t i = 0; i < program.statements.size(); ++i) {
    const auto* generic = std::get_if<visa::GenericInstruction>(&program.statements[i].instruction);
    if (!generic) continue;
    if (generic->opcode->code == visa::kOpcodeLabel) labels.emplace(generic->label, i);
    const bool jumps = generic->opcode->name == "goto" || generic->opcode->name == "jmp";
    const auto label = labels.find(generic->label);
    if (jumps && label != labels.end()) found.push_back({label->second, i});
  }
  return found;
}

}  // namespace

Lifetimes lifetimes(const visa::Program& program, const std::set<std::string>& preset) {
  Lifetimes lives;
  for (std::size_t i = 0; i < program.statements.size(); ++i) {
    Accesses accesses;
    std::visit(accesses, program.statements[i].instruction);
    for (std::uint32_t variable : accesses.variables) touch(lives, owner_of(program, variable).variable, i);
  }
  for (const visa::Input& input : program.inputs) {
    if (input.kind == visa::Input::Kind::kGeneral) touch(lives, owner_of(program, input.index).variable, 0);
  }
  for (std::uint32_t i = 0; i < program.variables.size(); ++i) {
    if (preset.contains(program.variables[i].name))
      touch(lives, owner_of(program, visa::kFirstUserVariable + i).variable, 0);
  }
  const std::vector<VisaLifetime> all_loops = loops(program);
  for (bool grown = true; grown;) {  // loops may overlap each other
    grown = false;
    for (const VisaLifetime& loop : all_loops) {
      for (auto& [variable, life] : lives) {
        if (!life.overlaps(loop) || (life.first <= loop.first && life.last >= loop.last)) continue;
        life = {std::min(life.first, loop.first), std::max(life.last, loop.last)};
        grown = true;
      }
    }
  }
  std::erase_if(lives, [](const auto& each) { return each.first < visa::kFirstUserVariable; });
  return lives;
}

}  // namespace texpipe::functional
