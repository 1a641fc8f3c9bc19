#include "study/execution/pixel_messages.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostic.h"
#include "functional/device/untimed_run.h"
#include "study/definition/prepare_study.h"

namespace texpipe::study {

namespace {

class PixelFollower final : public MessageFollower {
 public:
  explicit PixelFollower(PixelPlace pixel) : pixel_{pixel} {}
  void sent(const functional::Message&) override {}
  void stored(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled) override {
    if (x != pixel_.x || y != pixel_.y) return;
    for (const SampledChannel& one : sampled) found.push_back(one.message);
  }
  std::vector<std::uint64_t> found;

 private:
  PixelPlace pixel_;
};

[[noreturn]] void refuse_pixel(std::string_view option, std::string problem, std::string hint) {
  throw Error{ExitCode::kUsage,
              Diagnostic{.path = std::string{option}, .problem = std::move(problem), .hint = std::move(hint)}};
}

}  // namespace

void check_pixel(const functional::Workload& workload, PixelPlace pixel, std::string_view option) {
  const functional::OutputImage& output = workload.output;
  if (output.width == 0)
    refuse_pixel(option, "the run draws no picture",
                 "texture walks and kernels with a 2D image among their outputs do");
  if (pixel.x < output.width && pixel.y < output.height) return;
  refuse_pixel(option, fmt::format("the picture has no pixel ({}, {})", pixel.x, pixel.y),
               fmt::format("it has {}x{} pixels", output.width, output.height));
}

std::vector<std::uint64_t> messages_of_pixel(const Configuration& configuration, PixelPlace pixel,
                                             std::string_view option) {
  std::optional<functional::Workload> workload = prepare_study(configuration);
  if (!workload)
    refuse_pixel(option, "the run draws no picture",
                 "texture walks and kernels with a 2D image among their outputs do");
  check_pixel(*workload, pixel, option);
  PixelFollower follower{pixel};
  follow_messages(*workload, follower);
  functional::run_untimed(*workload);
  if (follower.found.empty()) {
    refuse_pixel(option, fmt::format("pixel ({}, {}) comes from no sampler message", pixel.x, pixel.y),
                 "expected a pixel that samples a texture");
  }
  return follower.found;
}

}  // namespace texpipe::study
