#include "analysis/verify/pixel_shader_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analysis/verify/case_error.h"
#include "analysis/verify/pixel_comparison.h"
#include "functional/device/untimed_run.h"
#include "isa/gen9/sampler_state.h"
#include "pictures/npy/npy.h"
#include "workload/pixel_shader/pixel_shader_draw.h"

namespace texpipe::study {

namespace {

/// Bytes of all outputs of a draw, in the order of the case.
using Outputs = std::vector<std::vector<std::byte>>;

std::string width_text(unsigned lanes) {
  return lanes == kAllWidths ? "all widths" : "SIMD" + std::to_string(lanes);
}

Outputs outputs_of(const PixelShaderCase& shader, const PixelShaderDraw& draw) {
  Outputs bytes;
  for (const ShaderOutput& output : shader.outputs) bytes.push_back(read_output(draw, output));
  return bytes;
}

/// Expected bytes of an output. @param bytes  of one sample of it
std::vector<std::byte> expected_bytes(const ShaderOutput& output, std::size_t bytes) {
  NpyArray array = read_npy(output.expected);
  if (array.data.size() != bytes)
    throw Error{ExitCode::kInvalidConfiguration,
                Diagnostic{.position = output.position,
                           .path = "outputs",
                           .problem = fmt::format("{} has {} bytes", output.expected.string(), array.data.size()),
                           .hint = fmt::format("expected {} of {}", bytes, output.place.text())}};
  return std::move(array.data);
}

void judge_buffer(const ShaderOutput& output, std::span<const std::byte> got, CaseOutcome& outcome) {
  const std::vector<std::byte> expected = expected_bytes(output, got.size());
  const auto [ours, theirs] = std::mismatch(got.begin(), got.end(), expected.begin());
  outcome.values += got.size();
  if (ours == got.end()) return;
  for (std::size_t i = 0; i < got.size(); ++i) outcome.failing_values += got[i] != expected[i] ? 1 : 0;
  fail_case(outcome, fmt::format("{}: byte {}: expected {:#04x}, got {:#04x}", output.place.text(), ours - got.begin(),
                                 std::to_integer<unsigned>(*theirs), std::to_integer<unsigned>(*ours)));
}

bool is_anisotropic(const PixelShaderCase& shader) {
  return std::any_of(shader.samplers.begin(), shader.samplers.end(), [](const ShaderSampler& sampler) {
    return gen9::SamplerState::decode(sampler.words).min_filter == gen9::MapFilter::kAnisotropic;
  });
}

/// Draws that other implementations may make: vertices a step of the raster's grid away; levels of detail half a
/// level off; another anisotropic filter; one element of an array of textures or samplers for all pixels.
std::vector<DrawVariation> variations_of(const PixelShaderCase& shader) {
  constexpr float kStep = 1.0f / 256;
  constexpr double kLodBand = 0.5, kFilterBand = 1;
  if (shader.agreement == Agreement::kExact && !is_anisotropic(shader)) return {};
  std::vector<DrawVariation> list{{.shift_x = kStep}, {.shift_x = -kStep}, {.shift_y = kStep}, {.shift_y = -kStep}};
  for (const double bias : {-kLodBand, kLodBand}) list.push_back({.lod_bias = bias});
  for (const double bias : {-kFilterBand, 0.0, kFilterBand}) {
    list.push_back({.lod_bias = bias, .isotropic = true});
    list.push_back({.lod_bias = bias, .nearest = true});
  }
  std::uint32_t elements = 0;
  for (const ShaderTexture& texture : shader.textures) {
    for (const auto& [binding, index] : texture.elements) elements = std::max(elements, index + 1);
  }
  for (std::uint32_t element = 0; element < elements; ++element) {
    for (std::uint32_t sampler = 0; sampler < shader.samplers.size(); ++sampler)
      list.push_back({.element = element, .sampler = sampler});
  }
  return list;
}

/// Outputs of the draw and of its variations, by output.
std::vector<Outputs> varied_outputs(const PixelShaderCase& shader, unsigned lanes, const Outputs& own) {
  std::vector<Outputs> draws(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) draws[i].push_back(own[i]);
  for (const DrawVariation& variation : variations_of(shader)) {
    PixelShaderDraw draw = make_pixel_shader_draw(shader, lanes, variation);
    functional::run_untimed(draw.workload);
    for (std::size_t i = 0; i < own.size(); ++i) draws[i].push_back(read_output(draw, shader.outputs[i]));
  }
  return draws;
}

void judge(const PixelShaderCase& shader, unsigned lanes, const PixelShaderDraw& draw, const Outputs& bytes,
           CaseOutcome& outcome) {
  const std::vector<Outputs> draws = varied_outputs(shader, lanes, bytes);
  const PixelRules rules{
      .agreement = shader.agreement, .anisotropic = is_anisotropic(shader), .partial_blocks = shader.kills_pixels};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const ShaderOutput& output = shader.outputs[i];
    if (output.place.kind == ShaderResource::kBuffer) {
      judge_buffer(output, bytes[i], outcome);
      continue;
    }
    const functional::SurfaceImage& image = draw.resources.at(output.place.text()).image;
    const std::size_t size = bytes[i].size() >> image.sample_bits;
    const PixelVerdict verdict = compare_pixels(image, draws[i], expected_bytes(output, size), rules);
    outcome.values += verdict.values;
    outcome.failing_values += verdict.failing;
    if (!verdict.passed) fail_case(outcome, output.place.text() + ": " + verdict.problem);
  }
}

void compare(const PixelShaderCase& shader, const Outputs& first, const Outputs& other, const std::string& which,
             CaseOutcome& outcome) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] != other[i]) fail_case(outcome, shader.outputs[i].place.text() + " has other bytes " + which);
  }
}

}  // namespace

CaseOutcome verify_pixel_shader(const std::filesystem::path& file, const VerifyOptions& options) {
  CaseOutcome outcome{.id = file.stem().string(), .file = file.string(), .path = CasePath::kPixelShader};
  try {
    const PixelShaderCase shader = read_pixel_shader_case(file);
    std::vector<unsigned> widths;
    for (const ShaderDispatch& dispatch : shader.dispatch) widths.push_back(dispatch.lanes);
    if (widths.size() > 1) widths.push_back(kAllWidths);
    Outputs first;
    for (const unsigned lanes : widths) {
      outcome.variant = width_text(lanes);
      PixelShaderDraw draw = make_pixel_shader_draw(shader, lanes);
      functional::run_untimed(draw.workload);
      const Outputs bytes = outputs_of(shader, draw);
      if (lanes == widths.front()) {
        first = bytes;
        judge(shader, lanes, draw, bytes, outcome);
      } else {
        compare(shader, first, bytes, "than with " + width_text(widths.front()), outcome);
      }
      if (options.timed_workload && outcome.status == CaseStatus::kPassed) {
        PixelShaderDraw timed = make_pixel_shader_draw(shader, lanes);
        options.timed_workload(timed.workload);
        compare(shader, bytes, outputs_of(shader, timed), "than untimed", outcome);
      }
      if (outcome.status != CaseStatus::kPassed) return outcome;
    }
    outcome.variant.clear();
    for (const unsigned lanes : widths) {
      if (lanes != kAllWidths) outcome.variant += (outcome.variant.empty() ? "" : ", ") + width_text(lanes);
    }
  } catch (const Error& error) {
    take_case_error(outcome, error);
  }
  return outcome;
}

}  // namespace texpipe::study
