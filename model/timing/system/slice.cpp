#include "timing/system/slice.h"

#include <string>

#include "isa/gen9/shared_function.h"
#include "timing/interconnect/interconnect.h"

namespace texpipe::timing {

namespace {

using gen9::SharedFunction;
using machine::BlockKind;

/// Ports of a subslice's interconnect by machine::SharedFunctionSocket. Other shared functions do not exist: messages
/// to them are unsupported.
const std::vector<SharedFunctionPort> kPorts{
    {"sampler", {static_cast<std::uint8_t>(SharedFunction::kSampler)}},
    {"data_port",
     {static_cast<std::uint8_t>(SharedFunction::kDataPort0), static_cast<std::uint8_t>(SharedFunction::kDataPort1),
      static_cast<std::uint8_t>(SharedFunction::kDataPort2),
      static_cast<std::uint8_t>(SharedFunction::kReadOnlyDataPort)}},
    // The unit where threads end takes what needs no time: messages to NULL, which have no effect, and those to the URB
    // and the render cache.
    {"spawner",
     {static_cast<std::uint8_t>(SharedFunction::kThreadSpawner), static_cast<std::uint8_t>(SharedFunction::kNull),
      static_cast<std::uint8_t>(SharedFunction::kUrb), static_cast<std::uint8_t>(SharedFunction::kRenderCache)}},
    {"pixel_coverage", {static_cast<std::uint8_t>(SharedFunction::kPixelInterpolator)}},
    {"gateway", {static_cast<std::uint8_t>(SharedFunction::kGateway)}},
};

std::string indexed(const char* name, std::size_t index) {
  return std::string{name} + "[" + std::to_string(index) + "]";
}

}  // namespace

std::vector<CacheBlock> make_caches(const BlockMaker& make, const BuildContext& context, CachesOf module) {
  std::vector<CacheBlock> caches;
  for (const machine::LineCacheOf& of : machine::shared_caches(context.machine)) {
    if (of.facts.path.starts_with("slice.") != (module == CachesOf::kSlice)) continue;
    caches.push_back(make.cache(of, {machine::surroundings_of(context.machine, of.facts.kind, context.tlb),
                                     *context.workload.memory, of.facts.description}));
  }
  return caches;
}

Subslice::Subslice(sc_core::sc_module_name name, const machine::SubsliceParameters& parameters, std::uint16_t index,
                   ByteSize sampler_line, ByteSize l3_line, const BuildContext& context)
    : sc_module{name}, parameters_{parameters}, eus_(parameters.eu.size()) {
  functional::GpuMemory& memory = *context.workload.memory;
  const BlockMaker make{context.blocks, context.simulation, this->name()};
  std::vector<BuildStep> steps;
  for (std::size_t i = 0; i < eus_.size(); ++i) {
    steps.emplace_back([this, i, index, &make] {
      eus_[i] = make.block<BlockKind::kEu>(indexed("eu", i), parameters_.eu[i],
                                           ThreadIndex{index, static_cast<std::uint16_t>(i), 0});
    });
  }
  steps.emplace_back([this, &make] {
    interconnect_ = make.block<BlockKind::kInterconnect>("interconnect", parameters_.interconnect,
                                                         static_cast<std::uint32_t>(eus_.size()), kPorts);
  });
  steps.emplace_back([this, index, sampler_line, &context, &memory] {
    if (context.recurrence != nullptr) {
      loose_sampler_ = std::make_unique<LooseSampler>("sampler", context.simulation, *context.recurrence, index,
                                                      functional_semantics(memory));
      return;
    }
    sampler_ = std::make_unique<Sampler>("sampler", context.simulation, parameters_.sampler, memory,
                                         functional_semantics(memory), sampler_line, context.blocks, context.detail);
  });
  steps.emplace_back([this, l3_line, &make, &memory] {
    data_port_ = make.block<BlockKind::kDataPort>("data_port", parameters_.data_port, memory, l3_line);
  });
  steps.emplace_back([this, &make] {
    pixel_coverage_ = make.block<BlockKind::kPixelCoverage>("pixel_coverage", parameters_.pixel_coverage);
  });
  steps.emplace_back([this, &make] { gateway_ = make.block<BlockKind::kGateway>("gateway", parameters_.gateway); });
  build(std::move(steps), context.order);
}

void Subslice::offer(Sockets& sockets) {
  const std::string path = std::string{this->name()} + ".";
  for (std::size_t i = 0; i < eus_.size(); ++i) eus_[i]->offer_sockets(sockets, path + indexed("eu", i));
  interconnect_->offer_sockets(sockets, path + "interconnect");
  if (loose_sampler_) {
    sockets.offer(loose_sampler_->name() + std::string{".front_end"}, 0, loose_sampler_->messages());
  } else {
    sampler_->offer(sockets);
  }
  data_port_->offer_sockets(sockets, path + "data_port");
  pixel_coverage_->offer_sockets(sockets, path + "pixel_coverage");
  gateway_->offer_sockets(sockets, path + "gateway");
}

std::vector<ThreadSlots> Subslice::thread_slots() const {
  std::vector<ThreadSlots> slots;
  for (std::size_t i = 0; i < eus_.size(); ++i) slots.push_back({eus_[i].get(), parameters_.eu[i].threads});
  return slots;
}

Slice::Slice(sc_core::sc_module_name name, const BuildContext& context)
    : sc_module{name}, subslices_(context.machine.slice.subslice.size()), of_l3_{context.machine} {
  const machine::SliceParameters& parameters = context.machine.slice;
  const BlockMaker make{context.blocks, context.simulation, this->name()};
  std::vector<BuildStep> steps;
  for (std::size_t i = 0; i < subslices_.size(); ++i) {
    steps.emplace_back([this, i, &parameters, &context] {
      subslices_[i] = std::make_unique<Subslice>(
          indexed("subslice", i).c_str(), parameters.subslice[i], static_cast<std::uint16_t>(i),
          machine::line_behind_samplers(context.machine), parameters.l3.line, context);
    });
  }
  steps.emplace_back([this, &context, &make] {
    for (std::size_t i = 0; context.recurrence != nullptr && i < subslices_.size(); ++i) {
      l3_ports_.push_back(std::make_unique<LooseLinePort>(indexed("l3_port", i).c_str(), context.simulation,
                                                          *context.recurrence, i, *context.workload.memory));
    }
    if (context.recurrence != nullptr) return;
    caches_ = make_caches(make, context, CachesOf::kSlice);
  });
  if (functional::SubspanFeed* feed = context.workload.subspans.get()) {
    steps.emplace_back([this, feed, &parameters, &make] {
      feed->resize_store(parameters.raster.slots);
      raster_ = make.block<BlockKind::kRaster>("raster", parameters.raster, *feed);
    });
  }
  build(std::move(steps), context.order);
  std::vector<std::vector<ThreadSlots>> slots;
  for (const auto& subslice : subslices_) slots.push_back(subslice->thread_slots());
  dispatcher_ = make.block<BlockKind::kDispatch>("dispatch", parameters.dispatch, slots, *context.workload.threads,
                                                 raster_.get());
}

void Slice::add_to(machine::WarmLevels& levels) const {
  for (const auto& subslice : subslices_) levels.add_sampler(subslice->sampler_caches());
  for (const CacheBlock& cache : caches_) levels.add(cache.warm(), cache.facts->use);
}

void Slice::offer(Sockets& sockets) {
  const std::string l3 = this->name() + std::string{".l3"};
  for (std::uint32_t i = 0; i < subslices_.size(); ++i) {
    subslices_[i]->offer(sockets);
    // The port that the data port is bound to, as in the graph.
    if (caches_.empty()) sockets.offer(l3, of_l3_.data_port(i), l3_ports_[i]->socket);
  }
  dispatcher_->offer_sockets(sockets, this->name() + std::string{".dispatch"});
  for (const CacheBlock& cache : caches_) cache.block->offer_sockets(sockets, std::string{cache.facts->path});
}

}  // namespace texpipe::timing
