// Threads of a batch of pixels: their payloads.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "functional/execution/thread_source.h"
#include "functional/frame/pixel/pixel_batch.h"
#include "functional/frame/pixel/pixel_shader_state.h"
#include "functional/frame/setup/raster_setup.h"
#include "functional/pixel_kernels/pixel_kernels.h"
#include "functional/rasterization/coverage_store.h"

namespace texpipe::functional {

/// Group n is thread n of the batch. Registers hold the payload of specification/pixel-shader-binary 3.
class PixelThreads final : public ThreadSource {
 public:
  /// All of them outlive it. @param attributes  registers of attributes of a primitive
  PixelThreads(const PixelBatch& batch, const PixelShaderState& shader, const RasterSetup& raster, unsigned attributes,
               const MessageContext& context)
      : batch_{batch},
        shader_{shader},
        raster_{raster},
        attributes_{attributes},
        context_{context},
        plain_{has_plain_payload(shader)} {}

  std::string name() const override { return "pixel shader"; }
  unsigned groups() const override { return static_cast<unsigned>(batch_.threads.size()); }
  unsigned threads_per_group() const override { return 1; }
  unsigned reuse_distance() const override { return shader_.scratch.distance(); }
  void start(unsigned group, unsigned thread, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override;
  std::optional<ThreadPixel> pixel_of(unsigned group) const override {
    const ShadedSubspan& first = batch_.subspans[batch_.threads[group].first_subspan];
    return ThreadPixel{static_cast<std::uint32_t>(first.x), static_cast<std::uint32_t>(first.y), batch_.gt_mode};
  }
  const OlderThreads* older_at_same_pixels() const override;
  bool keeps_order() const override;

  /// The batch holds other threads than before.
  void begin_batch() {
    older_.reset();
    barycentrics_of_ = {};
  }

 private:
  class Payload;
  static bool has_plain_payload(const PixelShaderState& shader);
  bool fill_plain(const PixelThread& thread, ThreadRegisters& registers) const;
  std::uint32_t header_of(const ShadedPrimitive& primitive) const;
  const pixel_kernels::BarycentricInput& barycentric_input(const ShadedPrimitive& primitive, bool perspective) const;
  struct BarycentricsOf {
    const ShadedPrimitive* primitive = nullptr;  // null: of none
    pixel_kernels::BarycentricInput input;
  };

  const PixelBatch& batch_;
  const PixelShaderState& shader_;
  const RasterSetup& raster_;
  unsigned attributes_;
  const MessageContext& context_;
  bool plain_;                                             // payloads of whole threads are those of fill_plain
  mutable std::array<BarycentricsOf, 2> barycentrics_of_;  // of the last thread: linear, perspective
  mutable std::optional<OlderThreads> older_;              // made when a machine asks for it
};

/// Older threads at the pixels of each thread of some batches, which are numbered together.
OlderThreads older_threads(std::span<const PixelBatch* const> batches);

/// A subspan as messages to the pixel interpolator see it.
SubspanInFlight subspan_in_flight(const ShadedSubspan& subspan, const ShadedPrimitive& primitive,
                                  const RasterState& raster);

}  // namespace texpipe::functional
