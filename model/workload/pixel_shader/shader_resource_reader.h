// Textures, buffers, binding table, samplers and outputs in the description of a pixel shader.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "parameters/yaml/node_reader.h"
#include "workload/pixel_shader/pixel_shader_case.h"

namespace texpipe::study {

/// Reads the mappings of a list that may be there; what they have that nobody asked for is refused.
template <class Read>
void each_shader_item(NodeReader& root, const char* key, Read read_item) {
  const ConfigNode* list = root.find_list(key);
  if (list == nullptr) return;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const std::string path = std::string{key} + "[" + std::to_string(i) + "]";
    if (list->items[i].kind != ConfigNode::Kind::kMapping) {
      root.refuse(list->items[i], path, "is not a group of keys", "expected {key: value, ...}");
      continue;
    }
    NodeReader item{list->items[i], path, root.problems()};
    read_item(item, list->items[i]);
    item.finish();
  }
}

/// Words of a list that has to be there. @param count  of them; 0: any number
std::vector<std::uint32_t> read_shader_words(NodeReader& reader, std::string_view key, std::size_t count);

/// `samples`: 1, 2, 4, 8 or 16.
std::uint32_t read_sample_count(NodeReader& reader);

/// Lists of a description. Their problems are collected; names that bindings and outputs refer to are read before
/// them.
class ShaderResourceReader {
 public:
  /// @param folder  from which paths count; outlives the reader
  explicit ShaderResourceReader(const std::filesystem::path& folder) : folder_{folder} {}

  void read_textures(NodeReader& root, PixelShaderCase& shader) const;
  void read_buffers(NodeReader& root, PixelShaderCase& shader) const;
  void read_bindings(NodeReader& root, PixelShaderCase& shader) const;
  void read_samplers(NodeReader& root, PixelShaderCase& shader) const;
  void read_outputs(NodeReader& root, PixelShaderCase& shader) const;

 private:
  ShaderTexture read_texture(NodeReader& item, const ConfigNode& node) const;
  void read_levels(NodeReader& item, ShaderTexture& texture) const;

  const std::filesystem::path& folder_;
};

}  // namespace texpipe::study
