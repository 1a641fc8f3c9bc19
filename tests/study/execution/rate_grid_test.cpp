// Published rates through a whole machine: formats, tilings and orientations, everything in L1.
#include <catch2/catch.hpp>
#include <string>

#include "timing/system/system.h"
#include "workload/texture_walk/texture_walk.h"

using namespace texpipe;
using namespace texpipe::study;
using Format = gen9::SurfaceFormat;

namespace {

struct Case {
  Format format;
  double trilinear;  // texels per clock and sampler
};

/// Texels per clock of a machine with one sampler, between two cycles of a run.
double measured_rate(const Case& c, TextureTiling tiling, double turn, machine::DecompressionPlace place) {
  machine::MachineParameters machine;
  machine.slice.subslices = 1;
  machine.slice.subslice.resize(1);
  machine.slice.subslice[0].sampler.l1.decompression.place = place;
  TextureWalkParameters p;
  p.walk = Walk::kSteady;
  p.tiling = tiling;
  p.steady.messages = 100'000;
  p.steady.step_u = p.steady.step_v = 1.414;
  p.steady.turn = turn;
  p.sampler.mip_filter = gen9::MipFilter::kLinear;
  const functional::SurfaceImage image{.format = c.format, .width = 64, .height = 64, .levels = 7};
  const std::vector<std::byte> texels(functional::packed_bytes(image), std::byte{0x3C});
  functional::Workload workload = make_texture_walk(p, image, texels);
  timing::System system{machine, workload, timing::model_blocks()};
  constexpr std::uint64_t kStep = 800;
  std::vector<std::uint64_t> pixels;
  system.run({.step = Cycles{kStep}, .proceed = [&] {
                const auto* bytes = system.statistics().find("slice.subslice[0].sampler.writeback.bytes");
                pixels.push_back(std::get<machine::Counter>(bytes->value).value() / 16);  // four channels of 32 bits
                return pixels.size() < 3;
              }});
  return static_cast<double>(pixels[2] - pixels[1]) / kStep;
}

}  // namespace

TEST_CASE("trilinear rates of the table are reached for formats, tilings and orientations", "[walk][rates]") {
  const Case cases[] = {{Format::kR8Unorm, 4},           {Format::kR8G8B8A8Unorm, 4},
                        {Format::kR16G16B16A16Float, 2}, {Format::kR32G32B32A32Float, 0.5},
                        {Format::kBc1Unorm, 4},          {Format::kBc3Unorm, 4},
                        {Format::kBc7Unorm, 4}};
  for (const Case& c : cases) {
    for (const TextureTiling tiling :
         {TextureTiling::kLinear, TextureTiling::kX, TextureTiling::kY, TextureTiling::kYf, TextureTiling::kYs}) {
      for (const double turn : {0.0, 45.0, 90.0}) {
        for (const auto place : {machine::DecompressionPlace::kBeforeL1, machine::DecompressionPlace::kAfterL1}) {
          const bool blocks =
              c.format == Format::kBc1Unorm || c.format == Format::kBc3Unorm || c.format == Format::kBc7Unorm;
          if (!blocks && place == machine::DecompressionPlace::kAfterL1) continue;
          INFO(name_of(c.format) << ' ' << name_of(tiling) << " turned by " << turn << ", blocks "
                                 << static_cast<int>(place));
          const double rate = measured_rate(c, tiling, turn, place);
          CHECK(rate == Approx(c.trilinear).epsilon(0.01));
        }
      }
    }
  }
}
