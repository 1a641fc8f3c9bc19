// A machine that validates runs: random values inside the stated ranges.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <concepts>
#include <cstdlib>
#include <random>
#include <string>

#include "study/definition/prepare_study.h"
#include "study/execution/execution.h"
#include "support/scratch_folder.h"

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
      value = coin();
    } else if constexpr (std::same_as<T, machine::BankHash>) {
      value = machine::BankHash{coin() ? machine::BankHash::Kind::kXor : machine::BankHash::Kind::kModulo};
    } else if constexpr (std::same_as<T, Fraction>) {
      value = fraction(info.range->low, info.range->high);
    } else if constexpr (DocumentedEnumeration<T>) {
      const auto rows = enum_rows(T{}).rows;
      value = static_cast<T>(rows[random_() % rows.size()].value);
    } else if constexpr (std::unsigned_integral<T>) {
      value = info.range ? static_cast<T>(number(info.range->low, most(name, info.range->high), info.power_of_two))
                         : static_cast<T>(random_());
    } else if constexpr (requires { value.value(); }) {
      REQUIRE(info.range);
      value = T{number(info.range->low.value(), most(name, info.range->high.value()), info.power_of_two)};
    } else {
      static_assert(std::same_as<T, std::string> ||
                    std::same_as<T, double>);  // of implementations: their names and own
    }
  }
  template <class Struct>
  void group(std::string_view, Struct& members, std::string_view) {
    members.describe(*this);
  }
  template <class Struct, class Presets>
  void preset_group(std::string_view, Struct& members, const Presets& presets, std::string_view) {
    if (coin()) {
      members = presets[random_() % presets.size()].value;
    } else {
      members.describe(*this);
    }
  }
  template <class Struct>
  void units(std::string_view, Units<Struct>& members, std::size_t count, std::string_view) {
    members.resize(1);
    members[0].describe(*this);
    members.resize(count);  // as the first: mostly, for each that differs has values of its own to refuse
    for (std::size_t i = 1; i < count; ++i)
      if (!coin() && !coin()) members[i].describe(*this);
  }
  template <class Struct>
  void list(std::string_view, std::vector<Struct>& members, std::size_t count, std::string_view) {
    members.resize(count);
    for (Struct& member : members) member.describe(*this);
  }

  bool coin() { return random_() % 2 != 0; }

 private:
  /// Bounds by what the host has to hold, not by what is legal: tags of large caches, many units.
  static std::uint64_t most(std::string_view name, std::uint64_t high) {
    if (name == "size") return std::min<std::uint64_t>(high, 1 << 20);
    if (name == "subslices" || name == "eus" || name == "samplers" || name == "slices")
      return std::min<std::uint64_t>(high, 3);
    return high;
  }
  std::uint64_t number(std::uint64_t low, std::uint64_t high, bool power_of_two) {
    const double exponent = std::uniform_real_distribution{std::log2(static_cast<double>(low) + 1),
                                                           std::log2(static_cast<double>(high) + 1)}(random_);
    if (power_of_two) return std::clamp(std::uint64_t{1} << std::lround(exponent), low, high);
    return std::clamp(static_cast<std::uint64_t>(std::exp2(exponent)) - 1, low, high);
  }
  Fraction fraction(Fraction low, Fraction high) {
    const auto numerator = static_cast<std::uint32_t>(number(1, high.numerator(), false));
    const auto denominator = static_cast<std::uint32_t>(number(1, low.denominator(), false));
    return std::clamp(coin() ? Fraction{numerator} : Fraction{numerator, denominator}, low, high);
  }

  std::mt19937_64 random_;
};

/// Mostly, a capacity that divides into its sets, and sectors that lines have.
template <class Cache>
void divide(Cache& cache, std::uint32_t banks, Draw& draw) {
  if (draw.coin() && draw.coin() && draw.coin()) return;
  // Few numbers are a power of two up to the line's bytes.
  const std::uint64_t sector = draw.coin() ? 32 : 64;
  cache.sector = ByteSize{draw.coin() ? 0 : std::min(sector, cache.line.value())};
  const std::uint64_t set = cache.line.value() * banks;
  cache.ways = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(cache.size.value() / set, 1, cache.ways));
  const std::uint64_t step = set * cache.ways;
  cache.size = ByteSize{std::max<std::uint64_t>(cache.size.value() / step, 1) * step};
}

void divide_slice(machine::SliceParameters& slice, Draw& draw) {
  for (auto& subslice : slice.subslice) {
    for (std::size_t i = 0; i < subslice.sampler.size(); ++i) {
      machine::SamplerParameters& sampler = subslice.sampler[i];
      divide(sampler.l1, 1, draw);
      divide(sampler.l2.cache, sampler.l2.cache.banks, draw);
      if (draw.coin()) sampler.l1.bank_hash = machine::BankHash{sampler.l1.bank_hash.masks(sampler.l1.banks)};
    }
  }
  machine::LineCacheParameters& l3 = slice.l3;
  machine::LineCacheParameters& shared = slice.shared_l2.cache;
  divide(shared, shared.banks, draw);
  if (slice.shared_l2.enabled && (draw.coin() || draw.coin())) l3.subslice_ports = machine::SubslicePorts::kSeparate;
  l3.urb = l3.slm = ByteSize{};
  divide(l3, l3.all_banks(), draw);
  if (!draw.coin()) return;
  const std::uint64_t step = l3.line.value() * l3.ways * l3.all_banks();
  l3.urb = l3.slm = ByteSize{l3.size.value() / step / 4 * step};
}

/// Mostly, ports that subslices can share and a TLB with a place.
void make_meet(machine::MachineParameters& machine, Draw& draw) {
  if (draw.coin() && draw.coin() && draw.coin()) return;
  for (std::size_t i = 0; i < machine.slice.size(); ++i) {
    machine::SliceParameters& slice = machine.slice[i];
    if (!slice.l3.enabled && (machine.slice.size() > 1 || !machine.llc.enabled)) slice.tlb.enabled = false;
    for (const auto& subslice : slice.subslice)
      if (slice.subslices_per_sampler > 1 || subslice.sampler.size() != slice.subslice.front().sampler.size())
        slice.l3.subslice_ports = machine::SubslicePorts::kSeparate;
  }
}

/// Whole sets.
void divide(machine::FrameCacheParameters& cache) {
  const std::uint64_t set = std::uint64_t{functional::kFrameLine} * cache.ways;
  cache.size = ByteSize{std::max<std::uint64_t>(cache.size.value() / set, 1) * set};
}

/// Mostly, caches of whole sets.
void divide_frame(machine::FrameParameters& frame, Draw& draw) {
  if (draw.coin() && draw.coin() && draw.coin() && draw.coin()) return;
  for (machine::FrameCacheParameters* cache :
       {&frame.vertex_fetch.cache, &frame.hiz.cache, &frame.depth.cache, &frame.depth.stencil_cache,
        &frame.pixel_backend.cache, &frame.pixel_backend.mcs_cache})
    divide(*cache);
}

machine::MachineParameters random_machine(std::uint64_t seed) {
  machine::MachineParameters machine;
  Draw draw{seed};
  machine.describe(draw);
  make_meet(machine, draw);
  for (std::size_t i = 0; i < machine.slice.size(); ++i) {
    divide_slice(machine.slice[i], draw);
    divide_frame(machine.slice[i].frame, draw);
  }
  divide(machine.llc.cache, machine.llc.cache.banks, draw);
  if (draw.coin()) machine.memory.bank_hash = machine::BankHash{machine.memory.bank_hash.masks(machine.memory.banks)};
  return machine;
}

/// Every problem says in words where it is and what.
void check_refusal(const Error& error) {
  CHECK(error.code() == ExitCode::kInvalidConfiguration);
  REQUIRE_FALSE(error.diagnostics().empty());
  for (const Diagnostic& problem : error.diagnostics()) {
    CHECK_FALSE(problem.path.empty());
    CHECK_FALSE(problem.problem.empty());
  }
}

enum class Outcome { kRan, kRefused };

Outcome run_machine(const machine::MachineParameters& machine, const test::ScratchFolder& folder) {
  Configuration configuration =
      load_configuration({TEXPIPE_SOURCE_DIR "/configs/studies/first_look.yaml",
                          {"timing=approximately_timed", "workload.image=16x8", "workload.tile=4x4",
                           "workload.texture=" TEXPIPE_SOURCE_DIR "/configs/textures/brick_512_bc1_mips.dds"},
                          nullptr},
                         FileKind::kStudy);
  configuration.machine = machine;
  configuration.study.watchdog = Cycles{0};
  folder.write("study.yaml", configuration.resolved_yaml());
  const timing::BlockRegistry blocks = timing::model_blocks();
  std::optional<functional::Workload> workload;
  try {
    configuration = load_configuration({folder / "study.yaml", {}, nullptr}, FileKind::kStudy, &blocks);
    workload = prepare_study(configuration);
  } catch (const Error& error) {
    check_refusal(error);
    return Outcome::kRefused;
  }
  CHECK(configuration.machine.slice.subslice.size() == machine.slice.subslice.size());
  // A run that ends has closed its accounts: each sums to the run's cycles.
  CHECK_NOTHROW(
      execute(configuration.machine, *workload,
              {.timing = configuration.study.timing, .blocks = &blocks, .watchdog = configuration.study.watchdog}));
  return Outcome::kRan;
}

}  // namespace

TEST_CASE("machines of random legal values run to their end, or are refused in words", "[config]") {
  const test::ScratchFolder folder;
  unsigned ran = 0;
  constexpr std::uint64_t kSeeds = 60;
  const char* first = std::getenv("TEXPIPE_RANDOM_MACHINES");  // by hand: other seeds
  const std::uint64_t start = first == nullptr ? 1 : std::stoull(first);
  for (std::uint64_t seed = start; seed < start + kSeeds; ++seed) {
    INFO("seed " << seed);
    ran += run_machine(random_machine(seed), folder) == Outcome::kRan ? 1 : 0;
  }
  CHECK(ran > kSeeds / 4);  // trees of replacement want as many ways as a power of two, at four levels
}
