#include "timing/system/slice.h"

#include <string>

#include "isa/gen9/shared_function.h"
#include "machine/graph/places.h"
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

/// Ports of an interconnect whose subslice uses so many samplers; those behind the first follow all others.
std::vector<SharedFunctionPort> ports_with(std::size_t samplers) {
  std::vector<SharedFunctionPort> ports = kPorts;
  if (samplers == 1) return ports;
  const std::string name = ports.front().name;
  ports.front().name += "0";
  for (std::size_t i = 1; i < samplers; ++i) {
    ports.push_back(kPorts.front());
    ports.back().name = name + std::to_string(i);
  }
  return ports;
}

std::string indexed(const char* name, std::size_t index) {
  return std::string{name} + "[" + std::to_string(index) + "]";
}

/// Path of the first block that samplers and data ports of a slice share.
std::string path_of_common(const machine::MachineParameters& machine, std::uint32_t slice) {
  const auto common = machine::common_cache(machine, slice);
  return common ? machine::path_of(machine, common->facts, slice) : "memory";
}

}  // namespace

CacheBlock make_cache(const BlockMaker& make, const BuildContext& context, const machine::LineCacheOf& of,
                      std::uint32_t slice) {
  machine::Tlb* const tlb = context.tlbs[slice] ? &*context.tlbs[slice] : nullptr;
  return make.cache(of, {machine::surroundings_of(context.machine, of.facts.kind, tlb, slice), *context.workload.memory,
                         of.facts.description});
}

Subslice::Subslice(sc_core::sc_module_name name, std::uint32_t number, const BuildContext& context)
    : sc_module{name},
      number_{number},
      slice_{machine::subslices_of(context.machine)[number].slice},
      parameters_{*machine::subslices_of(context.machine)[number].parameters},
      eus_(parameters_.eu.size()) {
  const BlockMaker make{context.blocks, context.simulation, this->name()};
  std::vector<BuildStep> steps;
  for (std::size_t i = 0; i < eus_.size(); ++i) {
    steps.emplace_back([this, i, &make] {
      eus_[i] = make.block<BlockKind::kEu>(
          indexed("eu", i), parameters_.eu[i],
          ThreadIndex{static_cast<std::uint16_t>(number_), static_cast<std::uint16_t>(i), 0});
    });
  }
  steps.emplace_back([this, &make, &context] {
    const std::uint32_t holder = machine::sampler_holder(context.machine, number_);
    const std::size_t samplers = machine::subslices_of(context.machine)[holder].parameters->sampler.size();
    interconnect_ = make.block<BlockKind::kInterconnect>("interconnect", parameters_.interconnect,
                                                         static_cast<std::uint32_t>(eus_.size()), ports_with(samplers));
  });
  add_samplers(steps, context);
  add_shared_functions(steps, make, context);
  build(std::move(steps), context.order);
}

/// Adds the making of the samplers that the subslice holds, and of the link before them where others use them, too.
void Subslice::add_samplers(std::vector<BuildStep>& steps, const BuildContext& context) {
  const std::vector<machine::SamplerPlace> places = machine::samplers_of(context.machine);
  for (std::uint32_t sampler = 0; sampler < places.size(); ++sampler) {
    const machine::SamplerPlace& place = places[sampler];
    if (place.subslice != number_) continue;
    const std::string name = unit_path("sampler", place.index, parameters_.sampler.size());
    if (context.recurrence != nullptr) {
      loose_samplers_.emplace_back();
    } else {
      samplers_.emplace_back();
    }
    steps.emplace_back([this, sampler, name, index = place.index, slice = place.slice, &context] {
      functional::GpuMemory& memory = *context.workload.memory;
      if (context.recurrence != nullptr) {
        loose_samplers_[index] = std::make_unique<LooseSampler>(name.c_str(), context.simulation, *context.recurrence,
                                                                sampler, functional_semantics(memory));
        return;
      }
      samplers_[index] = std::make_unique<Sampler>(
          name.c_str(), context.simulation, parameters_.sampler[index], memory, functional_semantics(memory),
          machine::line_behind_samplers(context.machine, slice), context.blocks, context.detail);
    });
  }
  const bool holds = machine::sampler_holder(context.machine, number_) == number_;
  const std::uint32_t users = holds ? machine::sampler_users(context.machine, number_) : 0;
  if (users < 2) return;
  steps.emplace_back([this, users, &context] {
    sampler_link_ = std::make_unique<SamplerLink>(
        "sampler_link", context.simulation, parameters_.sampler_link,
        LinkedSamplers{number_, users, static_cast<std::uint32_t>(parameters_.sampler.size())});
  });
}

void Subslice::add_shared_functions(std::vector<BuildStep>& steps, const BlockMaker& make,
                                    const BuildContext& context) {
  steps.emplace_back([this, &make, &context] {
    const std::uint32_t slice = machine::subslices_of(context.machine)[number_].slice;
    data_port_ = make.block<BlockKind::kDataPort>("data_port", parameters_.data_port, *context.workload.memory,
                                                  machine::line_of_data_ports(context.machine, slice));
  });
  steps.emplace_back([this, &make] {
    pixel_coverage_ = make.block<BlockKind::kPixelCoverage>("pixel_coverage", parameters_.pixel_coverage);
  });
  steps.emplace_back([this, &make] { gateway_ = make.block<BlockKind::kGateway>("gateway", parameters_.gateway); });
}

void Subslice::offer(Sockets& sockets) {
  const std::string path = std::string{this->name()} + ".";
  for (std::size_t i = 0; i < eus_.size(); ++i) eus_[i]->offer_sockets(sockets, path + indexed("eu", i));
  interconnect_->offer_sockets(sockets, path + "interconnect");
  for (const auto& sampler : loose_samplers_)
    sockets.offer(sampler->name() + std::string{".front_end"}, 0, sampler->messages());
  for (const auto& sampler : samplers_) sampler->offer(sockets);
  if (sampler_link_) sampler_link_->offer_sockets(sockets, path + "sampler_link");
  data_port_->offer_sockets(sockets, path + "data_port");
  pixel_coverage_->offer_sockets(sockets, path + "pixel_coverage");
  gateway_->offer_sockets(sockets, path + "gateway");
}

void Subslice::add_to(machine::WarmLevels& levels) const {
  for (const auto& sampler : samplers_) levels.add_sampler(sampler->caches(), slice_);
}

std::vector<ThreadSlots> Subslice::thread_slots() const {
  std::vector<ThreadSlots> slots;
  for (std::size_t i = 0; i < eus_.size(); ++i) slots.push_back({eus_[i].get(), parameters_.eu[i].threads});
  return slots;
}

Slice::Slice(sc_core::sc_module_name name, std::uint32_t number, const BuildContext& context,
             const std::vector<const Slice*>& others)
    : sc_module{name},
      number_{number},
      subslices_(context.machine.slice[number].subslice.size()),
      of_common_{context.machine, number},
      common_block_{path_of_common(context.machine, number)} {
  const BlockMaker make{context.blocks, context.simulation, this->name()};
  std::vector<BuildStep> steps;
  const std::vector<machine::SubslicePlace> places = machine::subslices_of(context.machine);
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    if (places[i].slice != number) continue;
    steps.emplace_back([this, i, within = places[i].within, &context] {
      subslices_[within] = std::make_unique<Subslice>(indexed("subslice", within).c_str(), i, context);
    });
  }
  steps.emplace_back([this, &places, &context, &make] {
    for (std::uint32_t i = 0; context.recurrence != nullptr && i < places.size(); ++i) {
      if (places[i].slice == number_)
        ports_.push_back(std::make_unique<LooseLinePort>(indexed("l3_port", places[i].within).c_str(),
                                                         context.simulation, *context.recurrence, i,
                                                         *context.workload.memory));
    }
    if (context.recurrence != nullptr) return;
    for (const machine::LineCacheOf& of : machine::shared_caches(context.machine, number_))
      if (of.facts.in_slice()) caches_.push_back(make_cache(make, context, of, number_));
  });
  const machine::RasterFrontEndParameters& raster = context.machine.slice.raster;
  if (functional::SubspanFeed* feed = context.workload.subspans.get(); feed != nullptr && number == 0) {
    steps.emplace_back([this, feed, &raster, &make] {
      feed->resize_store(raster.slots);
      raster_ = make.block<BlockKind::kRaster>("raster", raster, *feed);
    });
  }
  if (context.machine.draws && number == 0) {
    steps.emplace_back([this, &context] {
      frame_ = std::make_unique<FrameParts>("frame", context.simulation, context.machine, context.workload,
                                            context.recurrence);
    });
  }
  build(std::move(steps), context.order);
  if (number == 0) make_dispatcher(context, others);
}

void Slice::make_dispatcher(const BuildContext& context, const std::vector<const Slice*>& others) {
  std::vector<std::vector<ThreadSlots>> slots;
  add_thread_slots(slots);
  for (const Slice* other : others) other->add_thread_slots(slots);
  const BlockMaker make{context.blocks, context.simulation, this->name()};
  dispatcher_ = make.block<BlockKind::kDispatch>("dispatch", context.machine.slice.dispatch, slots,
                                                 *context.workload.threads, frame_ ? &frame_->gate() : raster_.get());
}

void Slice::add_thread_slots(std::vector<std::vector<ThreadSlots>>& slots) const {
  for (const auto& subslice : subslices_) slots.push_back(subslice->thread_slots());
}

void Slice::add_to(machine::WarmLevels& levels) const {
  for (const auto& subslice : subslices_) subslice->add_to(levels);
  for (const CacheBlock& cache : caches_) levels.add(cache.warm(), cache.facts->use, number_);
}

void Slice::offer(Sockets& sockets) {
  for (std::uint32_t i = 0; i < subslices_.size(); ++i) {
    subslices_[i]->offer(sockets);
    // The port that the data port is bound to, as in the graph.
    if (!ports_.empty()) sockets.offer(common_block_, of_common_.data_port(i), ports_[i]->socket);
  }
  if (dispatcher_) dispatcher_->offer_sockets(sockets, this->name() + std::string{".dispatch"});
  const std::string path = this->name() + std::string{"."};
  if (frame_) frame_->offer(sockets);
  for (const CacheBlock& cache : caches_) cache.block->offer_sockets(sockets, path + std::string{cache.facts->name()});
}

}  // namespace texpipe::timing
