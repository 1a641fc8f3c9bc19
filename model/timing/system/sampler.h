// The sampler of a subslice: its stages, bound in order.
#pragma once

#include <memory>

#include <systemc>

#include "functional/memory/gpu_memory.h"
#include "machine/sampler/sampler_parameters.h"
#include "timing/cache/line_cache.h"
#include "timing/cache/texture_cache.h"
#include "timing/sampler/message_front_end.h"
#include "timing/sampler/pipeline_stages.h"
#include "timing/sampler/semantics.h"
#include "timing/sampler/writeback.h"
#include "timing/system/block_registry.h"
#include "timing/system/sockets.h"

namespace texpipe::timing {

/// The model's own address generator and filter.
std::unique_ptr<FootprintBlock> make_model_address_generator(sc_core::sc_module_name name, Simulation& simulation,
                                                             const machine::AddressGeneratorParameters& parameters);
std::unique_ptr<FootprintBlock> make_model_filter(sc_core::sc_module_name name, Simulation& simulation,
                                                  const machine::FilterParameters& parameters);

/// What can stand in for stages of the model's.
struct SamplerStages {
  AddressGeneratorFactory address_generator = make_model_address_generator;
  FilterFactory filter = make_model_filter;
};

class Sampler : public sc_core::sc_module {
 public:
  /// @param next_line  bytes of a line of what fills() is bound to
  /// @param detail     what recorders ask for beyond the stages' own needs
  Sampler(sc_core::sc_module_name name, Simulation& simulation, const machine::SamplerParameters& parameters,
          functional::GpuMemory& memory, SamplerSemantics semantics, ByteSize next_line = machine::kAnyLine,
          const SamplerStages& stages = {}, functional::PlanDetail detail = functional::PlanDetail::kFootprints);

  /// What leads into and out of it; the rest is bound.
  void offer(Sockets& sockets);

  /// Where messages come in and responses go out.
  MessageTarget<MessagePort>& messages() { return front_end_.port.socket; }
  /// Where line fills are asked for: of L3, or of what carries them there.
  MemoryInitiator<RequestPort>& fills() { return l2_ ? l2_->memory_port.socket : l1_.fills.port.socket; }

 private:
  void bind(Simulation& simulation, const machine::SamplerParameters& parameters);

  MessageFrontEnd front_end_;
  std::unique_ptr<FootprintBlock> address_generator_;
  CacheTags l1_;
  CacheData l1_data_;
  std::unique_ptr<LineCache> l2_;
  TexelDecoder decoder_;
  std::unique_ptr<FootprintBlock> filter_;
  Writeback writeback_;
};

}  // namespace texpipe::timing
