// Costs of each pixel of a picture: maps of the same size, as pictures of one colour scale.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/message/sampler_request.h"
#include "functional/sampling/subspan_plan.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "pictures/texture/png.h"
#include "study/pixel_maps/message_follower.h"
#include "timing/observe/events.h"

namespace texpipe::study {

enum class PixelMap : std::uint8_t { kLatency, kMisses, kTaps, kLevel, kFootprints, kOverdraw };
inline constexpr unsigned kPixelMaps = 6;

struct PixelMapFacts {
  PixelMap map;
  std::string_view name;
  std::string_view unit;
  std::string_view help;
  bool timed;         // needs a clock
  bool of_frames;     // only pictures of frames have it
  std::uint32_t one;  // what the unit is in the numbers kept
};
const std::array<PixelMapFacts, kPixelMaps>& pixel_map_facts();

/// One map: a number for each pixel that sampled something; overdraw: for each that was painted.
struct PixelMapValues {
  PixelMap map = PixelMap::kLatency;
  std::vector<std::uint32_t> values;  // row by row; kNoValue: the pixel has none
  static constexpr std::uint32_t kNoValue = ~std::uint32_t{0};
};

/// Values at the ends of a map's colours.
struct MapScale {
  std::uint32_t darkest = 0;    // the lowest value
  std::uint32_t brightest = 0;  // the value that one pixel in 200 exceeds
  std::uint32_t highest = 0;
  double mean = 0;
  std::uint64_t pixels = 0;  // that have a value
};
MapScale scale_of(const PixelMapValues& map);

using MapColor = std::array<int, 3>;
/// Colours of a scale at equal distances, from the lowest value to the highest.
std::span<const MapColor> map_colors();

/// Picture of a map, from dark blue to bright yellow; pixels without a value are transparent.
Picture map_picture(const PixelMapValues& map, const MapScale& scale, std::uint32_t width, std::uint32_t height);

/// maps.json: what the colours of each map's picture stand for.
std::string map_scales_json(const std::vector<PixelMapValues>& maps, std::uint32_t width, std::uint32_t height);
std::string map_file_name(PixelMap map);

/// A picture of a frame, or a target that no picture shows, with its maps.
struct MappedPicture {
  std::string name;  // `picture_0`, `target_2`
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<PixelMapValues> maps;
};
/// maps.json of a frame, whose maps say the picture that they are of.
std::string map_scales_json(const std::vector<MappedPicture>& pictures);
std::string map_file_name(const MappedPicture& picture, PixelMap map);
inline constexpr std::string_view kMapScalesName = "maps.json";

/// Follows the messages of a workload; on a machine it also listens to the events, of either timing.
class PixelMapRecorder final : public MessageFollower, public timing::EventListener {
 public:
  /// @param memory  the workload's; it must outlive the recorder's use
  PixelMapRecorder(const functional::GpuMemory& memory, std::uint32_t width, std::uint32_t height);

  void sent(const functional::Message& message) override;
  void stored(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled) override;
  void painted(const Paint& paint, std::span<const SampledChannel> sampled) override;
  void on(const timing::LookupEvent& event) override;
  void on(const timing::MessageEvent& event) override;
  void on(const timing::AnswerEvent& event) override;

  /// After the run. Of a pixel with several messages: the longest latency, the level of the first message, and what all
  /// of them sum to. @param timed  the run had a clock
  std::vector<PixelMapValues> maps(bool timed) const;
  /// Maps of a frame's picture, from what was painted in its parts. Level: of the first message of the pixel.
  std::vector<PixelMapValues> maps(bool timed, const PaintedTarget& size,
                                   std::span<const FrameTrail::Part> parts) const;

 private:
  using Channels = std::array<std::uint16_t, functional::kMaxSamplerChannels>;
  struct MessageCosts {
    std::uint32_t latency = 0;
    Channels misses{};
    Channels taps{};
    Channels levels{};  // 1/256
    Channels footprints{};
  };
  struct Stored {
    std::uint32_t pixel;
    std::uint32_t message;  // of costs_
    std::uint8_t channel;
  };
  /// A paint of a frame, and its messages in `stored_`.
  struct Painted {
    Paint paint;
    std::size_t first_stored;
    std::size_t end_stored;
  };

  void count(MessageCosts& costs, unsigned first_channel, const functional::SubspanPlan& subspan) const;
  std::uint32_t value(const MessageCosts& costs, PixelMap map, unsigned channel) const;
  void add(const Stored& stored, std::uint32_t pixel, PixelMapValues& map) const;

  const functional::GpuMemory& memory_;
  std::uint32_t width_;
  std::uint32_t height_;
  std::vector<MessageCosts> costs_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_number_;  // of costs_
  std::vector<Stored> stored_;
  std::vector<Painted> painted_;
  functional::SamplerOutcome outcome_;
  std::unordered_map<const functional::Footprint*, std::uint32_t> missed_;  // lines, of messages on their way
};

}  // namespace texpipe::study
