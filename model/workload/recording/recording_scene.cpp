#include "workload/recording/recording_scene.h"

#include <array>
#include <bit>
#include <vector>

#include "host/files/byte_reader.h"
#include "workload/recording/chunk_file.h"

namespace texpipe::study {

namespace {

using functional::RasterScene;

/// Three vertices x, y in 1/256 pixel, then the bits of their 1/w.
using TriangleWords = std::array<std::uint32_t, 9>;

constexpr std::int32_t kLargestView = 4096;

TriangleWords words_of(const functional::SceneTriangle& triangle) {
  TriangleWords words{};
  for (unsigned v = 0; v < 3; ++v) {
    words[2 * v] = static_cast<std::uint32_t>(triangle.vertices[v].x);
    words[2 * v + 1] = static_cast<std::uint32_t>(triangle.vertices[v].y);
    words[6 + v] = std::bit_cast<std::uint32_t>(triangle.one_over_w[v]);
  }
  return words;
}

}  // namespace

nlohmann::json scene_content(const RasterScene& scene) {
  std::vector<TriangleWords> triangles;
  for (const functional::SceneTriangle& triangle : scene.triangles) triangles.push_back(words_of(triangle));
  const functional::PixelRectangle& view = scene.state.viewport;
  const functional::SamplePattern& pattern = scene.state.pattern;
  std::vector<functional::SamplePosition> positions{pattern.positions.begin(),
                                                    pattern.positions.begin() + pattern.count};
  return {{"viewport", column(std::vector{view.left, view.top, view.right, view.bottom})},
          {"positions", column(positions)},
          {"standard", unsigned{pattern.standard}},
          {"sample_mask", scene.state.sample_mask},
          {"conservative", static_cast<unsigned>(scene.state.conservative)},
          {"target_samples", scene.target_samples},
          {"sample_shading", unsigned{scene.sample_shading}},
          {"triangles", column(triangles)}};
}

RasterScene scene_of(const nlohmann::json& content, const std::string& name) {
  const auto refuse = [&name](const char* problem) {
    malformed(name, std::string{"scene of the recording: "} + problem);
  };
  if (!content.is_object()) refuse("is no object");
  RasterScene scene;
  const auto view = column_at<std::int32_t>(content, "viewport", name);
  if (view.size() != 4) refuse("a viewport without four sides");
  scene.state.viewport = {view[0], view[1], view[2], view[3]};
  if (view[0] < 0 || view[1] < 0 || view[2] < view[0] || view[3] < view[1] || view[2] > kLargestView ||
      view[3] > kLargestView)
    refuse("a viewport that is too large");
  const auto positions = column_at<functional::SamplePosition>(content, "positions", name);
  scene.state.pattern = functional::programmed_pattern(positions);
  scene.state.pattern.standard = number_at(content, "standard", 1, name) != 0;
  scene.state.sample_mask = static_cast<std::uint16_t>(number_at(content, "sample_mask", 0xFFFF, name));
  scene.state.conservative = static_cast<functional::Conservative>(number_at(content, "conservative", 1, name));
  scene.target_samples = static_cast<std::uint8_t>(number_at(content, "target_samples", 16, name));
  scene.sample_shading = number_at(content, "sample_shading", 1, name) != 0;
  if ((scene.target_samples & (scene.target_samples - 1)) != 0) refuse("a sample count that does not exist");
  constexpr std::int32_t kMost = functional::kGuardBand * functional::kSubpixelsPerPixel;
  for (const TriangleWords& words : column_at<TriangleWords>(content, "triangles", name)) {
    functional::SceneTriangle triangle;
    for (unsigned v = 0; v < 3; ++v) {
      triangle.vertices[v] = {static_cast<std::int32_t>(words[2 * v]), static_cast<std::int32_t>(words[2 * v + 1])};
      for (const std::int32_t place : {triangle.vertices[v].x, triangle.vertices[v].y})
        if (place < -kMost || place > kMost) refuse("a vertex beyond the guard band");
      triangle.one_over_w[v] = std::bit_cast<float>(words[6 + v]);
    }
    scene.triangles.push_back(triangle);
  }
  return scene;
}

}  // namespace texpipe::study
