#include "rtl_cosim/blocks/texture_cache_machine.h"

#include "base/diagnostic.h"
#include "rtl_cosim/blocks/parameter_texts.h"
#include "rtl_cosim/verilated/verilated_texture_cache.h"

namespace texpipe::rtl_cosim {

namespace {

ValueTexts texts_of(TextureCacheMachine machine, const std::string& path) {
  ValueTexts texts{path};
  texts.group("l1", machine.l1, {});
  texts.group("latency_fifo", machine.latency_fifo, {});
  return texts;
}

}  // namespace

TextureCacheMachine texture_cache_machine() {
  namespace rtl = verilated_texture_cache;
  TextureCacheMachine machine;
  machine::TextureCacheParameters& l1 = machine.l1;
  l1.size = ByteSize{rtl::kSets * rtl::kWays * rtl::kLineBytes};
  l1.ways = rtl::kWays;
  l1.line = ByteSize{rtl::kLineBytes};
  l1.mshrs = rtl::kRegisters;
  l1.lookups_per_cycle = 1;
  l1.lookup_order = machine::LookupOrder::kOneByOne;
  l1.tag_latency = Cycles{rtl::kTagLatency};
  l1.banks = rtl::kBanks;
  l1.bank_hash = machine::BankHash{machine::BankHash::Kind::kModulo};
  l1.overlapping_reads = false;
  l1.ports = 1;
  l1.data_latency = Cycles{rtl::kDataLatency};
  l1.data_slots = rtl::kDataSlots;
  l1.decompression = {.place = machine::DecompressionPlace::kAfterL1, .latency = Cycles{0}, .blocks_per_cycle = 64};
  machine.latency_fifo.slots = rtl::kFifoSlots;
  return machine;
}

void check_texture_cache_machine(const machine::SamplerParameters& sampler, const std::string& path) {
  TextureCacheMachine built = texture_cache_machine();
  built.l1.implementation = sampler.l1.implementation;
  built.l1.seed = sampler.l1.seed;
  if (sampler.l1.decompression.place == machine::DecompressionPlace::kBeforeL1)
    built.l1.decompression = sampler.l1.decompression;
  refuse_other(texts_of(built, path), texts_of({sampler.l1, sampler.latency_fifo}, path), "the RTL texture cache");
}

void check_reads_own_data(const machine::SamplerParameters& sampler, const std::string& path) {
  if (sampler.l1_data.implementation.is_model()) return;
  throw Error{ExitCode::kUnsupported, Diagnostic{.path = path + ".l1_data.implementation",
                                                 .problem = "the RTL texture cache reads its data itself",
                                                 .hint = "leave it `model`"}};
}

std::uint64_t texture_cache_key(machine::LineKey line) {
  const std::uint64_t space = line.space == machine::AddressSpace::kDecoded ? 1 : 0;
  return line.line | space << (verilated_texture_cache::kKeyBits - 1);
}

}  // namespace texpipe::rtl_cosim
