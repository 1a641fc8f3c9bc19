#include "machine/data_port/line_coalescer.h"

#include <algorithm>
#include <bit>

namespace texpipe::machine {

namespace {

/// Adds the lines of an access. Lines before index `first` are of other groups of accesses and are not joined.
void add_lines(const functional::MemoryAccess& access, std::uint64_t length, std::size_t first,
               std::vector<LineAccess>& lines) {
  const std::uint64_t end = access.address.value() + access.size;
  for (std::uint64_t at = access.address.value(); at < end;) {
    const std::uint64_t place = at % length;
    const std::uint64_t count = std::min(end - at, length - place);
    const ByteAddress start{at - place};
    auto found = std::find_if(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end(),
                              [start](const LineAccess& l) { return l.line == start; });
    if (found == lines.end()) found = lines.insert(lines.end(), LineAccess{start});
    found->bytes |= ~std::uint64_t{0} >> (64 - count) << place;
    at += count;
  }
}

}  // namespace

void coalesce(const std::vector<functional::MemoryAccess>& accesses, ByteSize line, std::vector<LineAccess>& lines) {
  lines.clear();
  for (const functional::MemoryAccess& access : accesses) add_lines(access, line.value(), 0, lines);
}

void gather_lines(const std::vector<functional::MemoryAccess>& accesses, ByteSize line, ByteSize gather,
                  std::vector<LineAccess>& lines) {
  constexpr unsigned kDwordBytes = 4;
  lines.clear();
  std::size_t first = 0;
  std::uint64_t taken = 0;
  for (const functional::MemoryAccess& access : accesses) {
    const std::uint64_t bytes = std::bit_ceil(std::max<unsigned>(access.size, kDwordBytes));
    if (taken + bytes > gather.value()) {
      first = lines.size();
      taken = 0;
    }
    taken += bytes;
    add_lines(access, line.value(), first, lines);
  }
}

}  // namespace texpipe::machine
