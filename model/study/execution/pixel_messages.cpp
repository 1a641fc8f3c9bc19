#include "study/execution/pixel_messages.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostic.h"
#include "functional/device/untimed_run.h"
#include "study/definition/prepare_study.h"
#include "study/execution/timed_order.h"

namespace texpipe::study {

namespace {

class PixelFollower final : public MessageFollower {
 public:
  explicit PixelFollower(const PixelQuery& pixel) : paints{pixel}, pixel_{pixel.place} {}
  void sent(const functional::Message&) override {}
  void stored(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled) override {
    if (x != pixel_.x || y != pixel_.y) return;
    for (const SampledChannel& one : sampled) found.push_back(one.message);
  }
  void painted(const Paint& paint, std::span<const SampledChannel> sampled) override { paints.add(paint, sampled); }
  std::vector<std::uint64_t> found;
  PixelPaints paints;

 private:
  PixelPlace pixel_;
};

[[noreturn]] void refuse_pixel(std::string_view option, std::string problem, std::string hint) {
  throw Error{ExitCode::kUsage,
              Diagnostic{.path = std::string{option}, .problem = std::move(problem), .hint = std::move(hint)}};
}

}  // namespace

void check_pixel(const functional::Workload& workload, const PixelQuery& query, std::string_view option) {
  if (workload.painted_pictures) return;
  if (query.picture || query.draw)
    refuse_pixel(option, "only frames have pictures and draws to choose from", "expected a workload of kind frame");
  const PixelPlace& pixel = query.place;
  const functional::OutputImage& output = workload.output;
  if (output.width == 0)
    refuse_pixel(option, "the run draws no picture",
                 "texture walks, frames and kernels with a 2D image among their outputs do");
  if (pixel.x < output.width && pixel.y < output.height) return;
  refuse_pixel(option, fmt::format("the picture has no pixel ({}, {})", pixel.x, pixel.y),
               fmt::format("it has {}x{} pixels", output.width, output.height));
}

std::vector<std::uint64_t> messages_of_pixel(const Configuration& configuration, const PixelQuery& pixel,
                                             std::string_view option) {
  std::optional<functional::Workload> workload = prepare_study(configuration);
  if (!workload)
    refuse_pixel(option, "the run draws no picture",
                 "texture walks, frames and kernels with a 2D image among their outputs do");
  check_pixel(*workload, pixel, option);
  number_as_timed(configuration, *workload);
  PixelFollower follower{pixel};
  const std::shared_ptr<const FrameTrail> trail = follow_messages(*workload, follower);
  functional::run_untimed(*workload);
  if (workload->painted_pictures) {
    for (const SampledPaint& one : follower.paints.found(*trail, workload->painted_pictures(), option).paints) {
      for (const SampledChannel& sampled : one.sampled) follower.found.push_back(sampled.message);
    }
  }
  if (follower.found.empty()) {
    refuse_pixel(option, fmt::format("pixel ({}, {}) comes from no sampler message", pixel.place.x, pixel.place.y),
                 "expected a pixel that samples a texture");
  }
  return follower.found;
}

}  // namespace texpipe::study
