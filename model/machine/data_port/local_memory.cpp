#include "machine/data_port/local_memory.h"

#include <algorithm>

namespace texpipe::machine {

std::uint64_t bank_cycles(const std::vector<functional::MemoryAccess>& accesses, std::uint32_t banks) {
  constexpr std::uint64_t kDwordBytes = 4;
  std::vector<std::uint64_t> dwords;
  for (const functional::MemoryAccess& access : accesses) {
    const std::uint64_t first = access.address.value() / kDwordBytes;
    const std::uint64_t end = (access.address.value() + access.size + kDwordBytes - 1) / kDwordBytes;
    for (std::uint64_t dword = first; dword < end; ++dword) dwords.push_back(dword);
  }
  std::sort(dwords.begin(), dwords.end());
  dwords.erase(std::unique(dwords.begin(), dwords.end()), dwords.end());
  std::vector<std::uint64_t> per_bank(banks, 0);
  std::uint64_t most = 1;
  for (const std::uint64_t dword : dwords) most = std::max(most, ++per_bank[dword % banks]);
  return most;
}

}  // namespace texpipe::machine
