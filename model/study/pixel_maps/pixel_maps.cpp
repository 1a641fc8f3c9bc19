#include "study/pixel_maps/pixel_maps.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/text/json_text.h"
#include "timing/protocol/sampler_work.h"

namespace texpipe::study {

namespace {

constexpr std::uint32_t kLevelUnits = 256;

constexpr std::array<PixelMapFacts, kPixelMaps> kMapFacts{{
    {PixelMap::kLatency, "latency", "cycles", "from the send of the pixel's message to its registers", true, false, 1},
    {PixelMap::kMisses, "misses", "lines", "that footprints of the pixel missed in the sampler's first cache", true,
     false, 1},
    {PixelMap::kTaps, "taps", "taps", "of the anisotropic filter, for a level", false, false, 1},
    {PixelMap::kLevel, "level", "levels", "level of detail after its limits", false, false, kLevelUnits},
    {PixelMap::kFootprints, "footprints", "footprints", "in which the pixel takes part", false, false, 1},
    {PixelMap::kOverdraw, "overdraw", "runs", "of pixel shaders that wrote the pixel", false, true, 1},
}};

/// Each brighter than the one before, so that a map also reads in grey.
constexpr std::array<MapColor, 6> kScale{
    {{13, 16, 58}, {44, 52, 122}, {38, 110, 142}, {50, 164, 122}, {158, 207, 80}, {252, 238, 120}}};
/// Pixels of 1000 that may be brighter than the scale.
constexpr std::uint64_t kBeyondScale = 5;

MapColor color_of(std::uint32_t value, const MapScale& scale) {
  if (scale.brightest <= scale.darkest) return kScale.front();
  const std::uint64_t range = scale.brightest - scale.darkest;
  const std::uint64_t above = std::min<std::uint64_t>(value - scale.darkest, range);
  constexpr std::uint64_t kSteps = 255;
  const std::uint64_t place = above * (kScale.size() - 1) * kSteps / range;
  const std::size_t first = std::min<std::size_t>(place / kSteps, kScale.size() - 2);
  const int part = static_cast<int>(place - first * kSteps);
  MapColor color;
  for (std::size_t c = 0; c < color.size(); ++c)
    color[c] = kScale[first][c] + (kScale[first + 1][c] - kScale[first][c]) * part / static_cast<int>(kSteps);
  return color;
}

std::uint16_t narrow(std::uint64_t value) {
  return static_cast<std::uint16_t>(std::min<std::uint64_t>(value, 0xFFFF));
}

}  // namespace

const std::array<PixelMapFacts, kPixelMaps>& pixel_map_facts() {
  return kMapFacts;
}

std::span<const MapColor> map_colors() {
  return kScale;
}

std::string map_file_name(PixelMap map) {
  return "map_" + std::string{kMapFacts[static_cast<unsigned>(map)].name} + ".png";
}

MapScale scale_of(const PixelMapValues& map) {
  std::vector<std::uint32_t> values;
  for (const std::uint32_t value : map.values) {
    if (value != PixelMapValues::kNoValue) values.push_back(value);
  }
  MapScale scale{.pixels = values.size()};
  if (values.empty()) return scale;
  std::uint64_t sum = 0;
  for (const std::uint32_t value : values) sum += value;
  scale.mean = static_cast<double>(sum) / static_cast<double>(values.size());
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  scale.darkest = *low;
  scale.highest = *high;
  const std::size_t last = values.size() - 1 - values.size() * kBeyondScale / 1000;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(last), values.end());
  scale.brightest = values[last];
  return scale;
}

Picture map_picture(const PixelMapValues& map, const MapScale& scale, std::uint32_t width, std::uint32_t height) {
  Picture picture{.width = width, .height = height};
  picture.rgba.resize(std::size_t{4} * width * height);
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    if (map.values[i] == PixelMapValues::kNoValue) continue;
    const MapColor color = color_of(map.values[i], scale);
    for (std::size_t c = 0; c < color.size(); ++c) picture.rgba[4 * i + c] = static_cast<std::uint8_t>(color[c]);
    picture.rgba[4 * i + 3] = 255;
  }
  return picture;
}

namespace {

using Json = nlohmann::ordered_json;

Json colors_json() {
  Json colors = Json::array();
  for (const MapColor& color : kScale) colors.push_back(color);
  return colors;
}

/// @param file_name  of a map
template <class FileName>
void append_scales(const std::vector<PixelMapValues>& maps, FileName file_name, Json& list) {
  for (const PixelMapValues& map : maps) {
    const PixelMapFacts& facts = kMapFacts[static_cast<unsigned>(map.map)];
    const MapScale scale = scale_of(map);
    const auto in_units = [&](std::uint32_t value) -> Json {
      if (facts.one == 1) return value;
      return static_cast<double>(value) / facts.one;
    };
    list.push_back({{"name", facts.name},
                    {"file", file_name(map.map)},
                    {"unit", facts.unit},
                    {"description", facts.help},
                    {"darkest", in_units(scale.darkest)},
                    {"brightest", in_units(scale.brightest)},
                    {"highest", in_units(scale.highest)},
                    {"mean", scale.mean / facts.one},
                    {"pixels", scale.pixels}});
  }
}

}  // namespace

std::string map_file_name(const MappedPicture& picture, PixelMap map) {
  return picture.name + "_" + map_file_name(map);
}

std::string map_scales_json(const std::vector<MappedPicture>& pictures) {
  Json list = Json::array();
  for (const MappedPicture& picture : pictures) {
    const std::size_t first = list.size();
    append_scales(
        picture.maps, [&](PixelMap map) { return map_file_name(picture, map); }, list);
    for (std::size_t i = first; i < list.size(); ++i)
      list[i].update({{"picture", picture.name}, {"width", picture.width}, {"height", picture.height}});
  }
  const Json json{{"schema_version", 1},
                  {"colors", colors_json()},
                  {"transparent", "pixels without a value: they sampled nothing; of overdraw: nothing was drawn"},
                  {"maps", list}};
  return json_text(json, 1) + '\n';
}

std::string map_scales_json(const std::vector<PixelMapValues>& maps, std::uint32_t width, std::uint32_t height) {
  Json list = Json::array();
  append_scales(
      maps, [](PixelMap map) { return map_file_name(map); }, list);
  const Json json{{"schema_version", 1},
                  {"width", width},
                  {"height", height},
                  {"colors", colors_json()},
                  {"transparent", "pixels that sampled nothing"},
                  {"maps", list}};
  return json_text(json, 1) + '\n';
}

PixelMapRecorder::PixelMapRecorder(const functional::GpuMemory& memory, std::uint32_t width, std::uint32_t height)
    : memory_{memory}, width_{width}, height_{height} {}

void PixelMapRecorder::sent(const functional::Message& message) {
  functional::execute_sampler_message(memory_, message, functional::PlanDetail::kIntermediates, outcome_);
  by_number_[message.number] = static_cast<std::uint32_t>(costs_.size());
  MessageCosts& costs = costs_.emplace_back();
  for (unsigned subspan = 0; subspan < outcome_.subspans.size(); ++subspan)
    count(costs, subspan * functional::kPixelsPerSubspan, outcome_.subspans[subspan]);
}

void PixelMapRecorder::count(MessageCosts& costs, unsigned first_channel,
                             const functional::SubspanPlan& subspan) const {
  for (unsigned p = 0; p < functional::kPixelsPerSubspan; ++p) {
    const unsigned channel = first_channel + p;
    std::uint64_t footprints = 0;
    std::uint64_t level = 0;
    for (const functional::Footprint& footprint : subspan.footprints) {
      if ((footprint.pixels >> p & 1) == 0) continue;
      if (footprints++ == 0) level = footprint.level * kLevelUnits;
    }
    costs.footprints[channel] = narrow(footprints);
    const bool has_levels = p < subspan.levels.size();
    costs.levels[channel] =
        narrow(has_levels ? static_cast<std::uint64_t>(std::max(subspan.levels[p].clamped, 0)) : level);
    costs.taps[channel] = has_levels ? subspan.levels[p].taps : narrow(std::min<std::uint64_t>(footprints, 1));
  }
}

void PixelMapRecorder::stored(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled) {
  for (const SampledChannel& one : sampled)
    stored_.push_back({y * width_ + x, by_number_.at(one.message), one.channel});
}

void PixelMapRecorder::painted(const Paint& paint, std::span<const SampledChannel> sampled) {
  const std::size_t first = stored_.size();
  stored(paint.x, paint.y, sampled);
  painted_.push_back({paint, first, stored_.size()});
}

void PixelMapRecorder::on(const timing::LookupEvent& event) {
  if (event.footprint != nullptr && event.result == machine::LineLookup::kMiss) ++missed_[event.footprint];
}

void PixelMapRecorder::on(const timing::MessageEvent& event) {
  if (!event.answered || missed_.empty()) return;
  const auto known = by_number_.find(timing::message_of(*event.work->message).message.number);
  unsigned first_channel = 0;
  for (const functional::SubspanPlan& subspan : event.work->outcome.subspans) {
    for (const functional::Footprint& footprint : subspan.footprints) {
      const auto missed = missed_.find(&footprint);
      if (missed == missed_.end()) continue;
      for (unsigned p = 0; p < functional::kPixelsPerSubspan && known != by_number_.end(); ++p) {
        if ((footprint.pixels >> p & 1) == 0) continue;
        std::uint16_t& misses = costs_[known->second].misses[first_channel + p];
        misses = narrow(std::uint64_t{misses} + missed->second);
      }
      missed_.erase(missed);
    }
    first_channel += functional::kPixelsPerSubspan;
  }
}

void PixelMapRecorder::on(const timing::AnswerEvent& event) {
  const functional::Message& message = event.message->message;
  if (message.shared_function != functional::kSamplerSfid) return;
  const auto known = by_number_.find(message.number);
  if (known == by_number_.end()) return;
  costs_[known->second].latency = static_cast<std::uint32_t>((event.time - event.message->sent_at).value());
}

std::uint32_t PixelMapRecorder::value(const MessageCosts& costs, PixelMap map, unsigned channel) const {
  switch (map) {
    case PixelMap::kLatency:
      return costs.latency;
    case PixelMap::kMisses:
      return costs.misses[channel];
    case PixelMap::kTaps:
      return costs.taps[channel];
    case PixelMap::kLevel:
      return costs.levels[channel];
    case PixelMap::kFootprints:
    case PixelMap::kOverdraw:
      break;
  }
  return costs.footprints[channel];
}

std::vector<PixelMapValues> PixelMapRecorder::maps(bool timed) const {
  std::vector<PixelMapValues> maps;
  for (const PixelMapFacts& facts : kMapFacts) {
    if ((facts.timed && !timed) || facts.of_frames) continue;
    PixelMapValues& map = maps.emplace_back();
    map.map = facts.map;
    map.values.assign(std::size_t{width_} * height_, PixelMapValues::kNoValue);
    for (const Stored& stored : stored_) add(stored, stored.pixel, map);
  }
  return maps;
}

void PixelMapRecorder::add(const Stored& stored, std::uint32_t pixel, PixelMapValues& map) const {
  std::uint32_t& sum = map.values[pixel];
  const std::uint32_t value = this->value(costs_[stored.message], map.map, stored.channel);
  if (sum == PixelMapValues::kNoValue) {
    sum = value;
  } else if (map.map == PixelMap::kLatency) {
    sum = std::max(sum, value);
  } else if (map.map != PixelMap::kLevel) {
    sum += value;
  }
}

std::vector<PixelMapValues> PixelMapRecorder::maps(bool timed, const PaintedTarget& size,
                                                   std::span<const FrameTrail::Part> parts) const {
  std::vector<PixelMapValues> maps;
  for (const PixelMapFacts& facts : kMapFacts) {
    if (facts.timed && !timed) continue;
    PixelMapValues& map = maps.emplace_back();
    map.map = facts.map;
    map.values.assign(std::size_t{size.width} * size.height, PixelMapValues::kNoValue);
  }
  for (const Painted& painted : painted_) {
    const Paint& paint = painted.paint;
    if (std::none_of(parts.begin(), parts.end(), [&](const auto& part) { return part.holds(paint); })) continue;
    const std::uint32_t pixel = paint.y * size.width + paint.x;
    for (PixelMapValues& map : maps) {
      if (map.map == PixelMap::kOverdraw) {
        std::uint32_t& runs = map.values[pixel];
        runs = runs == PixelMapValues::kNoValue ? 1 : runs + 1;
        continue;
      }
      for (std::size_t i = painted.first_stored; i < painted.end_stored; ++i) add(stored_[i], pixel, map);
    }
  }
  return maps;
}

}  // namespace texpipe::study
