#include "functional/frame/state/program_cache.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "base/unit_text.h"
#include "isa/gen9/eu_instruction.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t kMostBytes = 1 << 20;
constexpr std::uint32_t kPortion = 1024;

bool ends_thread(const gen9::EuInstruction& instruction) {
  const gen9::EuForm form = instruction.shape().form;
  return (form == gen9::EuForm::kSend || form == gen9::EuForm::kSplitSend) && instruction.message.end_of_thread;
}

struct ReadProgram {
  std::vector<gen9::EuInstruction> instructions;
  std::uint32_t bytes = 0;
};

/// Instructions from an address to a message that ends the thread and that no branch before it jumps over.
ReadProgram read_program(const GpuMemory& memory, ByteAddress address) {
  std::vector<std::uint8_t> code;
  ReadProgram program;
  std::int64_t furthest = 0;  // byte that a branch so far goes to
  while (program.bytes < kMostBytes) {
    if (program.bytes + 16 > code.size()) {
      const std::size_t had = code.size();
      const ByteAddress next{address.value() + had};
      if (!GpuMemory::holds(next, ByteSize{kPortion})) break;
      code.resize(had + kPortion);
      memory.read(next, std::as_writable_bytes(std::span{code}.subspan(had)));
    }
    const gen9::EuInstruction& read = program.instructions.emplace_back(gen9::read_eu(std::span{code}, program.bytes));
    for (const std::int32_t jump : {read.has_jip() ? read.jip : 0, read.has_uip() ? read.uip : 0})
      furthest = std::max(furthest, std::int64_t{program.bytes} + jump);
    program.bytes += read.size();
    if (ends_thread(read) && furthest < program.bytes) return program;
  }
  throw Error{ExitCode::kMalformedInput,
              "the program at " + value_text(address) + " has no message that ends its thread within 1 MiB"};
}

}  // namespace

const EuCode& ProgramCache::at(ByteAddress address) {
  Program& program = programs_[address.value()];
  if (program.code != nullptr && program.generation == memory_.generation()) return *program.code;
  if (program.code != nullptr && !changed(address, program)) {
    program.generation = memory_.generation();
    return *program.code;
  }
  const ReadProgram read = read_program(memory_, address);
  program.code = std::make_unique<EuCode>(read.instructions);
  program.bytes = read.bytes;
  program.instructions = static_cast<std::uint32_t>(read.instructions.size());
  memory_.watch(address, ByteSize{read.bytes});
  program.generation = memory_.generation();
  return *program.code;
}

bool ProgramCache::changed(ByteAddress address, const Program& program) const {
  for (std::uint64_t tile = address.value() / GpuMemory::kTileBytes;
       tile <= (address.value() + program.bytes - 1) / GpuMemory::kTileBytes; ++tile) {
    if (memory_.changed_since(tile, program.generation)) return true;
  }
  return false;
}

}  // namespace texpipe::functional
