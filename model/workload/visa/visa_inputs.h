// Inputs that a vISA program starts with: registers, surfaces and samplers, from YAML.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "functional/execution/visa_program.h"
#include "functional/surface/surface_builder.h"
#include "isa/gen9/border_color_state.h"
#include "isa/gen9/sampler_state.h"
#include "parameters/yaml/config_node.h"
#include "workload/visa/texel_pattern.h"

namespace texpipe::study {

/// Values of one variable (by name) or one register (`r5`): one value for every element, or one for each.
struct VisaRegisterInput {
  std::string name;
  std::vector<ConfigNode> values;
  SourcePosition position;
};

/// A surface: a texture file, a pattern, or a buffer of zeros.
struct VisaSurfaceInput {
  std::uint32_t index = 0;
  std::optional<std::uint32_t> buffer_bytes;
  std::filesystem::path texture;  // empty: made from `image` and `pattern`
  functional::SurfaceImage image;
  TexelPattern pattern = TexelPattern::kGradient;
  bool array = false;
  std::optional<functional::Tiling> tiling;  // none: one that holds the format
  SourcePosition position;
};

struct VisaSamplerInput {
  std::uint32_t index = 0;
  gen9::SamplerState state;
  gen9::BorderColorState border;
};

/// Bytes of a surface to show after the run.
struct VisaBufferOutput {
  std::uint32_t index = 0;
  std::uint32_t bytes = 0;
};

struct VisaInputs {
  std::uint64_t most_statements = functional::StatementBudget{}.most;  // that all threads together may execute
  std::uint32_t threads = 1;
  std::uint32_t dispatch_mask = 0xFFFF'FFFF;
  std::array<std::uint8_t, 2> coarse_pixel{1,
                                           1};  // width and height; counts for .cps from Ice Lake on (resolution R13)
  std::vector<VisaRegisterInput> registers;
  std::vector<VisaSurfaceInput> surfaces;
  std::vector<VisaSamplerInput> samplers;
  std::vector<std::string> output_registers;  // variables or rN; empty: every variable that an instruction writes
  std::vector<VisaBufferOutput> output_buffers;
};

/// True for a file that says how to launch an OpenCL kernel (its arguments, files and sizes), which often stands beside
/// the kernel's vISA and holds no inputs.
bool is_kernel_launch(const std::filesystem::path& file);

/// Reads the file; paths in it are relative to it. Errors: Error (kInvalidConfiguration) with the place of everything
/// that is wrong, kMalformedInput when the file cannot be read, kUnsupported for a kernel's launch.
VisaInputs read_visa_inputs(const std::filesystem::path& file);

}  // namespace texpipe::study
