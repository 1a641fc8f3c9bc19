#include "functional/execution/spa_warp.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <span>

#include "functional/shared_function/execute_message.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// A warp with textures in pool entries 0 and 1, constant bank 3 that names them, and quads with growing coverage.
struct Bench {
  GpuMemory memory;
  CoverageStore store{16};
  WarpEnvironment environment;
  std::shared_ptr<WarpState> warp = std::make_shared<WarpState>();
  MessageContext context;
  std::vector<std::uint32_t> executed_lanes;  // of each message
  std::uint32_t hazards = 0;

  Bench() {
    environment.memory = &memory;
    context.coverage = &store;
    environment.context = &context;
    environment.pools = {
        .headers = memory.allocate("headers", ByteSize{64}), .maximum_header = 1, .maximum_sampler = 0xFFF};
    const spa::TextureHeader headers[] = {
        {.width = 64, .height = 32, .view_max_mip = 6},
        {.type = spa::TextureType::kThreeD, .width = 16, .height = 8, .depth = 4, .view_max_mip = 4}};
    for (unsigned i = 0; i < 2; ++i) {
      const auto words = spa::encode_texture_header(headers[i]);
      memory.write(environment.pools.headers + ByteAddress{32ull * i}, std::as_bytes(std::span{words}));
    }
    environment.bundle_bank = 3;
    environment.banks[3] = {memory.allocate("bank 3", ByteSize{64}), 16};
    memory.write_u32(environment.banks[3].address + ByteAddress{4 * 5}, spa::packed({.header = 1}));
    for (unsigned quad = 0; quad < kQuadsPerWarp; ++quad) {
      SubspanInFlight subspan;
      for (unsigned pixel = 0; pixel < 4; ++pixel) {
        subspan.pixels[pixel] = {.pattern = standard_pattern(4),
                                 .coverage = static_cast<std::uint16_t>((4 * quad + pixel) % 16)};
      }
      warp->coverage_slots[quad] = *store.insert(subspan);
    }
  }

  SpaProgram program(const std::string& text) {
    return {std::make_shared<SpaCode>(spa::parse_program(text, "test")), warp, environment};
  }

  /// Answers come in the order `order` of tickets, which decides what waits; empty: each at once.
  void run(const std::string& text, std::vector<std::uint32_t> order = {}) {
    SpaProgram program = this->program(text);
    ThreadRegisters registers;
    std::map<std::uint32_t, MessageResponse> responses;
    const bool at_once = order.empty();
    const auto answer = [&](std::uint32_t ticket) {
      program.answered(ticket, responses.at(ticket));
      responses.erase(ticket);
    };
    while (const EuStep* next = program.peek()) {
      if (next->awaits_answer) {
        const auto due = std::find_if(order.begin(), order.end(), [&](auto t) { return responses.contains(t); });
        REQUIRE(due != order.end());
        answer(*due);
        continue;
      }
      MessageSend send;
      REQUIRE(program.issue(registers, send));
      if (send.end_of_thread) continue;
      executed_lanes.push_back(send.message.execution_mask);
      hazards += send.hazards;
      responses[*send.ticket] = execute_message(memory, send.message);
      if (at_once) answer(*send.ticket);
    }
    CHECK(responses.empty());
  }

  LaneVector& reg(unsigned number) { return warp->registers[number]; }
};

}  // namespace

TEST_CASE("the TXQ example runs: dimensions of the texture that the constant bank names", "[spa]") {
  Bench bench;
  bench.reg(6).fill(1);
  bench.run("TXQ R0, R6, TEX_HEADER_DIMENSION, 5, 0xf;");
  for (unsigned lane : {0u, 31u}) {
    CHECK(bench.reg(0)[lane] == 8);
    CHECK(bench.reg(1)[lane] == 4);
    CHECK(bench.reg(2)[lane] == 2);
    CHECK(bench.reg(3)[lane] == 5);
  }
}

TEST_CASE("the write mask packs the enabled components", "[spa]") {
  Bench bench;
  bench.reg(1).fill(77);
  bench.run("TXQ R0, R6, TEX_HEADER_DIMENSION, 5, 0x8;");
  CHECK(bench.reg(0)[0] == 5);
  CHECK(bench.reg(1)[0] == 77);
}

TEST_CASE("bindless TXQ takes pointer and LOD from Ra, per lane", "[spa]") {
  Bench bench;
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    bench.reg(2)[lane] = spa::packed({.header = lane % 3});
    bench.reg(3)[lane] = lane / 16;
  }
  bench.run("TXQ.B R4, R2, TEX_HEADER_DIMENSION, 0, 0x1;");
  CHECK(bench.reg(4)[0] == 64);
  CHECK(bench.reg(4)[1] == 16);
  CHECK(bench.reg(4)[2] == 0);  // above the pool's maximum: invalid
  CHECK(bench.reg(4)[18] == 32);
}

TEST_CASE("a constant index beyond the bank reads pointer 0", "[spa]") {
  Bench bench;
  bench.run("TXQ R0, R6, TEX_HEADER_DIMENSION, 16, 0x1;");
  CHECK(bench.reg(0)[0] == 64);
}

TEST_CASE("a false predicate writes nothing, and .NODEP disables killed threads", "[spa]") {
  Bench bench;
  bench.warp->predicates[2] = 0x0000FFFF;
  bench.warp->killed = 0x000000FF;
  bench.reg(0).fill(99);
  bench.run("@P2 TXQ.NODEP R0, R6, TEX_HEADER_DIMENSION, 5, 0x1; @!P2 TXQ R4, R6, TEX_HEADER_DIMENSION, 5, 0x1;");
  CHECK(bench.executed_lanes == std::vector<std::uint32_t>{0x0000FF00, 0xFFFF0000});
  CHECK(bench.reg(0)[7] == 99);
  CHECK(bench.reg(0)[8] == 16);
  CHECK(bench.reg(0)[16] == 99);
}

TEST_CASE(".T counts textures, .P counts phases and clears textures, after use", "[spa]") {
  Bench bench;
  std::string text;
  for (int i = 0; i < 9; ++i) text += "TXQ.T R0, RZ, TEX_HEADER_TEXTURE_TYPE, 5;";
  text += "TXQ.P R0, RZ, TEX_HEADER_TEXTURE_TYPE, 5; TXQ R0, RZ, TEX_HEADER_TEXTURE_TYPE, 5;";
  bench.run(text);
  CHECK(bench.warp->used_hashes == std::vector<std::uint8_t>{0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 8});
  for (int i = 0; i < 31; ++i) bench.warp->hash.advance(spa::Phase::kPhase);
  CHECK(bench.warp->hash.value() == 0);
}

TEST_CASE("the PIXLD example runs: coverage mask of each pixel", "[spa]") {
  Bench bench;
  bench.run("PIXLD.COVMASK R0;");
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) CHECK(bench.reg(0)[lane] == lane % 16);
}

TEST_CASE("PIXLD.COVERED writes Rd and Pd for the sample that Ra+imm names", "[spa]") {
  Bench bench;
  bench.reg(9).fill(3);
  bench.run("PIXLD.COVERED R0, P1, [R9-1]; PIXLD.COVERED R1; PIXLD.COVERED R2, [R9-4];");
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    CHECK(bench.reg(0)[lane] == (lane >> 2 & 1));
    CHECK((bench.warp->predicates[1] >> lane & 1) == (lane >> 2 & 1));
    CHECK(bench.reg(1)[lane] == (lane & 1));
    CHECK(bench.reg(2)[lane] == 0);
  }
}

TEST_CASE("a predicate is never written by modes other than COVERED and MY_INDEX", "[spa]") {
  Bench bench;
  bench.warp->predicates[4] = 0x12345678;
  bench.run("PIXLD.MSCOUNT R0, P4; PIXLD.COVMASK R1, P4; PIXLD.CENTROID_OFFSET R2, P4;");
  CHECK(bench.warp->predicates[4] == 0x12345678);
  CHECK(bench.reg(0)[5] == 4);
  bench.run("PIXLD.MY_INDEX R3, P4;");
  CHECK(bench.warp->predicates[4] == 0);
}

TEST_CASE("a false guard keeps PIXLD from writing Rd and Pd", "[spa]") {
  Bench bench;
  bench.warp->predicates[0] = 0x0000'FFFF;
  bench.warp->predicates[1] = 0xFFFF'0000;
  bench.reg(0).fill(99);
  bench.run("@P0 PIXLD.COVERED R0, P1, [2];");
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) CHECK(bench.reg(0)[lane] == (lane < 16 ? lane >> 2 & 1 : 99));
  CHECK(bench.warp->predicates[1] == 0xFFFF'F0F0);
  bench.run("@!PT PIXLD.MSCOUNT R0;");
  CHECK(bench.reg(0)[0] == 0);
}

TEST_CASE("without Pd, or with P7, COVERED and MY_INDEX change no predicate", "[spa]") {
  Bench bench;
  bench.warp->predicates.fill(0x5A5A'5A5A);
  const auto before = bench.warp->predicates;
  bench.run("PIXLD.COVERED R0; PIXLD.COVERED R1, P7, [1]; PIXLD.COVERED R2, PT; PIXLD.MY_INDEX R3;");
  CHECK(bench.warp->predicates == before);
}

TEST_CASE("an address that is left out is sample 0, of COVERED as of OFFSET", "[spa]") {
  Bench bench;
  bench.run("PIXLD.COVERED R0; PIXLD.COVERED R1, [0]; PIXLD.OFFSET R2; PIXLD.OFFSET R3, [0]; PIXLD.OFFSET R4, [1];");
  CHECK(bench.reg(0) == bench.reg(1));
  CHECK(bench.reg(2) == bench.reg(3));
  CHECK(bench.reg(2) != bench.reg(4));
}

TEST_CASE("an instruction waits for the barriers of its &req and for nothing else", "[spa]") {
  Bench bench;
  SpaProgram program =
      bench.program("PIXLD.COVMASK R0 &wr2; PIXLD.MSCOUNT R7; PIXLD.COVERED R1, [R0+0] &wr2; PIXLD.MSCOUNT R5 &req_4;");
  ThreadRegisters registers;
  std::vector<MessageResponse> responses;
  MessageSend send;
  for (int i = 0; i < 3; ++i) {
    CHECK_FALSE(program.peek()->awaits_answer);
    REQUIRE(program.issue(registers, send));
    responses.push_back(execute_message(bench.memory, send.message));
  }
  CHECK(program.peek()->awaits_answer);
  program.answered(1, responses[1]);  // names no barrier
  CHECK(program.peek()->awaits_answer);
  program.answered(2, responses[2]);
  CHECK(program.peek()->awaits_answer);  // two share the barrier
  program.answered(0, responses[0]);
  CHECK_FALSE(program.peek()->awaits_answer);
}

TEST_CASE("a program ends when every result has arrived, with barriers and without", "[spa]") {
  Bench bench;
  SpaProgram program = bench.program("PIXLD.COVMASK R0;");
  ThreadRegisters registers;
  MessageSend send;
  REQUIRE(program.issue(registers, send));
  const MessageResponse response = execute_message(bench.memory, send.message);
  CHECK(program.peek()->awaits_answer);
  program.answered(0, response);
  CHECK_FALSE(program.peek()->awaits_answer);
  REQUIRE(program.issue(registers, send));
  CHECK(send.end_of_thread);
  CHECK(program.peek() == nullptr);
}

TEST_CASE("values are those of instructions one after the other, whatever order results arrive in", "[spa]") {
  const std::string text =
      "PIXLD.COVMASK R0 &wr0; PIXLD.COVERED R1, P1, [R0+0] &wr0; @P1 PIXLD.MSCOUNT R0;"  // reads R0, P1 too early
      "TXQ R0, R9, TEX_HEADER_DIMENSION, 5, 0xf; @!P1 PIXLD.COVMASK R2; PIXLD.COVERED R4, P1, [R2+0];"
      "PIXLD.OFFSET R5, [R1+1]; @P1 PIXLD.MSCOUNT R1;";
  Bench in_order;
  in_order.run(text);
  std::vector<std::uint32_t> order{0, 1, 2, 3, 4, 5, 6, 7};
  std::mt19937 random{1};
  for (int i = 0; i < 50; ++i) {
    Bench other;
    std::shuffle(order.begin(), order.end(), random);
    other.run(text, order);
    CHECK(other.warp->registers == in_order.warp->registers);
    CHECK(other.warp->predicates == in_order.warp->predicates);
    CHECK(other.warp->offset_warnings == in_order.warp->offset_warnings);
    CHECK(other.executed_lanes == in_order.executed_lanes);
    CHECK(other.hazards == in_order.hazards);
  }
  CHECK(in_order.hazards == spa::hazards_of(spa::parse_program(text, "t")).size());
}

TEST_CASE("a hazard is told with the send that should have waited", "[spa]") {
  Bench bench;
  bench.run("PIXLD.COVMASK R0 &wr0; PIXLD.COVERED R1, [R0+0] &req_1; PIXLD.COVERED R2, [R1+0];");
  CHECK(bench.hazards == 1);
}

TEST_CASE("warnings of PIXLD.OFFSET are counted per lane", "[spa]") {
  Bench bench;
  bench.run("PIXLD.OFFSET R0, [3]; PIXLD.OFFSET R1, [4];");
  CHECK(bench.warp->offset_warnings == 32);
}
