#include "rtl_cosim/adapters/texture_cache_machine.h"

#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/enum_table.h"
#include "base/parameter.h"
#include "base/unit_text.h"
#include "rtl_cosim/adapters/texture_cache_rtl.h"

namespace texpipe::rtl_cosim {

namespace {

/// Every parameter's path and value as text.
class ValueTexts {
 public:
  explicit ValueTexts(std::string path) : path_{std::move(path)} {}

  template <class T>
  void operator()(std::string_view name, T& value, const ParameterInfo<T>&) {
    std::string& text = texts.emplace_back(path_ + "." + std::string{name}, std::string{}).second;
    if constexpr (std::is_enum_v<T>) {
      text = name_of(value);
    } else {
      text = value_text(value);
    }
  }
  template <class Struct>
  void group(std::string_view name, Struct& value, std::string_view) {
    const std::string outer = std::exchange(path_, path_ + "." + std::string{name});
    value.describe(*this);
    path_ = outer;
  }

  std::vector<std::pair<std::string, std::string>> texts;

 private:
  std::string path_;
};

std::vector<std::pair<std::string, std::string>> texts_of(TextureCacheMachine machine, const std::string& path) {
  ValueTexts l1{path + ".l1"};
  machine.l1.describe(l1);
  ValueTexts latency_fifo{path + ".latency_fifo"};
  machine.latency_fifo.describe(latency_fifo);
  l1.texts.insert(l1.texts.end(), latency_fifo.texts.begin(), latency_fifo.texts.end());
  return l1.texts;
}

}  // namespace

TextureCacheMachine texture_cache_machine() {
  namespace rtl = texture_cache_rtl;
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
  machine.latency_fifo.slots = rtl::kFifoSlots;
  return machine;
}

void check_texture_cache_machine(const machine::SamplerParameters& sampler, const std::string& path) {
  TextureCacheMachine built = texture_cache_machine();
  built.l1.implementation = sampler.l1.implementation;
  built.l1.seed = sampler.l1.seed;
  built.l1.decompression.latency = sampler.l1.decompression.latency;
  built.l1.decompression.blocks_per_cycle = sampler.l1.decompression.blocks_per_cycle;
  const auto wanted = texts_of({sampler.l1, sampler.latency_fifo}, path);
  const auto texts = texts_of(built, path);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (wanted[i] == texts[i]) continue;
    throw Error{ExitCode::kUnsupported,
                Diagnostic{.path = texts[i].first,
                           .problem = "the RTL texture cache is not built for " + wanted[i].second,
                           .hint = "it is built for " + texts[i].second + "; see configs/machines/rtl_sampler.yaml"}};
  }
}

}  // namespace texpipe::rtl_cosim
