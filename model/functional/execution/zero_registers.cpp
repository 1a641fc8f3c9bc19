#include "functional/execution/zero_registers.h"

#include <cstring>

namespace texpipe::functional {

// Alone in its file: of a length whose bounds it sees GCC 12 makes `rep stos`, which takes longer to begin than the
// library takes for some registers.
void zero_registers(ThreadRegisters& registers, std::size_t first, std::size_t count) {
  std::memset(registers.grf.data() + first, 0, count * sizeof(Grf));
}

void zero_bytes(std::span<std::byte> bytes) {
  std::memset(bytes.data(), 0, bytes.size());
}

}  // namespace texpipe::functional
