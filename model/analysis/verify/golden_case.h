// A golden case as its cases.yaml states it, in the words of the graphics APIs (tests/data/golden/README.md).
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/verify/case_file.h"
#include "analysis/verify/golden_words.h"
#include "base/diagnostic.h"
#include "functional/surface/surface_image.h"

namespace texpipe::study {

struct GoldenSurface {
  functional::SurfaceImage image;  // sample_bits too
  bool array = false;              // 1D_ARRAY, 2D_ARRAY, CUBE_ARRAY
  std::string type;                // as written
  unsigned base_level = 0;         // the view starts here
  std::array<gen9::ShaderChannelSelect, 4> channels{};
  CaseFile data;  // none: the texels do not matter
};

struct GoldenSampler {
  ApiFilter min_filter = ApiFilter::kNearest;
  ApiFilter mag_filter = ApiFilter::kNearest;
  ApiMipFilter mip_filter = ApiMipFilter::kNone;
  unsigned max_anisotropy = 1;
  std::array<gen9::TextureCoordinateMode, 3> address{};  // u, v, w
  std::array<double, 4> border_color{};                  // numbers; integers for integer formats
  double lod_bias = 0;
  double min_lod = 0;
  double max_lod = 14;
  std::optional<ApiCompare> compare;
  bool unnormalized = false;
};

struct GoldenCase {
  std::string id;
  std::string group;
  gen9::SamplerMessageType operation = gen9::SamplerMessageType::kLd;
  std::string operation_name;
  GoldenSurface surface;
  std::optional<GoldenSampler> sampler;
  std::vector<std::string> columns;  // of the coordinates
  std::array<int, 3> offset{};       // texels
  unsigned gather_channel = 0;
  CaseFile coords;
  CaseFile expected;
  CaseFile ideal;  // this and the next two may be empty
  CaseFile lo;
  CaseFile hi;
  double abs_tol = 0;
  std::vector<unsigned> check_columns;  // of the result
  bool lenient = false;
  std::optional<double> rms_limit;
  SourcePosition position;

  bool has_interval() const { return !lo.empty() && !hi.empty(); }
};

/// A cases.yaml: its cases, and what is wrong with those that could not be read.
struct GoldenFolder {
  std::vector<GoldenCase> cases;
  std::vector<Diagnostic> problems;  // each costs one case
  std::vector<Diagnostic> notes;     // keys that mean nothing to texpipe, ids that are given twice
};

/// Reads a cases.yaml. Paths in it are relative to its folder.
/// Errors: Error (kMalformedInput) when the file is not a YAML list.
GoldenFolder read_golden_cases(const std::filesystem::path& file);

/// Reads golden cases from a text; `file` stands for its place.
GoldenFolder parse_golden_cases(const std::string& text, const std::filesystem::path& file);

}  // namespace texpipe::study
