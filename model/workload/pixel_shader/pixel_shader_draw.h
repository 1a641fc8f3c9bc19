// The draw of a pixel shader as a workload: memory and state as its description says, and the quad that everything is
// drawn with.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "functional/device/workload.h"
#include "isa/gen9/render_surface_state.h"
#include "workload/pixel_shader/draw_variation.h"
#include "workload/pixel_shader/pixel_shader_case.h"

namespace texpipe::study {

/// Pixels of targets and viewport along an edge.
inline constexpr std::uint32_t kShaderTargetSize = 32;

/// A resource as it lies in memory.
struct PlacedResource {
  gen9::RenderSurfaceState state;  // of images
  functional::SurfaceImage image;
  ByteAddress address{};  // of buffers
  std::uint32_t bytes = 0;
};

struct PixelShaderDraw {
  functional::Workload workload;
  std::map<std::string, PlacedResource> resources;  // by ShaderPlace::text
};

/// Lanes of the widths that a draw may use: those of one program, or of all as the driver's 3DSTATE_PS has them.
inline constexpr unsigned kAllWidths = 0;

/// @param lanes  of the only width that is dispatched, or kAllWidths
/// Errors: kInvalidConfiguration for files of another size than the description says, kUnsupported naming what the
/// model lacks; of the run: those of PixelPipeline.
PixelShaderDraw make_pixel_shader_draw(const PixelShaderCase& shader, unsigned lanes,
                                       const DrawVariation& variation = {});

/// Texels or bytes of an output, packed as SurfaceImage says. The output is one of the case.
std::vector<std::byte> read_output(const PixelShaderDraw& draw, const ShaderOutput& output);

}  // namespace texpipe::study
