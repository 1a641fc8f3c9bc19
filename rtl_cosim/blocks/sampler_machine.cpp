#include "rtl_cosim/blocks/sampler_machine.h"

#include "rtl_cosim/blocks/parameter_texts.h"
#include "rtl_cosim/blocks/texture_cache_machine.h"
#include "rtl_cosim/verilated/verilated_sampler.h"

namespace texpipe::rtl_cosim {

namespace {

/// A footprint a cycle, of any format: a trilinear one is two, as is one of a tap.
constexpr machine::FilterRates kFootprintACycle{
    .point = {4, 4, 4}, .bilinear = {4, 4, 4}, .trilinear = {2, 2, 2}, .anisotropic = {2, 2, 2}, .float_channels = 4};

ValueTexts texts_of(machine::SamplerParameters sampler, const std::string& path) {
  ValueTexts texts{path};
  texts.group("address_generator", sampler.address_generator, {});
  texts.group("l1", sampler.l1, {});
  texts.group("l1_data", sampler.l1_data, {});
  texts.group("latency_fifo", sampler.latency_fifo, {});
  texts.group("decoder", sampler.decoder, {});
  texts.group("filter", sampler.filter, {});
  return texts;
}

}  // namespace

machine::SamplerParameters sampler_machine() {
  machine::SamplerParameters sampler;
  sampler.address_generator.slots = verilated_sampler::kAddressSlots;
  sampler.address_generator.latency = Cycles{verilated_sampler::kAddressSlots};
  sampler.address_generator.footprints_per_cycle = 1;
  const TextureCacheMachine cache = texture_cache_machine();
  sampler.l1 = cache.l1;
  sampler.latency_fifo = cache.latency_fifo;
  sampler.decoder.slots = verilated_sampler::kDecoderSlots;
  sampler.decoder.latency = Cycles{verilated_sampler::kDecoderSlots};
  sampler.decoder.texels_per_cycle = 16;
  sampler.decoder.whole_cycles = true;
  sampler.filter.rates = kFootprintACycle;
  sampler.filter.slots = verilated_sampler::kFilterSlots;
  sampler.filter.latency = Cycles{verilated_sampler::kFilterSlots};
  return sampler;
}

void check_sampler_machine(const machine::SamplerParameters& sampler, const std::string& path) {
  machine::SamplerParameters built = sampler_machine();
  // Parameters that the RTL has no use for may have any value.
  built.address_generator.buffer_texels_per_cycle = sampler.address_generator.buffer_texels_per_cycle;
  built.l1.seed = sampler.l1.seed;
  refuse_other(texts_of(built, path), texts_of(sampler, path), "the RTL sampler");
}

}  // namespace texpipe::rtl_cosim
