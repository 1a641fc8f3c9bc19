#include "functional/frame/work/frame_work.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>

namespace texpipe::functional {

namespace {

constexpr std::array<EnumRow, 5> kOrders{{
    {0, "scan", "rows of subspans over the whole primitive"},
    {1, "tiles", "rows of tiles, all from the left"},
    {2, "serpentine", "rows of tiles, every other one from the right"},
    {3, "morton", "tiles along a Z curve"},
    {4, "hilbert", "tiles along a Hilbert curve"},
}};

std::uint64_t threads_of(std::span<const FrameStep> steps) {
  std::uint64_t threads = 0;
  for (const FrameStep& step : steps) threads += step.opens;
  return threads;
}

}  // namespace

EnumRows enum_rows(TileOrder) {
  return {"tile order", kOrders};
}

void FrameWork::touch(const FrameLine& line) {
  FrameStep& step = steps.back();
  touch_line(lines, step.first_line, line);
  step.lines = static_cast<std::uint32_t>(lines.size()) - step.first_line;
}

void FrameWork::add_shared(FrameStepKind kind, std::uint64_t amount, std::uint64_t steps,
                           std::initializer_list<std::reference_wrapper<const std::vector<FrameLine>>> shared) {
  for (std::uint64_t i = 0; i < steps; ++i) {
    FrameStep& step = add(kind, static_cast<std::uint32_t>(amount * (i + 1) / steps - amount * i / steps));
    for (const std::vector<FrameLine>& all : shared) {
      const auto place = [&](std::uint64_t n) {
        return all.begin() + static_cast<std::ptrdiff_t>(all.size() * n / steps);
      };
      lines.insert(lines.end(), place(i), place(i + 1));
    }
    step.lines = static_cast<std::uint32_t>(lines.size()) - step.first_line;
  }
}

void FrameWork::keep(std::size_t first, const std::function<bool(std::uint32_t draw)>& wanted) {
  const std::vector<FrameStep> all(steps.begin() + static_cast<std::ptrdiff_t>(first), steps.end());
  steps.resize(first);
  std::vector<FrameLine> kept;
  std::size_t before = lines.size();
  for (const FrameStep& step : all) before = std::min<std::size_t>(before, step.first_line);
  for (FrameStep step : all) {
    if (!wanted(step.draw)) continue;
    const auto line = lines.begin() + step.first_line;
    step.first_line = static_cast<std::uint32_t>(before + kept.size());
    kept.insert(kept.end(), line, line + step.lines);
    steps.push_back(step);
  }
  lines.resize(before);
  lines.insert(lines.end(), kept.begin(), kept.end());
}

void FrameWork::spread(std::size_t first, std::size_t middle) {
  const std::span<const FrameStep> host = std::span{steps}.subspan(first, middle - first);
  const std::span<const FrameStep> guests = std::span{steps}.subspan(middle);
  if (host.empty() || guests.empty()) return;
  const std::uint64_t hosts = threads_of(host), all = threads_of(guests);
  std::vector<FrameStep> mixed;
  mixed.reserve(host.size() + guests.size());
  std::uint64_t before_host = 0, before_guest = 0;
  auto guest = guests.begin();
  for (const FrameStep& step : host) {
    for (; guest != guests.end() && before_guest * hosts <= before_host * all; ++guest) {
      before_guest += guest->opens;
      mixed.push_back(*guest);
    }
    before_host += step.opens;
    mixed.push_back(step);
  }
  mixed.insert(mixed.end(), guest, guests.end());
  steps.resize(first);
  steps.insert(steps.end(), std::make_move_iterator(mixed.begin()), std::make_move_iterator(mixed.end()));
}

}  // namespace texpipe::functional
