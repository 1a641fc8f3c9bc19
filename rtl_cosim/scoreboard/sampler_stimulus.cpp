#include "rtl_cosim/scoreboard/sampler_stimulus.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "functional/sampling/footprint_plan.h"
#include "functional/sampling/sample.h"
#include "functional/sampling/texel_reader.h"
#include "isa/gen9/sampler_message_type.h"

namespace texpipe::rtl_cosim {

namespace {

using functional::kPixelsPerSubspan;
using functional::PixelSetup;

constexpr EnumRow kWorkloads[] = {
    {0, "point", "nearest texels along rows of a large surface"},
    {1, "bilinear", "bilinear along rows of a large surface"},
    {2, "trilinear", "two levels along rows of a large surface"},
    {3, "anisotropic", "2 to 16 taps of one or two levels along rows of a large surface"},
    {4, "scattered", "bilinear anywhere on a large surface: nearly every line is missing"},
    {5, "mixed", "any format, address mode, filter, level and coordinate, each pixel its own"},
    {6, "compare", "depth compares of any format, as mixed"},
    {7, "slow_memory", "trilinear of any format, a memory of 8 times the latency"},
    {8, "back_pressure", "bilinear, results are taken in a third of the cycles"},
    {9, "sparse", "trilinear and anisotropic with pauses, so that the sampler runs empty"},
    {10, "resets", "as mixed, with resets in flight"},
};

constexpr std::uint64_t kSubspansOfGroup = 64;

CacheStimulusParameters around(const SamplerStimulusParameters& parameters, SamplerWorkload workload) {
  CacheStimulusParameters around;
  around.seed = mixed(parameters.seed, static_cast<std::uint64_t>(workload));
  // Stragglers fill the cache's places, which is the cache's own comparison; totals of cycles here are of the usual
  // memory.
  around.answers = {AnswerPattern::kFixed, AnswerPattern::kShuffled, AnswerPattern::kBursts};
  around.latency = workload == SamplerWorkload::kSlowMemory ? 8 * parameters.latency : parameters.latency;
  const bool pressed = workload == SamplerWorkload::kMixed || workload == SamplerWorkload::kCompare ||
                       workload == SamplerWorkload::kResets;
  around.ready_percent = workload == SamplerWorkload::kBackPressure ? 33 : pressed ? 70 : 100;
  around.asked_percent = pressed || workload == SamplerWorkload::kSlowMemory ? 70 : 100;
  around.reset_every = workload == SamplerWorkload::kResets ? parameters.reset_every : 0;
  return around;
}

bool draws_all(SamplerWorkload workload) {
  return workload == SamplerWorkload::kMixed || workload == SamplerWorkload::kCompare ||
         workload == SamplerWorkload::kResets;
}

float far_coordinate(RandomStream& random) {
  const auto bits = static_cast<std::uint32_t>(random.next());
  const float any = std::bit_cast<float>(bits);
  if (random.one_in(2)) return any != any || std::isinf(any) ? 0.5f : any;
  return -4.0f + 9.0f * static_cast<float>(bits >> 8) / static_cast<float>(1 << 24);
}

/// Puts a pixel where the corners of four lines meet, on the large surface, or inside a line; half of all near others.
/// @param mirrored  in the second half of the map's period, where a footprint's first texel is its line's last
void put_at_corner(RandomStream& random, bool mirrored, PixelSetup& pixel) {
  pixel.levels = {};
  pixel.linear = true;
  pixel.taps = 1;
  pixel.offset = {};
  const std::uint64_t lines = random.one_in(2) ? 4 : SamplerScene::kLargeSize / 4;
  for (unsigned axis = 0; axis < 2; ++axis) {
    const std::uint64_t texel = 4 * random.below(lines) + (random.one_in(8) ? 2 : 0);
    pixel.coordinate[axis] = static_cast<double>(texel) / SamplerScene::kLargeSize;
    if (mirrored) pixel.coordinate[axis] = 2.0 - pixel.coordinate[axis];
  }
}

/// Taps whose nearest are half of 1/256 texel from the centre, or as little less as float64 can tell.
void put_at_halves(RandomStream& random, const functional::SurfaceBinding& surface, PixelSetup& pixel) {
  const functional::LevelSize& size = surface.size[pixel.levels.first];
  for (unsigned axis = 0; axis < 2; ++axis) {
    pixel.spacing[axis] = 1 / (256.0 * (axis == 0 ? size.width : size.height));
    if (random.one_in(2)) pixel.spacing[axis] = std::nextafter(pixel.spacing[axis], 0.0);
  }
}

}  // namespace

EnumRows enum_rows(SamplerWorkload) {
  return {"workload of the sampler", kWorkloads};
}

/// Values that the pixels of a subspan share.
struct SamplerStimulus::Place {
  double x, y;  // of the upper left pixel, in units of the map
  double step;  // to the next pixel
  unsigned level;
  bool linear, two_levels;
  unsigned taps;
};

SamplerStimulus::SamplerStimulus(const SamplerScene& scene, const SamplerStimulusParameters& parameters,
                                 SamplerWorkload workload)
    : scene_{scene},
      workload_{workload},
      seed_{mixed(mixed(parameters.seed, 100), static_cast<std::uint64_t>(workload))},
      requests_{parameters.requests},
      only_{parameters.only},
      around_{rtl_cosim::around(parameters, workload)} {
  const std::uint64_t pauses = mixed(seed_, 1);
  std::uint64_t cycle = 0;
  for (std::uint64_t turn = 0; turn < count(); ++turn) {
    arrivals_.push_back(cycle);
    const std::uint64_t random = mixed(pauses, turn);
    if (workload == SamplerWorkload::kSparse) {
      cycle += random % 160;
    } else if (draws_all(workload) && random % 8 == 0) {
      cycle += random / 8 % 64;
    }
  }
}

SamplerSubspan SamplerStimulus::subspan(std::uint64_t number, std::uint64_t resets) const {
  RandomStream random{mixed(seed_, 16 + number)};
  RandomStream together{mixed(seed_, ~(number / kSubspansOfGroup))};
  SamplerSubspan subspan;
  draw(random, together, number, subspan);
  execute_subspan(scene_.memory(resets), subspan);
  return subspan;
}

void SamplerStimulus::draw(RandomStream& random, RandomStream& together, std::uint64_t number,
                           SamplerSubspan& subspan) const {
  const bool any = draws_all(workload_) || workload_ == SamplerWorkload::kSlowMemory;
  const auto surface =
      static_cast<unsigned>(any ? (random.one_in(4) ? random : together).below(scene_.wide() + 1) : scene_.large());
  const bool at_corners = draws_all(workload_) && random.one_in(16);
  const bool mirrored = at_corners && random.one_in(4);
  const bool at_halves = draws_all(workload_) && !at_corners && random.one_in(16);
  const functional::TextureBinding& binding = scene_.binding(at_halves     ? scene_.wide()
                                                             : !at_corners ? surface
                                                             : mirrored    ? scene_.mirrored()
                                                                           : scene_.large());
  subspan.binding = &binding;
  subspan.compares =
      workload_ == SamplerWorkload::kCompare || (workload_ == SamplerWorkload::kResets && random.one_in(4));
  const unsigned last_level = binding.surface.last_level;
  Place place{};
  place.level = static_cast<unsigned>(together.below(std::min(last_level, 3u) + 1));
  if (at_halves || (draws_all(workload_) && random.one_in(4)))
    place.level = static_cast<unsigned>(random.below(last_level + 1));
  const functional::LevelSize& size = binding.surface.size[place.level];
  place.step = 1.0 / std::max(size.width, size.height);
  // Rows of 16 subspans, one below the other.
  const std::uint64_t in_group = number % kSubspansOfGroup;
  place.x = static_cast<double>(together.below(1024)) / 1024 + 2 * static_cast<double>(in_group % 16) * place.step;
  place.y = static_cast<double>(together.below(1024)) / 1024 + 2 * static_cast<double>(in_group / 16) * place.step;
  if (workload_ == SamplerWorkload::kScattered || (draws_all(workload_) && random.one_in(4))) {
    place.x = static_cast<double>(random.below(4096)) / 4096;
    place.y = static_cast<double>(random.below(4096)) / 4096;
  }
  const auto draw_taps = [](RandomStream& from) { return 2 + 2 * static_cast<unsigned>(from.below(8)); };
  place.linear = workload_ != SamplerWorkload::kPoint;
  place.taps = 1;
  switch (workload_) {
    case SamplerWorkload::kTrilinear:
    case SamplerWorkload::kSlowMemory:
      place.two_levels = true;
      break;
    case SamplerWorkload::kAnisotropic:
    case SamplerWorkload::kSparse:
      place.two_levels = random.one_in(2);
      if (workload_ == SamplerWorkload::kAnisotropic || random.one_in(4)) place.taps = draw_taps(random);
      break;
    case SamplerWorkload::kMixed:
    case SamplerWorkload::kCompare:
    case SamplerWorkload::kResets:
      place.linear = !together.one_in(4);
      place.two_levels = random.one_in(2);
      if (random.one_in(8)) place.taps = draw_taps(random);
      break;
    default:
      break;
  }
  if (at_halves) place.taps = 2 + 2 * static_cast<unsigned>(random.below(4));
  const unsigned mask = draws_all(workload_) && random.one_in(4) ? 1 + static_cast<unsigned>(random.below(15)) : 15;
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
    subspan.setup.pixel[p].active = (mask >> p & 1) != 0;
    draw_pixel(random, place, p, subspan);
    if (at_corners) put_at_corner(random, mirrored, subspan.setup.pixel[p]);
    if (at_halves) put_at_halves(random, binding.surface, subspan.setup.pixel[p]);
  }
  subspan.setup.enabled = static_cast<std::uint8_t>(mask);
  subspan.filter = place.taps > 1     ? "anisotropic"
                   : !place.linear    ? "point"
                   : place.two_levels ? "trilinear"
                                      : "bilinear";
}

void SamplerStimulus::draw_pixel(RandomStream& random, const Place& place, unsigned p, SamplerSubspan& subspan) const {
  PixelSetup& pixel = subspan.setup.pixel[p];
  const functional::SurfaceBinding& surface = subspan.binding->surface;
  const bool own = draws_all(workload_) && random.one_in(6);
  pixel.coordinate[0] = static_cast<float>(place.x + place.step * (p % 2));
  pixel.coordinate[1] = static_cast<float>(place.y + place.step * (p / 2));
  if (draws_all(workload_) && random.one_in(12)) pixel.coordinate[random.below(2)] = far_coordinate(random);
  pixel.linear = own ? random.one_in(2) : place.linear;
  pixel.magnify = random.one_in(2);
  pixel.levels.first =
      static_cast<std::uint8_t>(own ? random.below(std::uint64_t{surface.last_level} + 1) : place.level);
  if (place.two_levels && pixel.levels.first < surface.last_level && !(own && random.one_in(2)))
    pixel.levels.second_weight = static_cast<std::uint16_t>(1 + random.below(255));
  pixel.levels.second = static_cast<std::uint8_t>(pixel.levels.first + (pixel.levels.second_weight != 0 ? 1 : 0));
  pixel.taps = static_cast<std::uint8_t>(own && place.taps > 1 ? 2 + 2 * random.below(8) : place.taps);
  if (pixel.taps > 1) {
    // About a texel apart, on the line that the group's derivatives would give; some anywhere.
    for (unsigned axis = 0; axis < 2; ++axis) {
      const double part = static_cast<double>(random.below(2049)) / 1024 - 1.0;
      pixel.spacing[axis] = part * place.step;
      if (draws_all(workload_) && random.one_in(6))
        pixel.spacing[axis] = std::ldexp(part, static_cast<int>(random.below(64)) - 40);
      if (draws_all(workload_) && random.one_in(6)) {  // halves of 1/256 texel, and the next numbers below
        pixel.spacing[axis] = static_cast<double>(random.below(64)) / (512.0 * surface.size[0].width);
        if (random.one_in(2)) pixel.spacing[axis] = std::nextafter(pixel.spacing[axis], 0.0);
      }
    }
  }
  if (draws_all(workload_) && random.one_in(4)) {
    for (unsigned axis = 0; axis < 2; ++axis) pixel.offset[axis] = static_cast<std::int32_t>(random.below(16)) - 8;
  }
  pixel.slice = static_cast<std::uint32_t>(random.below(surface.slices));
  pixel.reference = static_cast<float>(random.below(1025)) / (random.one_in(4) ? -1024.0f : 1024.0f);
  if (random.one_in(16)) pixel.reference = std::bit_cast<float>(0x7FC00000u);
}

std::string subspan_text(const SamplerSubspan& subspan, std::uint64_t number) {
  const functional::SurfaceBinding& surface = subspan.binding->surface;
  const auto& address = subspan.binding->sampler.address;
  std::string text = fmt::format(
      "    subspan {}, {}{} of {}, {}x{} texels, {} tiles, address modes {} and {}\n", number, subspan.filter,
      subspan.compares ? " compare" : "", surface.decoder->facts().name, surface.size[0].width, surface.size[0].height,
      functional::name_of(surface.layout->geometry().tiling), name_of(address[0]), name_of(address[1]));
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
    const PixelSetup& pixel = subspan.setup.pixel[p];
    if (!pixel.active) continue;
    text += fmt::format("    pixel {} at {}, {}: level {} + {}/256, {}, {} taps {} and {} apart, offsets {} and {}\n",
                        p, pixel.coordinate[0], pixel.coordinate[1], pixel.levels.first, pixel.levels.second_weight,
                        pixel.linear ? "linear" : "nearest", pixel.taps, pixel.spacing[0], pixel.spacing[1],
                        pixel.offset[0], pixel.offset[1]);
  }
  return text;
}

void execute_subspan(const functional::GpuMemory& memory, SamplerSubspan& subspan) {
  const functional::TextureBinding& binding = *subspan.binding;
  const gen9::SamplerMessageFacts& operation = gen9::sampler_message_facts(
      subspan.compares ? gen9::SamplerMessageType::kSampleC : gen9::SamplerMessageType::kSample);
  const functional::Prefilter prefilter{binding, operation};
  if (subspan.compares) {
    static_cast<functional::TexelCompare&>(subspan.compare) = prefilter.comparison();
    for (unsigned p = 0; p < kPixelsPerSubspan; ++p)
      subspan.compare.limit[p] = prefilter.limit(subspan.setup.pixel[p].reference);
  }
  functional::TexelReader reader{memory, binding.surface};
  functional::for_each_footprint(binding, subspan.setup, [&](const functional::FootprintPlan& found) {
    functional::FootprintPlan plan = found;
    const auto read = static_cast<std::uint16_t>(plan.corners & ~plan.border);
    functional::publish(binding.surface, nullptr, plan, read,
                        {functional::PlanDetail::kFootprints, {.bits = 6, .decoded = false}}, subspan.plan);
    std::array<functional::Texel, functional::kTexelsPerFootprint> texels{};
    for (unsigned bits = plan.corners; bits != 0; bits &= bits - 1) {
      const auto corner = static_cast<unsigned>(std::countr_zero(bits));
      texels[corner] =
          (plan.border >> corner & 1) != 0 ? binding.sampler.border.texel : reader.read(plan.level, plan.place[corner]);
      if (subspan.compares) texels[corner] = subspan.compare(texels[corner], subspan.compare.limit[corner / 4]);
    }
    if (subspan.compares) plan.border = 0;
    for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
      if ((plan.pixels >> p & 1) != 0)
        subspan.sums[p].add(functional::footprint_sums(plan, p, texels), plan.pixel_weight[p]);
    }
  });
}

}  // namespace texpipe::rtl_cosim
