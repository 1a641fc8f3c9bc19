#include "functional/frame/state/read_program.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "base/diagnostic.h"
#include "base/unit_text.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t kMostBytes = 1 << 20;
constexpr std::uint32_t kPortion = 1024;

bool ends_thread(const gen9::EuInstruction& instruction) {
  const gen9::EuForm form = instruction.shape().form;
  return (form == gen9::EuForm::kSend || form == gen9::EuForm::kSplitSend) && instruction.message.end_of_thread;
}

}  // namespace

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

}  // namespace texpipe::functional
