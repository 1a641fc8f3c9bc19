#include "timing/system/block_registry.h"

#include <algorithm>
#include <utility>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "machine/graph/implementations.h"
#include "machine/graph/line_caches.h"
#include "timing/cache/line_cache.h"
#include "timing/cache/texture_cache.h"
#include "timing/data_port/data_port.h"
#include "timing/dispatch/thread_dispatcher.h"
#include "timing/eu/execution_unit.h"
#include "timing/gateway/gateway.h"
#include "timing/interconnect/interconnect.h"
#include "timing/memory/memory.h"
#include "timing/pixel_coverage/pixel_coverage.h"
#include "timing/pixel_coverage/raster_front_end.h"
#include "timing/sampler/address_generator.h"
#include "timing/sampler/message_front_end.h"
#include "timing/sampler/pipeline_stages.h"
#include "timing/sampler/writeback.h"
#include "timing/system/sampler_pipeline.h"
#include "timing/system/without_rtl.h"

namespace texpipe::timing {

using Kind = machine::BlockKind;

BlockRegistry& plugged_blocks() {
  static BlockRegistry blocks;
  return blocks;
}

const BlockRegistry::Entry* BlockRegistry::find(Kind kind, std::string_view name) const {
  const auto of_kind = entries_.find(kind);
  if (of_kind == entries_.end()) return nullptr;
  const auto found = of_kind->second.find(name);
  return found == of_kind->second.end() ? nullptr : &found->second;
}

void BlockRegistry::add_names(Kind kind, std::vector<std::string_view>& names) const {
  const auto of_kind = entries_.find(kind);
  if (of_kind == entries_.end()) return;
  for (const auto& [known, made] : of_kind->second) names.push_back(known);
}

const BlockRegistry::Entry& BlockRegistry::entry(Kind kind, std::string_view name, const std::string& path) const {
  if (const Entry* own = find(kind, name)) return *own;
  if (const Entry* plugged = plugged_blocks().find(kind, name)) return *plugged;
  if (machine::rtl_of(kind) != machine::BlockRtl::kNone && name == "rtl")
    unsupported(path + ".implementation `rtl`: " + std::string{kWithoutRtl});
  std::vector<std::string_view> names;
  add_names(kind, names);
  plugged_blocks().add_names(kind, names);
  if (machine::rtl_of(kind) != machine::BlockRtl::kNone && std::find(names.begin(), names.end(), "rtl") == names.end())
    names.push_back("rtl");
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = path + ".implementation",
                         .problem = "no implementation is named `" + std::string{name} + "`",
                         .hint = spelling_hint(name, names)}};
}

void BlockRegistry::introduce_to(Kind kind, Implementation& implementation) const {
  const auto of_kind = entries_.find(kind);
  if (of_kind == entries_.end()) return;
  for (const auto& [name, entry] : of_kind->second) {
    if (!entry.parameters.empty()) implementation.brought.emplace(name, entry.parameters);
  }
}

void BlockRegistry::introduce_to(machine::MachineParameters& machine) const {
  machine::for_each_implementation(machine, [this](const std::string&, Kind kind, Implementation& implementation) {
    implementation.brought.clear();
    introduce_to(kind, implementation);
    plugged_blocks().introduce_to(kind, implementation);
  });
}

namespace {

/// Adds a module of the model's whose constructor takes the factory's arguments.
template <Kind kind, class Module>
void add_model(BlockRegistry& registry) {
  registry.add<kind>(kModelImplementation, [](sc_core::sc_module_name name, Simulation& simulation,
                                              const auto& parameters, auto&&... surroundings) {
    return std::make_unique<Module>(name, simulation, parameters, surroundings...);
  });
}

template <std::size_t... number>
void add_model_caches(BlockRegistry& registry, std::index_sequence<number...>) {
  (add_model<machine::kLineCaches[number].kind, LineCache>(registry), ...);
}

}  // namespace

BlockRegistry model_blocks() {
  BlockRegistry registry;
  add_model<Kind::kRaster, RasterFrontEnd>(registry);
  add_model<Kind::kDispatch, ThreadDispatcher>(registry);
  add_model<Kind::kEu, ExecutionUnit>(registry);
  add_model<Kind::kInterconnect, Interconnect>(registry);
  registry.add<Kind::kSampler>(
      kModelImplementation, [](const std::string& path, Simulation& simulation, const auto& parameters,
                               ByteSize next_line, const BlockRegistry& blocks) {
        return std::make_unique<SamplerPipeline>(path, simulation, parameters, next_line, blocks);
      });
  add_model<Kind::kFrontEnd, MessageFrontEnd>(registry);
  add_model<Kind::kAddressGenerator, AddressGenerator>(registry);
  registry.add<Kind::kTags>(kModelImplementation, [](sc_core::sc_module_name name, Simulation& simulation,
                                                     const machine::SamplerParameters& sampler, ByteSize next_line) {
    return std::make_unique<CacheTags>(name, simulation, sampler.l1, sampler.latency_fifo, next_line,
                                       machine::set_of(machine::own_caches(sampler)));
  });
  registry.add<Kind::kData>(kModelImplementation, [](sc_core::sc_module_name name, Simulation& simulation,
                                                     const machine::SamplerParameters& sampler) {
    return std::make_unique<CacheData>(name, simulation, sampler.l1);
  });
  add_model<Kind::kDecoder, TexelDecoder>(registry);
  add_model<Kind::kFilter, TexelFilter>(registry);
  add_model<Kind::kWriteback, Writeback>(registry);
  add_model<Kind::kDataPort, DataPort>(registry);
  add_model<Kind::kPixelCoverage, PixelCoverageUnit>(registry);
  add_model<Kind::kGateway, Gateway>(registry);
  add_model<Kind::kMemory, Memory>(registry);
  add_model_caches(registry, std::make_index_sequence<machine::kLineCaches.size()>{});
  return registry;
}

}  // namespace texpipe::timing
