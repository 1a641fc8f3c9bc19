#include "workload/scene/warp_scene.h"

#include <algorithm>
#include <string>

#include "functional/rasterization/subspan_feed.h"
#include "host/files/byte_reader.h"
#include "parameters/yaml/indexed_path.h"
#include "parameters/yaml/yaml_document.h"
#include "workload/extent/image_extent.h"

namespace texpipe::study {

namespace {

using functional::RasterScene;
using functional::SceneTriangle;

constexpr double kGuardBand = functional::kGuardBand;
constexpr std::uint32_t kLargestImage = 4096;
constexpr std::uint32_t kMostTriangles = 100'000;

/// A list of `count` lists of two numbers.
bool is_list_of(NodeReader& reader, const ConfigNode& node, const std::string& path, std::size_t count,
                const char* expected) {
  if (node.kind == ConfigNode::Kind::kSequence && node.items.size() == count) return true;
  return reader.refuse(node, path, "is not a list of " + std::to_string(count), expected);
}

void read_samples(NodeReader& reader, RasterScene& scene) {
  std::uint32_t samples = 1;
  const ConfigNode* samples_node = reader.find("samples");
  if (samples_node != nullptr) reader.read(*samples_node, reader.path_of("samples"), samples, 1u, 16u);
  try {
    scene.state.pattern = functional::standard_pattern(samples);
  } catch (const Error& error) {
    reader.refuse(*samples_node, reader.path_of("samples"), error.diagnostics()[0].problem,
                  error.diagnostics()[0].hint);
  }
  std::uint32_t target_samples = samples;
  if (const ConfigNode* target = reader.find("target_samples")) {
    if (reader.read(*target, reader.path_of("target_samples"), target_samples, 1u, 16u) &&
        (target_samples & (target_samples - 1)) != 0) {
      reader.refuse(*target, reader.path_of("target_samples"),
                    "sample count " + std::to_string(target_samples) + " does not exist", "expected 1, 2, 4, 8 or 16");
    }
  }
  scene.target_samples = static_cast<std::uint8_t>(target_samples);
}

void read_positions(NodeReader& reader, RasterScene& scene) {
  const std::string path = reader.path_of("sample_positions");
  const ConfigNode* list = reader.find_list("sample_positions");
  if (list == nullptr) return;
  const std::size_t count = scene.state.pattern.count;
  if (list->items.size() != count) {
    reader.refuse(*list, path, "lists " + std::to_string(list->items.size()) + " positions",
                  "expected " + std::to_string(count) + ", one per sample");
    return;
  }
  std::vector<functional::SamplePosition> positions;
  for (std::size_t i = 0; i < count; ++i) {
    const ConfigNode& item = list->items[i];
    std::uint32_t xy[2]{};
    if (!is_list_of(reader, item, indexed(path, i), 2, "expected [x, y] in 1/16 pixel")) return;
    for (unsigned axis = 0; axis < 2; ++axis)
      if (!reader.read(item.items[axis], indexed(path, i), xy[axis], 0u, 15u)) return;
    positions.push_back({static_cast<std::uint8_t>(xy[0]), static_cast<std::uint8_t>(xy[1])});
  }
  scene.state.pattern = functional::programmed_pattern(positions);
}

void read_triangles(NodeReader& reader, RasterScene& scene) {
  const ConfigNode* list = reader.find_list("triangles");
  if (list == nullptr) return;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const std::string path = indexed(reader.path_of("triangles"), i);
    const ConfigNode& node = list->items[i];
    if (!is_list_of(reader, node, path, 3, "expected three vertices [x, y] or [x, y, w], in pixels")) continue;
    SceneTriangle triangle;
    for (unsigned v = 0; v < 3; ++v) {
      const ConfigNode& vertex = node.items[v];
      const std::string place = indexed(path, v);
      const bool has_w = vertex.kind == ConfigNode::Kind::kSequence && vertex.items.size() == 3;
      double x = 0, y = 0, w = 1;
      if (!has_w && !is_list_of(reader, vertex, place, 2, "expected [x, y] or [x, y, w]")) continue;
      reader.read(vertex.items[0], place, x, -kGuardBand, kGuardBand);
      reader.read(vertex.items[1], place, y, -kGuardBand, kGuardBand);
      if (has_w) reader.read(vertex.items[2], place, w, 1e-6, 1e6);
      triangle.vertices[v] = functional::snap(static_cast<float>(x), static_cast<float>(y));
      triangle.one_over_w[v] = static_cast<float>(1 / w);
    }
    scene.triangles.push_back(triangle);
  }
}

/// Triangles at random places: a linear congruence, so that a seed means the same everywhere.
void read_random_triangles(NodeReader& parent, RasterScene& scene) {
  const ConfigNode* node = parent.find_mapping("random");
  if (node == nullptr) return;
  NodeReader reader{*node, parent.path_of("random"), parent.problems()};
  std::uint32_t count = 1, seed = 1, size = 32;
  reader.value("count", count, 1u, kMostTriangles);
  reader.value("seed", seed);
  reader.value("size", size, 1u, kLargestImage);
  reader.finish();
  std::uint64_t state = seed;
  const auto random = [&state](std::int32_t limit) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<std::int32_t>((state >> 33) % static_cast<std::uint64_t>(limit));
  };
  const auto& view = scene.state.viewport;
  const auto span = static_cast<std::int32_t>(size) * functional::kSubpixelsPerPixel;
  for (std::uint32_t i = 0; i < count; ++i) {
    SceneTriangle triangle;
    const std::int32_t x = random(view.right * functional::kSubpixelsPerPixel);
    const std::int32_t y = random(view.bottom * functional::kSubpixelsPerPixel);
    for (functional::WindowVertex& vertex : triangle.vertices) {
      vertex.x = x + random(span) - span / 2;
      vertex.y = y + random(span) - span / 2;
    }
    scene.triangles.push_back(triangle);
  }
}

/// At most as many subspans as the triangles' boxes inside the viewport hold.
std::uint64_t subspan_bound(const functional::RasterScene& scene) {
  const auto& view = scene.state.viewport;
  std::uint64_t bound = 0;
  for (const functional::SceneTriangle& triangle : scene.triangles) {
    const auto extent = [&](auto coordinate, std::int64_t size) -> std::uint64_t {
      const auto [low, high] = std::minmax(
          {coordinate(triangle.vertices[0]), coordinate(triangle.vertices[1]), coordinate(triangle.vertices[2])});
      const std::int64_t first = std::clamp<std::int64_t>(low / functional::kSubpixelsPerPixel - 1, 0, size);
      const std::int64_t last = std::clamp<std::int64_t>(high / functional::kSubpixelsPerPixel + 2, 0, size);
      return static_cast<std::uint64_t>(last - first) / 2 + 1;
    };
    bound += extent([](const functional::WindowVertex& v) { return std::int64_t{v.x}; }, view.right) *
             extent([](const functional::WindowVertex& v) { return std::int64_t{v.y}; }, view.bottom);
  }
  return bound;
}

RasterScene scene_of(const ConfigNode& root, const std::string& name, std::vector<Diagnostic> problems) {
  if (problems.empty() && root.kind != ConfigNode::Kind::kMapping) {
    problems.push_back(
        {.position = {name, 1, 1}, .problem = "is not a group of keys", .hint = "expected image, samples, triangles"});
  }
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  RasterScene scene = read_scene(root, problems);
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  return scene;
}

}  // namespace

RasterScene read_scene(const ConfigNode& mapping, std::vector<Diagnostic>& problems) {
  NodeReader reader{mapping, "scene", problems};
  RasterScene scene;
  ImageExtent image{64, 64};
  const ConfigNode* image_node = reader.find("image");
  if (image_node != nullptr && reader.read(*image_node, "scene.image", image) &&
      (image.width > kLargestImage || image.height > kLargestImage)) {
    reader.refuse(*image_node, "scene.image", value_text(image) + " is too large", "expected at most 4096x4096");
  }
  scene.state.viewport = {0, 0, static_cast<std::int32_t>(image.width), static_cast<std::int32_t>(image.height)};
  read_samples(reader, scene);
  read_positions(reader, scene);
  std::uint32_t mask = 0xFFFF;
  reader.value("sample_mask", mask, 0u, 0xFFFFu);
  scene.state.sample_mask = static_cast<std::uint16_t>(mask);
  reader.value("sample_shading", scene.sample_shading);
  if (scene.sample_shading && scene.target_samples != scene.state.pattern.count) {
    reader.refuse(mapping, "scene.sample_shading", "needs as many raster samples as the target has",
                  "target-independent rasterisation shades per pixel");
  }
  bool conservative = false;
  reader.value("conservative", conservative);
  if (conservative) scene.state.conservative = functional::Conservative::kOver;
  read_triangles(reader, scene);
  read_random_triangles(reader, scene);
  reader.finish();
  return scene;
}

RasterScene read_scene_file(const std::filesystem::path& path) {
  std::vector<Diagnostic> problems;
  const ConfigNode root = read_yaml_file(path, problems);
  return scene_of(root, shown_name(path), std::move(problems));
}

RasterScene parse_scene_file(std::string_view text, const std::string& name) {
  std::vector<Diagnostic> problems;
  const ConfigNode root = parse_yaml(text, name, problems);
  return scene_of(root, name, std::move(problems));
}

void check_size(const char* what, std::uint64_t count, std::uint64_t bytes_each, ByteSize most) {
  if (count <= most.value() / bytes_each) return;
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.problem = std::to_string(count) + " " + what + " need " + std::to_string(count * bytes_each) +
                                    " bytes, more than " + std::to_string(most.value()),
                         .hint = "--max-memory, or max_memory of a study's workload, allows more"}};
}

void check_scene_size(const functional::RasterScene& scene, ByteSize most) {
  const std::uint64_t invocations = scene.sample_shading ? scene.state.pattern.count : 1;
  check_size("subspans (at most)", subspan_bound(scene),
             sizeof(functional::CoveredSubspan) + invocations * sizeof(functional::SubspanFeed::Invocation), most);
}

}  // namespace texpipe::study
