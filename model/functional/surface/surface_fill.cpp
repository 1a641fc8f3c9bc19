#include "functional/surface/surface_fill.h"

#include <algorithm>
#include <span>

#include "functional/surface/multisample_control.h"

namespace texpipe::functional {

namespace {

/// Bytes of neighbours in memory that are written at once.
class Run {
 public:
  explicit Run(GpuMemory& memory) : memory_{memory} {}
  ~Run() { flush(); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void add(ByteAddress address, std::span<const std::byte> bytes) {
    if (address.value() != start_ + bytes_.size()) {
      flush();
      start_ = address.value();
    }
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }

 private:
  void flush() {
    if (!bytes_.empty()) memory_.write(ByteAddress{start_}, bytes_);
    bytes_.clear();
  }

  GpuMemory& memory_;
  std::uint64_t start_ = 0;
  std::vector<std::byte> bytes_;
};

}  // namespace

void fill_surface(const SurfaceLayout& layout, const SurfaceFill& fill, GpuMemory& memory) {
  const LevelSize size = layout.level_size(fill.level);
  const std::uint32_t right = std::min(fill.right, size.width), bottom = std::min(fill.bottom, size.height);
  Run run{memory};
  for (std::uint32_t sample = 0; sample < fill.samples; ++sample) {
    for (std::uint32_t y = fill.top; y < bottom; ++y) {
      for (std::uint32_t x = fill.left; x < right; ++x)
        run.add(layout.element_address(fill.level, {.x = x, .y = y, .slice = fill.slice, .sample = sample}),
                fill.element);
    }
  }
}

void fill_mcs(const SurfaceLayout& layout, const SurfaceFill& fill, std::uint64_t element, GpuMemory& memory) {
  const LevelSize size = layout.level_size(fill.level);
  const std::span<const std::byte> bytes =
      std::as_bytes(std::span{&element, 1}).first(mcs_element_bytes(layout.geometry().sample_bits));
  Run run{memory};
  for (std::uint32_t y = fill.top; y < std::min(fill.bottom, size.height); ++y) {
    for (std::uint32_t x = fill.left; x < std::min(fill.right, size.width); ++x)
      run.add(layout.mcs_address(x, y, fill.slice), bytes);
  }
}

}  // namespace texpipe::functional
