// Memory traffic of a whole machine's run: the picture's bytes, whatever the lines of its caches.
#include <catch2/catch.hpp>
#include <string>

#include "functional/device/untimed_run.h"
#include "pictures/texture/texture.h"
#include "timing/system/system.h"
#include "workload/texture_walk/texture_walk.h"

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::study;

namespace {

TextureWalkParameters zoom(ImageExtent image) {
  TextureWalkParameters p;
  p.walk = Walk::kRotatingZoom;
  p.image = image;
  p.zoom = {.turn = 0, .scale = 1};
  return p;
}

functional::SurfaceImage texture() {
  return {.width = 64, .height = 64, .levels = 1};
}

std::vector<std::byte> texels() {
  std::vector<std::byte> bytes(functional::packed_bytes(texture()));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 31 ^ i >> 5);
  return bytes;
}

std::uint64_t counter(const timing::System& system, const std::string& path) {
  return std::get<machine::Counter>(system.statistics().find(path)->value).value();
}

}  // namespace

TEST_CASE("a run reports every byte that it writes: those that went to memory and those still dirty in L3",
          "[walk][traffic]") {
  constexpr std::uint64_t kWritten = 196'608;  // 256 x 192 texels of four bytes
  for (const ByteSize size : {768_KiB, 64_KiB}) {
    machine::MachineParameters machine;
    machine.slice.l3.size = size;
    functional::Workload workload = make_texture_walk(zoom({256, 192}), texture(), texels());
    timing::System system{machine, workload, timing::model_blocks()};
    system.run();
    INFO("L3 of " << size.value() << " bytes");
    const std::uint64_t sent = counter(system, "memory.writes") * machine.slice.l3.line.value();
    const std::uint64_t dirty = counter(system, "slice.l3.dirty_at_end");
    CHECK(counter(system, "memory.bytes") == (counter(system, "memory.reads") + counter(system, "memory.writes")) * 64);
    if (size == 768_KiB) {
      CHECK(sent == 0);
      CHECK(dirty == kWritten);
    } else {
      CHECK(dirty <= size.value());
      CHECK(sent + dirty >= kWritten);  // a line that left too early goes twice
    }
  }
}

TEST_CASE("a picture has the bytes of the untimed one whatever the lines of L1, L2 and L3", "[walk][lines]") {
  const TextureWalkParameters p = zoom({16, 16});
  functional::Workload untimed = make_texture_walk(p, texture(), texels());
  functional::run_untimed(untimed);
  const std::vector<std::byte> expected = read_output(untimed);
  constexpr ByteSize kLines[] = {32_B, 64_B, 128_B, 256_B};
  for (const ByteSize l1 : kLines) {
    for (const ByteSize l2 : kLines) {
      for (const ByteSize l3 : kLines) {
        machine::MachineParameters machine;
        for (machine::SubsliceParameters& subslice : machine.slice.subslice) {
          subslice.sampler.l1.line = l1;
          subslice.sampler.l2.cache.line = l2;
        }
        machine.slice.l3.line = l3;
        functional::Workload workload = make_texture_walk(p, texture(), texels());
        timing::System system{machine, workload, timing::model_blocks(), {.check_protocols = true}};
        system.run();
        CAPTURE(l1.value(), l2.value(), l3.value());
        CHECK(read_output(workload) == expected);
        // Every line of the picture is written whole and stays in L3.
        CHECK(counter(system, "slice.l3.dirty_at_end") == expected.size());
      }
    }
  }
}

TEST_CASE("a machine whose samplers have no L1, no L2 or neither draws the same picture with more traffic",
          "[walk][traffic]") {
  const TextureWalkParameters p = zoom({32, 32});
  functional::Workload untimed = make_texture_walk(p, texture(), texels());
  functional::run_untimed(untimed);
  const std::vector<std::byte> expected = read_output(untimed);
  const auto l3_reads = [&](bool l1, bool l2) {
    machine::MachineParameters machine;
    for (machine::SubsliceParameters& subslice : machine.slice.subslice) {
      subslice.sampler.l1.enabled = l1;
      subslice.sampler.l2.enabled = l2;
    }
    functional::Workload workload = make_texture_walk(p, texture(), texels());
    timing::System system{machine, workload, timing::model_blocks(), {.check_protocols = true}};
    system.run();
    CHECK(read_output(workload) == expected);
    return counter(system, "slice.l3.reads");
  };
  const std::uint64_t both = l3_reads(true, true);
  CHECK(l3_reads(false, true) >= both);
  CHECK(l3_reads(true, false) >= both);
  CHECK(l3_reads(false, false) > l3_reads(true, false));
}

TEST_CASE("a texture turned by 90 degrees does not send its columns of tiles to one bank of memory",
          "[walk][traffic]") {
  const functional::SurfaceImage wide{
      .width = 2048, .height = 512, .levels = 1};  // 64 tiles a row: all banks, four times
  const std::vector<std::byte> bytes(functional::packed_bytes(wide), std::byte{0x5A});
  const auto cycles = [&](double turn, machine::BankHash::Kind hash) {
    machine::MachineParameters machine;
    machine.memory.bank_hash = machine::BankHash{hash};
    TextureWalkParameters p = zoom({192, 192});
    p.zoom.turn = turn;
    functional::Workload workload = make_texture_walk(p, wide, bytes);
    timing::System system{machine, workload, timing::model_blocks()};
    return static_cast<double>(system.run().cycles.value());
  };
  using Kind = machine::BankHash::Kind;
  CHECK(machine::MachineParameters{}.memory.bank_hash == machine::BankHash{Kind::kXor});
  CHECK(cycles(90, Kind::kXor) < 1.5 * cycles(0, Kind::kXor));
  CHECK(cycles(90, Kind::kModulo) > 2 * cycles(0, Kind::kModulo));  // what it costs without
}
