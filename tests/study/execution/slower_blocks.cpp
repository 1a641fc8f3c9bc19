#include "study/execution/slower_blocks.h"

#include <optional>

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

namespace texpipe::test {
namespace {

using machine::BlockKind;

OwnParameters own() {
  constexpr ParameterRange<Cycles> kRange{Cycles{1}, Cycles{1000}};
  return OwnParameters{}.add("extra", Cycles{10}, "longer than the model's", std::optional{kRange});
}

Cycles extra(const Implementation& implementation) {
  return implementation.own().get<Cycles>("extra");
}

void lengthen(Cycles& time, Cycles by) {
  time = time + by;
}
void lengthen(TimeSpan& time, Cycles by) {
  time = TimeSpan{time.value() + 1000 * by.value()};
}

/// The model's module of a kind, with a longer time.
template <BlockKind kind, class Module, class Parameters, class Time>
void add(timing::BlockRegistry& registry, Time Parameters::*time) {
  registry.add<kind>(
      kSlower,
      [time](sc_core::sc_module_name name, timing::Simulation& simulation, const Parameters& parameters,
             auto&&... surroundings) {
        Parameters longer = parameters;
        lengthen(longer.*time, extra(parameters.implementation));
        return std::make_unique<Module>(name, simulation, longer, surroundings...);
      },
      own());
}

}  // namespace

timing::BlockRegistry slower_blocks() {
  timing::BlockRegistry registry = timing::model_blocks();
  add<BlockKind::kRaster, timing::RasterFrontEnd>(registry, &machine::RasterFrontEndParameters::setup_interval);
  add<BlockKind::kDispatch, timing::ThreadDispatcher>(registry, &machine::DispatchParameters::thread_interval);
  add<BlockKind::kEu, timing::ExecutionUnit>(registry, &machine::EuParameters::branch_latency);
  add<BlockKind::kInterconnect, timing::Interconnect>(registry, &machine::InterconnectParameters::request_latency);
  registry.add<BlockKind::kSampler>(
      kSlower,
      [](const std::string& path, timing::Simulation& simulation, const machine::SamplerParameters& sampler,
         ByteSize next_line, const timing::BlockRegistry& blocks) {
        machine::SamplerParameters longer = sampler;
        lengthen(longer.filter.latency, extra(sampler.implementation));
        return std::make_unique<timing::SamplerPipeline>(path, simulation, longer, next_line, blocks);
      },
      own());
  add<BlockKind::kFrontEnd, timing::MessageFrontEnd>(registry, &machine::MessageFrontEndParameters::latency);
  add<BlockKind::kAddressGenerator, timing::AddressGenerator>(registry, &machine::AddressGeneratorParameters::latency);
  registry.add<BlockKind::kTags>(
      kSlower,
      [](sc_core::sc_module_name name, timing::Simulation& simulation, const machine::SamplerParameters& sampler,
         ByteSize next_line) {
        machine::TextureCacheParameters longer = sampler.l1;
        lengthen(longer.tag_latency, extra(sampler.l1.implementation));
        return std::make_unique<timing::CacheTags>(name, simulation, longer, sampler.latency_fifo, next_line);
      },
      own());
  registry.add<BlockKind::kData>(
      kSlower,
      [](sc_core::sc_module_name name, timing::Simulation& simulation, const machine::SamplerParameters& sampler) {
        machine::TextureCacheParameters longer = sampler.l1;
        lengthen(longer.data_latency, extra(sampler.l1_data.implementation));
        return std::make_unique<timing::CacheData>(name, simulation, longer);
      },
      own());
  add<BlockKind::kDecoder, timing::TexelDecoder>(registry, &machine::TexelDecoderParameters::latency);
  add<BlockKind::kFilter, timing::TexelFilter>(registry, &machine::FilterParameters::latency);
  add<BlockKind::kWriteback, timing::Writeback>(registry, &machine::WritebackParameters::latency);
  add<BlockKind::kDataPort, timing::DataPort>(registry, &machine::DataPortParameters::latency);
  add<BlockKind::kPixelCoverage, timing::PixelCoverageUnit>(registry, &machine::PixelCoverageParameters::latency);
  add<BlockKind::kGateway, timing::Gateway>(registry, &machine::GatewayParameters::latency);
  [&]<std::size_t... number>(std::index_sequence<number...>) {
    (add<machine::kLineCaches[number].kind, timing::LineCache>(registry, &machine::LineCacheParameters::fill_latency),
     ...);
  }
  (std::make_index_sequence<machine::kLineCaches.size()>{});
  add<BlockKind::kMemory, timing::Memory>(registry, &machine::MemoryParameters::latency);
  return registry;
}

}  // namespace texpipe::test
