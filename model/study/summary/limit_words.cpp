#include "study/summary/limit_words.h"

#include <algorithm>
#include <array>
#include <vector>

#include "machine/blocks/block_facts.h"
#include "study/summary/unit_accounts.h"

namespace texpipe::study {
namespace {

std::vector<PlaceWords> make_places() {
  std::vector<PlaceWords> places{
      {"registers", "L1's miss registers", "sampler.l1.mshrs"},
      {"l1", "L1's latency", "sampler.l1"},
  };
  for (const machine::CacheFacts& cache : machine::kLineCaches) {
    const std::string name{cache.name()}, called{cache.called}, word = short_unit_name(std::string{cache.path});
    places.push_back({name + "_banks", called + "'s banks", word + ".banks"});
    places.push_back({name, called + "'s latency", word});
    places.push_back({name + "_port", std::string{cache.port}, word + ".port"});
  }
  places.push_back({"crossbar", "L3's crossbar", "l3.crossbar"});
  places.push_back({"tlb", "the TLB", "tlb"});
  places.push_back({"memory_queue", "memory's queue", "memory.queue"});
  places.push_back({"memory_banks", "memory's banks", "memory.banks"});
  places.push_back({"memory", "memory's latency", "memory"});
  places.push_back({"memory_bus", "memory's bus", "memory.bus"});
  return places;
}

const std::vector<PlaceWords>& line_places() {
  static const std::vector<PlaceWords> places = make_places();
  return places;
}

/// Units that may limit a run, and what they wait for when it is another unit without an account on the way: what words
/// are made of.
constexpr std::array<std::string_view, 25> kUnits{
    "eu",
    "data_port",
    "data_port.local_memory",
    "gateway",
    "pixel_coverage",
    "dispatch",
    "dispatch.waiting_for_raster",
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
    "sampler_link.request_from_input",
    "sampler_link.request_to_sampler",
    "sampler_link.response_from_sampler",
    "sampler_link.response_to_input",
    "llc.write",
};

}  // namespace

const PlaceWords* find_line_place(std::string_view category) {
  for (const PlaceWords& place : line_places())
    if (place.category == category) return &place;
  return nullptr;
}

std::string word_of_unit(std::string_view unit) {
  std::string name = short_unit_name(unit);
  if (name == "memory") return "memory.bus";  // what its account is of
  const std::size_t dot = name.rfind('.');
  const std::string_view last = std::string_view{name}.substr(dot + 1);
  if (last.starts_with("slice_")) return name.substr(0, dot + 1) + "crossbar";  // a slice's port into it
  for (const std::string_view kind : {"bank", "port", "write", "channel"}) {
    if (!last.starts_with(std::string{kind} + '_')) continue;
    name.resize(dot + 1 + kind.size());
    return kind == "bank" ? name + 's' : name;
  }
  return name;
}

bool is_limit_word(std::string_view name) {
  if (std::find(kUnits.begin(), kUnits.end(), name) != kUnits.end()) return true;
  for (const PlaceWords& place : line_places())
    if (place.word == name) return true;
  for (const machine::StageFacts& stage : machine::kSamplerStages)
    if (name == "sampler." + std::string{stage.name}) return true;
  return false;
}

}  // namespace texpipe::study
