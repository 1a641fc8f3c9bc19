// A compiled pixel shader with the draw that it belongs to and what must come out, as a YAML file describes them.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/enum_table.h"
#include "functional/surface/surface_image.h"
#include "isa/gen9/surface_format.h"

namespace texpipe::study {

/// The program of one dispatch width.
struct ShaderDispatch {
  unsigned lanes = 0;
  std::uint32_t entry = 0;           // bytes from the start of the code
  std::uint32_t first_register = 0;  // behind the payload
};

struct ShaderTexture {
  std::string name;
  functional::SurfaceImage image;             // its format is that of the surface states
  std::optional<gen9::SurfaceFormat> format;  // of its texels, which a storage image's surface state may call otherwise
  std::vector<std::pair<std::uint32_t, std::uint32_t>> elements;  // binding and index of arrays of textures it is in
  bool is_pattern = false;  // the contents of multisample textures, which a formula gives
  std::vector<std::filesystem::path> levels;
  SourcePosition position;
};

struct ShaderBuffer {
  std::string binding;  // a number, or "0[2]": element 2 of an array of buffers
  std::uint32_t bytes = 0;
  std::filesystem::path data;  // empty: zeros
  SourcePosition position;
};

/// Resource that an entry of the binding table, or an output, means.
enum class ShaderResource : std::uint8_t { kNone, kTarget, kTexture, kBuffer, kDepth };

struct ShaderPlace {
  ShaderResource kind = ShaderResource::kNone;
  std::uint32_t number = 0;  // of a target
  std::string name;          // of a texture; the binding of a buffer

  bool operator==(const ShaderPlace&) const = default;
  /// As error texts name it: "render target 0".
  std::string text() const;
};

struct ShaderBinding {
  ShaderPlace place;
  std::array<std::uint32_t, 16> words{};  // RENDER_SURFACE_STATE, without addresses
  SourcePosition position;
};

struct ShaderSampler {
  std::array<std::uint32_t, 4> words{};  // SAMPLER_STATE, without the address of the border colour
  std::array<std::uint32_t, 4> border{};
};

/// Words of a command or state structure.
struct ShaderStateWords {
  std::string name;
  std::vector<std::uint32_t> words;
};

struct ShaderOutput {
  ShaderPlace place;
  std::filesystem::path expected;
  SourcePosition position;
};

/// How well two implementations can agree.
enum class Agreement : std::uint8_t {
  kExact,           // rounding only
  kLod,             // depends on an implicit level of detail
  kEdge,            // likewise, and pixels at edges of primitives on sample positions
  kImplementation,  // what alpha to coverage keeps is every implementation's own choice
};
EnumRows enum_rows(Agreement);

struct PixelShaderCase {
  std::string name;
  std::filesystem::path code;
  std::vector<ShaderDispatch> dispatch;
  std::vector<std::uint32_t> constants;  // push constants, whole registers
  std::vector<ShaderBinding> bindings;   // by index; gaps are null surfaces
  std::vector<ShaderSampler> samplers;   // by index
  std::vector<ShaderTexture> textures;
  std::vector<ShaderBuffer> buffers;
  unsigned samples = 1;
  bool kills_pixels = false;          // the shader may discard
  std::optional<double> depth_clear;  // none: no depth buffer
  std::vector<ShaderStateWords> state;
  std::vector<ShaderOutput> outputs;
  Agreement agreement = Agreement::kExact;
};

/// Reads a description; paths in it count from its folder. Errors: kInvalidConfiguration with every problem and its
/// place.
PixelShaderCase read_pixel_shader_case(const std::filesystem::path& file);

}  // namespace texpipe::study
