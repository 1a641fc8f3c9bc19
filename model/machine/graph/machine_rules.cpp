#include "machine/graph/machine_rules.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "base/diagnostic.h"
#include "base/unit_text.h"
#include "machine/graph/line_caches.h"
#include "machine/graph/places.h"

namespace texpipe::machine {

namespace {

std::string counted(std::uint32_t count, const std::string& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

/// Rule: a capacity is a whole number of sets in every bank of every slice, and every bank has one set at least.
void check_capacity(std::vector<BrokenRule>& broken, const std::string& path, ByteSize size, std::uint32_t ways,
                    ByteSize line, std::uint32_t banks, bool banked, std::uint32_t slices = 1) {
  const std::uint64_t step = line.value() * ways * banks * slices;
  if (size.value() >= step && size.value() % step == 0) return;
  BrokenRule rule{.paths = {path + ".size", path + ".ways", path + ".line"}};
  if (banked) rule.paths.push_back(path + ".banks");
  if (slices > 1) rule.paths.push_back(path + ".slices");
  rule.problem = value_text(size) + " cannot be divided into " + (slices > 1 ? counted(slices, "slice") + " of " : "") +
                 (banked ? counted(banks, "bank") + " of " : "sets of ") + counted(ways, "way") + " of " +
                 value_text(line) + " lines";
  const std::uint64_t nearest = std::max<std::uint64_t>((size.value() + step / 2) / step, 1) * step;
  rule.hint = "the size is a multiple of " + value_text(ByteSize{step}) + ", as " + value_text(ByteSize{nearest});
  broken.push_back(std::move(rule));
}

/// Rule: a hash of masks has one mask for each bit of the index, and reaches every bank (or slice, or channel).
/// @param what  what it chooses: `bank`
void check_hash(std::vector<BrokenRule>& broken, const std::string& path, const BankHash& hash, std::uint32_t count,
                const std::string& what = "bank") {
  if (hash.kind() != BankHash::Kind::kMasks) return;
  try {
    hash.masks(count);
  } catch (const Error& error) {
    std::string problem = error.diagnostics().front().problem;
    constexpr std::string_view kBank = "bank";
    for (std::size_t at = 0; (at = problem.find(kBank, at)) != std::string::npos; at += what.size())
      problem.replace(at, kBank.size(), what);
    const bool power = std::has_single_bit(count);
    broken.push_back({{path + "." + what + "_hash", path + "." + what + "s"},
                      std::move(problem),
                      power ? "" : "masks choose among a power of two; xor and modulo among any number"});
  }
}

/// Rule: the parts of an array that are no cache leave some of it for lines.
bool check_partition(std::vector<BrokenRule>& broken, const std::string& path, const LineCacheParameters& cache) {
  if (cache.urb.value() + cache.slm.value() < cache.size.value()) return true;
  broken.push_back({{path + ".urb", path + ".slm", path + ".size"},
                    "of " + value_text(cache.size) + " nothing is left for lines",
                    "urb and slm together are less than size"});
  return false;
}

/// Rule: a sector is a power of two, and no longer than the line.
void check_sector(std::vector<BrokenRule>& broken, const std::string& path, ByteSize sector, ByteSize line) {
  constexpr ByteSize kLeast{16};
  if (sector.value() == 0) return;
  if (std::has_single_bit(sector.value()) && sector >= kLeast && sector <= line) return;
  broken.push_back({{path + ".sector", path + ".line"},
                    value_text(sector) + " are no sector of a line of " + value_text(line),
                    "a power of two from " + value_text(kLeast) + " to the line's bytes, or 0 for whole lines"});
}

void check_cache(std::vector<BrokenRule>& broken, const std::string& path, const LineCacheParameters& cache) {
  if (!check_partition(broken, path, cache)) return;
  const std::size_t before = broken.size();
  check_capacity(broken, path, cache.capacity(), cache.ways, cache.line, cache.banks, true, cache.slices);
  if (broken.size() > before && cache.capacity() != cache.size)
    broken.back().hint = "what urb and slm leave of the size is a multiple of " +
                         value_text(ByteSize{cache.line.value() * cache.ways * cache.all_banks()});
  check_hash(broken, path, cache.bank_hash, cache.banks);
  check_hash(broken, path, cache.slice_hash, cache.slices, "slice");
  check_sector(broken, path, cache.sector, cache.line);
}

/// Rule: footprints carry the number of a bank in a byte, so there are at most 256 banks.
void check_bank_copies(std::vector<BrokenRule>& broken, const std::string& path, const TextureCacheParameters& cache) {
  constexpr std::uint32_t kMost = 256;
  const std::uint32_t copies = cache.level_banks ? 2 : 1;
  if (cache.banks * copies <= kMost) return;
  BrokenRule rule{.paths = {path + ".banks"}, .problem = std::to_string(cache.banks) + " banks"};
  if (cache.level_banks) rule.paths.push_back(path + ".level_banks"), rule.problem += " for each of two levels";
  rule.problem += ", expected at most " + std::to_string(kMost / copies);
  broken.push_back(std::move(rule));
}

/// Rule: where sampler and data port of a subslice share a port of L3, all subslices have as many of them.
void check_shared_ports(std::vector<BrokenRule>& broken, const SliceParameters& slice, const std::string& path) {
  if (slice.l3.subslice_ports != SubslicePorts::kShared || !slice.l3.enabled) return;
  BrokenRule rule{.paths = {path + ".l3.subslice_ports"}, .problem = "", .hint = "`separate`"};
  const auto unlike = [&](const SubsliceParameters& s) {
    return s.sampler.size() != slice.subslice.front().sampler.size();
  };
  if (slice.subslices_per_sampler > 1) {
    rule.paths.push_back(path + ".subslices_per_sampler");
    rule.problem = "subslices that share samplers have none of their own to share a port of L3 with a data port";
  } else if (std::any_of(slice.subslice.begin(), slice.subslice.end(), unlike)) {
    rule.paths.push_back(path + ".subslice[0].samplers");
    rule.problem = "subslices with different numbers of samplers share no ports of L3";
  } else {
    return;
  }
  broken.push_back(std::move(rule));
}

/// A parameter's path, and those by which caches behind the slices are enabled.
std::vector<std::string> with_caches_behind_slices(const MachineParameters& machine, std::string path) {
  std::vector<std::string> paths{std::move(path)};
  for_each_cache_behind_slices(machine, [&paths](BlockKind kind, bool, const LineCacheParameters&) {
    paths.push_back(std::string{cache_facts(kind).path} + ".enabled");
  });
  return paths;
}

/// Rule: the caches of the fixed functions are whole numbers of sets.
void check_frame(std::vector<BrokenRule>& broken, const FrameParameters& frame, const std::string& path) {
  const std::array<const char*, functional::kFrameCaches> paths{".vertex_fetch.cache",  ".hiz.cache",
                                                                ".depth.cache",         ".depth.stencil_cache",
                                                                ".pixel_backend.cache", ".pixel_backend.mcs_cache"};
  for (unsigned cache = 0; cache < functional::kFrameCaches; ++cache) {
    const FrameCacheParameters& parameters = *frame.caches()[cache];
    const std::size_t before = broken.size();
    check_capacity(broken, path + paths[cache], parameters.size, parameters.ways, ByteSize{functional::kFrameLine}, 1,
                   false);
    if (broken.size() > before) std::erase(broken.back().paths, path + paths[cache] + ".line");
  }
}

/// Rules of what the samplers and subslices of a slice share.
void check_slice(std::vector<BrokenRule>& broken, const MachineParameters& machine, std::uint32_t number) {
  const SliceParameters& slice = machine.slice[number];
  const std::string path = slice_path(machine, number);
  for_each_slice_cache(slice, [&](BlockKind kind, bool enabled, const LineCacheParameters& cache) {
    if (enabled) check_cache(broken, path_of(machine, cache_facts(kind), number), cache);
  });
  if (slice.shared_l2.enabled && slice.l3.enabled && slice.l3.subslice_ports == SubslicePorts::kShared)
    broken.push_back({{path + ".l3.subslice_ports", path + ".shared_l2.enabled"},
                      "samplers that share a cache have no port of L3 to share with a data port",
                      "`separate`, or " + path + ".shared_l2.enabled: false"});
  check_shared_ports(broken, slice, path);
  check_frame(broken, slice.frame, path + ".frame");
  if (slice.l3.enabled && slice.l3.slices > 1 && !slice.l3.implementation.is_model())
    broken.push_back(
        {{path + ".l3.slices", path + ".l3.implementation"},
         "an L3 of somebody else's (`" + slice.l3.implementation.name + "`) has no slices behind our crossbar",
         path + ".l3.slices: 1"});
  if (!slice.tlb.enabled || slice.l3.enabled) return;
  if (caches_behind_slices(machine).empty())
    broken.push_back({with_caches_behind_slices(machine, path + ".tlb.enabled"),
                      "a TLB stands behind the first cache that samplers and data ports share, which is not there",
                      path + ".tlb.enabled: false, or " + path + ".l3.enabled: true"});
  else if (machine.slice.size() > 1)
    broken.push_back({{path + ".tlb.enabled", path + ".l3.enabled", "slices"},
                      "the TLB of a slice without L3 would stand behind a cache that other slices use, too",
                      path + ".tlb.enabled: false"});
}

}  // namespace

std::vector<BrokenRule> broken_rules(const MachineParameters& machine) {
  std::vector<BrokenRule> broken;
  for (const SamplerPlace& place : samplers_of(machine)) {
    const std::string& sampler = place.path;
    const SamplerParameters& parameters = *place.parameters;
    const TextureCacheParameters& l1 = parameters.l1;
    if (l1.enabled) check_capacity(broken, sampler + ".l1", l1.size, l1.ways, l1.line, 1, false);
    if (l1.bank_choice == BankChoice::kLines) check_hash(broken, sampler + ".l1", l1.bank_hash, l1.banks);
    check_sector(broken, sampler + ".l1", l1.sector, l1.line);
    check_bank_copies(broken, sampler + ".l1", l1);
    for (const LineCacheOf& cache : own_caches(parameters))
      check_cache(broken, sampler + "." + std::string{cache.facts.name()}, cache.parameters);
  }
  for (std::uint32_t slice = 0; slice < machine.slice.size(); ++slice) check_slice(broken, machine, slice);
  for (const LineCacheOf& cache : caches_behind_slices(machine))
    check_cache(broken, std::string{cache.facts.path}, cache.parameters);
  check_hash(broken, "memory", machine.memory.bank_hash, machine.memory.banks);
  check_hash(broken, "memory", machine.memory.channel_hash, machine.memory.channels, "channel");
  return broken;
}

std::uint64_t thread_slots(const SubsliceParameters& subslice) {
  std::uint64_t slots = 0;
  for (const EuParameters& eu : subslice.eu) slots += eu.threads;
  return slots;
}

}  // namespace texpipe::machine
