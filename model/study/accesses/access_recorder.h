// Messages that a workload sends to samplers, as a file of accesses has them: quads with their values, textures and
// samplers by number.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/message/sampler_request.h"
#include "isa/gen9/render_surface_state.h"
#include "isa/gen9/sampler_state.h"
#include "pictures/texture/texture.h"
#include "study/pixel_maps/message_follower.h"
#include "workload/accesses/access_parameters.h"
#include "workload/accesses/access_quad.h"

namespace texpipe::study {

/// A quad with its values: words of the parameters that are given, four each, in the order of the payload.
struct RecordedQuad {
  std::uint64_t thread = 0;
  std::uint64_t call = 0;
  AccessKind kind;
  std::uint8_t mask = 0;
  std::uint64_t first_word = 0;
  std::uint64_t first_pixel = ~std::uint64_t{0};  // all ones: none
};

struct RecordedTexture {
  Texture texture;
  TextureTiling tiling = TextureTiling::kY;
};

/// Gets a run's messages. Textures are taken as they are when a message first names them.
class AccessRecorder final : public MessageFollower {
 public:
  /// @param memory  of the workload; it must outlive the run
  explicit AccessRecorder(const functional::GpuMemory& memory) : memory_{memory} {}

  void sent(const functional::Message& message) override;
  void stored(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled) override;

  const std::vector<RecordedQuad>& quads() const { return quads_; }
  std::uint32_t word(std::uint64_t index) const { return words_[index]; }
  const AccessPixel& pixel(std::uint64_t index) const { return pixels_[index]; }
  const std::vector<RecordedTexture>& textures() const { return textures_; }
  /// At least one: a study has one.
  std::vector<gen9::SamplerState::Words> samplers() const;

  /// Messages that a file of accesses cannot have, by the reason.
  const std::map<std::string, std::uint64_t>& left_out() const { return left_out_; }
  std::uint64_t messages() const { return messages_; }

 private:
  struct Refused {
    std::string reason;
  };
  struct Call {
    std::uint64_t first_quad = 0;
    std::array<std::uint8_t, 4>
        places{};  // quads of the message that are there, one more than their place; 0: left out
  };

  std::uint32_t texture_of(const functional::Message& message);
  std::uint32_t add_texture(const gen9::RenderSurfaceState::Words& words);
  std::uint32_t sampler_of();
  AccessKind kind_of(const functional::Message& message);
  void add_quads(const functional::Message& message, const AccessKind& kind);

  const functional::GpuMemory& memory_;
  functional::SamplerRequest request_;
  std::vector<RecordedQuad> quads_;
  std::vector<std::uint32_t> words_;
  std::vector<AccessPixel> pixels_;
  std::unordered_map<std::uint64_t, Call> calls_;  // by the message's number
  std::map<gen9::RenderSurfaceState::Words, std::variant<std::uint32_t, Refused>> texture_numbers_;
  std::vector<RecordedTexture> textures_;
  std::map<gen9::SamplerState::Words, std::uint32_t> sampler_numbers_;
  std::vector<gen9::SamplerState::Words> samplers_;
  std::map<std::string, std::uint64_t> left_out_;
  std::uint64_t messages_ = 0;
};

}  // namespace texpipe::study
