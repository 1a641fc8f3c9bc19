#include "functional/frame/compute_walker.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/frame/command_registers.h"
#include "functional/frame/frame_bench.h"
#include "isa/gen9/commands/media_commands.h"
#include "isa/gen9/interface_descriptor.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// State of a dispatch of two groups of three threads, whose last thread has five channels.
struct WalkerBench : FrameBench {
  explicit WalkerBench(std::uint32_t simd_size) {
    EuBuilder eu{8, 20};
    eu.send(urb_write(1, 1, eu.allocate(1), true), 8);
    const std::vector<std::uint8_t> code = eu.finish(nullptr).bytes();
    gen9::InterfaceDescriptor descriptor;
    descriptor.kernel_pointer = store_bytes(code);
    const ByteAddress place = store(descriptor.encode());
    set(command::kMediaInterfaceDescriptorLoad["Interface Descriptor Total Length"],
        4 * gen9::InterfaceDescriptor::kDwords);
    set(command::kMediaInterfaceDescriptorLoad["Interface Descriptor Data Start Address"], place.value());
    set(command::kGpgpuWalker["SIMD Size"], simd_size);
    set(command::kGpgpuWalker["Thread Width Counter Maximum"], 2);
    set(command::kGpgpuWalker["Thread Group ID X Dimension"], 2);
    set(command::kGpgpuWalker["Thread Group ID Y Dimension"], 1);
    set(command::kGpgpuWalker["Thread Group ID Z Dimension"], 1);
    set(command::kGpgpuWalker["Right Execution Mask"], 0x1F);
    set(command::kGpgpuWalker["Bottom Execution Mask"], 0xFFFF'FFFF);
  }
  ComputeWalker walker() { return {state, registers, memory, programs, ByteAddress{0x7F00'0000'0000}}; }

  CommandRegisters registers{statistics};
};

}  // namespace

TEST_CASE("threads of a compute walker have the channels of its SIMD size, the last of a row those of its mask",
          "[frame][compute_walker]") {
  constexpr unsigned kGroups = 2, kWholeThreads = 2, kOfLast = 5;
  for (const auto& [simd_size, channels] : {std::pair{0u, 8u}, {1u, 16u}, {2u, 32u}}) {
    WalkerBench bench{simd_size};
    CHECK(bench.walker().lanes() == kGroups * (kWholeThreads * channels + kOfLast));
  }
}

TEST_CASE("the reserved SIMD size of a compute walker is refused", "[frame][compute_walker]") {
  WalkerBench bench{3};
  CHECK_THROWS_AS(bench.walker(), Error);
}
