#include "workload/visa/visa_surfaces.h"

#include <algorithm>

#include "pictures/texture/texture.h"
#include "workload/visa/refuse_input.h"
#include "workload/visa/texel_pattern.h"

namespace texpipe::study {

namespace {

using functional::SurfaceImage;

constexpr std::uint32_t kMostSurfaceEntries = 240;  // of a binding table; higher indices have meanings of their own

/// As the inputs say; where they say nothing, the default, or linear for elements that no tile holds.
functional::SurfaceOptions options_of(const VisaSurfaceInput& input, gen9::SurfaceFormat format) {
  functional::SurfaceOptions options;
  options.array = input.array;
  options.tiling = input.tiling.value_or(functional::fits_tiles(format) ? options.tiling : functional::Tiling::kLinear);
  return options;
}

bool is_palette(gen9::SurfaceFormat format) {
  return gen9::format_facts(format).kind == gen9::FormatKind::kPalette;
}

MadeSurface make_buffer(functional::GpuMemory& memory, const std::string& name, std::uint32_t bytes) {
  const SurfaceImage buffer{
      .type = functional::SurfaceType::kBuffer, .format = gen9::SurfaceFormat::kR32Uint, .width = bytes / 4};
  functional::SurfaceOptions linear;
  linear.tiling = functional::Tiling::kLinear;
  return {.state = functional::build_surface(memory, name, buffer, {}, linear), .image = buffer};
}

MadeSurface make_patterned(functional::GpuMemory& memory, functional::StateHeap& heap, const std::string& name,
                           const VisaSurfaceInput& input) {
  const functional::SurfaceOptions options = options_of(input, input.image.format);
  if (input.image.type == functional::SurfaceType::kNull)
    return {.state = functional::build_surface(memory, name, input.image, {}, options), .image = input.image};
  const bool palette = is_palette(input.image.format);
  if (palette) {
    const auto entries = pattern_palette();
    for (const unsigned number : {0u, 1u}) heap.set_palette(number, entries);
  }
  try {
    const std::vector<std::byte> texels = pattern_texels(input.image, input.pattern);
    return {.state = functional::build_surface(memory, name, input.image, texels, options),
            .image = input.image,
            .palette = palette ? PaletteUse::kPattern : PaletteUse::kNone};
  } catch (const Error& error) {
    if (error.code() == ExitCode::kUnsupported && error.diagnostics().front().position.file.empty()) {
      Diagnostic placed = error.diagnostics().front();
      placed.position = input.position;
      throw Error{ExitCode::kUnsupported, std::move(placed)};
    }
    if (error.code() != ExitCode::kMalformedInput) throw;
    refuse_input(input.position, error.diagnostics().front().problem, error.diagnostics().front().hint);
  }
}

MadeSurface make_surface(functional::GpuMemory& memory, functional::StateHeap& heap, const VisaSurfaceInput& input) {
  const std::string name = "surface " + std::to_string(input.index);
  if (input.buffer_bytes) return make_buffer(memory, name, *input.buffer_bytes);
  if (input.texture.empty()) return make_patterned(memory, heap, name, input);
  const Texture texture = read_texture(input.texture);
  if (!texture.palette.empty()) heap.set_palette(0, texture.palette);
  functional::SurfaceOptions options = options_of(input, texture.image.format);
  options.channels = texture.channels;
  return {.state = functional::build_surface(memory, name, texture.image, texture.texels, options),
          .image = texture.image,
          .palette = texture.palette.empty() ? PaletteUse::kNone : PaletteUse::kOwn,
          .remarks = texture.remarks};
}

/// Binding table entries that the program may ask for: those that it names, all when a register gives one.
std::uint32_t surface_entries(const visa::Program& program) {
  std::uint32_t entries = 1;
  for (const visa::Statement& statement : program.statements) {
    const auto* move = std::get_if<visa::GenericInstruction>(&statement.instruction);
    if (!move || move->operands.size() < 2) continue;
    const auto* state = std::get_if<visa::StateOperand>(&move->operands[0]);
    if (!state || state->kind != visa::StateOperand::Kind::kSurface) continue;
    const auto* index = std::get_if<visa::Immediate>(&move->operands[1]);
    if (!index) return kMostSurfaceEntries;
    if (index->bits < kMostSurfaceEntries) entries = std::max(entries, static_cast<std::uint32_t>(index->bits) + 1);
  }
  return std::max(entries, static_cast<std::uint32_t>(program.surfaces.size()));
}

}  // namespace

std::vector<MadeSurface> add_surfaces(functional::GpuMemory& memory, functional::StateHeap& heap,
                                      const VisaInputs& inputs, const visa::Program& program) {
  check_indices(inputs.surfaces, "surface");
  std::vector<const VisaSurfaceInput*> ordered;
  for (const VisaSurfaceInput& surface : inputs.surfaces) ordered.push_back(&surface);
  std::sort(ordered.begin(), ordered.end(), [](const auto* a, const auto* b) { return a->index < b->index; });
  gen9::RenderSurfaceState null;
  null.type = gen9::SurfaceType::kNull;
  std::vector<MadeSurface> made;
  std::optional<MadeSurface> with_palette;
  std::uint32_t next = 0;
  for (const VisaSurfaceInput* surface : ordered) {
    for (; next < surface->index; ++next) heap.add_surface(null);
    made.push_back(make_surface(memory, heap, *surface));
    made.back().index = next++;
    heap.add_surface(made.back().state);
    if (made.back().palette == PaletteUse::kNone) continue;
    const bool both_patterns = made.back().palette == PaletteUse::kPattern;
    if (with_palette && !(both_patterns && with_palette->palette == PaletteUse::kPattern)) {
      refuse_input(surface->position,
                   "surfaces " + std::to_string(with_palette->index) + " and " + std::to_string(made.back().index) +
                       " need different palettes",
                   "a context has one");
    }
    with_palette = made.back();
  }
  for (const std::uint32_t entries = surface_entries(program); next < entries; ++next) heap.add_surface(null);
  return made;
}

}  // namespace texpipe::study
