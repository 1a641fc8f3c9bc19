#include "analysis/verify/golden_state_reader.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

#include "analysis/verify/golden_keys.h"

namespace texpipe::study {

namespace {

using Kind = ConfigNode::Kind;

/// YAML's numbers, infinite ones and none too.
bool read_number(NodeReader& reader, const ConfigNode& node, const std::string& path, double& value) {
  const bool negative = node.text.starts_with('-');
  const std::string_view digits = std::string_view{node.text}.substr(negative || node.text.starts_with('+') ? 1 : 0);
  if (digits == ".inf" || digits == ".Inf" || digits == ".INF") {
    value = negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  } else if (digits == ".nan" || digits == ".NaN" || digits == ".NAN") {
    value = std::numeric_limits<double>::quiet_NaN();
  } else {
    return reader.read(node, path, value);
  }
  return true;
}

/// Refuses sizes that Gen9 does not have at the key that holds them.
void check_size(NodeReader& reader, const ConfigNode& node, const GoldenSurface& surface) {
  const functional::SurfaceImage& image = surface.image;
  if (!surface.array && image.array_length != 1) {
    reader.refuse(*reader.find("array_length"), reader.path_of("array_length"),
                  "is " + std::to_string(image.array_length), "expected 1: " + surface.type + " is no array");
    return;
  }
  constexpr std::pair<std::string_view, const char*> kKeys[] = {{"width", "width"},
                                                                {"height", "height"},
                                                                {"depth", "depth"},
                                                                {"array length", "array_length"},
                                                                {"number of mip levels", "mip_levels"}};
  try {
    functional::packed_bytes(image);
  } catch (const Error& error) {
    if (error.code() != ExitCode::kMalformedInput) return;  // formats that no surface has are found by their use
    const Diagnostic& first = error.diagnostics().front();
    for (const auto& [words, key] : kKeys) {
      if (!first.problem.starts_with(words) || node.find(key) == nullptr) continue;
      reader.refuse(node.find(key)->value, reader.path_of(key), first.problem.substr(first.problem.find(" is ") + 1),
                    first.hint);
      return;
    }
    std::string path = reader.path_of("");
    path.pop_back();
    reader.refuse(node, path, first.problem, first.hint);
  }
}

gen9::SurfaceFormat format(NodeReader& reader, const ConfigNode& node) {
  std::string name;
  if (!reader.read(node, reader.path_of("format"), name)) return {};
  try {
    return gen9::format_of_name(name);
  } catch (const Error& error) {
    const Diagnostic& first = error.diagnostics().front();
    reader.refuse(node, reader.path_of("format"), first.problem, first.hint);
    return {};
  }
}

std::array<gen9::ShaderChannelSelect, 4> swizzle(NodeReader& reader) {
  std::string letters = "RGBA";
  reader.value("swizzle", letters);
  std::array<gen9::ShaderChannelSelect, 4> channels{};
  bool known = letters.size() == channels.size();
  for (std::size_t i = 0; known && i < channels.size(); ++i) {
    const EnumRow* row = channel_letters().find(std::string_view{letters}.substr(i, 1));
    known = row != nullptr;
    if (known) channels[i] = static_cast<gen9::ShaderChannelSelect>(row->value);
  }
  if (!known) {
    reader.refuse(*reader.find("swizzle"), reader.path_of("swizzle"),
                  "'" + letters + "' is not four letters out of R G B A 0 1", "");
  }
  return channels;
}

void read_border(NodeReader& reader, const ConfigNode& border, std::array<double, 4>& color) {
  const std::string path = reader.path_of("border_color");
  std::size_t word = 0;
  if (border.kind == Kind::kScalar) {
    if (reader.read_name(border, path, word, border_color_words())) color = kBorderColors[word];
  } else if (is_list_of<4>(reader, border, "border_color")) {
    for (std::size_t i = 0; i < color.size(); ++i) read_number(reader, border.items[i], path, color[i]);
  }
}

}  // namespace

CaseFile GoldenStateReader::array(NodeReader& reader, const char* key) const {
  std::string name;
  const ConfigNode* node = reader.find(key);
  if (node == nullptr || !reader.read(*node, reader.path_of(key), name)) return {};
  if (name.empty()) reader.refuse(*node, reader.path_of(key), "names no file", "");
  CaseFile file = case_file(file_, name);
  file.position = node->position;
  file.key = reader.path_of(key);
  file.archives = archives_;
  return file;
}

GoldenSurface GoldenStateReader::read_surface(const NodeReader& outer, const ConfigNode& node) {
  NodeReader reader{node, outer.path_of("surface"), problems_};
  GoldenSurface surface;
  std::size_t type = 0;
  needed(reader, "type", surface.type);
  if (const ConfigNode* word = reader.find("type"); word != nullptr && problems_.empty())
    reader.read_name(*word, reader.path_of("type"), type, surface_type_words());
  surface.array = kApiTypes[type].array;
  functional::SurfaceImage& image = surface.image;
  image.type = kApiTypes[type].type;
  if (const ConfigNode* name = reader.find_required("format")) image.format = format(reader, *name);
  needed(reader, "width", image.width);
  reader.value("height", image.height);
  reader.value("depth", image.depth);
  reader.value("array_length", image.array_length);
  reader.value("mip_levels", image.levels);
  if (problems_.empty()) check_size(reader, node, surface);
  if (problems_.empty()) reader.value("base_level", surface.base_level, 0u, image.levels - 1);
  std::uint32_t samples = 1;
  reader.value("samples", samples);
  if (!std::has_single_bit(samples) || samples > 16)
    reader.refuse(*reader.find("samples"), reader.path_of("samples"), "is not 1, 2, 4, 8 or 16", "");
  else
    image.sample_bits = static_cast<std::uint8_t>(std::countr_zero(samples));
  surface.channels = swizzle(reader);
  surface.data = array(reader, "data");
  reader.find("base_level");  // whatever else is wrong
  reader.note_unknown({}, notes_);
  return surface;
}

GoldenSampler GoldenStateReader::read_sampler(const NodeReader& outer, const ConfigNode& node) {
  GoldenSampler sampler;
  NodeReader reader{node, outer.path_of("sampler"), problems_};
  if (node.kind != Kind::kMapping) {
    reader.refuse(node, outer.path_of("sampler"), "is not a group of keys", "expected {key: value, ...} or null");
    return sampler;
  }
  needed_name(reader, "min_filter", sampler.min_filter, enum_rows(ApiFilter{}));
  needed_name(reader, "mag_filter", sampler.mag_filter, enum_rows(ApiFilter{}));
  needed_name(reader, "mip_filter", sampler.mip_filter, enum_rows(ApiMipFilter{}));
  needed_name(reader, "address_u", sampler.address[0], address_mode_words());
  sampler.address[1] = sampler.address[2] = sampler.address[0];
  reader.name("address_v", sampler.address[1], address_mode_words());
  reader.name("address_w", sampler.address[2], address_mode_words());
  reader.value("max_anisotropy", sampler.max_anisotropy, 1u, 16u);
  for (const auto& [key, field] :
       {std::pair{"lod_bias", &sampler.lod_bias}, {"min_lod", &sampler.min_lod}, {"max_lod", &sampler.max_lod}}) {
    const ConfigNode* number = reader.find(key);
    if (number != nullptr && read_number(reader, *number, reader.path_of(key), *field) && std::isnan(*field))
      reader.refuse(*number, reader.path_of(key), "is not a number", "");
  }
  if (const ConfigNode* border = optional_node(reader, "border_color"))
    read_border(reader, *border, sampler.border_color);
  if (const ConfigNode* compare = optional_node(reader, "compare")) {
    ApiCompare function{};
    if (reader.read_name(*compare, reader.path_of("compare"), function, enum_rows(ApiCompare{})))
      sampler.compare = function;
  }
  reader.value("unnormalized", sampler.unnormalized);
  reader.note_unknown({}, notes_);
  return sampler;
}

}  // namespace texpipe::study
