#include "machine/data_port/line_coalescer.h"

#include <algorithm>

namespace texpipe::machine {

void coalesce(const std::vector<functional::MemoryAccess>& accesses, ByteSize line, std::vector<LineAccess>& lines) {
  lines.clear();
  const std::uint64_t length = line.value();
  for (const functional::MemoryAccess& access : accesses) {
    const std::uint64_t end = access.address.value() + access.size;
    for (std::uint64_t at = access.address.value(); at < end;) {
      const std::uint64_t place = at % length;
      const std::uint64_t count = std::min(end - at, length - place);
      const ByteAddress start{at - place};
      auto found = std::find_if(lines.begin(), lines.end(), [start](const LineAccess& l) { return l.line == start; });
      if (found == lines.end()) found = lines.insert(lines.end(), LineAccess{start});
      found->bytes |= ~std::uint64_t{0} >> (64 - count) << place;
      at += count;
    }
  }
}

}  // namespace texpipe::machine
