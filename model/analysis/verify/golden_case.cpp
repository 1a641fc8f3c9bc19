#include "analysis/verify/golden_case.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <sstream>
#include <string_view>
#include <type_traits>

#include "base/spelling.h"
#include "host/files/byte_reader.h"

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
  CaseReader(const std::filesystem::path& file, std::shared_ptr<CaseArchives> archives, std::vector<Diagnostic>& notes)
      : file_{file}, archives_{std::move(archives)}, notes_{notes} {}

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
    check_use(node, golden);
    if (node["offset"]) numbers(node["offset"], "offset", golden.offset);
    for (const int offset : golden.offset)
      require(offset >= -8 && offset <= 7, node["offset"], "offset", "has a number that is not -8 to 7");
    if (node["gather_channel"])
      golden.gather_channel = ranged<unsigned>(node["gather_channel"], "gather_channel", 0, 3);
    golden.coords = file(node, "coords");
    golden.expected = file(node, "expected");
    for (const auto& [key, field] : {std::pair{"ideal", &golden.ideal}, {"lo", &golden.lo}, {"hi", &golden.hi}}) {
      if (node[key]) *field = file(node, key);
    }
    require(golden.lo.empty() == golden.hi.empty(), node[golden.lo.empty() ? "hi" : "lo"],
            golden.lo.empty() ? "hi" : "lo", "'lo' and 'hi' come together");
    if (node["abs_tol"]) golden.abs_tol = number<double>(node["abs_tol"], "abs_tol");
    require(golden.abs_tol >= 0, node["abs_tol"], "abs_tol", "is not a tolerance", "expected 0 or more");
    if (node["lenient"]) golden.lenient = number<bool>(node["lenient"], "lenient");
    if (node["rms_limit"]) golden.rms_limit = number<double>(node["rms_limit"], "rms_limit");
    require(!golden.rms_limit || !golden.ideal.empty(), node["rms_limit"], "rms_limit", "needs 'ideal'");
    golden.check_columns = {0, 1, 2, 3};
    if (node["check_columns"]) golden.check_columns = check_columns(node["check_columns"]);
    return golden;
  }

 private:
  // Checks that the case gives what its operation needs.
  void check_use(const YAML::Node& node, const GoldenCase& golden) const {
    const gen9::SamplerMessageFacts& operation = gen9::sampler_message_facts(golden.operation);
    const bool query = operation.queries();
    const bool load = operation.loads();
    const bool compares = operation.compares;
    require(query || !golden.surface.data.empty(), node["surface"], "surface.data", "is missing");
    require(query || load || golden.sampler, node["sampler"] ? node["sampler"] : node, "sampler",
            "is missing: " + golden.operation_name + " needs one");
    require(!compares || golden.sampler->compare, node["sampler"], "sampler.compare",
            "is missing: " + golden.operation_name + " needs one");
    std::vector<std::string_view> used;
    if (!query) used.push_back("u");
    if (operation.lod == gen9::LodSource::kParameter) used.push_back("lod");
    if (operation.lod == gen9::LodSource::kGradients) {
      used.push_back("dudx");
      used.push_back("dudy");
    }
    if (compares) used.push_back("ref");
    for (const std::string_view column : used) {
      require(std::find(golden.columns.begin(), golden.columns.end(), column) != golden.columns.end(), node["columns"],
              "columns", "lack '" + std::string{column} + "', which " + golden.operation_name + " needs");
    }
  }

  SourcePosition place(const YAML::Node& node) const {
    const YAML::Mark mark = node.Mark();
    return {file_.string(), mark.line + 1, mark.column + 1};
  }

  [[noreturn]] void fail(const YAML::Node& node, const std::string& key, const std::string& problem,
                         std::string hint = {}) const {
    const std::string path = path_.empty() || key.empty() ? path_ + key : path_ + "." + key;
    throw Error{ExitCode::kMalformedInput, Diagnostic{place(node), path, problem, std::move(hint)}};
  }

  void require(bool condition, const YAML::Node& node, const std::string& key, const std::string& problem,
               const std::string& hint = {}) const {
    if (!condition) fail(node, key, problem, hint);
  }

  // @param within  key of the mapping that `node` is, with a dot; empty for the case itself
  YAML::Node needed(const YAML::Node& node, const char* key, const std::string& within = {}) const {
    const YAML::Node value = node[key];
    if (!value) fail(node, within + key, "is missing");
    return value;
  }

  std::string text(const YAML::Node& node, const char* key, const std::string& within = {}) const {
    const YAML::Node value = needed(node, key, within);
    require(value.IsScalar(), value, within + key, "is not a text");
    return value.Scalar();
  }

  CaseFile file(const YAML::Node& node, const char* key, const std::string& within = {}) const {
    const std::string name = text(node, key, within);
    require(!name.empty(), node[key], within + key, "names no file");
    CaseFile array = case_file(file_, name);
    array.position = place(node[key]);
    array.key = path_ + "." + within + key;
    array.archives = archives_;
    return array;
  }

  template <class Number>
  Number number(const YAML::Node& node, const std::string& key) const {
    try {
      return node.as<Number>();
    } catch (const YAML::Exception&) {
      const std::string found = node.IsScalar() ? "'" + node.Scalar() + "'" : "a list or mapping";
      fail(node, key, found + " is not " + kind_of<Number>());
    }
  }

  template <class Number>
  static constexpr const char* kind_of() {
    if constexpr (std::is_same_v<Number, bool>) return "true or false";
    if constexpr (std::is_floating_point_v<Number>) return "a number";
    return std::is_signed_v<Number> ? "a whole number" : "a whole number that is not negative";
  }

  template <class Number>
  Number ranged(const YAML::Node& node, const std::string& key, Number low, Number high) const {
    const Number value = number<Number>(node, key);
    if (!(value >= low && value <= high)) {
      std::ostringstream range;
      range << low << " to " << high;
      fail(node, key, "is " + node.Scalar(), "expected " + range.str());
    }
    return value;
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
    std::vector<std::string> seen;
    for (const auto& entry : node) {
      const std::string name = entry.first.IsScalar() ? entry.first.Scalar() : "?";
      if (std::find(seen.begin(), seen.end(), name) != seen.end())
        fail(entry.first, key.empty() ? name : key + "." + name, "is given twice");
      seen.push_back(name);
      if (std::find(keys.begin(), keys.end(), name) != keys.end()) continue;
      const std::string path = path_ + (key.empty() ? "." : "." + key + ".") + name;
      notes_.push_back({place(entry.first), path, "key is not known and not used", spelling_hint(name, keys)});
    }
  }

  GoldenSurface surface(const YAML::Node& node) const {
    require(node.IsMap(), node, "surface", "is not a mapping");
    known(node, "surface", kSurfaceKeys);
    GoldenSurface surface;
    surface.type = text(node, "type", "surface.");
    const ApiType type = word<ApiType>(node["type"], "surface.type", kTypes);
    surface.array = type.array;
    functional::SurfaceImage& image = surface.image;
    image.type = type.type;
    image.format = format(needed(node, "format", "surface."));
    image.width = number<std::uint32_t>(needed(node, "width", "surface."), "surface.width");
    for (const auto& [key, field] : {std::pair{"height", &image.height},
                                     {"depth", &image.depth},
                                     {"array_length", &image.array_length},
                                     {"mip_levels", &image.levels}}) {
      if (node[key]) *field = number<std::uint32_t>(node[key], std::string{"surface."} + key);
    }
    if (!surface.array && image.array_length != 1) {
      fail(node["array_length"], "surface.array_length", "is " + std::to_string(image.array_length),
           "expected 1: " + surface.type + " is no array");
    }
    check_size(node, image);
    if (node["base_level"])
      surface.base_level = ranged<unsigned>(node["base_level"], "surface.base_level", 0, image.levels - 1);
    if (node["samples"]) {
      const auto samples = number<unsigned>(node["samples"], "surface.samples");
      require(std::has_single_bit(samples) && samples <= 16, node["samples"], "surface.samples",
              "is not 1, 2, 4, 8 or 16");
      image.sample_bits = static_cast<std::uint8_t>(std::countr_zero(samples));
    }
    surface.channels = swizzle(node["swizzle"]);
    if (node["data"]) surface.data = file(node, "data", "surface.");
    return surface;
  }

  // Sizes that Gen9 does not have, at the key that holds them.
  void check_size(const YAML::Node& node, const functional::SurfaceImage& image) const {
    constexpr std::pair<std::string_view, const char*> kKeys[] = {{"width", "width"},
                                                                  {"height", "height"},
                                                                  {"depth", "depth"},
                                                                  {"array length", "array_length"},
                                                                  {"number of mip levels", "mip_levels"}};
    try {
      functional::packed_bytes(image);
    } catch (const Error& error) {
      if (error.code() != ExitCode::kMalformedInput) return;  // formats that no surface has are found by their use
      const Diagnostic& first = error.diagnostics().front();
      for (const auto& [words, key] : kKeys) {
        if (!first.problem.starts_with(words) || !node[key]) continue;
        fail(node[key], std::string{"surface."} + key, first.problem.substr(first.problem.find(" is ") + 1),
             first.hint);
      }
      fail(node, "surface", first.problem, first.hint);
    }
  }

  gen9::SurfaceFormat format(const YAML::Node& node) const {
    require(node.IsScalar(), node, "surface.format", "is not a text");
    try {
      return gen9::format_of_name(node.Scalar());
    } catch (const Error& error) {
      fail(node, "surface.format", error.diagnostics().front().problem, error.diagnostics().front().hint);
    }
  }

  std::array<ShaderChannelSelect, 4> swizzle(const YAML::Node& node) const {
    const std::string letters = node ? node.Scalar() : "RGBA";
    std::array<ShaderChannelSelect, 4> channels{};
    bool known = letters.size() == channels.size();
    for (std::size_t i = 0; known && i < channels.size(); ++i) {
      const auto found = std::find_if(std::begin(kChannels), std::end(kChannels),
                                      [&](const auto& channel) { return channel.word == letters.substr(i, 1); });
      known = found != std::end(kChannels);
      if (known) channels[i] = found->value;
    }
    if (!known) fail(node, "surface.swizzle", "'" + letters + "' is not four letters out of R G B A 0 1");
    return channels;
  }

  GoldenSampler sampler(const YAML::Node& node) const {
    require(node.IsMap(), node, "sampler", "is not a mapping");
    known(node, "sampler", kSamplerKeys);
    GoldenSampler sampler;
    sampler.min_filter = word<ApiFilter>(needed(node, "min_filter", "sampler."), "sampler.min_filter", kFilters);
    sampler.mag_filter = word<ApiFilter>(needed(node, "mag_filter", "sampler."), "sampler.mag_filter", kFilters);
    sampler.mip_filter = word<ApiMipFilter>(needed(node, "mip_filter", "sampler."), "sampler.mip_filter", kMipFilters);
    constexpr const char* kAddressKeys[] = {"address_u", "address_v", "address_w"};
    for (unsigned axis = 0; axis < 3; ++axis) {
      const char* key = kAddressKeys[axis];
      if (!node[key] && axis > 0) {
        sampler.address[axis] = sampler.address[0];
        continue;
      }
      sampler.address[axis] =
          word<TextureCoordinateMode>(needed(node, key, "sampler."), std::string{"sampler."} + key, kAddressModes);
    }
    if (node["max_anisotropy"])
      sampler.max_anisotropy = ranged<unsigned>(node["max_anisotropy"], "sampler.max_anisotropy", 1, 16);
    for (const auto& [key, field] :
         {std::pair{"lod_bias", &sampler.lod_bias}, {"min_lod", &sampler.min_lod}, {"max_lod", &sampler.max_lod}}) {
      if (!node[key]) continue;
      *field = number<double>(node[key], std::string{"sampler."} + key);
      require(!std::isnan(*field), node[key], std::string{"sampler."} + key, "is not a number");
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
      require(std::find(names.begin(), names.end(), name) == names.end(), node["columns"], "columns",
              "has '" + name + "' twice");
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
  std::shared_ptr<CaseArchives> archives_;
  std::vector<Diagnostic>& notes_;
  std::string path_;
};

}  // namespace

GoldenFolder read_golden_cases(const std::filesystem::path& file) {
  const std::vector<std::byte> bytes = read_file(file);
  return parse_golden_cases({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, shown_name(file));
}

GoldenFolder parse_golden_cases(const std::string& text, const std::filesystem::path& file) {
  GoldenFolder folder;
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(text);
    if (documents.size() != 1 || !documents[0].IsSequence())
      malformed(file.string(), documents.size() > 1 ? "has more than one document" : "is not a list of cases",
                "one list of cases");
    const auto archives = std::make_shared<CaseArchives>();
    std::map<std::string, int> lines;  // of ids
    for (const YAML::Node& node : documents[0]) {
      try {
        folder.cases.push_back(CaseReader{file, archives, folder.notes}.read(node));
        const GoldenCase& golden = folder.cases.back();
        const auto [first, added] = lines.emplace(golden.id, golden.position.line);
        if (!added)
          folder.notes.push_back({golden.position, golden.id, "is the id of another case, too",
                                  "the first is in line " + std::to_string(first->second)});
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
