// The sampler of a subslice: its blocks, bound in order.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <systemc>

#include "functional/memory/gpu_memory.h"
#include "machine/cache/line_parts.h"
#include "machine/cache/warm_cache.h"
#include "machine/sampler/sampler_parameters.h"
#include "timing/sampler/sampler_ends.h"
#include "timing/sampler/sampler_stages.h"
#include "timing/stage/sockets.h"
#include "timing/system/block_registry.h"
#include "timing/system/make_block.h"

namespace texpipe::timing {

class Sampler : public sc_core::sc_module {
 public:
  /// @param next_line  bytes of a line of the level to which fills() is bound
  /// @param detail     details that recorders ask for beyond the stages' own needs
  Sampler(sc_core::sc_module_name name, Simulation& simulation, const machine::SamplerParameters& parameters,
          functional::GpuMemory& memory, const SamplerSemantics& semantics, ByteSize next_line = machine::kAnyLine,
          const BlockRegistry& blocks = model_blocks(),
          functional::PlanDetail detail = functional::PlanDetail::kFootprints);

  /// Offers the sockets that lead into and out of the sampler; all others are bound.
  void offer(Sockets& sockets);

  /// Socket by which messages come in and responses go out.
  TargetBase<kMessageBusBits, MessageProtocol>& messages() { return sockets_.message_target(path_of("front_end")); }
  /// Caches of the sampler's own behind the first level, in this order; null where one cannot be warmed.
  std::vector<machine::WarmCache*> caches() const;
  /// Socket that asks for missing lines: to be bound to L3, or to a block that passes requests on to it.
  InitiatorBase<32, tlm::tlm_base_protocol_types>& fills() { return sockets_.line_initiator(filling()); }

 private:
  std::string path_of(std::string_view block) const { return std::string{name()} + "." + std::string{block}; }
  std::string filling() const { return path_of(caches_.empty() ? "l1" : caches_.back().facts->name()); }

  std::unique_ptr<FrontEndBlock> front_end_;
  std::unique_ptr<SamplerStages> stages_;
  std::vector<CacheBlock> caches_;  // caches that the sampler has to itself, from its first level on
  std::unique_ptr<WritebackBlock> writeback_;
  Sockets sockets_;  // of all these blocks
};

}  // namespace texpipe::timing
