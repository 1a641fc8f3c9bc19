// The surfaces of a vISA program's inputs, in memory and in its binding table.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "functional/memory/gpu_memory.h"
#include "functional/surface/state_heap.h"
#include "isa/visa/program.h"
#include "workload/visa/visa_inputs.h"

namespace texpipe::study {

/// Palette in which a surface is looked up.
enum class PaletteUse : std::uint8_t { kNone, kOwn, kPattern };

struct MadeSurface {
  std::uint32_t index = 0;
  gen9::RenderSurfaceState state;
  functional::SurfaceImage image;
  PaletteUse palette = PaletteUse::kNone;
  std::vector<Diagnostic> remarks{};  // about its file
};

/// Entries up to the last that inputs or program name; those that the inputs do not give are null. Returns those that
/// they give, by index. Errors: kInvalidConfiguration with the place in the inputs for surfaces that do not fit and for
/// palettes of their own in two of them (a context has one); those of read_texture and build_surface.
std::vector<MadeSurface> add_surfaces(functional::GpuMemory& memory, functional::StateHeap& heap,
                                      const VisaInputs& inputs, const visa::Program& program);

/// Refuses (kInvalidConfiguration) an index that two of the inputs' surfaces or samplers have.
template <class Item>
void check_indices(const std::vector<Item>& items, const char* what) {
  std::set<std::uint32_t> seen;
  for (const Item& item : items) {
    if (!seen.insert(item.index).second) {
      throw Error{ExitCode::kInvalidConfiguration,
                  std::string{what} + " " + std::to_string(item.index) + " is given twice"};
    }
  }
}

}  // namespace texpipe::study
