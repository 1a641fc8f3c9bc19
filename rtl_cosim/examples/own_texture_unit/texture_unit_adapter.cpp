// The texture unit for `texpipe cosim`: its ports, its requests, and texpipe's sampler as what must come back.
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "Vown_texture_unit.h"
#include "functional/c_interface/texpipe.h"
#include "rtl_cosim/scoreboard/custom_block.h"
#include "rtl_cosim/scoreboard/random_stream.h"
#include "rtl_cosim/verilated/memory_port.h"
#include "rtl_cosim/verilated/verilated_rtl.h"

namespace own_rtl {

namespace {

using namespace texpipe;
using namespace texpipe::rtl_cosim;

constexpr unsigned kLanes = 4;
constexpr unsigned kLogSize = 5;  // 32 by 32 texels
constexpr unsigned kLevels = kLogSize + 1;

constexpr std::array<Port, 6> kInputs{{
    {"tag", 4},
    {"lanes", 4},
    {"linear", 1},
    {"u", 64, 16},
    {"v", 64, 16},
    {"levels", 16, 4},
}};
enum Input { kTag, kRequestedLanes, kLinear, kU, kV, kRequestedLevels };
constexpr std::array<Port, 3> kOutputs{{{"tag", 4}, {"lanes", 4}, {"colors", 128, 8}}};
enum Output { kAnsweredTag, kAnsweredLanes, kColors };

void check(texpipe_status status) {
  if (status != TEXPIPE_SUCCESS) throw Error{ExitCode::kInternalError, texpipe_last_error()};
}

PortValue value_of(unsigned bits, std::uint64_t value) {
  PortValue port{bits};
  port.put(0, bits, value);
  return port;
}

/// One texture twice: as the unit reads it, and as a surface of texpipe's, behind its binding table.
class Texture {
 public:
  Texture() {
    check(texpipe_context_create(&context_));
    std::vector<std::uint32_t> texels;
    for (unsigned level = 0; level < kLevels; ++level) {
      const std::uint64_t count = std::uint64_t{1} << 2 * (kLogSize - level);
      for (std::uint64_t texel = 0; texel < count; ++texel)
        texels.push_back(static_cast<std::uint32_t>(mixed(level, texel)));
    }
    const std::size_t bytes = texels.size() * sizeof texels[0];
    check(texpipe_memory_allocate(context_, bytes, 64, &base_));
    check(texpipe_memory_write(context_, base_, texels.data(), bytes));

    texpipe_surface surface{};
    surface.struct_size = sizeof surface;
    surface.format = "R8G8B8A8_UNORM";
    surface.type = "SURFTYPE_2D";
    surface.width = surface.height = 1u << kLogSize;
    surface.levels = kLevels;
    surface.texels = texels.data();
    surface.texel_bytes = bytes;
    std::uint32_t index = 0;
    check(texpipe_surface_create(context_, &surface, &index));
    for (const char* filter : {"NEAREST", "LINEAR"}) {
      const texpipe_field fields[] = {
          {"min_mode_filter", filter}, {"mag_mode_filter", filter}, {"mip_mode_filter", "NEAREST"}, {"max_lod", "13"}};
      check(texpipe_sampler_create(context_, fields, std::size(fields), nullptr, &index));
    }
  }
  ~Texture() { texpipe_context_destroy(context_); }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;

  std::uint32_t base() const { return static_cast<std::uint32_t>(base_); }
  void read(std::uint64_t address, std::span<std::byte> data) const {
    check(texpipe_memory_read(context_, address, data.data(), data.size()));
  }

  /// texpipe's colours of the lanes, to the nearest of 8 bits.
  PortValue sample(const PortValues& request) const {
    std::array<std::uint32_t, 3 * 8> parameters{};  // lod, u, v of 8 channels
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      parameters[lane] = std::bit_cast<std::uint32_t>(static_cast<float>(request[kRequestedLevels].get(4 * lane, 4)));
      parameters[8 + lane] = std::bit_cast<std::uint32_t>(static_cast<float>(request[kU].get(16 * lane, 16)) / 65536);
      parameters[16 + lane] = std::bit_cast<std::uint32_t>(static_cast<float>(request[kV].get(16 * lane, 16)) / 65536);
    }
    texpipe_message message{};
    message.struct_size = sizeof message;
    message.operation = "sample_l";
    message.simd = TEXPIPE_SIMD8;
    message.sampler = static_cast<std::uint32_t>(request[kLinear].get(0, 1));
    message.execution_mask = static_cast<std::uint32_t>(request[kRequestedLanes].get(0, 4));
    message.parameters = parameters.data();
    message.parameter_count = 3;
    texpipe_outcome* outcome = nullptr;
    check(texpipe_sample(context_, &message, &outcome));
    PortValue colors{128};
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      std::uint32_t rgba[4];
      check(texpipe_outcome_result(outcome, lane, rgba));
      for (unsigned channel = 0; channel < 4; ++channel)
        colors.put(32 * lane + 8 * channel, 8,
                   static_cast<std::uint64_t>(std::lround(std::bit_cast<float>(rgba[channel]) * 255)));
    }
    texpipe_outcome_destroy(outcome);
    return colors;
  }

 private:
  texpipe_context* context_ = nullptr;
  std::uint64_t base_ = 0;
};

/// The unit's own ports: its clock is `clock`, reset is high when it is asserted, and each channel has a memory of
/// words behind it.
class Rtl final : public VerilatedRtl<Vown_texture_unit> {
 public:
  Rtl(std::uint64_t seed, const Texture& texture, MemoryPortTiming timing) : VerilatedRtl{seed}, base_{texture.base()} {
    for (std::uint64_t channel = 0; channel < 2; ++channel)
      memory_.emplace_back(
          [&texture](std::uint64_t address, std::span<std::byte> data) { texture.read(address, data); }, 4, timing,
          mixed(seed, channel));
    power_up();
  }

  void reset(bool asserted) override {
    top().reset = asserted;
    for (MemoryPort& memory : memory_) memory.reset();
  }

  void drive(const PortValues* request, bool result_ready) override {
    top().request_valid = request != nullptr;
    top().response_ready = result_ready;
    top().request_base = base_;
    top().request_log_size = kLogSize;
    if (request != nullptr) {
      put_port(top().request_tag, (*request)[kTag]);
      put_port(top().request_lanes, (*request)[kRequestedLanes]);
      put_port(top().request_linear, (*request)[kLinear]);
      put_port(top().request_u, (*request)[kU]);
      put_port(top().request_v, (*request)[kV]);
      put_port(top().request_levels, (*request)[kRequestedLevels]);
    }
    top().read_ready = static_cast<unsigned>(memory_[0].ready()) | static_cast<unsigned>(memory_[1].ready()) << 1;
    top().data_valid = 0;
    top().data = 0;
    for (unsigned channel = 0; channel < 2; ++channel) {
      const MemoryPort::Answer* answer = memory_[channel].answer();
      if (answer == nullptr) continue;
      top().data_valid |= 1u << channel;
      for (unsigned byte = 0; byte < 4; ++byte)
        top().data |= static_cast<std::uint64_t>(answer->data[byte]) << (32 * channel + 8 * byte);
    }
    top().eval();
  }

  bool request_ready() const override { return top().request_ready != 0; }
  bool result_valid() const override { return top().response_valid != 0; }
  PortValues result() const override {
    return {get_port(top().response_tag, 4), get_port(top().response_lanes, 4), get_port(top().response_colors, 128)};
  }

 private:
  void set_clock(bool level) override { top().clock = level; }
  void pass_cycle() override {
    for (unsigned channel = 0; channel < 2; ++channel) {
      if ((top().read_valid >> channel & 1) != 0 && memory_[channel].ready())
        memory_[channel].request(top().read_address >> 32 * channel & 0xFFFF'FFFF, 0);
      memory_[channel].clock(true);
    }
  }

  std::uint32_t base_;
  std::vector<MemoryPort> memory_;
};

class TextureUnit final : public CustomBlock {
 public:
  explicit TextureUnit(const OwnParameters& own)
      : timing_{.latency = own.get<std::uint32_t>("memory_latency"),
                .spread = own.get<std::uint32_t>("memory_spread"),
                .slots = 1},
        linear_percent_{own.get<std::uint32_t>("linear_percent")} {}

  std::span<const Port> inputs() const override { return kInputs; }
  std::span<const Port> outputs() const override { return kOutputs; }
  std::unique_ptr<StreamRtl> make_rtl(std::uint64_t seed) const override {
    return std::make_unique<Rtl>(seed, texture_, timing_);
  }

  PortValues request(std::uint64_t seed, std::uint64_t index) const override {
    RandomStream random{mixed(seed, index)};
    PortValue levels{16};
    for (unsigned lane = 0; lane < kLanes; ++lane) levels.put(4 * lane, 4, random.below(kLevels));
    return {value_of(4, random.below(16)),
            value_of(4, 1 + random.below(15)),
            value_of(1, random.below(100) < linear_percent_),
            value_of(64, random.next()),
            value_of(64, random.next()),
            levels};
  }
  std::vector<PortValues> results(std::uint64_t, std::uint64_t, const PortValues& request,
                                  const PortValues*) const override {
    return {{request[kTag], request[kRequestedLanes], texture_.sample(request)}};
  }
  std::string explain(std::uint64_t, std::uint64_t, const PortValues& request) const override {
    std::string text;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (request[kRequestedLanes].get(lane, 1) == 0) continue;
      const double size = std::ldexp(1.0, static_cast<int>(kLogSize - request[kRequestedLevels].get(4 * lane, 4)));
      text += "    lane " + std::to_string(lane) + " stands at texel " +
              std::to_string(static_cast<double>(request[kU].get(16 * lane, 16)) / 65536 * size) + ", " +
              std::to_string(static_cast<double>(request[kV].get(16 * lane, 16)) / 65536 * size) + " of " +
              std::to_string(static_cast<int>(size)) + " by " + std::to_string(static_cast<int>(size)) + "\n";
    }
    return text;
  }

  void declare(CoverBins& bins) const override {
    for (const char* filter : {"nearest", "linear"}) {
      for (unsigned level = 0; level < kLevels; ++level)
        bins.declare(std::string{filter} + " of level " + std::to_string(level));
    }
  }
  void cover(std::uint64_t, std::uint64_t, const PortValues& request, CoverBins& bins) const override {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (request[kRequestedLanes].get(lane, 1) != 0)
        bins.hit(std::string{request[kLinear].get(0, 1) != 0 ? "linear" : "nearest"} + " of level " +
                 std::to_string(request[kRequestedLevels].get(4 * lane, 4)));
    }
  }

  bool answers_by_id() const override { return true; }
  std::uint64_t request_id(const PortValues& request) const override { return request[kTag].get(0, 4); }
  std::uint64_t result_id(const PortValues& result) const override { return result[kAnsweredTag].get(0, 4); }
  bool is_number(std::size_t output) const override { return output == kColors; }
  bool counts(const PortValues& request, std::size_t output, unsigned part) const override {
    return output != kColors || request[kRequestedLanes].get(part / 4, 1) != 0;
  }

 private:
  Texture texture_;
  MemoryPortTiming timing_;
  std::uint32_t linear_percent_;
};

}  // namespace

CustomEntry own_texture_unit();
CustomEntry own_texture_unit() {
  constexpr ParameterRange<std::uint32_t> kCycles{1, 10'000};
  return {.make = [](const OwnParameters& own) { return std::make_unique<TextureUnit>(own); },
          .parameters = OwnParameters{}
                            .add("memory_latency", 12u, "cycles from a read to its word", std::optional{kCycles})
                            .add("memory_spread", 0u, "up to so many more")
                            .add("linear_percent", 50u, "requests with a bilinear filter")};
}

}  // namespace own_rtl
