// Shader programs in memory, decoded once for as long as their bytes stay.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "base/quantity.h"
#include "functional/execution/eu/eu_code.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {

class ProgramCache {
 public:
  explicit ProgramCache(const GpuMemory& memory) : memory_{memory} {}

  /// The program that begins at an address, up to its last message with end of thread. It stays valid until the memory
  /// under it changes and `at` is asked for it again. Errors: those of EuCode and of decoding, and kMalformedInput when
  /// the program has no end within 1 MiB.
  const EuCode& at(ByteAddress address);

  struct Program {
    std::uint64_t generation = 0;  // of the memory, when it was decoded
    std::uint32_t bytes = 0;
    std::uint32_t instructions = 0;
    std::unique_ptr<EuCode> code;
  };
  /// Programs decoded so far, by address.
  const std::map<std::uint64_t, Program>& programs() const { return programs_; }

 private:
  bool changed(ByteAddress address, const Program& program) const;

  const GpuMemory& memory_;
  std::map<std::uint64_t, Program> programs_;
};

}  // namespace texpipe::functional
