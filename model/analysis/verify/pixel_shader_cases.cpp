#include "analysis/verify/pixel_shader_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
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

/// Expected array of an output. @param bytes  of one sample of it
NpyArray expected_array(const ShaderOutput& output, std::size_t bytes) {
  NpyArray array = read_npy(output.expected);
  if (array.data.size() != bytes)
    throw Error{ExitCode::kInvalidConfiguration,
                Diagnostic{.position = output.position,
                           .path = "outputs",
                           .problem = fmt::format("{} has {} bytes", output.expected.string(), array.data.size()),
                           .hint = fmt::format("expected {} of {}", bytes, output.place.text())}};
  return array;
}

void take_verdict(const ShaderOutput& output, const PixelVerdict& verdict, CaseOutcome& outcome) {
  outcome.values += verdict.values;
  outcome.failing_values += verdict.failing;
  if (!verdict.passed) fail_case(outcome, output.place.text() + ": " + verdict.problem);
}

/// Buffers of floats are compared as a row of pixels, all others to the bit.
void judge_buffer(const ShaderOutput& output, const std::vector<std::byte>& got, PixelRules rules,
                  CaseOutcome& outcome) {
  const NpyArray expected = expected_array(output, got.size());
  if (expected.type == NpyType::kFloat32) {
    const functional::SurfaceImage row{.format = gen9::SurfaceFormat::kR32Float,
                                       .width = static_cast<std::uint32_t>(expected.elements())};
    rules.partial_blocks = false;
    take_verdict(output, compare_pixels(row, {.draws = {got}, .others = {}}, expected.data, rules), outcome);
    return;
  }
  const auto [ours, theirs] = std::mismatch(got.begin(), got.end(), expected.data.begin());
  outcome.values += got.size();
  if (ours == got.end()) return;
  for (std::size_t i = 0; i < got.size(); ++i) outcome.failing_values += got[i] != expected.data[i] ? 1 : 0;
  fail_case(outcome, fmt::format("{}: byte {}: expected {:#04x}, got {:#04x}", output.place.text(), ours - got.begin(),
                                 std::to_integer<unsigned>(*theirs), std::to_integer<unsigned>(*ours)));
}

bool is_anisotropic(const PixelShaderCase& shader) {
  return std::any_of(shader.samplers.begin(), shader.samplers.end(), [](const ShaderSampler& sampler) {
    return gen9::SamplerState::decode(sampler.words).min_filter == gen9::MapFilter::kAnisotropic;
  });
}

bool has_cube(const PixelShaderCase& shader) {
  return std::any_of(shader.textures.begin(), shader.textures.end(),
                     [](const ShaderTexture& texture) { return texture.image.type == functional::SurfaceType::kCube; });
}

/// Samples by which what two implementations keep of an alpha may differ: one, and another one where the shader makes a
/// mask of its own, as each keeps others of the samples in it. None: alpha to coverage is off.
std::optional<unsigned> coverage_samples(const PixelShaderCase& shader) {
  constexpr std::uint32_t kAlphaToCoverage = 1u << 31, kMaskOutput = 1u << 29;
  const auto has = [&](std::string_view name, std::size_t word, std::uint32_t bit) {
    return std::any_of(shader.state.begin(), shader.state.end(), [&](const ShaderStateWords& state) {
      return state.name == name && state.words.size() > word && (state.words[word] & bit) != 0;
    });
  };
  if (!has("BLEND_STATE", 0, kAlphaToCoverage)) return std::nullopt;
  return has("3DSTATE_PS_EXTRA", 1, kMaskOutput) ? 2u : 1u;
}

/// Draws between which values may lie. Vertices that are hardly moved take the other texel where a coordinate lies on a
/// boundary. Levels of detail of cubes follow from differences of directions, which the shader has divided before, or
/// from derivatives. Anisotropic samplers sum texels of one level or the next in everybody's own way.
std::vector<DrawVariation> variations_of(const PixelShaderCase& shader) {
  constexpr float kStep = 1.0f / 4096;
  constexpr double kCubeBand = 0.5, kFilterBand = 1;
  std::vector<DrawVariation> list{{.shift_x = kStep}, {.shift_x = -kStep}, {.shift_y = kStep}, {.shift_y = -kStep}};
  if (shader.agreement != Agreement::kExact && has_cube(shader))
    for (const double bias : {-kCubeBand, kCubeBand}) list.push_back({.lod_bias = bias});
  if (shader.agreement == Agreement::kExact || !is_anisotropic(shader)) return list;
  for (const double bias : {-kFilterBand, 0.0, kFilterBand}) {
    list.push_back({.lod_bias = bias, .isotropic = true});
    list.push_back({.lod_bias = bias, .nearest = true});
  }
  return list;
}

/// Draws of which single pixels may be: an element of an array of textures shows another one, as lavapipe gives all
/// eight pixels of a group the index that its last pixel has.
std::vector<DrawVariation> exchanges_of(const PixelShaderCase& shader) {
  std::vector<DrawVariation> list;
  if (shader.agreement == Agreement::kExact) return list;
  std::set<std::pair<std::uint32_t, std::uint32_t>> elements;
  for (const ShaderTexture& texture : shader.textures)
    elements.insert(texture.elements.begin(), texture.elements.end());
  for (const auto& [array, element] : elements) {
    for (const auto& [other_array, shown] : elements) {
      if (other_array == array && shown != element)
        list.push_back({.exchange = ElementExchange{.array = array, .element = element, .shown = shown}});
    }
  }
  return list;
}

Outputs varied_outputs(const PixelShaderCase& shader, unsigned lanes, const DrawVariation& variation) {
  PixelShaderDraw draw = make_pixel_shader_draw(shader, lanes, variation);
  functional::run_untimed(draw.workload);
  return outputs_of(shader, draw);
}

/// Pixels of the draw and of its variations, by output.
std::vector<PossiblePixels> possible_pixels(const PixelShaderCase& shader, unsigned lanes, const Outputs& own) {
  std::vector<PossiblePixels> possible(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) possible[i].draws.push_back(own[i]);
  const auto add = [&](const DrawVariation& variation, std::vector<std::vector<std::byte>> PossiblePixels::*list) {
    Outputs outputs = varied_outputs(shader, lanes, variation);
    for (std::size_t i = 0; i < own.size(); ++i) (possible[i].*list).push_back(std::move(outputs[i]));
  };
  for (const DrawVariation& variation : variations_of(shader)) add(variation, &PossiblePixels::draws);
  for (const DrawVariation& variation : exchanges_of(shader)) add(variation, &PossiblePixels::others);
  return possible;
}

void judge(const PixelShaderCase& shader, unsigned lanes, const PixelShaderDraw& draw, const Outputs& bytes,
           CaseOutcome& outcome) {
  const std::vector<PossiblePixels> possible = possible_pixels(shader, lanes, bytes);
  const PixelRules rules{.agreement = shader.agreement,
                         .anisotropic = is_anisotropic(shader),
                         .partial_blocks = shader.kills_pixels && shader.agreement != Agreement::kExact,
                         .coverage_samples = coverage_samples(shader)};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const ShaderOutput& output = shader.outputs[i];
    if (output.place.kind == ShaderResource::kBuffer) {
      judge_buffer(output, bytes[i], rules, outcome);
      continue;
    }
    const functional::SurfaceImage& image = draw.resources.at(output.place.text()).image;
    const std::size_t size = bytes[i].size() >> image.sample_bits;
    take_verdict(output, compare_pixels(image, possible[i], expected_array(output, size).data, rules), outcome);
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
      } else if (bytes != first) {
        judge(shader, lanes, draw, bytes, outcome);  // another width's code may round in another way
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
