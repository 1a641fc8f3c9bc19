#include "workload/visa/visa_inputs.h"

#include <algorithm>
#include <bit>
#include <set>

#include "base/spelling.h"
#include "base/unit_text.h"
#include "parameters/yaml/yaml_document.h"
#include "workload/extent/image_limits.h"
#include "workload/visa/refuse_input.h"

namespace texpipe::study {

namespace {

std::uint32_t whole(const ConfigNode& node, std::uint32_t most) {
  std::uint32_t value = 0;
  if (node.kind != ConfigNode::Kind::kScalar) refuse_input(node.position, "a whole number is expected here");
  if (const auto problem = parse_text(node.text, value)) refuse_input(node.position, problem->problem, problem->hint);
  if (value > most)
    refuse_input(node.position, node.text + " is too large", "expected at most " + std::to_string(most));
  return value;
}

template <class E>
E word(const ConfigNode& node, const char* what) {
  const std::optional<E> value = value_of<E>(node.text);
  if (!value)
    refuse_input(node.position, std::string{what} + " " + node.text + " is not listed",
                 spelling_hint(node.text, enum_rows(E{}).names()));
  return *value;
}

const std::vector<ConfigNode>& list(const ConfigNode& node, const char* what) {
  if (node.kind != ConfigNode::Kind::kSequence) refuse_input(node.position, std::string{what} + " is a list");
  return node.items;
}

const std::vector<ConfigEntry>& mapping(const ConfigNode& node, const char* what) {
  if (node.kind != ConfigNode::Kind::kMapping) refuse_input(node.position, std::string{what} + " is a mapping");
  return node.entries;
}

std::array<std::uint8_t, 2> coarse_pixel_of(const ConfigNode& node) {
  const std::vector<ConfigNode>& sizes = list(node, "coarse_pixel");
  if (sizes.size() != 2) refuse_input(node.position, "coarse_pixel is not a list of 2", "expected [width, height]");
  std::array<std::uint8_t, 2> result{};
  for (unsigned axis = 0; axis < 2; ++axis) {
    const std::uint32_t size = whole(sizes[axis], 4);
    if (size != 1 && size != 2 && size != 4)
      refuse_input(sizes[axis].position, "a coarse pixel has no size " + sizes[axis].text, "expected 1, 2 or 4");
    result[axis] = static_cast<std::uint8_t>(size);
  }
  return result;
}

functional::Tiling tiling_of(const ConfigNode& node) {
  using functional::Tiling;
  constexpr std::pair<std::string_view, Tiling> kTilings[] = {
      {"linear", Tiling::kLinear}, {"x", Tiling::kX}, {"y", Tiling::kY}, {"yf", Tiling::kYf}, {"ys", Tiling::kYs}};
  for (const auto& [name, tiling] : kTilings) {
    if (node.text == name) return tiling;
  }
  refuse_input(node.position, "tiling " + node.text + " is not listed", "expected linear, x, y, yf or ys");
}

functional::SurfaceType type_of(const ConfigNode& node) {
  using functional::SurfaceType;
  constexpr std::pair<std::string_view, SurfaceType> kTypes[] = {{"1D", SurfaceType::k1D},
                                                                 {"2D", SurfaceType::k2D},
                                                                 {"3D", SurfaceType::k3D},
                                                                 {"CUBE", SurfaceType::kCube},
                                                                 {"NULL", SurfaceType::kNull}};
  for (const auto& [name, type] : kTypes) {
    if (node.text == name) return type;
  }
  refuse_input(node.position, "surface type " + node.text + " is not listed", "expected 1D, 2D, 3D, CUBE or NULL");
}

constexpr std::string_view kSurfaceKeys[] = {"index", "buffer", "texture", "type",    "format",  "width", "height",
                                             "depth", "array",  "levels",  "samples", "pattern", "tiling"};

void set_surface_key(VisaSurfaceInput& surface, const ConfigEntry& entry, const std::filesystem::path& folder) {
  const ConfigNode& value = entry.value;
  if (entry.key == "index") {
    surface.index = whole(value, 239);
  } else if (entry.key == "buffer") {
    surface.buffer_bytes = whole(value, 1u << 26);
    if (*surface.buffer_bytes == 0 || *surface.buffer_bytes % 4 != 0)
      refuse_input(value.position, "a buffer has a multiple of 4 bytes");
  } else if (entry.key == "texture") {
    surface.texture = folder / value.text;
  } else if (entry.key == "type") {
    surface.image.type = type_of(value);
  } else if (entry.key == "format") {
    surface.image.format = gen9::format_of_name(value.text);
  } else if (entry.key == "width") {
    surface.image.width = whole(value, kMostTexels);
  } else if (entry.key == "height") {
    surface.image.height = whole(value, kMostTexels);
  } else if (entry.key == "depth") {
    surface.image.depth = whole(value, 2048);
  } else if (entry.key == "array") {
    surface.image.array_length = whole(value, 2048);
    surface.array = true;
  } else if (entry.key == "levels") {
    surface.image.levels = whole(value, 15);
  } else if (entry.key == "samples") {
    const std::uint32_t samples = whole(value, 16);
    if (!std::has_single_bit(samples))
      refuse_input(value.position, "samples is " + value.text, "expected 1, 2, 4, 8 or 16");
    surface.image.sample_bits = static_cast<std::uint8_t>(std::countr_zero(samples));
  } else if (entry.key == "pattern") {
    surface.pattern = word<TexelPattern>(value, "pattern");
  } else if (entry.key == "tiling") {
    surface.tiling = tiling_of(value);
  } else {
    refuse_input(entry.position, "key " + entry.key + " is not known", spelling_hint(entry.key, kSurfaceKeys));
  }
}

VisaSurfaceInput surface_of(const ConfigNode& node, const std::filesystem::path& folder) {
  VisaSurfaceInput surface{.position = node.position};
  for (const ConfigEntry& entry : mapping(node, "a surface")) set_surface_key(surface, entry, folder);
  if (!node.find("index"))
    refuse_input(node.position, "the surface has no index", "expected its place in the binding table");
  return surface;
}

VisaSamplerInput sampler_of(const ConfigNode& node) {
  VisaSamplerInput sampler;
  sampler.state.max_lod = gen9::U4_8::nearest(14.0);
  sampler.state.lod_preclamp = gen9::LodPreclamp::kOgl;  // as drivers set it (resolution R32)
  for (const ConfigEntry& entry : mapping(node, "a sampler")) {
    if (entry.key == "index") {
      sampler.index = whole(entry.value, 63);
    } else {
      try {
        sampler.state.assign({entry.key, entry.value.text});
      } catch (const Error& error) {
        refuse_input(entry.position, error.diagnostics().front().problem, error.diagnostics().front().hint);
      }
    }
  }
  if (!node.find("index")) refuse_input(node.position, "the sampler has no index");
  return sampler;
}

VisaRegisterInput register_of(const ConfigEntry& entry) {
  VisaRegisterInput input{.name = entry.key, .position = entry.value.position};
  if (entry.value.kind == ConfigNode::Kind::kSequence) {
    input.values = entry.value.items;
  } else {
    input.values.push_back(entry.value);
  }
  for (const ConfigNode& value : input.values) {
    if (value.kind != ConfigNode::Kind::kScalar) refuse_input(value.position, "a number is expected here");
  }
  return input;
}

void set_output(VisaInputs& inputs, const ConfigEntry& entry) {
  constexpr std::string_view kKeys[] = {"registers", "buffers"};
  if (entry.key == "registers") {
    for (const ConfigNode& name : list(entry.value, "outputs.registers")) inputs.output_registers.push_back(name.text);
  } else if (entry.key == "buffers") {
    for (const ConfigNode& item : list(entry.value, "outputs.buffers")) {
      VisaBufferOutput buffer;
      for (const ConfigEntry& key : mapping(item, "a buffer")) {
        if (key.key == "index") {
          buffer.index = whole(key.value, 239);
        } else if (key.key == "bytes") {
          buffer.bytes = whole(key.value, 1u << 20);
        } else {
          refuse_input(key.position, "key " + key.key + " is not known", "expected index or bytes");
        }
      }
      inputs.output_buffers.push_back(buffer);
    }
  } else {
    refuse_input(entry.position, "key " + entry.key + " is not known", spelling_hint(entry.key, kKeys));
  }
}

bool is_launch(const ConfigNode& root) {
  return root.kind == ConfigNode::Kind::kMapping && root.find("kernel") && root.find("args");
}

}  // namespace

bool is_kernel_launch(const std::filesystem::path& file) {
  std::vector<Diagnostic> problems;
  return is_launch(read_yaml_file(file, problems)) && problems.empty();
}

VisaInputs read_visa_inputs(const std::filesystem::path& file) {
  std::vector<Diagnostic> problems;
  const ConfigNode root = read_yaml_file(file, problems);
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  constexpr std::string_view kKeys[] = {"threads",  "dispatch_mask", "coarse_pixel", "registers",
                                        "surfaces", "samplers",      "outputs"};
  if (is_launch(root)) {
    throw Error{ExitCode::kUnsupported,
                Diagnostic{.position = root.position,
                           .problem = "unsupported: the launch of an OpenCL kernel as inputs of its vISA",
                           .hint = "expected registers, surfaces and samplers"}};
  }
  VisaInputs inputs;
  if (root.kind == ConfigNode::Kind::kNull) return inputs;
  for (const ConfigEntry& entry : mapping(root, "the inputs of a vISA program")) {
    if (entry.key == "threads") {
      inputs.threads = whole(entry.value, 4096);
      if (inputs.threads == 0) refuse_input(entry.value.position, "threads is 0");
    } else if (entry.key == "dispatch_mask") {
      inputs.dispatch_mask = whole(entry.value, 0xFFFF'FFFF);
    } else if (entry.key == "coarse_pixel") {
      inputs.coarse_pixel = coarse_pixel_of(entry.value);
    } else if (entry.key == "registers") {
      for (const ConfigEntry& each : mapping(entry.value, "registers")) inputs.registers.push_back(register_of(each));
    } else if (entry.key == "surfaces") {
      for (const ConfigNode& each : list(entry.value, "surfaces"))
        inputs.surfaces.push_back(surface_of(each, file.parent_path()));
    } else if (entry.key == "samplers") {
      for (const ConfigNode& each : list(entry.value, "samplers")) inputs.samplers.push_back(sampler_of(each));
    } else if (entry.key == "outputs") {
      for (const ConfigEntry& each : mapping(entry.value, "outputs")) set_output(inputs, each);
    } else {
      refuse_input(entry.position, "key " + entry.key + " is not known", spelling_hint(entry.key, kKeys));
    }
  }
  return inputs;
}

}  // namespace texpipe::study
