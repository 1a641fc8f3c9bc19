#include "study/verify/golden_case.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <bit>
#include <sstream>
#include <string_view>

#include "base/spelling.h"
#include "study/image/byte_reader.h"

namespace texpipe::study {

namespace {

using functional::SurfaceType;
using gen9::SamplerMessageType;
using gen9::ShaderChannelSelect;
using gen9::TextureCoordinateMode;

template <class Value>
struct Word {
  std::string_view word;
  Value value;
};

constexpr Word<SamplerMessageType> kOperations[] = {
    {"ld", SamplerMessageType::kLd},
    {"sample_l", SamplerMessageType::kSampleL},
    {"sample_d", SamplerMessageType::kSampleD},
    {"sample_l_c", SamplerMessageType::kSampleLC},
    {"sample_d_c", SamplerMessageType::kSampleDC},
    {"gather4", SamplerMessageType::kGather4},
    {"gather4_c", SamplerMessageType::kGather4C},
    {"resinfo", SamplerMessageType::kResinfo},
    {"sampleinfo", SamplerMessageType::kSampleinfo},
};

struct ApiType {
  SurfaceType type;
  bool array;
};
constexpr Word<ApiType> kTypes[] = {
    {"1D", {SurfaceType::k1D, false}},          {"1D_ARRAY", {SurfaceType::k1D, true}},
    {"2D", {SurfaceType::k2D, false}},          {"2D_ARRAY", {SurfaceType::k2D, true}},
    {"3D", {SurfaceType::k3D, false}},          {"CUBE", {SurfaceType::kCube, false}},
    {"CUBE_ARRAY", {SurfaceType::kCube, true}},
};

constexpr Word<ApiFilter> kFilters[] = {{"NEAREST", ApiFilter::kNearest}, {"LINEAR", ApiFilter::kLinear}};

constexpr Word<ApiMipFilter> kMipFilters[] = {
    {"NONE", ApiMipFilter::kNone}, {"NEAREST", ApiMipFilter::kNearest}, {"LINEAR", ApiMipFilter::kLinear}};

constexpr Word<TextureCoordinateMode> kAddressModes[] = {
    {"WRAP", TextureCoordinateMode::kWrap},
    {"MIRROR", TextureCoordinateMode::kMirror},
    {"CLAMP", TextureCoordinateMode::kClamp},
    {"CLAMP_BORDER", TextureCoordinateMode::kClampBorder},
    {"MIRROR_ONCE", TextureCoordinateMode::kMirrorOnce},
    {"CUBE", TextureCoordinateMode::kCube},
};

constexpr Word<ApiCompare> kCompares[] = {
    {"NEVER", ApiCompare::kNever},
    {"LESS", ApiCompare::kLess},
    {"EQUAL", ApiCompare::kEqual},
    {"LESS_EQUAL", ApiCompare::kLessEqual},
    {"GREATER", ApiCompare::kGreater},
    {"NOT_EQUAL", ApiCompare::kNotEqual},
    {"GREATER_EQUAL", ApiCompare::kGreaterEqual},
    {"ALWAYS", ApiCompare::kAlways},
};

constexpr Word<std::array<double, 4>> kBorderColors[] = {
    {"TB", {0, 0, 0, 0}}, {"OB", {0, 0, 0, 1}}, {"OW", {1, 1, 1, 1}}, {"IOW", {1, 1, 1, 1}}};

constexpr Word<ShaderChannelSelect> kChannels[] = {
    {"R", ShaderChannelSelect::kRed},   {"G", ShaderChannelSelect::kGreen}, {"B", ShaderChannelSelect::kBlue},
    {"A", ShaderChannelSelect::kAlpha}, {"0", ShaderChannelSelect::kZero},  {"1", ShaderChannelSelect::kOne},
};

constexpr std::string_view kColumns[] = {"u",    "v",    "r",    "ai",   "lod",  "ref",
                                         "dudx", "dvdx", "drdx", "dudy", "dvdy", "drdy"};

constexpr std::string_view kCaseKeys[] = {"id",
                                          "group",
                                          "op",
                                          "surface",
                                          "sampler",
                                          "coords",
                                          "columns",
                                          "offset",
                                          "gather_channel",
                                          "lo",
                                          "hi",
                                          "ideal",
                                          "expected",
                                          "abs_tol",
                                          "lenient",
                                          "check_columns",
                                          "rms_limit",
                                          "rms_isotropic",
                                          "note",
                                          "expected_dtype",
                                          "expected_from",
                                          "mesa_max_diff_from_ideal",
                                          "mesa_rows_outside"};
constexpr std::string_view kSurfaceKeys[] = {"type",       "format",     "width",   "height", "depth",  "array_length",
                                             "mip_levels", "base_level", "swizzle", "data",   "samples"};
constexpr std::string_view kSamplerKeys[] = {"min_filter", "mag_filter", "mip_filter",   "max_anisotropy", "address_u",
                                             "address_v",  "address_w",  "border_color", "lod_bias",       "min_lod",
                                             "max_lod",    "compare",    "unnormalized"};

// Reads one case; everything that is wrong with it becomes an Error with its place.
class CaseReader {
 public:
  CaseReader(const std::filesystem::path& file, std::vector<Diagnostic>& notes) : file_{file}, notes_{notes} {}

  GoldenCase read(const YAML::Node& node) {
    require(node.IsMap(), node, "", "a case is not a mapping");
    GoldenCase golden;
    golden.position = place(node);
    golden.id = text(node, "id");
    path_ = golden.id;
    known(node, "", kCaseKeys);
    golden.group = node["group"] ? text(node, "group") : "";
    golden.operation_name = text(node, "op");
    golden.operation = word<SamplerMessageType>(node["op"], "op", kOperations);
    golden.surface = surface(needed(node, "surface"));
    if (node["sampler"] && !node["sampler"].IsNull()) golden.sampler = sampler(node["sampler"]);
    golden.columns = columns(node, golden.operation);
    if (node["offset"]) numbers(node["offset"], "offset", golden.offset);
    if (node["gather_channel"]) golden.gather_channel = number<unsigned>(node["gather_channel"], "gather_channel");
    require(golden.gather_channel < 4, node, "gather_channel", "is not 0, 1, 2 or 3");
    golden.coords = file(node, "coords");
    golden.expected = file(node, "expected");
    for (const auto& [key, field] : {std::pair{"ideal", &golden.ideal}, {"lo", &golden.lo}, {"hi", &golden.hi}}) {
      if (node[key]) *field = file(node, key);
    }
    require(golden.lo.empty() == golden.hi.empty(), node, "lo", "'lo' and 'hi' come together");
    if (node["abs_tol"]) golden.abs_tol = number<double>(node["abs_tol"], "abs_tol");
    if (node["lenient"]) golden.lenient = number<bool>(node["lenient"], "lenient");
    if (node["rms_limit"]) golden.rms_limit = number<double>(node["rms_limit"], "rms_limit");
    require(!golden.rms_limit || !golden.ideal.empty(), node, "rms_limit", "needs 'ideal'");
    golden.check_columns = {0, 1, 2, 3};
    if (node["check_columns"]) golden.check_columns = check_columns(node["check_columns"]);
    return golden;
  }

 private:
  SourcePosition place(const YAML::Node& node) const {
    const YAML::Mark mark = node.Mark();
    return {file_.string(), mark.line + 1, mark.column + 1};
  }

  [[noreturn]] void fail(const YAML::Node& node, const std::string& key, const std::string& problem,
                         std::string hint = {}) const {
    const std::string path = path_.empty() || key.empty() ? path_ + key : path_ + "." + key;
    throw Error{ExitCode::kMalformedInput, Diagnostic{place(node), path, problem, std::move(hint)}};
  }

  void require(bool condition, const YAML::Node& node, const std::string& key, const std::string& problem) const {
    if (!condition) fail(node, key, problem);
  }

  YAML::Node needed(const YAML::Node& node, const char* key) const {
    const YAML::Node value = node[key];
    if (!value) fail(node, key, "is missing");
    return value;
  }

  std::string text(const YAML::Node& node, const char* key) const {
    const YAML::Node value = needed(node, key);
    require(value.IsScalar(), value, key, "is not a text");
    return value.Scalar();
  }

  std::filesystem::path file(const YAML::Node& node, const char* key) const {
    return file_.parent_path() / text(node, key);
  }

  template <class Number>
  Number number(const YAML::Node& node, const std::string& key) const {
    try {
      return node.as<Number>();
    } catch (const YAML::Exception&) {
      fail(node, key, "is not a number of its kind");
    }
  }

  template <class Number, std::size_t N>
  void numbers(const YAML::Node& node, const std::string& key, std::array<Number, N>& values) const {
    require(node.IsSequence() && node.size() == N, node, key, "is not a list of " + std::to_string(N) + " numbers");
    for (std::size_t i = 0; i < N; ++i) values[i] = number<Number>(node[i], key);
  }

  template <class Value, std::size_t N>
  Value word(const YAML::Node& node, const std::string& key, const Word<Value> (&words)[N]) const {
    require(node && node.IsScalar(), node, key, "is not a word");
    std::vector<std::string_view> candidates;
    for (const Word<Value>& candidate : words) {
      if (candidate.word == node.Scalar()) return candidate.value;
      candidates.push_back(candidate.word);
    }
    fail(node, key, "'" + node.Scalar() + "' is not known", spelling_hint(node.Scalar(), candidates));
  }

  void known(const YAML::Node& node, const std::string& key, std::span<const std::string_view> keys) const {
    for (const auto& entry : node) {
      const std::string name = entry.first.IsScalar() ? entry.first.Scalar() : "?";
      if (std::find(keys.begin(), keys.end(), name) != keys.end()) continue;
      const std::string path = path_ + (key.empty() ? "." : "." + key + ".") + name;
      notes_.push_back({place(entry.first), path, "key is not known and not used", spelling_hint(name, keys)});
    }
  }

  GoldenSurface surface(const YAML::Node& node) const {
    require(node.IsMap(), node, "surface", "is not a mapping");
    known(node, "surface", kSurfaceKeys);
    GoldenSurface surface;
    surface.type = text(node, "type");
    const ApiType type = word<ApiType>(node["type"], "surface.type", kTypes);
    surface.array = type.array;
    functional::SurfaceImage& image = surface.image;
    image.type = type.type;
    image.format = format(needed(node, "format"));
    image.width = number<std::uint32_t>(needed(node, "width"), "surface.width");
    for (const auto& [key, field] : {std::pair{"height", &image.height},
                                     {"depth", &image.depth},
                                     {"array_length", &image.array_length},
                                     {"mip_levels", &image.levels}}) {
      if (node[key]) *field = number<std::uint32_t>(node[key], std::string{"surface."} + key);
    }
    if (node["base_level"]) surface.base_level = number<unsigned>(node["base_level"], "surface.base_level");
    require(surface.base_level < image.levels, node, "surface.base_level", "is not below 'mip_levels'");
    if (node["samples"]) {
      const auto samples = number<unsigned>(node["samples"], "surface.samples");
      require(std::has_single_bit(samples) && samples <= 16, node["samples"], "surface.samples",
              "is not 1, 2, 4, 8 or 16");
      image.sample_bits = static_cast<std::uint8_t>(std::countr_zero(samples));
    }
    surface.channels = swizzle(node["swizzle"]);
    if (node["data"]) surface.data = file(node, "data");
    return surface;
  }

  gen9::SurfaceFormat format(const YAML::Node& node) const {
    try {
      return gen9::format_of_name(node.Scalar());
    } catch (const Error& error) {
      fail(node, "surface.format", error.diagnostics().front().problem, error.diagnostics().front().hint);
    }
  }

  std::array<ShaderChannelSelect, 4> swizzle(const YAML::Node& node) const {
    const std::string letters = node ? node.Scalar() : "RGBA";
    if (letters.size() != 4) fail(node, "surface.swizzle", "'" + letters + "' is not four letters out of R G B A 0 1");
    std::array<ShaderChannelSelect, 4> channels{};
    for (unsigned i = 0; i < 4; ++i)
      channels[i] = word<ShaderChannelSelect>(YAML::Node{letters.substr(i, 1)}, "surface.swizzle", kChannels);
    return channels;
  }

  GoldenSampler sampler(const YAML::Node& node) const {
    require(node.IsMap(), node, "sampler", "is not a mapping");
    known(node, "sampler", kSamplerKeys);
    GoldenSampler sampler;
    sampler.min_filter = word<ApiFilter>(needed(node, "min_filter"), "sampler.min_filter", kFilters);
    sampler.mag_filter = word<ApiFilter>(needed(node, "mag_filter"), "sampler.mag_filter", kFilters);
    sampler.mip_filter = word<ApiMipFilter>(needed(node, "mip_filter"), "sampler.mip_filter", kMipFilters);
    constexpr const char* kAddressKeys[] = {"address_u", "address_v", "address_w"};
    for (unsigned axis = 0; axis < 3; ++axis) {
      const char* key = kAddressKeys[axis];
      if (!node[key] && axis > 0) {
        sampler.address[axis] = sampler.address[0];
        continue;
      }
      sampler.address[axis] =
          word<TextureCoordinateMode>(needed(node, key), std::string{"sampler."} + key, kAddressModes);
    }
    if (node["max_anisotropy"])
      sampler.max_anisotropy = number<unsigned>(node["max_anisotropy"], "sampler.max_anisotropy");
    for (const auto& [key, field] :
         {std::pair{"lod_bias", &sampler.lod_bias}, {"min_lod", &sampler.min_lod}, {"max_lod", &sampler.max_lod}}) {
      if (node[key]) *field = number<double>(node[key], std::string{"sampler."} + key);
    }
    if (const YAML::Node border = node["border_color"]; border && !border.IsNull()) {
      if (border.IsSequence()) {
        numbers(border, "sampler.border_color", sampler.border_color);
      } else {
        sampler.border_color = word<std::array<double, 4>>(border, "sampler.border_color", kBorderColors);
      }
    }
    if (const YAML::Node compare = node["compare"]; compare && !compare.IsNull()) {
      sampler.compare = word<ApiCompare>(compare, "sampler.compare", kCompares);
    }
    if (node["unnormalized"]) sampler.unnormalized = number<bool>(node["unnormalized"], "sampler.unnormalized");
    return sampler;
  }

  std::vector<std::string> columns(const YAML::Node& node, SamplerMessageType operation) const {
    if (!node["columns"]) {
      require(operation == SamplerMessageType::kLd, node, "columns", "is missing");
      return {"u", "v", "r", "ai", "lod"};
    }
    std::vector<std::string> names;
    std::istringstream words{text(node, "columns")};
    for (std::string name; words >> name;) {
      if (std::find(std::begin(kColumns), std::end(kColumns), name) == std::end(kColumns)) {
        fail(node["columns"], "columns", "'" + name + "' is not a column", spelling_hint(name, kColumns));
      }
      names.push_back(name);
    }
    return names;
  }

  std::vector<unsigned> check_columns(const YAML::Node& node) const {
    require(node.IsSequence(), node, "check_columns", "is not a list");
    std::vector<unsigned> checked;
    for (const YAML::Node& item : node) {
      checked.push_back(number<unsigned>(item, "check_columns"));
      require(checked.back() < 4, item, "check_columns", "has a column that is not 0, 1, 2 or 3");
    }
    return checked;
  }

  std::filesystem::path file_;
  std::vector<Diagnostic>& notes_;
  std::string path_;
};

}  // namespace

GoldenFolder read_golden_cases(const std::filesystem::path& file) {
  const std::vector<std::byte> bytes = read_file(file);
  return parse_golden_cases({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file);
}

GoldenFolder parse_golden_cases(const std::string& text, const std::filesystem::path& file) {
  GoldenFolder folder;
  try {
    const YAML::Node root = YAML::Load(text);
    if (!root.IsSequence()) malformed(file.string(), "is not a list of cases");
    for (const YAML::Node& node : root) {
      try {
        folder.cases.push_back(CaseReader{file, folder.notes}.read(node));
      } catch (const Error& error) {
        folder.problems.insert(folder.problems.end(), error.diagnostics().begin(), error.diagnostics().end());
      }
    }
  } catch (const YAML::Exception& error) {
    throw Error{
        ExitCode::kMalformedInput,
        Diagnostic{.position = {file.string(), error.mark.line + 1, error.mark.column + 1}, .problem = error.msg}};
  }
  return folder;
}

}  // namespace texpipe::study
