#include "workload/pixel_shader/pixel_shader_case.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "isa/gen9/commands/commands.h"
#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"

namespace texpipe::study {

namespace {

using functional::SurfaceType;

constexpr std::uint32_t kMostTexels = 16384;
constexpr std::uint32_t kMostSlices = 2048;
constexpr std::uint32_t kMostLevels = 15;
constexpr std::uint32_t kMostSamples = 16;
constexpr std::uint32_t kMostBytes = 1u << 26;
constexpr std::uint32_t kMostBindings = 240;
constexpr std::uint32_t kMostSamplers = 64;
constexpr std::uint32_t kMostTargets = 8;
constexpr std::uint32_t kRegisterDwords = 8;
constexpr std::size_t kMostConstants = std::size_t{64} * kRegisterDwords;
constexpr std::uint32_t kFacesOfCube = 6;
/// Outputs of the vertex shader of every draw: locations 0 to 4.
constexpr std::uint32_t kMostLocation = 4;

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

constexpr EnumRow kAgreements[] = {{0, "exact", "rounding"},
                                   {1, "lod", "level of detail"},
                                   {2, "edge", "level of detail, and sample positions"},
                                   {3, "implementation", "everyone's own choice"}};

/// Keys that tell a reader what the words of `state` and of the surface states say to the hardware.
constexpr std::string_view kToldRootKeys[] = {
    "stage",           "device",         "compiler", "per_sample",        "vector_mask", "payload",
    "sampler_objects", "render_targets", "blend",    "alpha_to_coverage", "note"};

/// Reads one description; what is wrong is collected.
class CaseReader {
 public:
  CaseReader(std::filesystem::path folder, std::vector<Diagnostic>& problems)
      : folder_{std::move(folder)}, problems_{problems} {}

  void read(const ConfigNode& root, PixelShaderCase& shader) {
    NodeReader reader{root, "", problems_};
    reader.find_required("shader");
    reader.value("shader", shader.name);
    for (const std::string_view told : kToldRootKeys) reader.find(told);
    read_stage(reader);
    read_files(reader, shader);
    read_dispatch(reader, shader);
    shader.samples = read_samples(reader);
    reader.value("kills_pixels", shader.kills_pixels);
    each_item(reader, "constants", [&](NodeReader& item, const ConfigNode&) { read_constants(item, shader); });
    each_item(reader, "attributes", [&](NodeReader& item, const ConfigNode&) { read_attribute(item); });
    each_item(reader, "textures", [&](NodeReader& item, const ConfigNode& node) { read_texture(item, node, shader); });
    each_item(reader, "buffers", [&](NodeReader& item, const ConfigNode& node) { read_buffer(item, node, shader); });
    each_item(reader, "binding_table",
              [&](NodeReader& item, const ConfigNode& node) { read_binding(item, node, shader); });
    each_item(reader, "samplers", [&](NodeReader& item, const ConfigNode&) { read_sampler(item, shader); });
    if (const ConfigNode* node = root.find("depth") != nullptr ? reader.find_mapping("depth") : nullptr) {
      NodeReader depth{*node, "depth", problems_};
      for (const char* told : {"format", "test", "write"}) depth.find(told);
      shader.depth_clear.emplace();
      depth.find_required("clear");
      depth.value("clear", *shader.depth_clear, 0.0, 1.0);
      depth.finish();
    }
    read_state(reader, shader);
    each_item(reader, "outputs", [&](NodeReader& item, const ConfigNode& node) { read_output(item, node, shader); });
    if (const ConfigNode* node = reader.find_mapping("reference")) {
      NodeReader reference{*node, "reference", problems_};
      reference.find("made_by");
      reference.find_required("agreement");
      reference.name("agreement", shader.agreement);
      reference.finish();
    }
    reader.finish();
  }

 private:
  /// Reads the mappings of a list; what they have that nobody asked for is refused.
  template <class Read>
  void each_item(NodeReader& root, const char* key, Read read_item) {
    const ConfigNode* list = root.find_list(key);
    if (list == nullptr) return;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
      const std::string path = std::string{key} + "[" + std::to_string(i) + "]";
      if (list->items[i].kind != ConfigNode::Kind::kMapping) {
        root.refuse(list->items[i], path, "is not a group of keys", "expected {key: value, ...}");
        continue;
      }
      NodeReader item{list->items[i], path, problems_};
      read_item(item, list->items[i]);
      item.finish();
    }
  }

  /// Words of a list. @param count  of them; 0: any number
  std::vector<std::uint32_t> read_words(NodeReader& reader, std::string_view key, std::size_t count) {
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

  void read_stage(NodeReader& root) {
    std::string stage = "fragment";
    root.value("stage", stage);
    if (stage != "fragment")
      root.refuse(*root.find("stage"), "stage", "'" + stage + "' is no stage that is drawn", "expected fragment");
  }

  void read_files(NodeReader& root, PixelShaderCase& shader) {
    root.find_required("files");
    const ConfigNode* node = root.find_mapping("files");
    if (node == nullptr) return;
    NodeReader files{*node, "files", problems_};
    for (const char* told : {"source", "spirv", "disassembly", "vertex_source", "vertex_spirv"}) files.find(told);
    std::string code;
    files.find_required("code");
    files.value("code", code);
    shader.code = folder_ / code;
    files.finish();
  }

  void read_dispatch(NodeReader& root, PixelShaderCase& shader) {
    root.find_required("dispatch");
    const ConfigNode* node = root.find_mapping("dispatch");
    if (node == nullptr) return;
    NodeReader widths{*node, "dispatch", problems_};
    for (const auto& [key, lanes] : {std::pair{"simd8", 8u}, std::pair{"simd16", 16u}, std::pair{"simd32", 32u}}) {
      if (node->find(key) == nullptr) continue;
      const ConfigNode* found = widths.find_mapping(key);
      if (found == nullptr) continue;
      NodeReader width{*found, widths.path_of(key), problems_};
      ShaderDispatch dispatch{.lanes = lanes};
      for (const char* told : {"bytes", "kernel_slot"}) width.find(told);
      width.find_required("entry");
      width.find_required("grf_start");
      width.value("entry", dispatch.entry, 0u, kMostBytes);
      width.value("grf_start", dispatch.first_register, 0u, 127u);
      width.finish();
      shader.dispatch.push_back(dispatch);
    }
    widths.finish();
    if (shader.dispatch.empty()) root.refuse(*node, "dispatch", "has no width", "expected simd8, simd16 or simd32");
  }

  std::uint32_t read_samples(NodeReader& reader) {
    std::uint32_t samples = 1;
    reader.value("samples", samples, 1u, kMostSamples);
    if (!std::has_single_bit(samples))
      reader.refuse(*reader.find("samples"), reader.path_of("samples"), std::to_string(samples) + " samples",
                    "expected 1, 2, 4, 8 or 16");
    return std::bit_floor(samples);
  }

  void read_constants(NodeReader& item, PixelShaderCase& shader) {
    item.find("source");
    std::uint32_t at = 0, registers = 0;
    item.value("register_offset", at, 0u, 127u);
    item.value("registers", registers, 1u, 64u);
    const std::vector<std::uint32_t> words =
        read_words(item, "dwords", std::size_t{std::max(registers, 1u)} * kRegisterDwords);
    const std::size_t first = std::size_t{at} * kRegisterDwords;
    if (first + words.size() > kMostConstants) {
      item.refuse(*item.find("dwords"), item.path_of("dwords"), "stands behind the 64 registers of constants", "");
      return;
    }
    if (shader.constants.size() < first + words.size()) shader.constants.resize(first + words.size());
    std::copy(words.begin(), words.end(), shader.constants.begin() + static_cast<std::ptrdiff_t>(first));
  }

  /// The setup state says where attributes come from; the draw has five outputs.
  void read_attribute(NodeReader& item) {
    for (const char* told : {"index", "name", "interpolation", "at", "register_offset", "registers"}) item.find(told);
    std::uint32_t location = 0;
    item.value("location", location, 0u, kMostLocation);
  }

  void read_texture(NodeReader& item, const ConfigNode& node, PixelShaderCase& shader) {
    ShaderTexture texture{.position = node.position};
    item.find("format");
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
    image.sample_bits = static_cast<std::uint8_t>(std::countr_zero(read_samples(item)));
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
    shader.textures.push_back(std::move(texture));
  }

  /// `"0[2]"` is element 2 of binding 0; a number alone is no array.
  void read_element(NodeReader& item, const ConfigNode& node, ShaderTexture& texture) {
    const std::size_t bracket = node.text.find('[');
    if (bracket == std::string::npos || !node.text.ends_with(']')) return;
    ConfigNode binding = node, index = node;
    binding.text = node.text.substr(0, bracket);
    index.text = node.text.substr(bracket + 1, node.text.size() - bracket - 2);
    std::pair<std::uint32_t, std::uint32_t> element;
    if (item.read(binding, item.path_of("bindings"), element.first) &&
        item.read(index, item.path_of("bindings"), element.second, 0u, kMostBindings - 1))
      texture.elements.push_back(element);
  }

  void read_levels(NodeReader& item, ShaderTexture& texture) {
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

  void read_buffer(NodeReader& item, const ConfigNode& node, PixelShaderCase& shader) {
    ShaderBuffer buffer{.position = node.position};
    for (const char* told : {"kind", "format"}) item.find(told);
    for (const char* needed : {"binding", "bytes"}) item.find_required(needed);
    item.value("binding", buffer.binding);
    item.value("bytes", buffer.bytes, 1u, kMostBytes);
    std::string data;
    item.value("data", data);
    if (!data.empty()) buffer.data = folder_ / data;
    shader.buffers.push_back(std::move(buffer));
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
      read_buffer_number(item, node, place);
      if (std::none_of(shader.buffers.begin(), shader.buffers.end(),
                       [&](const ShaderBuffer& buffer) { return buffer.binding == place.number; }))
        item.refuse(node, item.path_of("buffer"), "no buffer has binding " + std::to_string(place.number),
                    "see buffers");
    } else if (node.find("depth") != nullptr) {
      place.kind = ShaderResource::kDepth;
      item.find("depth");
      if (!shader.depth_clear) item.refuse(node, item.path_of("depth"), "the draw has no depth buffer", "see depth");
    }
    return place;
  }

  /// `1`, or `binding 1`.
  void read_buffer_number(NodeReader& item, const ConfigNode& node, ShaderPlace& place) {
    ConfigNode number = node.find("buffer")->value;
    constexpr std::string_view kPrefix = "binding ";
    if (number.text.starts_with(kPrefix)) number.text.erase(0, kPrefix.size());
    item.find("buffer");
    item.read(number, item.path_of("buffer"), place.number);
  }

  void read_binding(NodeReader& item, const ConfigNode& node, PixelShaderCase& shader) {
    std::uint32_t index = 0;
    item.find("kind");
    item.find_required("index");
    item.value("index", index, 0u, kMostBindings - 1);
    if (shader.bindings.size() <= index) shader.bindings.resize(index + 1);
    ShaderBinding& binding = shader.bindings[index];
    binding.position = node.position;
    binding.place = read_place(item, node, shader);
    const std::vector<std::uint32_t> words = read_words(item, "surface_state", binding.words.size());
    std::copy(words.begin(), words.end(), binding.words.begin());
  }

  void read_sampler(NodeReader& item, PixelShaderCase& shader) {
    std::uint32_t index = 0;
    item.find("sampler");
    item.find_required("index");
    item.value("index", index, 0u, kMostSamplers - 1);
    if (shader.samplers.size() <= index) shader.samplers.resize(index + 1);
    ShaderSampler& sampler = shader.samplers[index];
    const auto words = read_words(item, "sampler_state", sampler.words.size());
    const auto border = read_words(item, "border", sampler.border.size());
    std::copy(words.begin(), words.end(), sampler.words.begin());
    std::copy(border.begin(), border.end(), sampler.border.begin());
  }

  void read_state(NodeReader& root, PixelShaderCase& shader) {
    root.find_required("state");
    const ConfigNode* node = root.find_mapping("state");
    if (node == nullptr) return;
    NodeReader state{*node, "state", problems_};
    for (const ConfigEntry& entry : node->entries) {
      shader.state.push_back({entry.key, read_words(state, entry.key, 0)});
      const std::vector<std::uint32_t>& words = shader.state.back().words;
      const gen9::CommandLayout* layout = gen9::find_layout(entry.key);
      if (layout == nullptr)
        state.refuse(entry.value, state.path_of(entry.key), "is no command and no state structure", "see the manual");
      else if (layout->id != gen9::CommandId::kNone && (words.empty() || gen9::find_command(words[0]) != layout))
        state.refuse(entry.value, state.path_of(entry.key), "does not begin with the header of this command", "");
    }
    state.finish();
  }

  void read_output(NodeReader& item, const ConfigNode& node, PixelShaderCase& shader) {
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
  }

  std::filesystem::path folder_;
  std::vector<Diagnostic>& problems_;
};

}  // namespace

EnumRows enum_rows(Agreement) {
  return {"agreement", kAgreements};
}

std::string ShaderPlace::text() const {
  switch (kind) {
    case ShaderResource::kTarget:
      return "render target " + std::to_string(number);
    case ShaderResource::kTexture:
      return "texture " + name;
    case ShaderResource::kBuffer:
      return "buffer " + std::to_string(number);
    case ShaderResource::kDepth:
      return "depth";
    case ShaderResource::kNone:
      break;
  }
  return "nothing";
}

PixelShaderCase read_pixel_shader_case(const std::filesystem::path& file) {
  std::vector<Diagnostic> problems;
  const ConfigNode root = read_yaml_file(file, problems);
  PixelShaderCase shader;
  if (problems.empty()) CaseReader{file.parent_path(), problems}.read(root, shader);
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  return shader;
}

}  // namespace texpipe::study
