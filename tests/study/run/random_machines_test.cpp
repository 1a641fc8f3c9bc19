// A machine that validates runs: random values inside the stated ranges.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "machine/graph/machine_rules.h"
#include "study/run/execution.h"
#include "study/run/prepare_study.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

/// Visits a describe() and gives every parameter a value of its range; large ones are as likely as small ones.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_{seed} {}

  template <class T>
  void operator()(std::string_view name, T& value, const std::type_identity_t<ParameterInfo<T>>& info) {
    if constexpr (std::same_as<T, bool>) {
      value = random_() % 2 != 0;
    } else if constexpr (DocumentedEnumeration<T>) {
      const auto rows = enum_rows(T{}).rows;
      value = static_cast<T>(rows[random_() % rows.size()].value);
    } else if constexpr (std::unsigned_integral<T>) {
      if (info.range) value = static_cast<T>(number(info.range->low, most(name, info.range->high), info.power_of_two));
    } else if constexpr (requires { value.value(); }) {
      if (info.range) {
        value = T{number(info.range->low.value(), most(name, info.range->high.value()), info.power_of_two)};
      }
    }
  }
  template <class Struct>
  void group(std::string_view, Struct& members, std::string_view) {
    members.describe(*this);
  }
  template <class Struct>
  void list(std::string_view, std::vector<Struct>& members, std::size_t count, std::string_view) {
    members.resize(count);
    for (Struct& member : members) member.describe(*this);
  }

 private:
  /// What the host has to hold, not what is legal: tags of large caches, many units.
  static std::uint64_t most(std::string_view name, std::uint64_t high) {
    if (name == "size") return std::min<std::uint64_t>(high, 1 << 20);
    if (name == "subslices" || name == "eus") return std::min<std::uint64_t>(high, 3);
    return high;
  }
  std::uint64_t number(std::uint64_t low, std::uint64_t high, bool power_of_two) {
    const double exponent = std::uniform_real_distribution{std::log2(static_cast<double>(low) + 1),
                                                           std::log2(static_cast<double>(high) + 1)}(random_);
    if (power_of_two) return std::clamp(std::uint64_t{1} << std::lround(exponent), low, high);
    return std::clamp(static_cast<std::uint64_t>(std::exp2(exponent)) - 1, low, high);
  }

  std::mt19937_64 random_;
};

/// Capacities that do not divide become the nearest below that does.
template <class Cache>
void divide(Cache& cache, std::uint32_t& banks) {
  while (cache.line.value() * cache.ways * banks > cache.size.value()) {
    cache.ways = std::max(1u, cache.ways / 2);
    banks = std::max(1u, banks / 2);
    if (cache.ways == 1 && banks == 1 && cache.line > cache.size) cache.line = cache.size;
  }
  const std::uint64_t step = cache.line.value() * cache.ways * banks;
  cache.size = ByteSize{cache.size.value() / step * step};
}

}  // namespace

TEST_CASE("machines of random legal values run to their end", "[config]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    INFO("seed " << seed);
    Configuration configuration =
        load_configuration({TEXPIPE_SOURCE_DIR "/configs/studies/first_look.yaml",
                            {"workload.image=16x8", "workload.tile=4x4", "watchdog=0",
                             "workload.texture=" TEXPIPE_SOURCE_DIR "/configs/textures/brick_512_bc1_mips.dds"},
                            nullptr},
                           FileKind::kStudy);
    Draw draw{seed};
    machine::MachineParameters& machine = configuration.machine;
    machine.describe(draw);
    for (auto& subslice : machine.slice.subslice) {
      std::uint32_t one = 1;
      divide(subslice.sampler.l1, one);
      divide(subslice.sampler.l2.cache, subslice.sampler.l2.cache.banks);
    }
    divide(machine.slice.l3, machine.slice.l3.banks);
    REQUIRE(machine::broken_rules(machine).empty());
    std::optional<functional::Workload> workload = prepare_study(configuration);
    const timing::BlockRegistry blocks = timing::model_blocks();
    CHECK_NOTHROW(execute_timed(configuration, *workload,
                                {.blocks = &blocks,
                                 .on_progress = [](const ExecutionProgress&) {},
                                 .stop_requested = [] { return std::optional<ExitCode>{}; }}));
  }
}
