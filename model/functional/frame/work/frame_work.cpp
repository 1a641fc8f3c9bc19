#include "functional/frame/work/frame_work.h"

#include <array>

namespace texpipe::functional {

namespace {

constexpr std::array<EnumRow, 5> kOrders{{
    {0, "scan", "rows of subspans over the whole primitive"},
    {1, "tiles", "rows of tiles, all from the left"},
    {2, "serpentine", "rows of tiles, every other one from the right"},
    {3, "morton", "tiles along a Z curve"},
    {4, "hilbert", "tiles along a Hilbert curve"},
}};

}  // namespace

EnumRows enum_rows(TileOrder) {
  return {"tile order", kOrders};
}

void FrameWork::touch(ByteAddress address, FrameCache cache, bool read, bool write) {
  FrameStep& step = steps.back();
  touch_line(lines, step.first_line, {line_of(address), cache, read, write});
  step.lines = static_cast<std::uint32_t>(lines.size()) - step.first_line;
}

}  // namespace texpipe::functional
