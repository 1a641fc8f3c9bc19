// The microbenchmarks do what the measurements that they repeat did.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "functional/message/sampler_request.h"
#include "isa/gen9/sampler_message.h"
#include "study/execution/execution.h"
#include "workload/microbenchmark/microbenchmark.h"
#include "workload/microbenchmark/microbenchmark_program.h"
#include "workload/microbenchmark/microbenchmark_rules.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

/// Runs one thread without time; its messages in order, with the payload that each had.
std::vector<functional::MessageSend> sends_of(functional::Workload& workload, unsigned group, unsigned thread) {
  functional::ThreadRegisters registers;
  std::unique_ptr<functional::EuProgram> program;
  workload.threads->start(group, thread, registers, program);
  std::vector<functional::MessageSend> sends;
  functional::MessageSend send;
  while (program->peek() != nullptr) {
    if (program->issue(registers, send) && !send.end_of_thread) sends.push_back(send);
  }
  return sends;
}

std::vector<std::uint32_t> lanes_of(const functional::MessageSend& send, unsigned first_register) {
  std::vector<std::uint32_t> values;
  for (unsigned lane = 0; lane < 16; ++lane)
    values.push_back(send.message.payload.at(first_register + lane / 8)[lane % 8]);
  return values;
}

MicrobenchmarkParameters rate(BenchmarkSurface surface, LaneSpread lanes) {
  MicrobenchmarkParameters p{.benchmark = Microbenchmark::kSamplerRate};
  p.sampler_rate.surface = surface;
  p.sampler_rate.lanes = lanes;
  return p;
}

/// Cycles of a run on the built-in machine with one EU in one subslice.
std::uint64_t cycles_of(const MicrobenchmarkParameters& parameters) {
  machine::MachineParameters machine;
  machine.slice.subslices = 1;
  machine.slice.subslice.resize(1);
  machine.slice.subslice[0].eus = 1;
  machine.slice.subslice[0].eu.resize(1);
  functional::Workload workload = make_microbenchmark(parameters);
  const timing::BlockRegistry blocks = timing::model_blocks();
  return execute(machine, workload, {.timing = Timing::kApproximatelyTimed, .blocks = &blocks}).cycles->value();
}

}  // namespace

TEST_CASE("a chain of loads visits every place of its footprint once a round", "[microbenchmark]") {
  constexpr unsigned kPlaces = 128;
  MicrobenchmarkParameters p{.benchmark = Microbenchmark::kSamplerChain};
  p.sampler_chain = {.footprint = ByteSize{kPlaces * 64}, .stride = ByteSize{64}, .loads = kPlaces};
  functional::Workload workload = make_microbenchmark(p);
  const auto& regions = workload.memory->regions();
  const auto chain = std::find_if(regions.begin(), regions.end(), [](const auto& r) { return r.name == "chain"; });
  REQUIRE(chain != regions.end());
  std::set<std::uint32_t> visited;
  std::uint32_t index = 0;
  for (unsigned n = 0; n < kPlaces; ++n) {
    CHECK(index % 16 == 0);
    visited.insert(index);
    index = workload.memory->read_u32(ByteAddress{chain->address.value() + std::uint64_t{index} * 4});
  }
  CHECK(visited.size() == kPlaces);
  CHECK(*visited.rbegin() == (kPlaces - 1) * 16);
  CHECK(index == 0);
}

TEST_CASE("a load of a chain starts when the one before has answered", "[microbenchmark]") {
  MicrobenchmarkParameters p{.benchmark = Microbenchmark::kSamplerChain};
  p.sampler_chain = {.footprint = ByteSize{4096}, .loads = 256};
  const std::uint64_t shorter = cycles_of(p);
  p.sampler_chain.loads = 320;
  const std::uint64_t warm = cycles_of(p) - shorter;  // 64 places, all in the cache
  p.sampler_chain.loads = 448;
  CHECK(cycles_of(p) - shorter == 3 * warm);
  CHECK(warm / 64 > 40);
  p.sampler_chain = {.footprint = ByteSize{1 << 20}, .loads = 256};
  CHECK(cycles_of(p) > shorter + 64 * 100);  // every load is a miss
}

TEST_CASE("lanes of a rate benchmark start as those of the measured program", "[microbenchmark]") {
  const auto texture = [](LaneSpread lanes, unsigned thread, unsigned message, unsigned axis) {
    functional::Workload workload = make_microbenchmark(rate(BenchmarkSurface::kTexture, lanes));
    const auto sends = sends_of(workload, 0, thread);
    CHECK(sends.size() == 256);
    return lanes_of(sends.at(message), 2 * axis);
  };
  using Lanes = std::vector<std::uint32_t>;
  CHECK(texture(LaneSpread::kNeighbouring, 3, 0, 0) == Lanes{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
  CHECK(texture(LaneSpread::kNeighbouring, 3, 0, 1) == Lanes(16, 3));
  // Two rows further down, five columns to the right.
  CHECK(texture(LaneSpread::kNeighbouring, 3, 2 * 16 + 5, 0).at(15) == 20);
  CHECK(texture(LaneSpread::kNeighbouring, 3, 2 * 16 + 5, 1).at(15) == 5);
  CHECK(texture(LaneSpread::kRandom, 4, 0, 0) == Lanes{0, 0, 4, 0, 4, 4, 0, 4, 0, 0, 4, 0, 4, 4, 0, 4});
  CHECK(texture(LaneSpread::kRandom, 4, 0, 1) == Lanes(16, 4));
  CHECK(texture(LaneSpread::kSame, 9, 255, 0) == Lanes(16, 15));

  const auto buffer = [](LaneSpread lanes, unsigned thread, unsigned message) {
    functional::Workload workload = make_microbenchmark(rate(BenchmarkSurface::kBuffer, lanes));
    return lanes_of(sends_of(workload, 0, thread).at(message), 0);
  };
  CHECK(buffer(LaneSpread::kNeighbouring, 2, 255).front() == 32 + 255);
  CHECK(buffer(LaneSpread::kRandom, 2, 0) == Lanes{0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13});
}

TEST_CASE("a response has the channels that the format stores", "[microbenchmark]") {
  using Format = gen9::SurfaceFormat;
  CHECK(stored_channels(Format::kR8Unorm) == 1);
  CHECK(stored_channels(Format::kR32G32Float) == 2);
  CHECK(stored_channels(Format::kR16G16B16A16Float) == 4);
  CHECK(stored_channels(Format::kB8G8R8A8Unorm) == 4);
}

TEST_CASE("further passes of a rate benchmark take equally long", "[microbenchmark]") {
  MicrobenchmarkParameters p = rate(BenchmarkSurface::kTexture, LaneSpread::kNeighbouring);
  p.sampler_rate.groups = 1;
  p.sampler_rate.threads_per_group = 7;
  p.sampler_rate.format = gen9::SurfaceFormat::kR8Unorm;
  std::uint64_t before = 0;
  std::vector<std::uint64_t> passes;
  for (const std::uint32_t n : {1u, 2u, 3u}) {
    p.sampler_rate.passes = n;
    const std::uint64_t cycles = cycles_of(p);
    passes.push_back(cycles - before);
    before = cycles;
  }
  CHECK(passes[2] == Approx(static_cast<double>(passes[1])).epsilon(0.01));
  // Seven threads of 256 messages of sixteen texels; the sampler gives four texels a cycle at most.
  CHECK(passes[2] >= 7 * 256 * 16 / 4);
}

TEST_CASE("random samples go to other places in every pixel and stay the same in every run", "[microbenchmark]") {
  MicrobenchmarkParameters p{.benchmark = Microbenchmark::kRandomSamples};
  functional::Workload workload = make_microbenchmark(p);
  const auto sends = sends_of(workload, 5, 0);
  REQUIRE(sends.size() == kRandomSamplesPerPixel);
  const auto u = lanes_of(sends[0], 0);
  CHECK(std::set<std::uint32_t>(u.begin(), u.end()).size() == 16);
  CHECK(lanes_of(sends_of(workload, 5, 0)[3], 2) == lanes_of(sends[3], 2));
  CHECK(lanes_of(sends_of(workload, 6, 0)[0], 0) != u);
}

TEST_CASE("an instruction of a chain waits for the one before and one of a row does not", "[microbenchmark]") {
  MicrobenchmarkParameters p{.benchmark = Microbenchmark::kInstructions};
  p.instructions.count = 100;
  const auto more = [&p] {
    p.instructions.count = 100;
    const std::uint64_t hundred = cycles_of(p);
    p.instructions.count = 200;
    return cycles_of(p) - hundred;
  };
  const std::uint64_t chain = more();
  p.instructions.chain = false;
  const std::uint64_t row = more();
  CHECK(chain % 100 == 0);
  CHECK(row % 100 == 0);
  CHECK(chain >= row + 300);
}

TEST_CASE("untyped reads of a chain go round in a buffer and in local memory", "[microbenchmark]") {
  constexpr unsigned kPlaces = 128;
  MicrobenchmarkParameters p{.benchmark = Microbenchmark::kDataPortChain};
  const BenchmarkMemory memory = GENERATE(BenchmarkMemory::kBuffer, BenchmarkMemory::kLocal);
  p.data_port_chain = {.memory = memory, .footprint = ByteSize{kPlaces * 64}, .loads = kPlaces};
  functional::Workload workload = make_microbenchmark(p);
  CHECK((workload.local_memory.bytes != 0) == (memory == BenchmarkMemory::kLocal));
  const auto& regions = workload.memory->regions();
  const auto chain = std::find_if(regions.begin(), regions.end(), [](const auto& r) { return r.name == "chain"; });
  REQUIRE(chain != regions.end());
  std::set<std::uint32_t> visited;
  std::uint32_t place = 0;
  for (unsigned n = 0; n < kPlaces; ++n) {
    CHECK(place % 64 == 0);
    visited.insert(place);
    place = workload.memory->read_u32(ByteAddress{chain->address.value() + place});
  }
  CHECK(visited.size() == kPlaces);
  CHECK(place == 0);
  const std::uint64_t shorter = cycles_of(p);
  p.data_port_chain.loads = 2 * kPlaces;
  const std::uint64_t round = cycles_of(p) - shorter;
  p.data_port_chain.loads = 4 * kPlaces;
  CHECK(cycles_of(p) - shorter == 3 * round);
}

TEST_CASE("lanes of a data port benchmark reach the elements of the measured program", "[microbenchmark]") {
  using Lanes = std::vector<std::uint32_t>;
  MicrobenchmarkParameters p{.benchmark = Microbenchmark::kDataPortRate};
  p.data_port_rate = {.dwords = 3, .lanes = LaneSpread::kRandom, .groups = 1, .threads_per_group = 2};
  const auto sends = [&p](unsigned thread) {
    functional::Workload workload = make_microbenchmark(p);
    return sends_of(workload, 0, thread);
  };
  REQUIRE(sends(1).size() == 256);
  CHECK(lanes_of(sends(1)[0], 0) == Lanes{0, 36, 72, 108, 144, 180, 24, 60, 96, 132, 168, 12, 48, 84, 120, 156});
  CHECK(lanes_of(sends(1)[255], 0).front() == 255 * 12);
  CHECK(sends(1)[0].destination.count == 6);
  p.data_port_rate = {.access = DataPortAccess::kWrite, .dwords = 2, .spacing = 4, .step = 0, .groups = 1};
  CHECK(lanes_of(sends(3)[200], 0).back() == (3 * 16 + 15) * 4 * 8);
  CHECK(sends(3)[200].message.payload.size() == 2 + 4);
}

TEST_CASE("a microbenchmark that cannot be is refused with the path of its key", "[microbenchmark]") {
  MicrobenchmarkParameters p{.benchmark = Microbenchmark::kSamplerChain};
  CHECK(broken_rules(p).empty());
  p.sampler_chain.stride = ByteSize{16 * 1024};
  REQUIRE(broken_rules(p).size() == 1);
  CHECK(broken_rules(p)[0].paths[0] == "workload.sampler_chain.stride");
  p = rate(BenchmarkSurface::kBuffer, LaneSpread::kSame);
  p.sampler_rate.access = SamplerAccess::kBilinear;
  p.sampler_rate.extent = {16, 32};
  REQUIRE(broken_rules(p).size() == 2);
  CHECK(broken_rules(p)[0].paths[0] == "workload.sampler_rate.extent");
  CHECK(broken_rules(p)[1].paths[0] == "workload.sampler_rate.access");
  p = rate(BenchmarkSurface::kTexture, LaneSpread::kSame);
  p.sampler_rate.access = SamplerAccess::kBilinear;
  p.sampler_rate.format = gen9::SurfaceFormat::kR32Uint;
  REQUIRE(broken_rules(p).size() == 1);
  CHECK(broken_rules(p)[0].paths[0] == "workload.sampler_rate.format");
  p = {.benchmark = Microbenchmark::kRandomSamples};
  p.random_samples.filter = gen9::MapFilter::kAnisotropic;
  REQUIRE(broken_rules(p).size() == 1);
  CHECK_THROWS_AS(make_microbenchmark(p), Error);
  p = {.benchmark = Microbenchmark::kDataPortChain};
  p.data_port_chain = {.memory = BenchmarkMemory::kLocal, .footprint = ByteSize{64 * 1024}};
  CHECK(broken_rules(p).empty());
  p.data_port_chain = {
      .memory = BenchmarkMemory::kLocal, .footprint = ByteSize{128 * 1024}, .stride = ByteSize{256 * 1024}};
  REQUIRE(broken_rules(p).size() == 2);
  CHECK(broken_rules(p)[0].paths[0] == "workload.data_port_chain.stride");
  CHECK(broken_rules(p)[1].paths[0] == "workload.data_port_chain.footprint");
  p = {.benchmark = Microbenchmark::kDataPortRate};
  p.data_port_rate = {.memory = BenchmarkMemory::kLocal, .dwords = 4, .spacing = 64, .step = 64};
  REQUIRE(broken_rules(p).size() == 1);
  CHECK(broken_rules(p)[0].paths[0] == "workload.data_port_rate.step");
}
