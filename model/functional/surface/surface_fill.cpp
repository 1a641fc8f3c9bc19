#include "functional/surface/surface_fill.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/unit_text.h"
#include "functional/surface/multisample_control.h"

namespace texpipe::functional {

namespace {

/// Elements that are neighbours in memory.
struct Run {
  std::int64_t offset = 0;  // bytes from the first element of a row or band
  std::int64_t bytes = 0;
};

/// Adds a run behind the last one, or to it.
void add_run(std::vector<Run>& runs, const Run& run) {
  if (!runs.empty() && run.offset == runs.back().offset + runs.back().bytes) {
    runs.back().bytes += run.bytes;
  } else {
    runs.push_back(run);
  }
}

/// Fills rows [top, bottom) of columns [left, right) in bands of rows as high as a tile of kind Y, which is one run.
template <class AddressAt>
class BandFill {
 public:
  /// @param address_at  address of an element by column and row
  /// @param apart       whether addresses are sums of what column and row contribute: then all rows have the same runs
  BandFill(const SurfaceFill& fill, std::uint32_t right, std::span<const std::byte> element, bool apart,
           AddressAt address_at, GpuMemory& memory)
      : fill_{fill}, right_{right}, element_{element}, apart_{apart}, address_at_{address_at}, memory_{memory} {}

  void rows(std::uint32_t bottom) {
    constexpr std::uint32_t kBand = 32;
    if (fill_.left >= right_) return;
    for (std::uint32_t top = fill_.top; top < bottom; top = (top / kBand + 1) * kBand)
      band(top, std::min((top / kBand + 1) * kBand, bottom));
  }

 private:
  std::int64_t address(std::uint32_t x, std::uint32_t y) const {
    return static_cast<std::int64_t>(address_at_(x, y).value());
  }

  void band(std::uint32_t top, std::uint32_t bottom) {
    const std::int64_t first = address(fill_.left, top);
    std::vector<std::int64_t> starts;  // of the rows
    for (std::uint32_t y = top; y < bottom; ++y) starts.push_back(address(fill_.left, y) - first);
    if (!apart_ || starts != starts_) find_runs(top, std::move(starts));
    for (const Run& run : runs_) write(static_cast<std::uint64_t>(first + run.offset), run);
  }

  void write(std::uint64_t address, const Run& run) {
    if (fill_.holds && !fill_.holds(ByteAddress{address}, ByteSize{static_cast<std::uint64_t>(run.bytes)}))
      throw Error{ExitCode::kMalformedInput,
                  "clears " + value_text(ByteAddress{address}) + ", which the recording does not map"};
    memory_.write(ByteAddress{address}, std::span{bytes_}.first(static_cast<std::size_t>(run.bytes)));
  }

  /// Runs of a row one after the other, each with all its rows: the order of memory in a tile.
  void find_runs(std::uint32_t top, std::vector<std::int64_t> starts) {
    starts_ = std::move(starts);
    runs_.clear();
    if (apart_) {
      for (const Run& run : runs_of_row(top)) {
        for (const std::int64_t start : starts_) add_run(runs_, {start + run.offset, run.bytes});
      }
    } else {
      for (std::uint32_t n = 0; n < starts_.size(); ++n) {
        for (const Run& run : runs_of_row(top + n)) add_run(runs_, {starts_[n] + run.offset, run.bytes});
      }
    }
    std::int64_t longest = 0;
    for (const Run& run : runs_) longest = std::max(longest, run.bytes);
    while (bytes_.size() < static_cast<std::size_t>(longest))
      bytes_.insert(bytes_.end(), element_.begin(), element_.end());
  }

  std::vector<Run> runs_of_row(std::uint32_t y) const {
    std::vector<Run> runs;
    const std::int64_t first = address(fill_.left, y);
    for (std::uint32_t x = fill_.left; x < right_; ++x)
      add_run(runs, {address(x, y) - first, static_cast<std::int64_t>(element_.size())});
    return runs;
  }

  const SurfaceFill& fill_;
  std::uint32_t right_;
  std::span<const std::byte> element_;
  bool apart_;
  AddressAt address_at_;
  GpuMemory& memory_;
  std::vector<std::int64_t> starts_;  // of the rows that `runs_` are of, from the first one
  std::vector<Run> runs_;
  std::vector<std::byte> bytes_;  // of the longest run
};

bool apart(const SurfaceGeometry& geometry) {
  return geometry.quilt_width <= 1 && geometry.quilt_height <= 1;
}

}  // namespace

void fill_surface(const SurfaceLayout& layout, const SurfaceFill& fill, GpuMemory& memory) {
  const LevelSize size = layout.level_size(fill.level);
  const std::uint32_t right = std::min(fill.right, size.width), bottom = std::min(fill.bottom, size.height);
  for (std::uint32_t sample = 0; sample < fill.samples; ++sample) {
    const auto address_at = [&](std::uint32_t x, std::uint32_t y) {
      return layout.element_address(fill.level, {.x = x, .y = y, .slice = fill.slice, .sample = sample});
    };
    BandFill{fill, right, fill.element, apart(layout.geometry()), address_at, memory}.rows(bottom);
  }
}

void fill_mcs(const SurfaceLayout& layout, const SurfaceFill& fill, std::uint64_t element, GpuMemory& memory) {
  const LevelSize size = layout.level_size(fill.level);
  const std::span<const std::byte> bytes =
      std::as_bytes(std::span{&element, 1}).first(mcs_element_bytes(layout.geometry().sample_bits));
  const auto address_at = [&](std::uint32_t x, std::uint32_t y) { return layout.mcs_address(x, y, fill.slice); };
  BandFill{fill, std::min(fill.right, size.width), bytes, true, address_at, memory}.rows(
      std::min(fill.bottom, size.height));
}

}  // namespace texpipe::functional
