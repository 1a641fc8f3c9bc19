// Machines of any numbers: small ones are as likely as large ones, and none is so large that a run takes long.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "machine/graph/machine_parameters.h"

namespace texpipe::timing::test {

using Random = std::mt19937_64;

inline std::uint64_t below(Random& random, std::uint64_t limit) {
  return random() % limit;
}

/// Small numbers are as likely as large ones.
inline std::uint32_t any(Random& random, std::uint32_t low, std::uint32_t high) {
  const double span = static_cast<double>(high) / low;
  const double chosen = low * std::pow(span, static_cast<double>(below(random, 1001)) / 1000.0);
  return std::clamp(static_cast<std::uint32_t>(chosen), low, high);
}

inline Fraction any_rate(Random& random) {
  static const std::vector<Fraction> kRates{{1, 3}, {1, 2}, 1, {3, 2}, 2, 3, 4, {16, 3}, 8, 16, 64};
  return kRates[below(random, kRates.size())];
}

/// Bytes per cycle.
inline Fraction any_width(Random& random) {
  const Fraction rate = any_rate(random);
  return {8 * rate.numerator(), rate.denominator()};
}

/// Every second one is LRU.
inline machine::Replacement any_replacement(Random& random) {
  const auto words = static_cast<std::uint32_t>(machine::replacement_policies().rows().rows.size());
  const std::uint32_t number = below(random, 2 * words);
  return number < words ? static_cast<machine::Replacement>(number) : machine::Replacement::kLru;
}

inline machine::Prefetch any_prefetch(Random& random) {
  return static_cast<machine::Prefetch>(below(random, machine::prefetchers().rows().rows.size()));
}

/// Half of the caches have whole lines.
inline ByteSize any_sector(Random& random, ByteSize line) {
  return ByteSize{below(random, 2) == 0 ? 0
                                        : std::min<std::uint64_t>(std::uint64_t{16} << below(random, 4), line.value())};
}

inline void any_line_cache(Random& random, machine::LineCacheParameters& cache) {
  cache.line = ByteSize{std::uint64_t{32} << below(random, 3)};
  cache.ways = any(random, 1, 16);
  cache.banks = 1u << below(random, 4);
  cache.size = cache.line * cache.ways * cache.banks * any(random, 1, 64);
  cache.replacement = any_replacement(random);
  cache.set_hash = below(random, 2) == 0 ? machine::SetHash::kModulo : machine::SetHash::kXor;
  cache.bytes_per_cycle = any_width(random);
  cache.hit_latency = Cycles{any(random, 1, 40)};
  cache.data_latency = Cycles{any(random, 1, 40) - 1};
  cache.fill_latency = Cycles{any(random, 1, 12)};
  cache.mshrs = any(random, 1, 32);
  cache.queue = any(random, 1, 16);
  cache.write_buffer = any(random, 1, 16);
  cache.prefetch = any_prefetch(random);
  cache.prefetch_degree = any(random, 1, 8);
  cache.sector = any_sector(random, cache.line);
}

inline Cycles any_cycles(Random& random, std::uint32_t low, std::uint32_t high) {
  return Cycles{any(random, low, high)};
}

inline machine::DataPortParameters any_data_port(Random& random) {
  machine::DataPortParameters port;
  port.message_slots = any(random, 1, 64);
  port.latency = any_cycles(random, 1, 16);
  port.line_interval = any_cycles(random, 1, 6);
  port.outstanding_lines = any(random, 1, 64);
  port.read_gather = ByteSize{std::uint64_t{64} << below(random, 5)};
  port.reads_per_cycle = Fraction{1, any(random, 1, 4)};
  port.read_latency = Cycles{any(random, 1, 40) - 1};
  port.local_memory = {any(random, 1, 32), any_cycles(random, 1, 60)};
  return port;
}

/// Threads enough for the work groups of kernels.
inline machine::EuParameters any_eu(Random& random) {
  machine::EuParameters eu;
  eu.threads = any(random, 4, 8);
  eu.issue = below(random, 2) == 0 ? machine::IssuePolicy::kOldestFirst : machine::IssuePolicy::kRoundRobin;
  eu.issue_width = any(random, 1, 8);
  eu.fpus = any(random, 1, 8);
  eu.lane_group = 1u << below(random, 4);
  eu.branch_latency = any_cycles(random, 1, 10);
  eu.send = {any(random, 1, 6), any(random, 1, 3), Cycles{any(random, 1, 10) - 1}};
  eu.send_slots = any(random, 1, 4);
  return eu;
}

/// Units before sampler and caches: dispatcher, raster front end, EUs, interconnects, units for pixels.
inline void any_front(Random& random, machine::SliceParameters& slice) {
  slice.dispatch.thread_interval = any_cycles(random, 1, 10);
  slice.dispatch.end_latency = any_cycles(random, 1, 10);
  slice.raster.slots = any(random, 8, 200);
  slice.raster.setup_interval = any_cycles(random, 1, 20);
  slice.raster.tiles_per_cycle = any_rate(random);
  for (machine::SubsliceParameters& subslice : slice.subslice) {
    subslice.eus = any(random, 1, 4);
    subslice.eu.assign(subslice.eus, any_eu(random));
    machine::InterconnectParameters& p = subslice.interconnect;
    p.request_latency = any_cycles(random, 1, 12);
    p.request_bytes_per_cycle = any_width(random);
    p.request_slots = any(random, 1, 6);
    p.response_latency = any_cycles(random, 1, 12);
    p.response_bytes_per_cycle = any_width(random);
    p.response_slots = any(random, 1, 6);
    subslice.pixel_coverage.queue = any(random, 1, 16);
    subslice.pixel_coverage.latency = any_cycles(random, 1, 30);
    subslice.pixel_coverage.subspans_per_cycle = any_rate(random);
  }
}

/// Room for a line or few, and one write at a time: L3 pushes back on data ports.
inline void press_on_writes(Random& random, machine::LineCacheParameters& l3) {
  l3.urb = l3.slm = ByteSize{};
  l3.banks = 1u << below(random, 2);
  l3.size = l3.line * l3.ways * l3.all_banks() * any(random, 1, 4);
  l3.queue = any(random, 1, 4);
  l3.write_buffer = any(random, 1, 4);
}

/// Fixed functions of any numbers, for machines that draw frames.
inline void any_frame(Random& random, machine::FrameParameters& frame) {
  const auto cache = [&random](machine::FrameCacheParameters& p) {
    p.ways = any(random, 1, 8);
    p.size = ByteSize{std::uint64_t{functional::kFrameLine} * p.ways * any(random, 16, 64)};
    p.hit_latency = any_cycles(random, 1, 30);
    p.mshrs = any(random, 1, 32);
  };
  frame.command_streamer = {any_rate(random), any_cycles(random, 1, 400), any_width(random)};
  machine::VertexFetchParameters& fetch = frame.vertex_fetch;
  fetch.indices_per_cycle = any_rate(random);
  fetch.vertices_per_cycle = any_rate(random);
  fetch.reuse = any(random, 1, 200);
  fetch.queue = any(random, 1, 16);
  cache(fetch.cache);
  frame.urb.bytes_per_cycle = any_width(random);
  frame.geometry = {any_rate(random),   any_rate(random), any(random, 1, 20),
                    any(random, 1, 10), any_rate(random), any(random, 1, 16)};
  frame.rasterizer = {static_cast<functional::TileOrder>(below(random, 5)), any_width(random), any_width(random),
                      any_rate(random), any(random, 1, 16)};
  frame.hiz.blocks_per_cycle = any_rate(random);
  frame.hiz.queue = any(random, 1, 16);
  cache(frame.hiz.cache);
  frame.depth.pixels_per_cycle = any_width(random);
  frame.depth.queue = any(random, 1, 16);
  cache(frame.depth.cache);
  cache(frame.depth.stencil_cache);
  frame.opened_threads = any(random, 1, 40);
  frame.pixel_hash.subslices = static_cast<machine::SubsliceBlocks>(below(random, 6));
  frame.pixel_hash.slices = static_cast<machine::SliceBlocks>(below(random, 5));
  machine::PixelBackendParameters& backend = frame.pixel_backend;
  backend.pixels_per_cycle = any_width(random);
  backend.read_bytes_per_cycle = any_width(random);
  backend.write_bytes_per_cycle = any_width(random);
  backend.queue = any(random, 1, 8);
  backend.window = any(random, 1, 32);
  backend.clear_bytes_per_cycle = any_width(random);
  if (below(random, 3) == 0) backend.compression_ratio = Fraction{8, any(random, 4, 8)};
  cache(backend.cache);
  cache(backend.mcs_cache);
}

/// A machine of any numbers, with `samplers` samplers.
inline machine::MachineParameters any_machine(Random& random, std::uint32_t samplers) {
  machine::MachineParameters machine;
  machine.slice.subslices = samplers;
  machine.slice.subslice.resize(samplers);
  for (auto& subslice : machine.slice.subslice) {
    machine::SamplerParameters& p = subslice.sampler;
    p.front_end = {{}, any(random, 1, 8), Cycles{any(random, 1, 10)}, any_width(random)};
    p.address_generator = {{}, any(random, 1, 16), Cycles{any(random, 1, 10)}, any_rate(random)};
    p.address_generator.buffer_texels_per_cycle = any_rate(random);
    p.filter.rates.float_channels = any_rate(random);
    p.l1.line = ByteSize{std::uint64_t{32} << below(random, 3)};
    p.l1.ways = any(random, 1, 8);
    p.l1.size = p.l1.line * p.l1.ways * any(random, 1, 64);
    p.l1.enabled = below(random, 8) != 0;
    p.l1.mshrs = any(random, 1, 32);
    p.l1.lookups_per_cycle = any_rate(random);
    p.l1.lookup_order = below(random, 4) == 0 ? machine::LookupOrder::kOneByOne : machine::LookupOrder::kTogether;
    p.l1.tag_latency = Cycles{any(random, 1, 8)};
    p.l1.banks = 1u << below(random, 5);
    p.l1.ports = any(random, 1, 4);
    p.l1.overlapping_reads = below(random, 2) == 0;
    p.l1.level_banks = below(random, 2) == 0;
    p.l1.bank_choice = below(random, 2) == 0 ? machine::BankChoice::kLines : machine::BankChoice::kWords;
    p.l1.wide_reads = below(random, 2) == 0 ? machine::WideReads::kWords : machine::WideReads::kRows;
    p.l1.data_latency = Cycles{any(random, 1, 12)};
    p.l1.data_slots = any(random, 1, 32);
    p.l1.replacement = any_replacement(random);
    p.l1.decompression = {
        below(random, 2) == 0 ? machine::DecompressionPlace::kBeforeL1 : machine::DecompressionPlace::kAfterL1,
        Cycles{any(random, 1, 12) - 1}, any_rate(random)};
    p.l1.sector = any_sector(random, p.l1.line);
    p.l1.prefetch = any_prefetch(random);
    p.l1.prefetch_degree = any(random, 1, 8);
    p.latency_fifo.slots = any(random, 1, 200);
    p.l2.enabled = below(random, 3) != 0;
    any_line_cache(random, p.l2.cache);
    p.decoder = {{}, any(random, 1, 16), Cycles{any(random, 1, 8)}, any_rate(random), below(random, 4) == 0};
    p.filter.slots = any(random, 1, 32);
    p.filter.latency = Cycles{any(random, 1, 16)};
    p.writeback = {{}, any(random, 1, 8), Cycles{any(random, 1, 8)}, any_width(random)};
  }
  machine::LineCacheParameters& l3 = machine.slice.l3;
  any_line_cache(random, l3);
  if (below(random, 3) == 0) {
    l3.slices = any(random, 2, 8);
    l3.size = l3.size * l3.slices;
    l3.crossbar = {any_cycles(random, 1, 12), any_width(random)};
    l3.slice_hash =
        machine::BankHash{below(random, 2) == 0 ? machine::BankHash::Kind::kXor : machine::BankHash::Kind::kModulo};
  }
  l3.urb = l3.slm = l3.line * l3.ways * l3.all_banks() * any(random, 1, 8);
  l3.size = l3.size + l3.urb + l3.slm;
  l3.subslice_ports = below(random, 2) == 0 ? machine::SubslicePorts::kSeparate : machine::SubslicePorts::kShared;
  if (below(random, 3) == 0) {
    machine.slice.shared_l2.enabled = true;
    any_line_cache(random, machine.slice.shared_l2.cache);
    l3.subslice_ports = machine::SubslicePorts::kSeparate;
  }
  machine.slice.tlb = {below(random, 2) == 0, any(random, 1, 64), ByteSize{4096}, Cycles{any(random, 1, 200)}};
  machine.llc.enabled = below(random, 2) == 0;
  any_line_cache(random, machine.llc.cache);
  machine.llc.write_bytes_per_cycle = any_width(random);
  machine.memory.latency = TimeSpan{std::uint64_t{1'000} * any(random, 1, 200)};
  machine.memory.bandwidth = Bandwidth{std::uint64_t{1'000'000'000} * any(random, 2, 100)};
  machine.memory.banks = 1u << below(random, 5);
  machine.memory.row = ByteSize{std::uint64_t{64} << below(random, 6)};
  machine.memory.row_miss = TimeSpan{std::uint64_t{1'000} * any(random, 1, 40)};
  machine.memory.bank_cycle = TimeSpan{std::uint64_t{1'000} * any(random, 1, 20)};
  machine.memory.queue = any(random, 1, 64);
  machine.memory.channels = below(random, 2) == 0 ? 1 : any(random, 1, 8);
  machine.memory.interleave = ByteSize{std::uint64_t{64} << below(random, 6)};
  machine.memory.compression = below(random, 2) == 0            ? Fraction{1}
                               : any_rate(random) < Fraction{1} ? Fraction{3, 2}
                                                                : Fraction{2};
  for (auto& subslice : machine.slice.subslice) subslice.data_port = any_data_port(random);
  any_front(random, machine.slice);
  if (below(random, 2) == 0) press_on_writes(random, l3);
  return machine;
}

/// Changes a machine's topology: samplers of a subslice, subslices that share them, slices, and whether there is an L3.
inline void any_topology(Random& random, machine::MachineParameters& machine) {
  machine::SliceParameters& slice = machine.slice;
  slice.subslices_per_sampler = any(random, 1, 3);
  for (machine::SubsliceParameters& subslice : slice.subslice) {
    subslice.samplers = any(random, 1, 3);
    subslice.sampler.resize(subslice.samplers);
    for (std::uint32_t s = 1; s < subslice.samplers; ++s) subslice.sampler[s].l1.mshrs = any(random, 1, 32);
    subslice.sampler_link = {any_cycles(random, 1, 12), any_width(random), any(random, 1, 4)};
    subslice.interconnect.sampler_choice = static_cast<machine::SamplerChoice>(below(random, 4));
  }
  slice.l3.subslice_ports = machine::SubslicePorts::kSeparate;
  slice.l3.enabled = below(random, 4) != 0;
  if (!slice.l3.enabled && !machine.llc.enabled) slice.tlb.enabled = false;
  if (below(random, 2) == 0) return;
  machine.slices = any(random, 2, 3);
  machine.slice.resize(machine.slices);
  for (std::uint32_t i = 0; i < machine.slices; ++i) {
    machine::SliceParameters& each = machine.slice[i];
    each.tlb.enabled &= each.l3.enabled;
    each.l3.hit_latency = any_cycles(random, 1, 40);
    if (i > 0) each.subslice.resize(each.subslices = any(random, 1, static_cast<std::uint32_t>(each.subslice.size())));
  }
}

}  // namespace texpipe::timing::test
