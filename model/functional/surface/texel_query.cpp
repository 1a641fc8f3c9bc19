#include "functional/surface/texel_query.h"

#include <string_view>

#include "base/diagnostic.h"
#include "functional/surface/address_range.h"

namespace texpipe::functional {

namespace {

SurfaceGeometry geometry_of(const gen9::RenderSurfaceState& state) {
  if (state.type == SurfaceType::kNull)
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = "a null surface has no texels", .hint = "reads return 0"}};
  return surface_geometry(state);
}

void require_below(std::string_view name, std::uint32_t value, std::uint64_t end) {
  if (value < end) return;
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = std::string{name} + " " + std::to_string(value) + " lies outside the surface",
                         .hint = "expected 0 to " + std::to_string(end - 1)}};
}

}  // namespace

TexelQuery::TexelQuery(const gen9::RenderSurfaceState& state) : state_{state}, layout_{geometry_of(state)} {
  require_addressable(state_, layout_);
}

LevelSize TexelQuery::level_size(std::uint32_t level) const {
  require_below("level", level, state_.is_buffer() ? 1 : geometry().levels);
  return layout_.level_size(level);
}

TexelAnswer TexelQuery::answer(const TexelQuestion& question) const {
  const LevelSize size = level_size(question.level);
  const bool volume = state_.type == SurfaceType::k3D;
  const bool plain = state_.is_buffer() || (!volume && !state_.array && state_.type != SurfaceType::kCube);
  require_below("x", question.x, size.width);
  require_below("y", question.y, size.height);
  require_below("slice", question.slice, plain ? 1 : size.depth);
  require_below("sample", question.sample, state_.samples());
  const std::uint32_t slice = question.slice + (volume ? 0 : state_.minimum_array_element);
  const TexelPlace place{question.x, question.y, slice, question.sample};
  TexelAnswer answer{.address = layout_.element_address(question.level, place), .element = geometry().element};
  answer.column = question.x % answer.element.width;
  answer.row = question.y % answer.element.height;
  if (has_planes(state_)) {
    answer.cb = layout_.cb_address(question.x, question.y, slice);
    answer.cr = layout_.cr_address(question.x, question.y, slice);
  }
  if (geometry().auxiliary_pitch != 0) answer.mcs = layout_.mcs_address(question.x, question.y, slice);
  return answer;
}

std::string TexelQuery::text() const {
  std::string text =
      std::string{texpipe::name_of(state_.type)} + " " + std::string{gen9::format_facts(state_.format).name};
  const auto number = [](std::uint32_t value) { return std::to_string(value); };
  if (state_.is_buffer())
    return text + ", " + number(state_.buffer_entries()) + " entries, " + number(state_.pitch) + " bytes apart";
  text += " " + number(state_.width) + "x" + number(state_.height);
  if (state_.type == SurfaceType::k3D) text += "x" + number(state_.depth);
  if (state_.array || state_.type == SurfaceType::kCube)
    text += ", " + number(state_.depth) + (state_.type == SurfaceType::kCube ? " cubes" : " slices");
  if (geometry().levels != 1) text += ", " + number(geometry().levels) + " levels";
  if (state_.samples() != 1) text += ", " + number(state_.samples()) + " samples";
  text += geometry().tiling == Tiling::kLinear ? ", linear" : ", " + std::string{name_of(geometry().tiling)} + " tiles";
  return text + ", pitch " + number(state_.pitch);
}

}  // namespace texpipe::functional
