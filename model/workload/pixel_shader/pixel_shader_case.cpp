#include "workload/pixel_shader/pixel_shader_case.h"

#include <algorithm>
#include <span>
#include <utility>

#include "isa/gen9/commands/commands.h"
#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"
#include "workload/pixel_shader/shader_resource_reader.h"

namespace texpipe::study {

namespace {

constexpr std::uint32_t kMostCodeBytes = 1u << 26;
constexpr std::uint32_t kRegisterDwords = 8;
constexpr std::size_t kMostConstants = std::size_t{64} * kRegisterDwords;
/// Depth before every draw that does not say otherwise.
constexpr double kDepthClear = 0.85;
/// Outputs of the vertex shader of every draw: locations 0 to 4.
constexpr std::uint32_t kMostLocation = 4;

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
    const ShaderResourceReader resources{folder_};
    reader.find_required("shader");
    reader.value("shader", shader.name);
    for (const std::string_view told : kToldRootKeys) reader.find(told);
    read_stage(reader);
    read_files(reader, shader);
    read_dispatch(reader, shader);
    shader.samples = read_sample_count(reader);
    reader.value("kills_pixels", shader.kills_pixels);
    each_shader_item(reader, "constants", [&](NodeReader& item, const ConfigNode&) { read_constants(item, shader); });
    each_shader_item(reader, "attributes", [&](NodeReader& item, const ConfigNode&) { read_attribute(item); });
    resources.read_textures(reader, shader);
    resources.read_buffers(reader, shader);
    resources.read_bindings(reader, shader);
    resources.read_samplers(reader, shader);
    if (const ConfigNode* node = root.find("depth") != nullptr ? reader.find_mapping("depth") : nullptr) {
      NodeReader depth{*node, "depth", problems_};
      for (const char* told : {"format", "test", "write"}) depth.find(told);
      shader.depth_clear = kDepthClear;
      depth.value("clear", *shader.depth_clear, 0.0, 1.0);
      depth.finish();
    }
    read_state(reader, shader);
    resources.read_outputs(reader, shader);
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
      width.value("entry", dispatch.entry, 0u, kMostCodeBytes);
      width.value("grf_start", dispatch.first_register, 0u, 127u);
      width.finish();
      shader.dispatch.push_back(dispatch);
    }
    widths.finish();
    if (shader.dispatch.empty()) root.refuse(*node, "dispatch", "has no width", "expected simd8, simd16 or simd32");
  }

  void read_constants(NodeReader& item, PixelShaderCase& shader) {
    item.find("source");
    std::uint32_t at = 0, registers = 0;
    item.value("register_offset", at, 0u, 127u);
    item.value("registers", registers, 1u, 64u);
    const std::vector<std::uint32_t> words =
        read_shader_words(item, "dwords", std::size_t{std::max(registers, 1u)} * kRegisterDwords);
    const std::size_t first = std::size_t{at} * kRegisterDwords;
    if (first + words.size() > kMostConstants) {
      item.refuse(*item.find("dwords"), item.path_of("dwords"), "stands behind the 64 registers of constants", "");
      return;
    }
    if (shader.constants.size() < first + words.size()) shader.constants.resize(first + words.size());
    std::copy(words.begin(), words.end(), shader.constants.begin() + static_cast<std::ptrdiff_t>(first));
  }

  /// A word instead of a number names an input that no vertex shader writes, as the number of the primitive.
  static bool is_number(const ConfigNode& node) {
    return !node.text.empty() && node.text.find_first_not_of("-0123456789") == std::string::npos;
  }

  /// The setup state says where attributes come from; the draw has five outputs.
  void read_attribute(NodeReader& item) {
    for (const char* told : {"index", "name", "interpolation", "at", "register_offset", "registers"}) item.find(told);
    const ConfigNode* node = item.find("location");
    std::uint32_t location = 0;
    if (node != nullptr && is_number(*node)) item.read(*node, item.path_of("location"), location, 0u, kMostLocation);
  }

  void read_state(NodeReader& root, PixelShaderCase& shader) {
    root.find_required("state");
    const ConfigNode* node = root.find_mapping("state");
    if (node == nullptr) return;
    NodeReader state{*node, "state", problems_};
    for (const ConfigEntry& entry : node->entries) {
      shader.state.push_back({entry.key, read_shader_words(state, entry.key, 0)});
      const std::vector<std::uint32_t>& words = shader.state.back().words;
      const gen9::CommandLayout* layout = gen9::find_layout(entry.key);
      if (layout == nullptr)
        state.refuse(entry.value, state.path_of(entry.key), "is no command and no state structure", "see the manual");
      else if (layout->id != gen9::CommandId::kNone && (words.empty() || gen9::find_command(words[0]) != layout))
        state.refuse(entry.value, state.path_of(entry.key), "does not begin with the header of this command", "");
    }
    state.finish();
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
      return "buffer " + name;
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
