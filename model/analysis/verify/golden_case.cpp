#include "analysis/verify/golden_case.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>
#include <string_view>

#include "base/spelling.h"
#include "host/files/byte_reader.h"
#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"

namespace texpipe::study {

namespace {

using Kind = ConfigNode::Kind;

constexpr std::string_view kColumns[] = {"u",    "v",    "r",    "ai",   "lod",  "ref",
                                         "dudx", "dvdx", "drdx", "dudy", "dvdy", "drdy"};

/// Keys that tell people about a case.
constexpr std::string_view kRemarks[] = {
    "rms_isotropic", "note", "expected_dtype", "expected_from", "mesa_rows_outside", "mesa_max_diff_from_ideal"};

/// Null as YAML has it; a configuration takes NULL for a word.
bool is_null(const ConfigNode& node) {
  return node.kind == Kind::kNull || (node.text == "NULL" && !node.quoted);
}

/// Reads one case. The first thing that is wrong with it is what is told of it.
class CaseReader {
 public:
  CaseReader(const std::filesystem::path& file, std::shared_ptr<CaseArchives> archives, std::vector<Diagnostic>& notes)
      : file_{file}, archives_{std::move(archives)}, notes_{notes} {}

  GoldenCase read(const ConfigNode& node) {
    GoldenCase golden;
    golden.position = node.position;
    NodeReader names{node, "", problems_};
    if (node.kind != Kind::kMapping) {
      names.refuse(node, "", "a case is not a mapping", "");
      return golden;
    }
    needed(names, "id", golden.id);
    NodeReader reader{node, golden.id, problems_};
    reader.find("id");
    reader.value("group", golden.group);
    needed(reader, "op", golden.operation_name);
    reader.name("op", golden.operation, operation_words());
    if (const ConfigNode* surface = needed_mapping(reader, "surface")) golden.surface = read_surface(reader, *surface);
    if (const ConfigNode* sampler = optional(reader, "sampler")) golden.sampler = read_sampler(reader, *sampler);
    golden.columns = columns(reader, node, golden.operation);
    if (const ConfigNode* offset = reader.find_list("offset")) numbers(reader, *offset, "offset", golden.offset, -8, 7);
    reader.value("gather_channel", golden.gather_channel, 0u, 3u);
    for (const auto& [key, field] : {std::pair{"coords", &golden.coords}, {"expected", &golden.expected}})
      if (reader.find_required(key) != nullptr) *field = array(reader, key);
    for (const auto& [key, field] : {std::pair{"ideal", &golden.ideal}, {"lo", &golden.lo}, {"hi", &golden.hi}})
      *field = array(reader, key);
    read_tolerances(reader, golden);
    reader.value("lenient", golden.lenient);
    golden.check_columns = check_columns(reader);
    reader.note_unknown(kRemarks, notes_);
    if (problems_.empty()) check_use(reader, node, golden);
    return golden;
  }

  /// Problems of the case, the first mistake first.
  const std::vector<Diagnostic>& problems() const { return problems_; }

 private:
  /// Checks that the case gives what its operation needs.
  void check_use(NodeReader& reader, const ConfigNode& node, const GoldenCase& golden) {
    const gen9::SamplerMessageFacts& operation = gen9::sampler_message_facts(golden.operation);
    const auto place = [&](const char* key) -> const ConfigNode& {
      const ConfigEntry* entry = node.find(key);
      return entry == nullptr ? node : entry->value;
    };
    const auto lacks = [&](const char* key, const std::string& path) {
      reader.refuse(place(key), reader.path_of(path), "is missing: " + golden.operation_name + " needs one", "");
    };
    const bool query = operation.queries();
    if (!query && golden.surface.data.empty())
      reader.refuse(place("surface"), reader.path_of("surface.data"), "is missing", "");
    if (!golden.sampler && !query && !operation.loads()) lacks("sampler", "sampler");
    if (operation.compares && golden.sampler && !golden.sampler->compare) lacks("sampler", "sampler.compare");
    std::vector<std::string_view> used;
    if (!query) used.push_back("u");
    if (operation.lod == gen9::LodSource::kParameter) used.push_back("lod");
    if (operation.lod == gen9::LodSource::kGradients) used.insert(used.end(), {"dudx", "dudy"});
    if (operation.compares) used.push_back("ref");
    for (const std::string_view column : used) {
      if (std::find(golden.columns.begin(), golden.columns.end(), column) != golden.columns.end()) continue;
      reader.refuse(place("columns"), reader.path_of("columns"),
                    "lack '" + std::string{column} + "', which " + golden.operation_name + " needs", "");
    }
  }

  template <class Value>
  static void needed(NodeReader& reader, const char* key, Value& value) {
    if (const ConfigNode* node = reader.find_required(key)) reader.read(*node, reader.path_of(key), value);
  }
  template <class Enumeration>
  static void needed_name(NodeReader& reader, const char* key, Enumeration& value, EnumRows rows) {
    if (const ConfigNode* node = reader.find_required(key)) reader.read_name(*node, reader.path_of(key), value, rows);
  }
  static const ConfigNode* needed_mapping(NodeReader& reader, const char* key) {
    return reader.find_required(key) == nullptr ? nullptr : reader.find_mapping(key);
  }
  static const ConfigNode* optional(NodeReader& reader, const char* key) {
    const ConfigNode* node = reader.find_optional(key);
    return node == nullptr || is_null(*node) ? nullptr : node;
  }

  /// YAML's numbers, infinite ones and none too.
  static bool read_number(NodeReader& reader, const ConfigNode& node, const std::string& path, double& value) {
    const bool negative = node.text.starts_with('-');
    const std::string_view digits = std::string_view{node.text}.substr(negative || node.text.starts_with('+') ? 1 : 0);
    if (digits == ".inf" || digits == ".Inf" || digits == ".INF") {
      value = negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    } else if (digits == ".nan" || digits == ".NaN" || digits == ".NAN") {
      value = std::numeric_limits<double>::quiet_NaN();
    } else {
      return reader.read(node, path, value);
    }
    return true;
  }

  template <std::size_t N>
  static bool is_list_of(NodeReader& reader, const ConfigNode& list, const std::string& key) {
    if (list.kind == Kind::kSequence && list.items.size() == N) return true;
    return reader.refuse(list, reader.path_of(key), "is not a list of " + std::to_string(N) + " numbers", "");
  }
  template <std::size_t N>
  static void numbers(NodeReader& reader, const ConfigNode& list, const std::string& key, std::array<int, N>& values,
                      int low, int high) {
    if (!is_list_of<N>(reader, list, key)) return;
    for (std::size_t i = 0; i < N; ++i) reader.read(list.items[i], reader.path_of(key), values[i], low, high);
  }

  CaseFile array(NodeReader& reader, const char* key) const {
    std::string name;
    const ConfigNode* node = reader.find(key);
    if (node == nullptr || !reader.read(*node, reader.path_of(key), name)) return {};
    if (name.empty()) reader.refuse(*node, reader.path_of(key), "names no file", "");
    CaseFile file = case_file(file_, name);
    file.position = node->position;
    file.key = reader.path_of(key);
    file.archives = archives_;
    return file;
  }

  void read_tolerances(NodeReader& reader, GoldenCase& golden) const {
    if (golden.lo.empty() != golden.hi.empty() && problems_.empty()) {
      const char* key = golden.lo.empty() ? "hi" : "lo";
      reader.refuse(*reader.find(key), reader.path_of(key), "'lo' and 'hi' come together", "");
    }
    reader.value("abs_tol", golden.abs_tol);
    if (!(golden.abs_tol >= 0))
      reader.refuse(*reader.find("abs_tol"), reader.path_of("abs_tol"), "is not a tolerance", "expected 0 or more");
    double limit = 0;
    const ConfigNode* node = reader.find("rms_limit");
    if (node == nullptr || !reader.read(*node, reader.path_of("rms_limit"), limit)) return;
    golden.rms_limit = limit;
    if (golden.ideal.empty()) reader.refuse(*node, reader.path_of("rms_limit"), "needs 'ideal'", "");
  }

  GoldenSurface read_surface(const NodeReader& outer, const ConfigNode& node) {
    NodeReader reader{node, outer.path_of("surface"), problems_};
    GoldenSurface surface;
    std::size_t type = 0;
    needed(reader, "type", surface.type);
    if (const ConfigNode* word = reader.find("type"); word != nullptr && problems_.empty())
      reader.read_name(*word, reader.path_of("type"), type, surface_type_words());
    surface.array = kApiTypes[type].array;
    functional::SurfaceImage& image = surface.image;
    image.type = kApiTypes[type].type;
    if (const ConfigNode* name = reader.find_required("format")) image.format = format(reader, *name);
    needed(reader, "width", image.width);
    reader.value("height", image.height);
    reader.value("depth", image.depth);
    reader.value("array_length", image.array_length);
    reader.value("mip_levels", image.levels);
    if (problems_.empty()) check_size(reader, node, surface);
    if (problems_.empty()) reader.value("base_level", surface.base_level, 0u, image.levels - 1);
    std::uint32_t samples = 1;
    reader.value("samples", samples);
    if (!std::has_single_bit(samples) || samples > 16)
      reader.refuse(*reader.find("samples"), reader.path_of("samples"), "is not 1, 2, 4, 8 or 16", "");
    else
      image.sample_bits = static_cast<std::uint8_t>(std::countr_zero(samples));
    surface.channels = swizzle(reader);
    surface.data = array(reader, "data");
    reader.find("base_level");  // whatever else is wrong
    reader.note_unknown({}, notes_);
    return surface;
  }

  /// Refuses sizes that Gen9 does not have at the key that holds them.
  static void check_size(NodeReader& reader, const ConfigNode& node, const GoldenSurface& surface) {
    const functional::SurfaceImage& image = surface.image;
    if (!surface.array && image.array_length != 1) {
      reader.refuse(*reader.find("array_length"), reader.path_of("array_length"),
                    "is " + std::to_string(image.array_length), "expected 1: " + surface.type + " is no array");
      return;
    }
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
        if (!first.problem.starts_with(words) || node.find(key) == nullptr) continue;
        reader.refuse(node.find(key)->value, reader.path_of(key), first.problem.substr(first.problem.find(" is ") + 1),
                      first.hint);
        return;
      }
      std::string path = reader.path_of("");
      path.pop_back();
      reader.refuse(node, path, first.problem, first.hint);
    }
  }

  static gen9::SurfaceFormat format(NodeReader& reader, const ConfigNode& node) {
    std::string name;
    if (!reader.read(node, reader.path_of("format"), name)) return {};
    try {
      return gen9::format_of_name(name);
    } catch (const Error& error) {
      const Diagnostic& first = error.diagnostics().front();
      reader.refuse(node, reader.path_of("format"), first.problem, first.hint);
      return {};
    }
  }

  static std::array<gen9::ShaderChannelSelect, 4> swizzle(NodeReader& reader) {
    std::string letters = "RGBA";
    reader.value("swizzle", letters);
    std::array<gen9::ShaderChannelSelect, 4> channels{};
    bool known = letters.size() == channels.size();
    for (std::size_t i = 0; known && i < channels.size(); ++i) {
      const EnumRow* row = channel_letters().find(std::string_view{letters}.substr(i, 1));
      known = row != nullptr;
      if (known) channels[i] = static_cast<gen9::ShaderChannelSelect>(row->value);
    }
    if (!known) {
      reader.refuse(*reader.find("swizzle"), reader.path_of("swizzle"),
                    "'" + letters + "' is not four letters out of R G B A 0 1", "");
    }
    return channels;
  }

  GoldenSampler read_sampler(const NodeReader& outer, const ConfigNode& node) {
    GoldenSampler sampler;
    NodeReader reader{node, outer.path_of("sampler"), problems_};
    if (node.kind != Kind::kMapping) {
      reader.refuse(node, outer.path_of("sampler"), "is not a group of keys", "expected {key: value, ...} or null");
      return sampler;
    }
    needed_name(reader, "min_filter", sampler.min_filter, enum_rows(ApiFilter{}));
    needed_name(reader, "mag_filter", sampler.mag_filter, enum_rows(ApiFilter{}));
    needed_name(reader, "mip_filter", sampler.mip_filter, enum_rows(ApiMipFilter{}));
    needed_name(reader, "address_u", sampler.address[0], address_mode_words());
    sampler.address[1] = sampler.address[2] = sampler.address[0];
    reader.name("address_v", sampler.address[1], address_mode_words());
    reader.name("address_w", sampler.address[2], address_mode_words());
    reader.value("max_anisotropy", sampler.max_anisotropy, 1u, 16u);
    for (const auto& [key, field] :
         {std::pair{"lod_bias", &sampler.lod_bias}, {"min_lod", &sampler.min_lod}, {"max_lod", &sampler.max_lod}}) {
      const ConfigNode* number = reader.find(key);
      if (number != nullptr && read_number(reader, *number, reader.path_of(key), *field) && std::isnan(*field))
        reader.refuse(*number, reader.path_of(key), "is not a number", "");
    }
    if (const ConfigNode* border = optional(reader, "border_color")) read_border(reader, *border, sampler.border_color);
    if (const ConfigNode* compare = optional(reader, "compare")) {
      ApiCompare function{};
      if (reader.read_name(*compare, reader.path_of("compare"), function, enum_rows(ApiCompare{})))
        sampler.compare = function;
    }
    reader.value("unnormalized", sampler.unnormalized);
    reader.note_unknown({}, notes_);
    return sampler;
  }

  static void read_border(NodeReader& reader, const ConfigNode& border, std::array<double, 4>& color) {
    const std::string path = reader.path_of("border_color");
    std::size_t word = 0;
    if (border.kind == Kind::kScalar) {
      if (reader.read_name(border, path, word, border_color_words())) color = kBorderColors[word];
    } else if (is_list_of<4>(reader, border, "border_color")) {
      for (std::size_t i = 0; i < color.size(); ++i) read_number(reader, border.items[i], path, color[i]);
    }
  }

  static std::vector<std::string> columns(NodeReader& reader, const ConfigNode& golden,
                                          gen9::SamplerMessageType operation) {
    const ConfigNode* node = reader.find("columns");
    if (node == nullptr) {
      if (operation != gen9::SamplerMessageType::kLd)
        reader.refuse(golden, reader.path_of("columns"), "is missing", "");
      return {"u", "v", "r", "ai", "lod"};
    }
    std::string text;
    reader.read(*node, reader.path_of("columns"), text);
    std::vector<std::string> names;
    std::istringstream words{text};
    bool known = true;
    for (std::string name; known && words >> name;) {
      if (std::find(std::begin(kColumns), std::end(kColumns), name) == std::end(kColumns)) {
        known = reader.refuse(*node, reader.path_of("columns"), "'" + name + "' is not a column",
                              spelling_hint(name, kColumns));
      } else if (std::find(names.begin(), names.end(), name) != names.end()) {
        known = reader.refuse(*node, reader.path_of("columns"), "has '" + name + "' twice", "");
      }
      names.push_back(name);
    }
    return names;
  }

  static std::vector<unsigned> check_columns(NodeReader& reader) {
    const ConfigNode* list = reader.find_list("check_columns");
    if (list == nullptr) return {0, 1, 2, 3};
    std::vector<unsigned> checked(list->items.size());
    for (std::size_t i = 0; i < checked.size(); ++i)
      reader.read(list->items[i], reader.path_of("check_columns"), checked[i], 0u, 3u);
    return checked;
  }

  std::filesystem::path file_;
  std::shared_ptr<CaseArchives> archives_;
  std::vector<Diagnostic>& notes_;
  std::vector<Diagnostic> problems_;
};

bool is_before(const SourcePosition& a, const SourcePosition& b) {
  return std::pair{a.line, a.column} < std::pair{b.line, b.column};
}

/// The list of cases. `duplicates` receives keys that are given twice, whose cases are refused and not the file.
ConfigNode read_list(const std::string& text, const std::string& file, std::vector<Diagnostic>& duplicates) {
  ConfigNode root = parse_yaml(text, file, duplicates, YamlAuthor::kProgram);
  const bool whole = std::any_of(duplicates.begin(), duplicates.end(),
                                 [](const Diagnostic& problem) { return problem.position.line == 0; });
  if (whole || (root.kind == Kind::kNull && !duplicates.empty()))
    throw Error{ExitCode::kMalformedInput, std::move(duplicates)};
  if (root.kind != Kind::kSequence) malformed(file, "is not a list of cases", "one list of cases");
  return root;
}

}  // namespace

GoldenFolder read_golden_cases(const std::filesystem::path& file) {
  return parse_golden_cases(read_text(file), shown_name(file));
}

GoldenFolder parse_golden_cases(const std::string& text, const std::filesystem::path& file) {
  GoldenFolder folder;
  std::vector<Diagnostic> duplicates;
  const ConfigNode root = read_list(text, file.string(), duplicates);
  auto duplicate = duplicates.begin();
  const auto archives = std::make_shared<CaseArchives>();
  std::map<std::string, int> lines;  // of ids
  for (std::size_t i = 0; i < root.items.size(); ++i) {
    CaseReader reader{file, archives, folder.notes};
    GoldenCase golden = reader.read(root.items[i]);
    std::vector<Diagnostic> problems = reader.problems();
    for (; duplicate != duplicates.end() &&
           (i + 1 == root.items.size() || is_before(duplicate->position, root.items[i + 1].position));
         ++duplicate) {
      duplicate->path = golden.id + '.' + duplicate->path;
      problems.push_back(std::move(*duplicate));
    }
    if (!problems.empty()) {
      folder.problems.push_back(std::move(problems.front()));
      continue;
    }
    const auto [first, added] = lines.emplace(golden.id, golden.position.line);
    if (!added)
      folder.notes.push_back({golden.position, golden.id, "is the id of another case, too",
                              "the first is in line " + std::to_string(first->second)});
    folder.cases.push_back(std::move(golden));
  }
  return folder;
}

}  // namespace texpipe::study
