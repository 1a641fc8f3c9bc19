#include "workload/accesses/access_workload.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "functional/sampling/rules/mono_filter.h"
#include "functional/surface/state_heap.h"
#include "pictures/texture/texture.h"
#include "workload/accesses/access_list.h"
#include "workload/accesses/access_thread.h"
#include "workload/texture_walk/walk_rules.h"
#include "workload/texture_walk/walk_states.h"

namespace texpipe::study {

namespace {

void refuse_broken_accesses(const AccessesParameters& parameters) {
  std::vector<Diagnostic> problems;
  for (const BrokenRule& rule : broken_rules(parameters))
    problems.push_back({.path = rule.paths.front(), .problem = rule.problem, .hint = rule.hint});
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
}

gen9::SamplerState state_of(const AccessSamplerParameters& parameters) {
  if (parameters.words.empty()) return sampler_state(parameters.keys);
  gen9::SamplerState::Words words{};
  std::copy_n(parameters.words.begin(), words.size(), words.begin());
  return gen9::SamplerState::decode(words);
}

void add_textures(const AccessesParameters& parameters, functional::Workload& workload, functional::StateHeap& heap) {
  bool palette = false;
  for (std::size_t n = 0; n < parameters.textures.size(); ++n) {
    const Texture texture = read_texture(parameters.textures[n]);
    const TextureTiling tiling = parameters.tiling[parameters.tiling.size() == 1 ? 0 : n];
    functional::SurfaceOptions options = surface_options(tiling, texture.image.format);
    options.channels = texture.channels;
    const std::string name = parameters.textures.size() == 1 ? "texture" : "texture " + std::to_string(n);
    heap.add_surface(functional::build_surface(*workload.memory, name, texture.image, texture.texels, options));
    if (!texture.palette.empty() && palette) unsupported("two textures with palettes of their own");
    palette |= !texture.palette.empty();
    if (!texture.palette.empty()) heap.set_palette(0, texture.palette);
    workload.warnings.insert(workload.warnings.end(), texture.remarks.begin(), texture.remarks.end());
  }
}

void add_samplers(const AccessesParameters& parameters, functional::StateHeap& heap) {
  for (const AccessSamplerParameters& sampler : parameters.sampler) heap.add_sampler(state_of(sampler));
  const ImageExtent mono = parameters.sampler.front().keys.mono_filter;
  heap.set_mono_filter(static_cast<std::uint8_t>(mono.width), static_cast<std::uint8_t>(mono.height));
}

}  // namespace

std::vector<BrokenRule> broken_rules(const AccessesParameters& parameters) {
  std::vector<BrokenRule> broken;
  constexpr std::size_t kMostTextures = functional::StateHeap::kMaxSurfaces - 1;  // and the picture
  if (parameters.textures.empty() || parameters.textures.size() > kMostTextures) {
    broken.push_back({{"workload.textures"},
                      std::to_string(parameters.textures.size()) + " textures",
                      "expected 1 to " + std::to_string(kMostTextures)});
  }
  if (parameters.tiling.size() != 1 && parameters.tiling.size() != parameters.textures.size()) {
    broken.push_back({{"workload.tiling", "workload.textures"},
                      std::to_string(parameters.tiling.size()) + " words for " +
                          std::to_string(parameters.textures.size()) + " textures",
                      "one for each, or one for all"});
  }
  if (!gen9::format_facts(parameters.output_format).typed_write) {
    broken.push_back({{"workload.output_format"},
                      std::string{name_of(parameters.output_format)} + " is no format of typed writes",
                      "such as R8G8B8A8_UNORM"});
  }
  for (std::size_t n = 0; n < parameters.sampler.size(); ++n) {
    const std::string path = "workload.sampler[" + std::to_string(n) + "]";
    const std::size_t words = parameters.sampler[n].words.size();
    if (words != 0 && words != gen9::SamplerState::kDwords)
      broken.push_back({{path + ".words"}, std::to_string(words) + " DWords", "a SAMPLER_STATE has 4"});
    add_broken_rules(parameters.sampler[n].keys, path, broken);
    if (parameters.sampler[n].keys.mono_filter != parameters.sampler.front().keys.mono_filter)
      broken.push_back({{path + ".mono_filter"}, "differs from the first sampler's", "samplers have one in common"});
  }
  return broken;
}

functional::Workload make_access_workload(const AccessesParameters& parameters) {
  refuse_broken_accesses(parameters);
  functional::Workload workload;
  functional::StateHeap heap{*workload.memory};
  add_textures(parameters, workload, heap);
  const auto list = std::make_shared<const AccessList>(
      read_accesses(FileBytes{parameters.file}, {.textures = static_cast<std::uint32_t>(parameters.textures.size()),
                                                 .samplers = parameters.samplers,
                                                 .simd = parameters.simd,
                                                 .image = {parameters.image.width, parameters.image.height},
                                                 .memory = parameters.max_memory}));
  std::uint32_t output_index = 0;
  if (list->draws) {
    const functional::SurfaceImage output{
        .format = parameters.output_format, .width = parameters.image.width, .height = parameters.image.height};
    output_index = heap.add_surface(functional::build_surface(*workload.memory, "output", output, {},
                                                              surface_options(TextureTiling::kAuto, output.format)));
    workload.output = {
        .name = "output", .binding_table_index = output_index, .width = output.width, .height = output.height};
  }
  add_samplers(parameters, heap);
  *workload.context = heap.context();
  workload.threads = access_threads(list, parameters.threads_per_group,
                                    {.in_flight = parameters.in_flight, .instructions = parameters.instructions},
                                    workload.context.get(), output_index);
  return workload;
}

}  // namespace texpipe::study
