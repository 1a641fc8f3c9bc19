// The sampler of a subslice: its stages, bound in order.
#pragma once

#include <functional>
#include <memory>

#include <systemc>

#include "base/parameter.h"
#include "functional/memory/gpu_memory.h"
#include "timing/cache/line_cache.h"
#include "timing/cache/texture_cache.h"
#include "timing/sampler/message_front_end.h"
#include "timing/sampler/pipeline_stages.h"
#include "timing/sampler/semantics.h"
#include "timing/sampler/writeback.h"

namespace texpipe::timing {

struct SecondLevelParameters {
  bool enabled = true;
  LineCacheParameters cache{.size = ByteSize{128 * 1024}, .ways = 8, .banks = 1, .hit_latency = Cycles{12}};

  template <class Visitor>
  void describe(Visitor& v) {
    v("enabled", enabled, {.help = "a second texture cache level inside the sampler", .source = kAssumed});
    cache.describe(v);
  }
};

struct SamplerParameters {
  MessageFrontEndParameters front_end;
  AddressGeneratorParameters address_generator;
  TextureCacheParameters l1;
  LatencyFifoParameters latency_fifo;
  SecondLevelParameters l2;
  TexelDecoderParameters decoder;
  FilterParameters filter;
  WritebackParameters writeback;

  template <class Visitor>
  void describe(Visitor& v) {
    v.group("front_end", front_end, "message front end");
    v.group("address_generator", address_generator, "subspans to footprints");
    v.group("l1", l1, "texture cache");
    v.group("latency_fifo", latency_fifo, "between tags and data of the texture cache");
    v.group("l2", l2, "second texture cache level");
    v.group("decoder", decoder, "texel decoder");
    v.group("filter", filter, "texel filter");
    v.group("writeback", writeback, "responses to the EUs");
  }
};

/// Makes the block that stands in for the filter.
using FilterFactory =
    std::function<std::unique_ptr<FootprintBlock>(sc_core::sc_module_name, Simulation&, const FilterParameters&)>;

/// The model's own filter.
std::unique_ptr<FootprintBlock> make_model_filter(sc_core::sc_module_name name, Simulation& simulation,
                                                  const FilterParameters& parameters);

class Sampler : public sc_core::sc_module {
 public:
  /// @param detail  what recorders ask for beyond the stages' own needs
  Sampler(sc_core::sc_module_name name, Simulation& simulation, const SamplerParameters& parameters,
          functional::GpuMemory& memory, SamplerSemantics semantics,
          const FilterFactory& make_filter = make_model_filter,
          functional::PlanDetail detail = functional::PlanDetail::kFootprints);

  /// Where messages come in and responses go out.
  MessageTarget<MessagePort>& messages() { return front_end_.port.socket; }
  /// Where line fills are asked for: of L3, or of what carries them there.
  MemoryInitiator<RequestPort>& fills() { return l2_ ? l2_->memory_port.socket : l1_.fills.port.socket; }

 private:
  MessageFrontEnd front_end_;
  AddressGenerator address_generator_;
  CacheTags l1_;
  CacheData l1_data_;
  std::unique_ptr<LineCache> l2_;
  TexelDecoder decoder_;
  std::unique_ptr<FootprintBlock> filter_;
  Writeback writeback_;
};

}  // namespace texpipe::timing
