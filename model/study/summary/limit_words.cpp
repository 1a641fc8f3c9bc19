#include "study/summary/limit_words.h"

#include <algorithm>
#include <array>

#include "study/summary/unit_accounts.h"

namespace texpipe::study {
namespace {

constexpr std::array<PlaceWords, 19> kPlaces{{
    {"registers", "L1's miss registers", "sampler.l1.mshrs"},
    {"l1", "L1's latency", "sampler.l1"},
    {"l2_banks", "L2's banks", "sampler.l2.banks"},
    {"l2", "L2's latency", "sampler.l2"},
    {"l2_port", "L2's port", "sampler.l2.port"},
    {"shared_l2_banks", "the shared L2's banks", "shared_l2.banks"},
    {"shared_l2", "the shared L2's latency", "shared_l2"},
    {"shared_l2_port", "the shared L2's port", "shared_l2.port"},
    {"l3_banks", "L3's banks", "l3.banks"},
    {"l3", "L3's latency", "l3"},
    {"l3_port", "L3's port", "l3.port"},
    {"tlb", "the TLB", "tlb"},
    {"llc_banks", "the LLC's banks", "llc.banks"},
    {"llc", "the LLC's latency", "llc"},
    {"llc_port", "the ring's link", "llc.port"},
    {"memory_queue", "memory's queue", "memory.queue"},
    {"memory_banks", "memory's banks", "memory.banks"},
    {"memory", "memory's latency", "memory"},
    {"memory_bus", "memory's bus", "memory.bus"},
}};

/// Units that may limit a run: what their words are made of.
constexpr std::array<std::string_view, 20> kUnits{
    "eu",
    "data_port",
    "data_port.local_memory",
    "gateway",
    "pixel_coverage",
    "dispatch",
    "raster",
    "interconnect.request_from_eu",
    "interconnect.request_to_sampler",
    "interconnect.request_to_data_port",
    "interconnect.request_to_gateway",
    "interconnect.request_to_pixel_coverage",
    "interconnect.request_to_spawner",
    "interconnect.response_from_sampler",
    "interconnect.response_from_data_port",
    "interconnect.response_from_gateway",
    "interconnect.response_from_pixel_coverage",
    "interconnect.response_from_spawner",
    "interconnect.response_to_eu",
    "llc.write",
};

constexpr std::array<std::string_view, 7> kSamplerStages{"front_end", "address_generator", "l1", "l1_data", "decoder",
                                                         "filter",    "writeback"};

}  // namespace

const PlaceWords* find_line_place(std::string_view category) {
  for (const PlaceWords& place : kPlaces)
    if (place.category == category) return &place;
  return nullptr;
}

std::string word_of_unit(std::string_view unit) {
  std::string name = short_unit_name(unit);
  if (name == "memory") return "memory.bus";  // what its account is of
  const std::size_t dot = name.rfind('.');
  const std::string_view last = std::string_view{name}.substr(dot + 1);
  for (const std::string_view kind : {"bank", "port", "write"}) {
    if (!last.starts_with(std::string{kind} + '_')) continue;
    name.resize(dot + 1 + kind.size());
    return kind == "bank" ? name + 's' : name;
  }
  return name;
}

bool is_limit_word(std::string_view name) {
  if (std::find(kUnits.begin(), kUnits.end(), name) != kUnits.end()) return true;
  for (const PlaceWords& place : kPlaces)
    if (place.word == name) return true;
  for (const std::string_view stage : kSamplerStages)
    if (name == "sampler." + std::string{stage}) return true;
  return false;
}

}  // namespace texpipe::study
