// Which bound each pixel of a frame's pictures has: what about it another renderer may decide otherwise.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "functional/execution/eu_program.h"
#include "functional/frame/observer/frame_observer.h"
#include "functional/memory/gpu_memory.h"
#include "functional/sampling/sampler_cache.h"
#include "functional/shared_function/execute_sampler_message.h"

namespace texpipe::study {

/// Doubts about a pixel: those about its coverage (functional::PixelDoubt), and about its texture filters.
struct PixelClass {
  static constexpr std::uint8_t kEdge = 1, kDepth = 2, kCoverage = 4;  // as PixelDoubt
  static constexpr std::uint8_t kLevel = 8;                            // a texture's level of detail decides
  static constexpr std::uint8_t kAnisotropic = 16;                     // and the taps of an anisotropic footprint

  std::uint8_t doubts = 0;
  std::uint8_t roundings = 0;  // to fixed point on the longest way to the pixel: draws upon each other, and passes

  bool operator==(const PixelClass&) const = default;
};

/// Classes of the pixels of a picture, row by row.
struct PictureClasses {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<PixelClass> pixels;
};

/// Follows doubts through a frame: from the raster, the tests and the samplers to a target's elements, from there to
/// the pixels that read them, and at last to the picture. All messages of a pixel count for all that it writes, so that
/// a class may be wider than it has to be. What the CPU, clears and compute shaders write is exact.
class PixelClassMap final : public functional::FrameObserver {
 public:
  /// Memory of the workload that is looked at; outlives the run.
  void look_at(const functional::GpuMemory& memory) { memory_ = &memory; }
  /// A message that is about to take effect.
  void sent(const functional::MessageSend& send);

  const std::map<std::uint32_t, PictureClasses>& pictures() const { return pictures_; }

  void batch() override { lanes_.clear(); }
  void wrote(const functional::ObservedPixel& pixel, const functional::ObservedElement& element,
             const functional::ObservedStore& store, std::uint8_t doubts) override;
  void left_out(const functional::ObservedPixel& pixel, const functional::ObservedElement& element,
                std::uint8_t doubts) override;
  void beside(const functional::ObservedElement& element, std::uint8_t doubts) override;
  void wrote_test(const functional::ObservedElement& element, std::uint8_t doubts) override;
  std::uint8_t doubts_of(const functional::ObservedElement& element) const override;
  void picture(std::uint32_t number, ByteAddress address, std::uint32_t width, std::uint32_t height,
               std::uint32_t row_bytes) override;

 private:
  /// A class belongs to the content that it was given for: whoever writes another one makes it exact.
  struct Entry {
    PixelClass of;
    std::uint32_t content = 0;  // the element's first bytes
    std::uint8_t bytes = 4;
  };

  std::uint32_t content(std::uint64_t address, unsigned bytes) const;
  PixelClass find(std::uint64_t address) const;
  void set(const functional::ObservedElement& element, PixelClass of);
  void join(const functional::ObservedElement& element, PixelClass of);
  PixelClass& lane(const functional::ObservedPixel& pixel);
  void read_texels(const functional::SamplerRequest& request, const functional::TextureBinding& binding,
                   const functional::SubspanPlan& plan, unsigned pixel, PixelClass& of) const;

  const functional::GpuMemory* memory_ = nullptr;
  std::unordered_map<std::uint64_t, Entry> elements_;  // by address
  std::vector<PixelClass> lanes_;                      // of the batch, by slot and pixel
  std::map<std::uint32_t, PictureClasses> pictures_;
  functional::SamplerCache cache_;
  functional::SamplerRequest request_;
  functional::SamplerOutcome outcome_;
};

}  // namespace texpipe::study
