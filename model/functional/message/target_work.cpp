#include "functional/message/target_work.h"

#include <algorithm>

namespace texpipe::functional {

namespace {

/// Lines among which a new one is looked for: those of a tile's edge come again soon or never.
constexpr std::size_t kRecent = 16;

}  // namespace

void touch_line(std::vector<FrameLine>& lines, std::size_t first, const FrameLine& line) {
  const std::size_t from = std::max(first, lines.size() - std::min(lines.size(), kRecent));
  for (std::size_t i = lines.size(); i-- > from;) {
    FrameLine& there = lines[i];
    if (there.address != line.address || there.cache != line.cache) continue;
    there.read |= line.read;
    there.write |= line.write;
    return;
  }
  lines.push_back(line);
}

}  // namespace texpipe::functional
