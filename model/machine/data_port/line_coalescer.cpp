#include "machine/data_port/line_coalescer.h"

#include <algorithm>

namespace texpipe::machine {

std::vector<LineWrite> coalesce(const std::vector<functional::MemoryWrite>& writes, ByteSize length) {
  std::vector<LineWrite> lines;
  for (const functional::MemoryWrite& write : writes) {
    for (std::uint64_t i = 0; i < write.size; ++i) {
      const std::uint64_t address = write.address.value() + i;
      const ByteAddress line{address - address % length.value()};
      auto found = std::find_if(lines.begin(), lines.end(), [line](const LineWrite& l) { return l.line == line; });
      if (found == lines.end()) found = lines.insert(lines.end(), LineWrite{line});
      found->bytes |= std::uint64_t{1} << address % length.value();
    }
  }
  return lines;
}

}  // namespace texpipe::machine
