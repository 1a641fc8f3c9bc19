#include "timing/system/slice.h"

#include <string>

#include "isa/gen9/shared_function.h"

namespace texpipe::timing {

namespace {

using gen9::SharedFunction;

/// Ports of a subslice's interconnect by machine::SharedFunctionSocket. Gateway and the rest are not there: messages to
/// them are unsupported.
const std::vector<SharedFunctionPort> kPorts{
    {"sampler", {static_cast<std::uint8_t>(SharedFunction::kSampler)}},
    {"data_port",
     {static_cast<std::uint8_t>(SharedFunction::kDataPort0), static_cast<std::uint8_t>(SharedFunction::kDataPort1),
      static_cast<std::uint8_t>(SharedFunction::kDataPort2),
      static_cast<std::uint8_t>(SharedFunction::kReadOnlyDataPort)}},
    {"spawner", {static_cast<std::uint8_t>(SharedFunction::kThreadSpawner)}},
    {"pixel_coverage", {static_cast<std::uint8_t>(SharedFunction::kPixelInterpolator)}},
};

std::string indexed(const char* name, std::size_t index) {
  return std::string{name} + "[" + std::to_string(index) + "]";
}

}  // namespace

Subslice::Subslice(sc_core::sc_module_name name, const machine::SubsliceParameters& parameters, std::uint16_t index,
                   ByteSize l3_line, const BuildContext& context)
    : sc_module{name}, parameters_{parameters}, eus_(parameters.eu.size()) {
  functional::GpuMemory& memory = *context.workload.memory;
  std::vector<BuildStep> steps;
  for (std::size_t i = 0; i < eus_.size(); ++i) {
    steps.emplace_back([this, i, index, &context] {
      eus_[i] = std::make_unique<ExecutionUnit>(indexed("eu", i).c_str(), context.simulation, parameters_.eu[i],
                                                ThreadIndex{index, static_cast<std::uint16_t>(i), 0});
    });
  }
  steps.emplace_back([this, &context] {
    interconnect_ = std::make_unique<Interconnect>("interconnect", context.simulation, parameters_.interconnect,
                                                   static_cast<unsigned>(eus_.size()), kPorts);
  });
  steps.emplace_back([this, index, l3_line, &context, &memory] {
    const machine::SamplerParameters& sampler = parameters_.sampler;
    const std::string path = std::string{this->name()} + ".sampler.";
    const SamplerStages stages{
        .address_generator = context.blocks.address_generator(sampler.address_generator.implementation,
                                                              path + "address_generator.implementation"),
        .filter = context.blocks.filter(sampler.filter.implementation, path + "filter.implementation")};
    if (context.recurrence != nullptr) {
      loose_sampler_ = std::make_unique<LooseSampler>("sampler", context.simulation, *context.recurrence, index,
                                                      functional_semantics(memory));
      return;
    }
    sampler_ = std::make_unique<Sampler>("sampler", context.simulation, sampler, memory, functional_semantics(memory),
                                         l3_line, stages, context.detail);
  });
  steps.emplace_back([this, l3_line, &context, &memory] {
    data_port_ = std::make_unique<DataPort>("data_port", context.simulation, parameters_.data_port, memory, l3_line);
  });
  steps.emplace_back([this, &context] {
    pixel_coverage_ =
        std::make_unique<PixelCoverageUnit>("pixel_coverage", context.simulation, parameters_.pixel_coverage);
  });
  build(std::move(steps), context.order);
}

void Subslice::offer(Sockets& sockets) {
  for (std::size_t i = 0; i < eus_.size(); ++i) {
    sockets.offer(eus_[i]->name(), 0, eus_[i]->messages);
    sockets.offer(interconnect_->name(), static_cast<std::uint32_t>(i), interconnect_->eus[i]);
  }
  for (std::size_t i = 0; i < kPorts.size(); ++i)
    sockets.offer(interconnect_->name(), static_cast<std::uint32_t>(i), interconnect_->shared_functions[i]);
  if (loose_sampler_) {
    sockets.offer(loose_sampler_->name() + std::string{".front_end"}, 0, loose_sampler_->messages());
  } else {
    sampler_->offer(sockets);
  }
  sockets.offer(data_port_->name(), 0, data_port_->messages);
  sockets.offer(data_port_->name(), 0, data_port_->memory);
  sockets.offer(pixel_coverage_->name(), 0, pixel_coverage_->port.socket);
}

std::vector<ThreadSlots> Subslice::thread_slots() const {
  std::vector<ThreadSlots> slots;
  for (std::size_t i = 0; i < eus_.size(); ++i) slots.push_back({eus_[i].get(), parameters_.eu[i].threads});
  return slots;
}

Slice::Slice(sc_core::sc_module_name name, const machine::SliceParameters& parameters, const BuildContext& context)
    : sc_module{name}, subslices_(parameters.subslice.size()) {
  std::vector<BuildStep> steps;
  for (std::size_t i = 0; i < subslices_.size(); ++i) {
    steps.emplace_back([this, i, &parameters, &context] {
      subslices_[i] = std::make_unique<Subslice>(indexed("subslice", i).c_str(), parameters.subslice[i],
                                                 static_cast<std::uint16_t>(i), parameters.l3.line, context);
    });
  }
  steps.emplace_back([this, &parameters, &context] {
    for (std::size_t i = 0; context.recurrence != nullptr && i < subslices_.size(); ++i) {
      l3_ports_.push_back(std::make_unique<LooseLinePort>(indexed("l3_port", i).c_str(), context.simulation,
                                                          *context.recurrence, i, *context.workload.memory));
    }
    if (context.recurrence != nullptr) return;
    const auto requesters = static_cast<std::uint32_t>(2 * parameters.subslice.size());
    l3_ = std::make_unique<LineCache>("l3", context.simulation, parameters.l3, requesters, *context.workload.memory,
                                      machine::kL3Description);
  });
  if (functional::SubspanFeed* feed = context.workload.subspans.get()) {
    steps.emplace_back([this, feed, &parameters, &context] {
      feed->resize_store(parameters.raster.slots);
      raster_ = std::make_unique<RasterFrontEnd>("raster", context.simulation, parameters.raster, *feed);
    });
  }
  build(std::move(steps), context.order);
  std::vector<std::vector<ThreadSlots>> slots;
  for (const auto& subslice : subslices_) slots.push_back(subslice->thread_slots());
  dispatcher_ = std::make_unique<ThreadDispatcher>("dispatch", context.simulation, parameters.dispatch, slots,
                                                   *context.workload.threads, raster_.get());
}

void Slice::offer(Sockets& sockets) {
  const std::string l3 = this->name() + std::string{".l3"};
  for (std::uint32_t i = 0; i < subslices_.size(); ++i) {
    subslices_[i]->offer(sockets);
    sockets.offer(dispatcher_->name(), i, dispatcher_->spawners[i]);
    // The data port's, as in the graph.
    if (l3_ == nullptr) sockets.offer(l3, 2 * i + 1, l3_ports_[i]->socket);
  }
  if (l3_ == nullptr) return;
  for (std::uint32_t i = 0; i < 2 * subslices_.size(); ++i) sockets.offer(l3, i, l3_->requester(i));
  sockets.offer(l3, 0, l3_->memory_port.socket);
}

}  // namespace texpipe::timing
