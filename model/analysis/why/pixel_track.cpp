#include "analysis/why/pixel_track.h"

#include <algorithm>
#include <bit>
#include <set>

#include "functional/formats/element_decoder.h"

namespace texpipe::study {

namespace {

double value_of_code(std::uint32_t code, const functional::ChannelCoding& coding) {
  switch (coding.kind) {
    case functional::ChannelKind::kFixed:
      return coding.is_signed ? static_cast<double>(static_cast<std::int32_t>(code)) / coding.denominator
                              : static_cast<double>(code) / coding.denominator;
    case functional::ChannelKind::kFloat:
      return static_cast<double>(std::bit_cast<float>(code));
    case functional::ChannelKind::kUint:
      return code;
    case functional::ChannelKind::kSint:
      break;
  }
  return static_cast<std::int32_t>(code);
}

bool is_integer(gen9::SurfaceFormat format) {
  const functional::TexelCoding coding = functional::ElementDecoder{format}.coding();
  return std::any_of(coding.begin(), coding.end(), [](const functional::ChannelCoding& channel) {
    return !channel.constant &&
           (channel.kind == functional::ChannelKind::kUint || channel.kind == functional::ChannelKind::kSint);
  });
}

}  // namespace

bool TrackedCoverage::rejected() const {
  return !tests.empty() && std::none_of(tests.begin(), tests.end(), [](const auto& test) { return test.passed; });
}

PixelTrack::Record* PixelTrack::of_slot(std::uint32_t slot) {
  const auto known = slots_.find(slot);
  return known == slots_.end() ? nullptr : &records_[known->second];
}

void PixelTrack::covered(const functional::WatchedCoverage& coverage) {
  records_.push_back({.told = {.draw = draw_, .coverage = coverage}, .phase = trail_->phases()});
}

void PixelTrack::threaded(std::uint32_t slot, std::uint32_t thread) {
  if (Record* record = of_slot(slot)) record->thread = thread;
}

void PixelTrack::tested_late(std::uint32_t slot, const functional::WatchedTest& test) {
  if (Record* record = of_slot(slot)) record->told.late_tests.push_back(test);
}

Rgba PixelTrack::color_at(const functional::WatchedElement& element) const {
  std::array<std::byte, 16> bytes{};
  memory_->read(element.address, std::span{bytes}.first(std::min<std::size_t>(element.bytes, bytes.size())));
  const functional::ElementDecoder decoder{element.format};
  functional::Texel texel;
  decoder.decode(bytes.data(), &texel);
  Rgba color{};
  for (std::size_t c = 0; c < color.size(); ++c) color[c] = value_of_code(texel.code[c], decoder.coding()[c]);
  return color;
}

void PixelTrack::writes(std::uint32_t slot, const functional::WatchedElement& element,
                        const std::array<std::uint32_t, 4>& color) {
  Record* record = of_slot(slot);
  if (record == nullptr) return;
  TrackedWrite& write = record->told.writes.emplace_back();
  write.element = element;
  write.sent = color;
  write.before = color_at(element);
  if (is_integer(element.format)) return;
  write.shader.emplace();
  for (std::size_t c = 0; c < color.size(); ++c)
    (*write.shader)[c] = static_cast<double>(std::bit_cast<float>(color[c]));
}

void PixelTrack::wrote(std::uint32_t slot, const functional::WatchedElement& element) {
  Record* record = of_slot(slot);
  if (record == nullptr) return;
  for (auto write = record->told.writes.rbegin(); write != record->told.writes.rend(); ++write) {
    if (write->element.address != element.address) continue;
    write->after = color_at(element);
    return;
  }
}

std::vector<TrackedCoverage> PixelTrack::found(const FoundPaints& paints, const std::vector<DrawFacts>& facts,
                                               std::optional<std::uint64_t> draw) const {
  const DrawFacts none;
  const auto facts_of = [&](std::uint64_t number) -> const DrawFacts& {
    return number < facts.size() ? facts[number] : none;
  };
  std::set<std::string> passes;
  std::set<std::uint64_t> depths;
  for (const SampledPaint& one : paints.paints) {
    passes.insert(facts_of(one.paint.draw).pass);
    if (facts_of(one.paint.draw).depth_address != 0) depths.insert(facts_of(one.paint.draw).depth_address);
  }
  const auto in_parts = [&](std::uint64_t number) {
    return std::any_of(paints.parts.begin(), paints.parts.end(), [&](const FrameTrail::Part& part) {
      return number >= part.first_draw && number <= part.last_draw && part.copied_by != number;
    });
  };
  std::vector<TrackedCoverage> all;
  for (const Record& record : records_) {
    const std::uint64_t number = record.told.draw;
    const DrawFacts& of_draw = facts_of(number);
    const bool here =
        passes.contains(of_draw.pass) || (of_draw.target_pixels == 0 && depths.contains(of_draw.depth_address));
    if (draw ? number != *draw : !here || !in_parts(number)) continue;
    TrackedCoverage& one = all.emplace_back(record.told);
    if (record.thread && record.phase < trail_->phases())
      one.thread = trail_->phase(record.phase).first_thread + *record.thread;
  }
  return all;
}

}  // namespace texpipe::study
