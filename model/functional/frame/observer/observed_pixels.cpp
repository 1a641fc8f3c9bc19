#include "functional/frame/observer/observed_pixels.h"

#include <cmath>
#include <optional>

namespace texpipe::functional {

namespace {

constexpr auto kEdge = static_cast<std::uint8_t>(PixelDoubt::kEdge);
constexpr auto kDepth = static_cast<std::uint8_t>(PixelDoubt::kDepth);
constexpr double kMove = 1.0 / 256;  // pixels

bool orders(gen9::CompareFunction function) {
  return function != gen9::CompareFunction::kAlways && function != gen9::CompareFunction::kNever;
}

}  // namespace

void ObservedPixels::begin_batch() {
  slots_.clear();
  beside_.clear();
  observer_.batch();
}

void ObservedPixels::begin_piece(const std::vector<CoveredSubspan>& covered, const std::vector<CoveredSubspan>& near,
                                 std::uint32_t layer) {
  near_.clear();
  for (const CoveredSubspan& subspan : near) near_[{subspan.x, subspan.y}] = subspan.samples;
  auto outside = near_;
  for (const CoveredSubspan& subspan : covered) {
    const auto found = outside.find({subspan.x, subspan.y});
    if (found == outside.end()) continue;
    for (unsigned p = 0; p < 4; ++p) found->second[p] &= static_cast<std::uint16_t>(~subspan.samples[p]);
  }
  for (const auto& [place, samples] : outside) {
    for (unsigned p = 0; p < 4; ++p) {
      for (unsigned s = 0; samples[p] >> s != 0; ++s) {
        if ((samples[p] >> s & 1) == 0) continue;
        add_beside({.x = static_cast<std::uint32_t>(place.first) + (p & 1),
                    .y = static_cast<std::uint32_t>(place.second) + (p >> 1),
                    .sample = s,
                    .layer = layer},
                   kEdge);
      }
    }
  }
}

void ObservedPixels::add_beside(const TestedSample& sample, std::uint8_t doubts) {
  beside_.push_back({sample.x, sample.y, sample.layer, sample.sample, doubts});
  const auto size = tests_.size();
  if (!size || sample.x >= size->width || sample.y >= size->height) return;
  if (tests_.state().depth_write) {
    if (const auto address = tests_.depth_address(sample))
      observer_.beside({*address, static_cast<std::uint8_t>(depth_bytes(tests_.format()))}, doubts);
  }
  if (tests_.state().stencil_write) {
    if (const auto address = tests_.stencil_address(sample)) observer_.beside({*address, 1}, doubts);
  }
}

std::array<SampleDoubts, 4> ObservedPixels::doubts_of(std::int32_t x, std::int32_t y) const {
  std::array<SampleDoubts, 4> doubts{};
  const auto found = near_.find({x, y});
  if (found == near_.end()) return doubts;
  for (unsigned p = 0; p < 4; ++p) {
    for (unsigned s = 0; found->second[p] >> s != 0; ++s) doubts[p][s] = (found->second[p] >> s & 1) != 0 ? kEdge : 0;
  }
  return doubts;
}

bool ObservedPixels::test(const TestedSample& sample, bool writes, const PrimitivePlanes& planes,
                          std::uint8_t& doubts) {
  const DepthStencilState& state = tests_.state();
  const std::optional<ByteAddress> depth = tests_.depth_address(sample), stencil = tests_.stencil_address(sample);
  const auto bytes = static_cast<std::uint8_t>(depth_bytes(tests_.format()));
  if (state.depth_test && depth && orders(state.depth_function)) {
    const double stored = static_cast<double>(tests_.depth_of(sample)), own = static_cast<double>(sample.z);
    const double room =
        kMove * (std::fabs(planes.z.dx) + std::fabs(planes.z.dy)) + 2 * depth_bias_unit(tests_.format(), own);
    if (stored != own && std::fabs(stored - own) <= room) doubts |= kDepth;
    doubts |= observer_.doubts_of({*depth, bytes});
  }
  if (state.stencil_test && stencil) doubts |= observer_.doubts_of({*stencil, 1});
  const bool passed = tests_.test(sample, writes);
  if (!passed && doubts != 0) add_beside(sample, doubts);
  if (passed && writes && state.depth_write && depth) observer_.wrote_test({*depth, bytes}, doubts);
  if (writes && state.stencil_write && stencil) observer_.wrote_test({*stencil, 1}, doubts);
  return passed;
}

void ObservedPixels::place(const std::array<SampleDoubts, 4>& doubts, const std::array<std::uint16_t, 4>& live) {
  slots_.push_back({doubts, live});
}

void ObservedPixels::wrote(const ObservedPixel& pixel, std::uint32_t x, std::uint32_t y, std::uint32_t layer,
                           std::uint16_t samples, const ColorTarget& target) {
  for (unsigned s = 0; samples >> s != 0; ++s) {
    if ((samples >> s & 1) == 0) continue;
    if (const auto address = target.address(x, y, layer, s))
      observer_.wrote(pixel, {*address, static_cast<std::uint8_t>(target.element_bytes())},
                      {.keeps = target.reads(), .rounds = target.rounds()}, doubts(pixel, s));
  }
}

void ObservedPixels::left_out(const ObservedPixel& pixel, std::uint32_t x, std::uint32_t y, std::uint32_t layer,
                              std::uint16_t written, const ColorTarget& target) {
  const unsigned missing = slots_[pixel.slot].live[pixel.pixel] & ~static_cast<unsigned>(written);
  for (unsigned s = 0; missing >> s != 0; ++s) {
    if ((missing >> s & 1) == 0) continue;
    if (const auto address = target.address(x, y, layer, s))
      observer_.left_out(pixel, {*address, static_cast<std::uint8_t>(target.element_bytes())}, doubts(pixel, s));
  }
}

void ObservedPixels::tell_beside(const ColorTarget& target) {
  for (const Beside& beside : beside_) {
    if (const auto address = target.address(beside.x, beside.y, beside.layer, beside.sample))
      observer_.beside({*address, static_cast<std::uint8_t>(target.element_bytes())}, beside.doubts);
  }
}

}  // namespace texpipe::functional
