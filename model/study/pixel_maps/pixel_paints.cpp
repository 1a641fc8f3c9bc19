#include "study/pixel_maps/pixel_paints.h"

#include <algorithm>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::study {

namespace {

[[noreturn]] void refuse_paint(std::string_view option, std::string problem, std::string hint) {
  throw Error{ExitCode::kUsage,
              Diagnostic{.path = std::string{option}, .problem = std::move(problem), .hint = std::move(hint)}};
}

const functional::PaintedPicture& chosen(const PixelQuery& query,
                                         const std::vector<functional::PaintedPicture>& pictures,
                                         std::string_view option) {
  if (pictures.empty())
    refuse_paint(option, "the frame notes no picture", "--draw asks for the pixel of a draw's target");
  const auto wanted = std::find_if(pictures.begin(), pictures.end(),
                                   [&](const auto& picture) { return picture.number == query.picture; });
  if (!query.picture) return pictures.front();
  if (wanted != pictures.end()) return *wanted;
  refuse_paint(
      option, "the frame notes no picture " + std::to_string(*query.picture),
      "it notes " + std::to_string(pictures.size()) + ", from " + std::to_string(pictures.front().number) + " on");
}

}  // namespace

void PixelPaints::add(const Paint& paint, std::span<const SampledChannel> sampled) {
  if (paint.x != query_.place.x || paint.y != query_.place.y) return;
  if (query_.draw && paint.draw != *query_.draw) return;
  paints_.push_back({paint, {sampled.begin(), sampled.end()}});
}

FoundPaints PixelPaints::found(const FrameTrail& trail, const std::vector<functional::PaintedPicture>& pictures,
                               std::string_view option) const {
  if (query_.draw) {
    if (paints_.empty())
      refuse_paint(option,
                   "draw " + std::to_string(*query_.draw) + " paints no pixel (" + std::to_string(query_.place.x) +
                       ", " + std::to_string(query_.place.y) + ")",
                   "texpipe frame draws lists the draws");
    return {.paints = paints_, .copies = {}, .parts = {}};
  }
  const functional::PaintedPicture& picture = chosen(query_, pictures, option);
  if (query_.place.x >= picture.width || query_.place.y >= picture.height)
    refuse_paint(
        option,
        "the picture has no pixel (" + std::to_string(query_.place.x) + ", " + std::to_string(query_.place.y) + ")",
        "it has " + std::to_string(picture.width) + "x" + std::to_string(picture.height) + " pixels");
  FoundPaints found;
  const std::vector<FrameTrail::Part> parts = trail.parts_of(picture, pictures);
  for (const SampledPaint& one : paints_) {
    if (std::any_of(parts.begin(), parts.end(), [&](const auto& part) { return part.holds(one.paint); }))
      found.paints.push_back(one);
  }
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (part->copied_by) found.copies.push_back(*part->copied_by);
  }
  found.parts = parts;
  return found;
}

}  // namespace texpipe::study
