// Changes of a draw within what the rules leave open: for who draws a frame again to see what depends on it.
#pragma once

#include "functional/rasterization/window_vertex.h"
#include "functional/sampling/sampler_change.h"

namespace texpipe::functional {

struct DrawChange {
  SamplerChange samplers{};
  WindowVertex move{};    // of all that is rastered
  float value_scale = 1;  // factor of every interpolated attribute
};

}  // namespace texpipe::functional
