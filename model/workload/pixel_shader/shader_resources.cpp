#include "workload/pixel_shader/shader_resources.h"

#include <algorithm>
#include <cmath>

#include "functional/surface/surface_builder.h"
#include "pictures/npy/npy.h"

namespace texpipe::study {

namespace {

using functional::SurfaceImage;
using functional::SurfaceType;

[[noreturn]] void refuse(const SourcePosition& position, const std::string& path, std::string problem,
                         std::string hint) {
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.position = position, .path = path, .problem = std::move(problem), .hint = std::move(hint)}};
}

/// Levels of a texture in the order of SurfaceImage: each slice with all its levels.
std::vector<std::byte> texels_of(const ShaderTexture& texture, const SurfaceImage& image) {
  const std::uint32_t slices = image.array_length * (image.type == SurfaceType::kCube ? 6 : 1);
  std::vector<NpyArray> levels;
  for (unsigned level = 0; level < image.levels; ++level) {
    levels.push_back(read_npy(texture.levels[level]));
    const std::uint64_t needed = functional::packed_level(image, level).bytes * slices;
    if (levels.back().data.size() != needed)
      refuse(texture.position, "textures",
             texture.levels[level].string() + " has " + std::to_string(levels.back().data.size()) + " bytes",
             "expected " + std::to_string(needed) + " of level " + std::to_string(level) + " of " + texture.name);
  }
  std::vector<std::byte> texels;
  for (std::uint32_t slice = 0; slice < slices; ++slice) {
    for (unsigned level = 0; level < image.levels; ++level) {
      const auto bytes = static_cast<std::ptrdiff_t>(functional::packed_level(image, level).bytes);
      const auto first = levels[level].data.begin() + slice * bytes;
      texels.insert(texels.end(), first, first + bytes);
    }
  }
  return texels;
}

/// Red x/32, green y/32, blue sample/16, alpha 1.
std::vector<std::byte> pattern_of(const ShaderTexture& texture, const SurfaceImage& image) {
  if (image.format != gen9::SurfaceFormat::kR8G8B8A8Unorm || image.type != SurfaceType::k2D ||
      image.width > kShaderTargetSize || image.height > kShaderTargetSize)
    throw Error{ExitCode::kUnsupported,
                Diagnostic{.position = texture.position,
                           .path = "textures",
                           .problem = "the pattern of fill.frag in " + texture.name,
                           .hint = "it is drawn to 2D images of R8G8B8A8_UNORM, of at most 32x32 pixels"}};
  constexpr float kMost = 255;
  constexpr float kPixels = 32, kSamples = 16;
  const auto code = [](float value) {
    return static_cast<std::byte>(std::lrint(std::clamp(value, 0.0f, 1.0f) * kMost));
  };
  std::vector<std::byte> texels;
  const unsigned samples = 1u << image.sample_bits;
  for (unsigned n = 0; n < image.array_length * samples; ++n) {
    const unsigned sample = n % samples;
    for (std::uint32_t i = 0; i < image.width * image.height; ++i) {
      const auto x = static_cast<float>(i % image.width), y = static_cast<float>(i / image.width);
      for (const float value : {x / kPixels, y / kPixels, static_cast<float>(sample) / kSamples, 1.0f})
        texels.push_back(code(value));
    }
  }
  return texels;
}

/// The format of a texture's texels: its own where its surface states have another one of the same size, as those of
/// storage images that shaders read.
gen9::SurfaceFormat texel_format(const ShaderTexture& texture, gen9::SurfaceFormat described) {
  if (!texture.format) return described;
  const gen9::FormatFacts &own = gen9::format_facts(*texture.format), &other = gen9::format_facts(described);
  const bool same_texels = own.bits_per_element == other.bits_per_element && own.block_width == other.block_width &&
                           own.block_height == other.block_height;
  return same_texels ? *texture.format : described;
}

functional::SurfaceOptions options_for(const SurfaceImage& image) {
  const bool tiled = functional::fits_tiles(image.format) && image.type != SurfaceType::k1D;
  return {.tiling = tiled ? functional::Tiling::kY : functional::Tiling::kLinear, .mcs = image.sample_bits != 0};
}

}  // namespace

PlacedResource place_texture(functional::GpuMemory& memory, const ShaderTexture& texture, gen9::SurfaceFormat format) {
  PlacedResource placed{.image = texture.image};
  placed.image.format = texel_format(texture, format);
  const std::vector<std::byte> texels =
      texture.is_pattern ? pattern_of(texture, placed.image) : texels_of(texture, placed.image);
  placed.state = functional::build_surface(memory, texture.name, placed.image, texels, options_for(placed.image));
  return placed;
}

PlacedResource place_buffer(functional::GpuMemory& memory, const ShaderBuffer& buffer) {
  // A uniform buffer's surface state may reach behind its end, to the next 64 bytes.
  constexpr std::uint64_t kSlack = 64;
  PlacedResource placed{.bytes = buffer.bytes};
  placed.address = memory.allocate("buffer " + buffer.binding, ByteSize{buffer.bytes + kSlack});
  if (buffer.data.empty()) return placed;
  const NpyArray array = read_npy(buffer.data);
  if (array.data.size() != buffer.bytes)
    refuse(buffer.position, "buffers", buffer.data.string() + " has " + std::to_string(array.data.size()) + " bytes",
           "expected " + std::to_string(buffer.bytes));
  memory.write(placed.address, array.data);
  return placed;
}

PlacedResource place_target(functional::GpuMemory& memory, const ShaderBinding& binding,
                            const gen9::RenderSurfaceState& described) {
  if (described.type != SurfaceType::k2D || described.width != kShaderTargetSize ||
      described.height != kShaderTargetSize || described.depth != 1 || described.mip_count != 1)
    refuse(binding.position, "binding_table", binding.place.text() + " is no single 2D image of 32x32 pixels",
           "see its surface_state");
  PlacedResource placed;
  placed.image = {.format = described.format,
                  .width = described.width,
                  .height = described.height,
                  .sample_bits = described.log2_samples};
  const std::vector<std::byte> zeros(functional::packed_bytes(placed.image));
  placed.state =
      functional::build_surface(memory, binding.place.text(), placed.image, zeros, options_for(placed.image));
  return placed;
}

gen9::RenderSurfaceState bound_state(const ShaderBinding& binding, const gen9::RenderSurfaceState& described,
                                     const PlacedResource& placed) {
  if (described.is_buffer() != (binding.place.kind == ShaderResource::kBuffer) || described.type == SurfaceType::kNull)
    refuse(binding.position, "binding_table", "the surface_state is none of " + binding.place.text(),
           "expected the type of a buffer for buffers, and of an image for others");
  gen9::RenderSurfaceState state = described;
  if (described.is_buffer()) {
    state.base_address = placed.address;
    return state;
  }
  state.base_address = placed.state.base_address;
  state.tile_mode = placed.state.tile_mode;
  state.tiled_resource_mode = placed.state.tiled_resource_mode;
  state.mip_tail_start_lod = placed.state.mip_tail_start_lod;
  state.horizontal_alignment = placed.state.horizontal_alignment;
  state.vertical_alignment = placed.state.vertical_alignment;
  state.pitch = placed.state.pitch;
  state.qpitch = placed.state.qpitch;
  state.multisample_storage = placed.state.multisample_storage;
  state.aux_mode = placed.state.aux_mode;
  state.aux_base_address = placed.state.aux_base_address;
  state.aux_pitch = placed.state.aux_pitch;
  state.aux_qpitch = placed.state.aux_qpitch;
  return state;
}

}  // namespace texpipe::study
