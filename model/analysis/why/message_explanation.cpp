#include "analysis/why/message_explanation.h"

#include <fmt/format.h>

#include <bit>
#include <string>
#include <utility>

#include "functional/sampling/texture_binding.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "isa/gen9/message_descriptor.h"
#include "isa/gen9/surface_format.h"

namespace texpipe::study {

namespace {

std::string surface_text(const functional::SurfaceBinding& surface) {
  if (surface.null) return "null";
  const gen9::RenderSurfaceState& state = surface.state;
  std::string size = fmt::format("{}", state.width);
  if (surface.axes.count > 1) size += fmt::format("x{}", state.height);
  if (surface.axes.count > 2) size += fmt::format("x{}", state.depth);
  return fmt::format("{} {} {}, {} level{}, tiling {}, at 0x{:x}", texpipe::name_of(state.type),
                     gen9::format_facts(state.format).name, size, surface.last_level + 1,
                     surface.last_level == 0 ? "" : "s", texpipe::name_of(state.tile_mode), state.base_address.value());
}

std::string sampler_text(const gen9::SamplerState& state) {
  std::string text = fmt::format("min {}, mag {}, mip {}", texpipe::name_of(state.min_filter),
                                 texpipe::name_of(state.mag_filter), texpipe::name_of(state.mip_filter));
  if (state.min_filter == gen9::MapFilter::kAnisotropic || state.mag_filter == gen9::MapFilter::kAnisotropic)
    text += fmt::format(", up to {} taps", state.max_anisotropy);
  return text + fmt::format(", address {} {} {}", texpipe::name_of(state.address_u), texpipe::name_of(state.address_v),
                            texpipe::name_of(state.address_r));
}

/// Places of colours in the registers of a response of 32-bit floats; none of other responses.
std::optional<ColorPlaces> color_places(const RowProbe& probe) {
  const functional::SamplerRequest& request = probe.request();
  const bool plain = request.simd == functional::SamplerSimd::kSimd8 ||
                     request.simd == functional::SamplerSimd::kSimd16 ||
                     request.simd == functional::SamplerSimd::kSimd8D;
  if (!plain || request.half_return || request.null_mask) return {};
  for (const functional::ChannelCoding& coding : probe.binding().surface.coding) {
    if (coding.kind == functional::ChannelKind::kUint || coding.kind == functional::ChannelKind::kSint) return {};
  }
  return ColorPlaces{.registers_of_color = request.simd == functional::SamplerSimd::kSimd16 ? 2u : 1u,
                     .disabled = request.disabled_channels};
}

std::optional<Rgba> returned(const ColorPlaces& places, const functional::MessageResponse& response, unsigned channel) {
  Rgba rgba{};
  unsigned given = 0;
  for (unsigned c = 0; c < 4; ++c) {
    if ((places.disabled >> c & 1) != 0) continue;
    const std::size_t place = given++ * places.registers_of_color + channel / 8;
    if (place >= response.registers.size()) return {};
    rgba[c] = std::bit_cast<float>(response.registers[place][channel % 8]);
  }
  return rgba;
}

}  // namespace

AnsweredMessage explained_message(const functional::GpuMemory& memory, functional::Message message,
                                  const std::set<unsigned>& channels) {
  message.planned = nullptr;  // a replay without values: they are those that memory gives
  AnsweredMessage made;
  made.descriptor = gen9::describe_message(gen9::decode_message({message.descriptor, message.extended_descriptor}));
  const RowProbe first{memory, message, 0};
  made.operation = first.request().operation->name;
  made.surface = surface_text(first.binding().surface);
  if (first.request().operation->uses_sampler_state()) made.sampler = sampler_text(first.binding().sampler.state);
  using gen9::SamplerAction;
  const SamplerAction action = first.request().operation->action;
  made.explained =
      !first.binding().surface.null &&
      (action == SamplerAction::kSample || action == SamplerAction::kGather || action == SamplerAction::kLoad) &&
      first.request().simd != functional::SamplerSimd::kSimd4x2;
  if (made.explained) made.colors = color_places(first);
  for (const unsigned channel : channels) {
    ChannelHistory& one = made.channels.emplace_back(ChannelHistory{.channel = channel});
    if (!made.explained) continue;
    const RowProbe probe{memory, message, channel};
    one.texels = probe.texels();
    one.steps = place_steps(probe, one.texels);
    one.result = probe.result(probe.binding(), probe.pixel());
  }
  made.history.response = functional::execute_sampler_message(memory, message, functional::PlanDetail::kNone).response;
  made.history.message = std::move(message);
  return made;
}

void add_returned(AnsweredMessage& message) {
  if (!message.colors) return;
  for (ChannelHistory& channel : message.channels)
    channel.returned = returned(*message.colors, message.history.response, channel.channel);
}

}  // namespace texpipe::study
