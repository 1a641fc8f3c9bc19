#include "workload/pixel_shader/shader_resource_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "workload/extent/image_limits.h"

namespace texpipe::study {

namespace {

using functional::SurfaceType;

constexpr std::uint32_t kMostSamples = 16;
constexpr std::uint32_t kMostShaderBufferBytes = 1u << 26;
constexpr std::uint32_t kMostBindings = 240;
constexpr std::uint32_t kMostSamplers = 64;
constexpr std::uint32_t kMostTargets = 8;
constexpr std::uint32_t kFacesOfCube = 6;

enum class TextureWord : std::uint8_t { k1D, k1DArray, k2D, k2DArray, k3D, kCube, kCubeArray };
constexpr EnumRow kTextureWords[] = {{0, "1d", "a row"},
                                     {1, "1darray", "rows"},
                                     {2, "2d", "an image"},
                                     {3, "2darray", "images"},
                                     {4, "3d", "a volume"},
                                     {5, "cube", "six faces"},
                                     {6, "cubearray", "six faces each"}};
EnumRows enum_rows(TextureWord) {
  return {"texture type", kTextureWords};
}

/// A number, or a number with another in brackets.
bool is_binding(std::string_view text) {
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) return digits(text);
  return text.ends_with(']') && digits(text.substr(0, bracket)) &&
         digits(text.substr(bracket + 1, text.size() - bracket - 2));
}

/// `"0[2]"` is element 2 of binding 0; a number alone is no array.
void read_element(NodeReader& item, const ConfigNode& node, ShaderTexture& texture) {
  if (!is_binding(node.text)) {
    item.refuse(node, item.path_of("bindings"), "'" + node.text + "' is no binding", "expected a number, or as 0[2]");
    return;
  }
  const std::size_t bracket = node.text.find('[');
  if (bracket == std::string::npos) return;
  ConfigNode binding = node, index = node;
  binding.text = node.text.substr(0, bracket);
  index.text = node.text.substr(bracket + 1, node.text.size() - bracket - 2);
  std::pair<std::uint32_t, std::uint32_t> element;
  if (item.read(binding, item.path_of("bindings"), element.first) &&
      item.read(index, item.path_of("bindings"), element.second, 0u, kMostBindings - 1))
    texture.elements.push_back(element);
}

/// The hardware's format with the texels of an API's, by name; none: no such format, and the surface states decide.
std::optional<gen9::SurfaceFormat> format_named(std::string name) {
  constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
      {"A2B10G10R10_UNORM_PACK32", "R10G10B10A2_UNORM"},
      {"A2B10G10R10_UINT_PACK32", "R10G10B10A2_UINT"},
      {"B10G11R11_UFLOAT_PACK32", "R11G11B10_FLOAT"},
      {"R5G6B5_UNORM_PACK16", "B5G6R5_UNORM"},
      {"D32_SFLOAT", "R32_FLOAT"},
      {"D16_UNORM", "R16_UNORM"},
      {"X8_D24_UNORM_PACK32", "R24_UNORM_X8_TYPELESS"}};
  for (const auto& [api, ours] : kOtherNames) {
    if (name == api || name == api.substr(0, api.find("_PACK"))) name = ours;
  }
  for (const auto& [api, ours] : {std::pair{"_SFLOAT", "_FLOAT"}, std::pair{"_SRGB", "_UNORM_SRGB"}}) {
    if (name.ends_with(api)) name.replace(name.size() - std::string_view{api}.size(), std::string::npos, ours);
  }
  const EnumRow* row = enum_rows(gen9::SurfaceFormat{}).find(name);
  return row != nullptr ? std::optional{static_cast<gen9::SurfaceFormat>(row->value)} : std::nullopt;
}

/// `1`, `0[2]`, or either after `binding`.
void read_buffer_binding(NodeReader& item, std::string_view key, std::string& binding) {
  const ConfigNode* node = item.find(key);
  if (node == nullptr) return;
  std::string text;
  if (!item.read(*node, item.path_of(key), text)) return;
  constexpr std::string_view kPrefix = "binding ";
  if (text.starts_with(kPrefix)) text.erase(0, kPrefix.size());
  if (!is_binding(text)) {
    item.refuse(*node, item.path_of(key), "'" + text + "' is no binding", "expected a number, or as 0[2]");
    return;
  }
  binding = text;
}

/// The resource that a binding or an output names, and has to be there.
ShaderPlace read_place(NodeReader& item, const ConfigNode& node, const PixelShaderCase& shader) {
  ShaderPlace place;
  if (node.find("render_target") != nullptr) {
    place.kind = ShaderResource::kTarget;
    item.value("render_target", place.number, 0u, kMostTargets - 1);
  } else if (node.find("texture") != nullptr) {
    place.kind = ShaderResource::kTexture;
    item.value("texture", place.name);
    if (std::none_of(shader.textures.begin(), shader.textures.end(),
                     [&](const ShaderTexture& texture) { return texture.name == place.name; }))
      item.refuse(node, item.path_of("texture"), "no texture is named '" + place.name + "'", "see textures");
  } else if (node.find("buffer") != nullptr) {
    place.kind = ShaderResource::kBuffer;
    read_buffer_binding(item, "buffer", place.name);
    if (std::none_of(shader.buffers.begin(), shader.buffers.end(),
                     [&](const ShaderBuffer& buffer) { return buffer.binding == place.name; }))
      item.refuse(node, item.path_of("buffer"), "no buffer has binding " + place.name, "see buffers");
  } else if (node.find("depth") != nullptr) {
    place.kind = ShaderResource::kDepth;
    item.find("depth");
    if (!shader.depth_clear) item.refuse(node, item.path_of("depth"), "the draw has no depth buffer", "see depth");
  }
  return place;
}

}  // namespace

std::vector<std::uint32_t> read_shader_words(NodeReader& reader, std::string_view key, std::size_t count) {
  std::vector<std::uint32_t> words;
  reader.find_required(key);
  const ConfigNode* list = reader.find_list(key);
  if (list == nullptr) return words;
  for (const ConfigNode& item : list->items) {
    std::uint32_t word = 0;
    reader.read(item, reader.path_of(key), word);
    words.push_back(word);
  }
  if (count != 0 && words.size() != count) {
    reader.refuse(*list, reader.path_of(key), "has " + std::to_string(words.size()) + " words",
                  "expected " + std::to_string(count));
    words.resize(count);
  }
  return words;
}

std::uint32_t read_sample_count(NodeReader& reader) {
  std::uint32_t samples = 1;
  reader.value("samples", samples, 1u, kMostSamples);
  if (!std::has_single_bit(samples))
    reader.refuse(*reader.find("samples"), reader.path_of("samples"), std::to_string(samples) + " samples",
                  "expected 1, 2, 4, 8 or 16");
  return std::bit_floor(samples);
}

ShaderTexture ShaderResourceReader::read_texture(NodeReader& item, const ConfigNode& node) const {
  ShaderTexture texture{.position = node.position};
  if (std::string format; item.find("format") != nullptr) {
    item.value("format", format);
    texture.format = format_named(format);
  }
  for (const char* needed : {"name", "type", "width", "data"}) item.find_required(needed);
  if (const ConfigNode* bindings = item.find_list("bindings")) {
    for (const ConfigNode& binding : bindings->items) read_element(item, binding, texture);
  }
  TextureWord type = TextureWord::k2D;
  std::uint32_t layers = 1;
  functional::SurfaceImage& image = texture.image;
  item.value("name", texture.name);
  item.name("type", type);
  item.value("width", image.width, 1u, kMostTexels);
  item.value("height", image.height, 1u, kMostTexels);
  item.value("depth", image.depth, 1u, kMostSlices);
  item.value("layers", layers, 1u, kMostSlices);
  item.value("levels", image.levels, 1u, kMostLevels);
  image.sample_bits = static_cast<std::uint8_t>(std::countr_zero(read_sample_count(item)));
  constexpr std::array kTypes{SurfaceType::k1D, SurfaceType::k1D,   SurfaceType::k2D,  SurfaceType::k2D,
                              SurfaceType::k3D, SurfaceType::kCube, SurfaceType::kCube};
  image.type = kTypes[static_cast<unsigned>(type)];
  image.array_length = layers;
  if (image.type == SurfaceType::kCube) {
    if (layers % kFacesOfCube != 0)
      item.refuse(node, item.path_of("layers"), std::to_string(layers) + " layers of a cube", "expected 6 for each");
    image.array_length = std::max(layers / kFacesOfCube, 1u);
  }
  read_levels(item, texture);
  return texture;
}

void ShaderResourceReader::read_levels(NodeReader& item, ShaderTexture& texture) const {
  const ConfigNode* data = item.find("data");
  if (data == nullptr) return;
  texture.is_pattern = data->kind == ConfigNode::Kind::kScalar;
  if (texture.is_pattern) {
    if (texture.image.sample_bits == 0 || data->text != "fill.frag")
      item.refuse(*data, item.path_of("data"), "'" + data->text + "' is no list of levels",
                  "expected a .npy file for each level, or of multisample textures fill.frag");
    return;
  }
  if (data->kind != ConfigNode::Kind::kSequence || data->items.size() != texture.image.levels ||
      texture.image.sample_bits != 0) {
    item.refuse(*data, item.path_of("data"), "is no .npy file for each level",
                "expected " + std::to_string(texture.image.levels));
    return;
  }
  for (const ConfigNode& level : data->items) {
    std::string file;
    if (item.read(level, item.path_of("data"), file)) texture.levels.push_back(folder_ / file);
  }
}

void ShaderResourceReader::read_textures(NodeReader& root, PixelShaderCase& shader) const {
  each_shader_item(root, "textures", [&](NodeReader& item, const ConfigNode& node) {
    shader.textures.push_back(read_texture(item, node));
  });
}

void ShaderResourceReader::read_buffers(NodeReader& root, PixelShaderCase& shader) const {
  each_shader_item(root, "buffers", [&](NodeReader& item, const ConfigNode& node) {
    ShaderBuffer buffer{.position = node.position};
    for (const char* told : {"kind", "format"}) item.find(told);
    for (const char* needed : {"binding", "bytes"}) item.find_required(needed);
    read_buffer_binding(item, "binding", buffer.binding);
    item.value("bytes", buffer.bytes, 1u, kMostShaderBufferBytes);
    std::string data;
    item.value("data", data);
    if (!data.empty()) buffer.data = folder_ / data;
    shader.buffers.push_back(std::move(buffer));
  });
}

void ShaderResourceReader::read_bindings(NodeReader& root, PixelShaderCase& shader) const {
  each_shader_item(root, "binding_table", [&](NodeReader& item, const ConfigNode& node) {
    std::uint32_t index = 0;
    item.find("kind");
    item.find_required("index");
    item.value("index", index, 0u, kMostBindings - 1);
    if (shader.bindings.size() <= index) shader.bindings.resize(index + 1);
    ShaderBinding& binding = shader.bindings[index];
    binding.position = node.position;
    binding.place = read_place(item, node, shader);
    const std::vector<std::uint32_t> words = read_shader_words(item, "surface_state", binding.words.size());
    std::copy(words.begin(), words.end(), binding.words.begin());
  });
}

void ShaderResourceReader::read_samplers(NodeReader& root, PixelShaderCase& shader) const {
  each_shader_item(root, "samplers", [&](NodeReader& item, const ConfigNode&) {
    std::uint32_t index = 0;
    item.find("sampler");
    item.find_required("index");
    item.value("index", index, 0u, kMostSamplers - 1);
    if (shader.samplers.size() <= index) shader.samplers.resize(index + 1);
    ShaderSampler& sampler = shader.samplers[index];
    const auto words = read_shader_words(item, "sampler_state", sampler.words.size());
    std::copy(words.begin(), words.end(), sampler.words.begin());
    if (item.find("border") == nullptr) return;
    const auto border = read_shader_words(item, "border", sampler.border.size());
    std::copy(border.begin(), border.end(), sampler.border.begin());
  });
}

void ShaderResourceReader::read_outputs(NodeReader& root, PixelShaderCase& shader) const {
  each_shader_item(root, "outputs", [&](NodeReader& item, const ConfigNode& node) {
    ShaderOutput output{.position = node.position};
    output.place = read_place(item, node, shader);
    if (output.place.kind == ShaderResource::kNone)
      item.refuse(node, item.path_of("render_target"), "says no output",
                  "expected render_target, depth, buffer or texture");
    std::string expected;
    item.find_required("expected");
    item.value("expected", expected);
    output.expected = folder_ / expected;
    shader.outputs.push_back(std::move(output));
  });
}

}  // namespace texpipe::study
