#include "study/accesses/access_recorder.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "functional/message/recent_decode.h"
#include "functional/shared_function/typed_surface.h"
#include "functional/surface/state_heap.h"
#include "functional/surface/surface_builder.h"
#include "isa/gen9/sampler_message.h"
#include "pictures/containers/dds_writer.h"

namespace texpipe::study {

namespace {

using functional::SurfaceType;
using gen9::SamplerMessageFacts;

constexpr std::size_t kMostTextures = functional::StateHeap::kMaxSurfaces - 1;  // and the picture

/// A reason to leave a message out.
struct LeaveOut {
  std::string reason;
};

/// The whole surface of a state as a texture has it. Throws LeaveOut for what no texture file can be.
functional::SurfaceImage image_of(const gen9::RenderSurfaceState& state, const functional::SurfaceGeometry& geometry) {
  if (state.type == SurfaceType::kNull) throw LeaveOut{"of a null surface"};
  if (state.type == SurfaceType::kBuffer || state.type == SurfaceType::kStructuredBuffer) throw LeaveOut{"of a buffer"};
  if (state.log2_samples != 0) throw LeaveOut{"of a surface with samples"};
  if (state.surface_min_lod != 0 || state.minimum_array_element != 0 || geometry.x_offset != 0 ||
      geometry.y_offset != 0 || geometry.every_other_line || geometry.quilt_width * geometry.quilt_height != 1)
    throw LeaveOut{"of a part of a surface"};
  const bool volume = state.type == SurfaceType::k3D;
  return {.type = state.type,
          .format = state.format,
          .width = geometry.width,
          .height = geometry.height,
          .depth = volume ? geometry.depth : 1,
          .array_length = volume ? 1 : geometry.depth,
          .levels = geometry.levels};
}

TextureTiling tiling_of(functional::Tiling tiling) {
  switch (tiling) {
    case functional::Tiling::kX:
      return TextureTiling::kX;
    case functional::Tiling::kY:
      return TextureTiling::kY;
    case functional::Tiling::kYf:
      return TextureTiling::kYf;
    case functional::Tiling::kYs:
      return TextureTiling::kYs;
    default:
      return TextureTiling::kLinear;
  }
}

}  // namespace

std::vector<gen9::SamplerState::Words> AccessRecorder::samplers() const {
  if (!samplers_.empty()) return samplers_;
  return {gen9::SamplerState{}.encode()};
}

std::uint32_t AccessRecorder::add_texture(const gen9::RenderSurfaceState::Words& words) {
  const functional::TypedSurface& surface = functional::typed_surface(words);
  if (!surface.layout) throw LeaveOut{"of a null surface"};
  const functional::SurfaceImage image = image_of(surface.state, surface.layout->geometry());
  if (!dds_can_hold(image))
    throw LeaveOut{"of a texture of " + std::string{name_of(image.format)} + ", which no DDS file holds"};
  if (textures_.size() == kMostTextures)
    throw LeaveOut{"of a texture after the first " + std::to_string(kMostTextures)};
  textures_.push_back({.texture = {.image = image, .texels = functional::read_surface(memory_, image, *surface.layout)},
                       .tiling = tiling_of(surface.layout->geometry().tiling)});
  return static_cast<std::uint32_t>(textures_.size() - 1);
}

std::uint32_t AccessRecorder::texture_of(const functional::Message& message) {
  const auto words = functional::surface_state_words(memory_, *message.context, request_.binding_table_index,
                                                     request_.bindless_surface_offset);
  const auto [found, is_new] = texture_numbers_.try_emplace(words, std::uint32_t{0});
  if (is_new) {
    try {
      found->second = add_texture(words);
    } catch (const LeaveOut& reason) {
      found->second = Refused{reason.reason};
    } catch (const Error& error) {
      found->second = Refused{"of a surface that cannot be read: " + error.diagnostics().front().problem};
    }
  }
  if (const auto* refused = std::get_if<Refused>(&found->second)) throw LeaveOut{refused->reason};
  return std::get<std::uint32_t>(found->second);
}

std::uint32_t AccessRecorder::sampler_of() {
  if (!request_.operation->uses_sampler_state()) return 0;
  gen9::SamplerState::Words words{};
  memory_.read(request_.sampler_state, std::as_writable_bytes(std::span{words}));
  gen9::SamplerState state = gen9::SamplerState::decode(words);
  state.border_color_pointer = 0;
  const auto [found, is_new] =
      sampler_numbers_.try_emplace(state.encode(), static_cast<std::uint32_t>(samplers_.size()));
  if (!is_new) return found->second;
  if (samplers_.size() == functional::StateHeap::kMaxSamplers) {
    sampler_numbers_.erase(found);
    throw LeaveOut{"of a sampler after the first " + std::to_string(functional::StateHeap::kMaxSamplers)};
  }
  samplers_.push_back(found->first);
  return found->second;
}

AccessKind AccessRecorder::kind_of(const functional::Message& message) {
  if (message.variant != functional::OperationVariant::kGen9) throw LeaveOut{"of an SPA program"};
  functional::decode_sampler_request(message, request_);
  const SamplerMessageFacts& facts = *request_.operation;
  if (facts.action == gen9::SamplerAction::kCacheFlush) throw LeaveOut{"that flush a cache"};
  if (request_.simd != functional::SamplerSimd::kSimd8 && request_.simd != functional::SamplerSimd::kSimd16)
    throw LeaveOut{"without quads (SIMD8D, SIMD4x2)"};
  AccessKind kind;
  kind.type = facts.type;
  kind.texture = texture_of(message);
  kind.sampler = sampler_of();
  kind.simd = static_cast<std::uint8_t>(request_.channels());
  kind.parameters = static_cast<std::uint8_t>(
      std::min<unsigned>(request_.given_parameters, static_cast<unsigned>(facts.parameters.size())));
  kind.response = request_.response_length;
  kind.half = request_.half_return;
  if (request_.header) kind.header = message.payload[0][2];
  return kind;
}

void AccessRecorder::add_quads(const functional::Message& message, const AccessKind& kind) {
  Call& call = calls_[message.number];
  call.first_quad = quads_.size();
  std::uint8_t added = 0;
  for (unsigned quad = 0; quad < kind.simd / kQuadPixels; ++quad) {
    const std::uint32_t mask = message.execution_mask >> quad * kQuadPixels & 0xF;
    if (mask == 0) continue;
    call.places[quad] = ++added;
    quads_.push_back({.thread = MessageName::of(message.number).thread,
                      .call = messages_,
                      .kind = kind,
                      .mask = static_cast<std::uint8_t>(mask),
                      .first_word = words_.size()});
    for (unsigned n = 0; n < kind.parameters; ++n) {
      for (unsigned pixel = 0; pixel < kQuadPixels; ++pixel)
        words_.push_back(request_.bits(request_.operation->parameters[n], quad * kQuadPixels + pixel));
    }
  }
}

void AccessRecorder::sent(const functional::Message& message) {
  try {
    const AccessKind kind = kind_of(message);
    add_quads(message, kind);
    ++messages_;
  } catch (const LeaveOut& reason) {
    ++left_out_[reason.reason];
  }
}

/// The pixel belongs to the message that was sampled last: its picture then shows what that one returned.
void AccessRecorder::stored(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled) {
  if (sampled.empty()) return;
  const auto found = calls_.find(sampled.back().message);
  if (found == calls_.end()) return;
  const unsigned channel = sampled.back().channel;
  const std::uint8_t place = found->second.places[channel / kQuadPixels % 4];
  if (place == 0) return;
  RecordedQuad& quad = quads_[found->second.first_quad + place - 1];
  if (quad.first_pixel == ~std::uint64_t{0}) {
    quad.first_pixel = pixels_.size();
    pixels_.resize(pixels_.size() + kQuadPixels);
  }
  pixels_[quad.first_pixel + channel % kQuadPixels] = {x, y};
}

}  // namespace texpipe::study
