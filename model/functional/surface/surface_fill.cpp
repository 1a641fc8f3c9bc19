#include "functional/surface/surface_fill.h"

#include <algorithm>
#include <span>

#include "base/diagnostic.h"
#include "base/unit_text.h"
#include "functional/surface/multisample_control.h"

namespace texpipe::functional {

namespace {

/// Bytes of neighbours in memory that are written at once.
class Run {
 public:
  /// @param holds  outlives the run
  Run(GpuMemory& memory, const MemoryHolds& holds) : memory_{memory}, holds_{holds} {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// After the last one.
  void end() { flush(); }

  void add(ByteAddress address, std::span<const std::byte> bytes) {
    if (address.value() != start_ + bytes_.size()) {
      flush();
      start_ = address.value();
    }
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }

 private:
  void flush() {
    if (!bytes_.empty()) {
      require_held();
      memory_.write(ByteAddress{start_}, bytes_);
    }
    bytes_.clear();
  }

  /// Tiles make runs short, so that a page is asked for once.
  void require_held() {
    const std::uint64_t page = start_ / kPageBytes, last_page = (start_ + bytes_.size() - 1) / kPageBytes;
    if (!holds_ || (page == held_page_ && last_page == held_page_)) return;
    if (!holds_(ByteAddress{start_}, ByteSize{bytes_.size()}))
      throw Error{ExitCode::kMalformedInput,
                  "clears " + value_text(ByteAddress{start_}) + ", which the recording does not map"};
    held_page_ = last_page;
  }

  static constexpr std::uint64_t kPageBytes = 4096;

  GpuMemory& memory_;
  const MemoryHolds& holds_;
  std::uint64_t held_page_ = ~std::uint64_t{0};
  std::uint64_t start_ = 0;
  std::vector<std::byte> bytes_;
};

}  // namespace

void fill_surface(const SurfaceLayout& layout, const SurfaceFill& fill, GpuMemory& memory) {
  const LevelSize size = layout.level_size(fill.level);
  const std::uint32_t right = std::min(fill.right, size.width), bottom = std::min(fill.bottom, size.height);
  Run run{memory, fill.holds};
  for (std::uint32_t sample = 0; sample < fill.samples; ++sample) {
    for (std::uint32_t y = fill.top; y < bottom; ++y) {
      for (std::uint32_t x = fill.left; x < right; ++x)
        run.add(layout.element_address(fill.level, {.x = x, .y = y, .slice = fill.slice, .sample = sample}),
                fill.element);
    }
  }
  run.end();
}

void fill_mcs(const SurfaceLayout& layout, const SurfaceFill& fill, std::uint64_t element, GpuMemory& memory) {
  const LevelSize size = layout.level_size(fill.level);
  const std::span<const std::byte> bytes =
      std::as_bytes(std::span{&element, 1}).first(mcs_element_bytes(layout.geometry().sample_bits));
  Run run{memory, fill.holds};
  for (std::uint32_t y = fill.top; y < std::min(fill.bottom, size.height); ++y) {
    for (std::uint32_t x = fill.left; x < std::min(fill.right, size.width); ++x)
      run.add(layout.mcs_address(x, y, fill.slice), bytes);
  }
  run.end();
}

}  // namespace texpipe::functional
