#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include "isa/visa/encoding.h"
#include "isa/visa/isa_file.h"
#include "isa/visa/text.h"

using namespace texpipe;
using namespace texpipe::visa;

namespace {

template <class T>
T pick(T low, T high) {
  return static_cast<T>(*rc::gen::inRange<int>(static_cast<int>(low), static_cast<int>(high) + 1));
}

ExecutionControl any_execution(bool allows_32) {
  ExecutionControl execution;
  execution.size = static_cast<std::uint8_t>(8u << pick(0, allows_32 ? 2 : 1));
  const unsigned step = execution.size / 4;
  execution.offset = static_cast<std::uint8_t>(pick(0, static_cast<int>(8 / step) - 1) * static_cast<int>(step));
  execution.no_mask = pick(0, 1);
  return execution;
}

RawOperand any_raw(std::uint32_t first, std::uint32_t last) {
  return {pick(first, last), pick<std::uint16_t>(0, 999)};
}

/// A program with variables of every type: 32..41 f, 42..51 ud, 52 uw, 53 hf.
Program declarations() {
  Program program;
  for (unsigned i = 0; i < 22; ++i) {
    const DataType type = i < 10 ? DataType::kF : i < 20 ? DataType::kUd : i == 20 ? DataType::kUw : DataType::kHf;
    program.variables.push_back(
        {.name = "V" + std::to_string(i), .type = type, .elements = 1024, .alignment = Alignment::kHword});
  }
  for (unsigned i = 1; i < 4; ++i) program.predicates.push_back({.name = "P" + std::to_string(i), .elements = 16});
  for (unsigned i = 0; i < 4; ++i) program.samplers.push_back({.name = "S" + std::to_string(i)});
  for (unsigned i = 0; i < 4; ++i) program.surfaces.push_back({.name = "T" + std::to_string(i + 10)});
  return program;
}

Instruction any_instruction() {
  const auto operations = all_operations();
  const OperationFacts& operation = operations[pick<std::size_t>(0, operations.size() - 1)];
  const bool info = operation.opcode == SamplerOpcode::kInfo;
  const auto surface = pick<std::uint8_t>(6, 9);
  if (info) {
    InfoInstruction instruction{.operation = operation.operation, .execution = any_execution(true), .surface = surface};
    if (operation.operation == SamplerMessageType::kResinfo) instruction.lod = any_raw(42, 51);
    instruction.destination = any_raw(42, 51);
    return instruction;
  }
  SamplerInstruction instruction{.operation = operation.operation};
  instruction.pixel_null_mask = pick(0, 1);
  instruction.coarse_pixel = operation.compares_neighbours() && pick(0, 1);
  instruction.divergent_sampler = operation.opcode == SamplerOpcode::kSample3d && pick(0, 1);
  instruction.execution = any_execution(false);
  if (pick(0, 1))
    instruction.predicate = {.variable = pick<std::uint16_t>(1, 3),
                             .inverted = pick(0, 1) != 0,
                             .control = pick(PredicateUse::Control::kEach, PredicateUse::Control::kAll)};
  instruction.channels = operation.opcode == SamplerOpcode::kSample4 ? static_cast<std::uint8_t>(1u << pick(0, 3))
                                                                     : pick<std::uint8_t>(1, 15);
  if (pick(0, 3) == 0) {
    instruction.offsets =
        RegisterOperand{.variable = 52, .row = 0, .column = pick<std::uint8_t>(0, 15), .region = {0, 1, 0}};
  } else {
    instruction.offsets = Immediate{DataType::kUw, pick<std::uint64_t>(0, 0xFFF) | (pick(0, 1) ? 0x8000u : 0u)};
  }
  if (operation.opcode != SamplerOpcode::kLoad3d) instruction.sampler = pick<std::uint8_t>(0, 3);
  instruction.surface = surface;
  instruction.destination = any_raw(32, 53);
  const bool integers = operation.takes_integers();
  for (std::size_t i = pick<std::size_t>(1, operation.parameters().size()); i > 0; --i) {
    instruction.parameters.push_back(any_raw(integers ? 42 : 32, integers ? 51 : 41));
  }
  return instruction;
}

void check(bool holds) {
  CHECK(holds);
}

}  // namespace

TEST_CASE("any valid instruction survives text and both byte layouts", "[visa][property]") {
  const Program declared = declarations();
  check(rc::check("text and bytes", [&] {
    Program program = declared;
    program.statements.push_back({any_instruction()});
    RC_ASSERT(violations(program, program.statements[0].instruction, Generation::kKbl).empty());
    RC_ASSERT(parse_text(print(program), "t").statements == program.statements);
    std::vector<std::uint8_t> bytes = encode(program.statements, Layout::kDocument);
    FieldReader document{bytes, "b"};
    RC_ASSERT(decode_stream(document, program, Layout::kDocument, Generation::kKbl) == program.statements);
    Program kept = program;
    if (auto* sampler = std::get_if<SamplerInstruction>(&kept.statements[0].instruction))
      sampler->divergent_sampler = false;
    bytes = encode(program.statements, Layout::kIgc);
    FieldReader igc{bytes, "b"};
    RC_ASSERT(decode_stream(igc, program, Layout::kIgc, Generation::kKbl) == kept.statements);
    RC_ASSERT(encode(kept.statements, Layout::kIgc) == bytes);
  }));
}

TEST_CASE("bytes that decode encode to the same bytes", "[visa][property]") {
  const Program declared = declarations();
  check(rc::check("mutated instructions", [&] {
    const Layout layout = pick(0, 1) ? Layout::kIgc : Layout::kDocument;
    std::vector<std::uint8_t> bytes = encode({{any_instruction()}}, layout);
    bytes[pick<std::size_t>(0, bytes.size() - 1)] ^= static_cast<std::uint8_t>(1u << pick(0, 7));
    Program program;
    try {
      program = decode_bare(bytes, "b", layout, Generation::kKbl);
    } catch (const Error&) {
      return;  // refused with its place
    }
    const bool divergent = layout == Layout::kIgc &&
                           std::any_of(program.statements.begin(), program.statements.end(), [](const Statement& s) {
                             const auto* sampler = std::get_if<SamplerInstruction>(&s.instruction);
                             return sampler && sampler->divergent_sampler;
                           });
    if (!divergent) RC_ASSERT(encode(program.statements, layout) == bytes);
  }));
}
