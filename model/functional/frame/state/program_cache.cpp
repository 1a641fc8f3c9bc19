#include "functional/frame/state/program_cache.h"

#include <span>

#include "functional/frame/state/read_program.h"

namespace texpipe::functional {

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
