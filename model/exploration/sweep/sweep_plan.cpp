#include "exploration/sweep/sweep_plan.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "host/files/byte_reader.h"
#include "host/hashes/input_hashes.h"
#include "host/hashes/sha256.h"
#include "host/text/json_text.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr int kPlanVersion = 1;

/// Bytes of a note's part: names and contents stand at multiples of four.
std::size_t padded(std::size_t size) {
  return (size + 3) & ~std::size_t{3};
}

/// The linker's build ID among the notes of a segment: a hash of all that it linked. Empty when it is not there.
std::string_view build_id_in(const char* notes, std::size_t size) {
  constexpr std::string_view kOwner{ELF_NOTE_GNU, sizeof ELF_NOTE_GNU};
  for (std::size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size;) {
    ElfW(Nhdr) head;
    std::memcpy(&head, notes + at, sizeof head);
    const std::size_t name = at + sizeof head, content = name + padded(head.n_namesz);
    at = content + padded(head.n_descsz);
    if (at > size) break;
    if (head.n_type == NT_GNU_BUILD_ID && std::string_view{notes + name, head.n_namesz} == kOwner)
      return {notes + content, head.n_descsz};
  }
  return {};
}

/// The build ID of the object that this code is in: the command, or the Python module.
std::string_view build_id() {
  std::string_view id;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* out) {
        const auto here = reinterpret_cast<ElfW(Addr)>(&build_id_in);
        const std::span segments{object->dlpi_phdr, object->dlpi_phnum};
        const auto is_here = [&](const ElfW(Phdr) & s) {
          return s.p_type == PT_LOAD && here - (object->dlpi_addr + s.p_vaddr) < s.p_memsz;
        };
        if (std::none_of(segments.begin(), segments.end(), is_here)) return 0;
        auto& found = *static_cast<std::string_view*>(out);
        for (const ElfW(Phdr) & s : segments) {
          if (s.p_type != PT_NOTE || !found.empty()) continue;
          found = build_id_in(reinterpret_cast<const char*>(object->dlpi_addr + s.p_vaddr), s.p_memsz);
        }
        return 1;
      },
      &id);
  return id;
}

/// The file that this code is in: the command, or the Python module.
std::string program_file() {
  Dl_info info{};
  const bool known = dladdr(reinterpret_cast<const void*>(&program_file), &info) != 0 && info.dli_fname != nullptr;
  return known && fs::path{info.dli_fname}.extension() == ".so" ? info.dli_fname : "/proc/self/exe";
}

}  // namespace

const std::string& hash_of_program() {
  static const std::string hash = build_id().empty() ? sha256_of_file(program_file()) : sha256(build_id());
  return hash;
}

std::vector<std::string> SweepPlan::words(const PlannedPoint& point) const {
  std::vector<std::string> words = fixed;
  for (const PointSetting& setting : point.settings) words.push_back(axes[setting.axis].path + '=' + setting.text);
  return words;
}

PointLoader::PointLoader(fs::path study, std::vector<std::string> environment, const timing::BlockRegistry& blocks)
    : study_{std::move(study)}, environment_{std::move(environment)}, blocks_{blocks} {
  for (const std::string& variable : environment_) variables_.push_back(variable.c_str());
  variables_.push_back(nullptr);
}

ConfigurationSources PointLoader::sources(const std::vector<std::string>& words) const {
  return {fs::proximate(study_), words, variables_.data()};
}

Configuration PointLoader::load(const std::vector<std::string>& words, ValuesTogether together) {
  const bool other_machine =
      std::any_of(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("machine="); });
  if (other_machine) return load_configuration(sources(words), FileKind::kStudy, &blocks_, together);
  if (!layers_) layers_ = load_layers(sources({}), FileKind::kStudy);
  layers_->command_line = command_line_layer(words);
  return load_configuration(*layers_, environment_, &blocks_, together);
}

std::string plan_text(const SweepPlan& plan) {
  Json head{{"schema_version", kPlanVersion},  {"sweep", plan.name},          {"study", plan.study.string()},
            {"environment", plan.environment}, {"fixed", plan.fixed},         {"request", plan.request},
            {"program_sha256", plan.program},  {"points", plan.points.size()}};
  head["inputs"] = Json::array();
  for (const PlanInput& input : plan.inputs) head["inputs"].push_back({{"path", input.path}, {"sha256", input.sha256}});
  head["axes"] = Json::array();
  for (const PlanAxis& axis : plan.axes)
    head["axes"].push_back({{"name", axis.name}, {"path", axis.path}, {"own", axis.own}});
  head["objectives"] = Json::array();
  for (const PlanObjective& o : plan.objectives)
    head["objectives"].push_back({{"name", o.name}, {"value", o.value.text()}, {"goal", name_of(o.goal)}});
  std::string text = json_text(head, kOneLine, InvalidUtf8::kReplaced) + '\n';
  for (std::size_t n = 0; n < plan.points.size(); ++n) {
    Json settings = Json::array();
    for (const PointSetting& s : plan.points[n].settings) settings.push_back({s.axis, s.text, s.shown});
    text += json_text(Json{{"point", n + 1}, {"id", plan.points[n].id}, {"settings", settings}}, kOneLine,
                      InvalidUtf8::kReplaced) +
            '\n';
  }
  return text;
}

SweepPlan read_plan(const fs::path& file) try {
  const std::string text = read_text(file);
  std::size_t at = 0;
  const auto line = [&] {
    const std::size_t end = text.find('\n', at);
    const Json json = parse_json<Json>(std::string_view{text}.substr(at, end - at));
    at = end == std::string::npos ? text.size() : end + 1;
    return json;
  };
  const Json head = line();
  if (head.at("schema_version") != kPlanVersion) malformed(file.string(), "a plan of another version");
  SweepPlan plan{.name = head.at("sweep"),
                 .study = head.at("study").get<std::string>(),
                 .environment = head.at("environment"),
                 .fixed = head.at("fixed"),
                 .request = head.at("request"),
                 .program = head.at("program_sha256")};
  for (const Json& input : head.at("inputs")) plan.inputs.push_back({input.at("path"), input.at("sha256")});
  for (const Json& axis : head.at("axes")) plan.axes.push_back({axis.at("name"), axis.at("path"), axis.at("own")});
  for (const Json& o : head.at("objectives")) {
    plan.objectives.push_back({o.at("name"), Expression::parse(o.at("value").get<std::string>()),
                               value_of<Goal>(o.at("goal").get<std::string>()).value_or(Goal::kSmaller)});
  }
  const std::size_t count = head.at("points");
  while (plan.points.size() < count) {
    const Json json = line();
    PlannedPoint point{.id = json.at("id"), .settings = {}};
    for (const Json& s : json.at("settings")) point.settings.push_back({s.at(0), s.at(1), s.at(2)});
    for (const PointSetting& s : point.settings)
      if (s.axis >= plan.axes.size()) malformed(file.string(), "a point has an axis that the plan has not");
    plan.points.push_back(std::move(point));
  }
  return plan;
} catch (const Json::exception&) {
  malformed(file.string(), "is no plan of a sweep", "a file as `texpipe sweep` writes it");
}

void check_same_request(const fs::path& folder, const SweepPlan& plan, const std::string& request) {
  if (request == plan.request) return;
  throw Error{ExitCode::kUsage, Diagnostic{.position = {folder.string()},
                                           .problem = "was begun with another sweep file or other words of -p",
                                           .hint = "--resume with those goes on with it, --out DIR begins anew"}};
}

void check_unchanged(const SweepPlan& plan) {
  std::vector<Diagnostic> problems;
  const std::string hint = "a sweep in another folder (--out DIR) begins anew";
  for (const PlanInput& input : plan.inputs) {
    std::error_code ignored;
    const bool same = fs::is_regular_file(input.path, ignored) && sha256_of_input(input.path) == input.sha256;
    if (!same)
      problems.push_back(
          {.position = {input.path}, .problem = "is not what it was when the sweep began", .hint = hint});
  }
  if (plan.program != hash_of_program())
    problems.push_back({.problem = "this texpipe is another one than the one that began the sweep", .hint = hint});
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
}

}  // namespace texpipe::study
