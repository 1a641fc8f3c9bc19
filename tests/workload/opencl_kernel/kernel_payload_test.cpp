#include "workload/opencl_kernel/kernel_payload.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "workload/opencl_kernel/kernel_workload.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

const std::filesystem::path kKernels = std::filesystem::path{TEXPIPE_TEST_DATA} / "kernels";

struct Launched {
  KernelLaunch launch;
  DeviceKernel kernel;
  explicit Launched(const char* name) : launch{read_kernel_launch(kKernels / (std::string{name} + ".yaml"))} {
    kernel = find_kernel(launch);
  }
};

std::uint32_t word(const std::vector<std::byte>& bytes, std::size_t at) {
  std::uint32_t value;
  std::memcpy(&value, &bytes[at], 4);
  return value;
}

/// Value of a launch's parameter of a type.
std::uint32_t implicit(const Launched& launched, const std::vector<std::byte>& data, std::uint32_t type,
                       std::uint32_t source, std::uint32_t argument = 0) {
  for (const DataParameter& parameter : launched.kernel.implicit) {
    if (parameter.type == type && parameter.source_offset == source &&
        (argument == 0 || parameter.argument == argument))
      return word(data, parameter.offset);
  }
  FAIL("no parameter of type " << type);
  return 0;
}

}  // namespace

TEST_CASE("cross-thread data hold scalars sizes and addresses where the tokens put them", "[kernel]") {
  const Launched lens{"lens_distort"};
  const auto data = cross_thread_data(lens.kernel, lens.launch, {});
  REQUIRE(data.size() == 96);
  CHECK(word(data, 32) == 0x3E38'51EC);  // k1 = 0.18, in r5.0
  CHECK(implicit(lens, data, 16, 0) == 0);
  CHECK(implicit(lens, data, 28, 4) == 8);

  const Launched blur{"blur_sep_h"};
  const auto addressed = cross_thread_data(blur.kernel, blur.launch, {{2, ByteAddress{0x1234'5678'9ABC}}});
  const KernelArgument& weights = blur.kernel.arguments[2];
  REQUIRE(weights.pointer_offset);
  CHECK(word(addressed, *weights.pointer_offset) == 0x5678'9ABC);
  CHECK(word(addressed, *weights.pointer_offset + 4) == 0x1234);
}

TEST_CASE("cross-thread data tell a kernel what its images are", "[kernel]") {
  const Launched dims{"dims_query"};
  const auto data = cross_thread_data(dims.kernel, dims.launch, {});
  CHECK(implicit(dims, data, 9, 0, 1) == 24);
  CHECK(implicit(dims, data, 10, 0, 1) == 28);
  CHECK(implicit(dims, data, 11, 0, 1) == 20);
  CHECK(implicit(dims, data, 18, 0, 2) == 5);
}

TEST_CASE("threads hold consecutive work-items and the last one has only those that are left", "[kernel]") {
  KernelLaunch launch;
  launch.global_size = {12, 10, 4};
  launch.local_size = {6, 5, 2};
  CHECK(group_count(launch) == 2 * 2 * 2);
  CHECK(threads_per_group(launch, 32) == 2);
  CHECK(dispatch_mask(launch, 32, 0, 0) == 0xFFFF'FFFF);
  CHECK(dispatch_mask(launch, 32, 0, 1) == 0x0FFF'FFFF);
  CHECK(dispatch_mask(launch, 8, 0, 7) == 0x0F);

  functional::ThreadRegisters registers;
  DeviceKernel kernel;
  kernel.simd = 16;
  kernel.sampler_offset = 0x40;
  load_payload(launch, kernel, 5, 1, std::vector<std::byte>(32, std::byte{0xAB}), registers);
  CHECK(registers.grf[0][1] == 1);  // group 5 of 2 x 2 x 2
  CHECK(registers.grf[0][6] == 0);
  CHECK(registers.grf[0][7] == 1);
  CHECK((registers.grf[0][2] & 0x8F00'0000) == 5u << 24);
  CHECK(registers.grf[0][3] == 0x40);
  // Work-item 16 is (4, 2, 0), 17 is (5, 2, 0), 30 is (0, 0, 1).
  CHECK(registers.grf[1][0] == (5u << 16 | 4u));
  CHECK(registers.grf[2][0] == (2u << 16 | 2u));
  CHECK(registers.grf[3][0] == 0);
  CHECK((registers.grf[1][7] & 0xFFFF) == 0);
  CHECK(registers.grf[3][7] == (1u << 16 | 1u));
  CHECK(registers.grf[4][7] == 0xABAB'ABAB);
}

TEST_CASE("the local size that is chosen is the largest that fits, of equal ones the widest", "[kernel]") {
  DeviceKernel kernel;
  KernelLaunch launch;
  const auto chosen = [&](const WorkSize& global) {
    launch.global_size = global;
    return chosen_local_size(kernel, launch);
  };
  CHECK(chosen({1024, 1, 1}) == WorkSize{256, 1, 1});
  CHECK(chosen({64, 48, 1}) == WorkSize{64, 4, 1});
  CHECK(chosen({100, 8, 1}) == WorkSize{100, 2, 1});
  CHECK(chosen({96, 10, 1}) == WorkSize{48, 5, 1});
  CHECK(chosen({257, 3, 5}) == WorkSize{1, 3, 5});
  CHECK(chosen({8, 8, 8}) == WorkSize{8, 8, 4});
  CHECK(chosen({1, 1, 1}) == WorkSize{1, 1, 1});
  kernel.required_group = {16, 2, 1};
  CHECK(chosen({64, 48, 1}) == WorkSize{16, 2, 1});
}

TEST_CASE("groups at the ends of a launch have the work-items that are left, and know it", "[kernel]") {
  KernelLaunch launch;
  launch.global_size = {10, 5, 1};
  launch.local_size = {8, 4, 1};
  DeviceKernel kernel;
  kernel.simd = 8;
  kernel.cross_thread_bytes = 32;
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    kernel.implicit.push_back({.type = 2, .offset = 4 * axis, .size = 4, .source_offset = 4 * axis});
    kernel.implicit.push_back({.type = 28, .offset = 12 + 4 * axis, .size = 4, .source_offset = 4 * axis});
  }
  kernel.implicit.push_back({.type = 4, .offset = 24, .size = 4});
  CHECK(group_counts(launch) == WorkSize{2, 2, 1});
  CHECK(threads_per_group(launch, 8) == 4);
  const std::array<WorkSize, 4> sizes{{{8, 4, 1}, {2, 4, 1}, {8, 1, 1}, {2, 1, 1}}};
  const auto data = cross_thread_data(kernel, launch, {});
  for (std::uint32_t group = 0; group < 4; ++group) {
    CAPTURE(group);
    CHECK(group_size(launch, group) == sizes[group]);
    functional::ThreadRegisters registers;
    load_payload(launch, kernel, group, 0, data, registers);
    const functional::Grf& found = registers.grf[first_data_register(kernel)];
    CHECK(WorkSize{found[0], found[1], found[2]} == sizes[group]);
    CHECK(WorkSize{found[3], found[4], found[5]} == launch.local_size);
    CHECK(found[6] == 2);
  }
  CHECK(group_threads(launch, 8, 1) == 1);
  CHECK(dispatch_mask(launch, 8, 3, 0) == 0b11);
  CHECK(dispatch_mask(launch, 8, 3, 1) == 0);
  functional::ThreadRegisters registers;
  load_payload(launch, kernel, 1, 0, data, registers);
  CHECK(registers.grf[1][1] == (1u << 16 | 0u));  // work-items 2 and 3 of two columns
  CHECK(registers.grf[2][1] == (1u << 16 | 1u));
}

TEST_CASE("cross-thread data start behind two registers of each local id in SIMD32", "[kernel]") {
  KernelLaunch launch;
  launch.global_size = launch.local_size = {32, 1, 1};
  functional::ThreadRegisters registers;
  DeviceKernel kernel;
  kernel.simd = 32;
  load_payload(launch, kernel, 0, 0, std::vector<std::byte>(32, std::byte{1}), registers);
  CHECK(registers.grf[2][7] == (31u << 16 | 30u));
  CHECK(registers.grf[6][0] == 0);
  CHECK(registers.grf[7][0] == 0x0101'0101);
}

TEST_CASE("each thread finds the address of its own private memory among its cross-thread data", "[kernel]") {
  KernelLaunch launch;
  launch.global_size = {64, 1, 1};
  launch.local_size = {32, 1, 1};
  DeviceKernel kernel;
  kernel.simd = 16;
  kernel.cross_thread_bytes = 32;
  kernel.private_bytes = 24;
  kernel.private_pointer_offset = 16;
  CHECK(private_bytes_of_thread(kernel) == 16 * 24);
  CHECK(private_bytes(kernel, launch) == 4 * 16 * 24);
  const auto data = cross_thread_data(kernel, launch, {{kPrivateMemoryKey, ByteAddress{0x1'FFFF'FF00}}});
  functional::ThreadRegisters registers;
  load_payload(launch, kernel, 1, 1, data, registers);  // the fourth thread
  const functional::Grf& found = registers.grf[first_data_register(kernel)];
  CHECK((found[4] | std::uint64_t{found[5]} << 32) == 0x1'FFFF'FF00 + 3 * 16 * 24);
  CHECK((registers.grf[0][5] & 0x1FF) == 0);  // the number by which compiled code would find it
}

TEST_CASE("without local ids one register stands before the cross-thread data", "[kernel]") {
  KernelLaunch launch;
  launch.global_size = launch.local_size = {32, 1, 1};
  DeviceKernel kernel;
  kernel.simd = 32;
  kernel.local_ids = false;
  functional::ThreadRegisters registers;
  load_payload(launch, kernel, 0, 0, std::vector<std::byte>(32, std::byte{1}), registers);
  CHECK(registers.grf[1][0] == 0);
  CHECK(registers.grf[2][0] == 0x0101'0101);
  CHECK(registers.grf[3][0] == 0);
}

TEST_CASE("local arguments count from the end of what the kernel declares", "[kernel]") {
  DeviceKernel kernel;
  kernel.local_bytes = 32;
  kernel.cross_thread_bytes = 32;
  kernel.arguments.resize(2);
  for (std::uint32_t i = 0; i < 2; ++i) {
    kernel.arguments[i].kind = ArgumentKind::kLocal;
    kernel.arguments[i].data.push_back({.type = 8, .argument = i, .offset = 8 * i, .size = 8, .source_offset = 16});
  }
  KernelLaunch launch;
  for (std::uint32_t i = 0; i < 2; ++i) {
    launch.arguments.emplace_back();
    launch.arguments.back().index = i;
    launch.arguments.back().value = LaunchLocal{100};
  }
  const auto data = cross_thread_data(kernel, launch, {});
  CHECK(word(data, 0) == 0);
  CHECK(word(data, 8) == 112);
  CHECK(local_bytes(kernel, launch) == 32 + 112 + 100);
}

TEST_CASE("arguments that do not fit the kernel are told with what it wants", "[kernel]") {
  const auto problems = [](const char* name, const auto& change) {
    Launched launched{name};
    change(launched.launch);
    std::string text;
    try {
      check_arguments(launched.kernel, launched.launch);
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::kInvalidConfiguration);
      for (const Diagnostic& diagnostic : error.diagnostics()) text += diagnostic.text() + "\n";
    }
    return text;
  };
  using Catch::Contains;
  CHECK(problems("lens_distort", [](KernelLaunch&) {}).empty());
  CHECK_THAT(problems("lens_distort", [](KernelLaunch& l) { l.arguments.erase(l.arguments.begin()); }),
             Contains("argument 0 (src) is missing") && Contains("it is an image"));
  CHECK_THAT(problems("lens_distort", [](KernelLaunch& l) { l.arguments.back().index = 9; }),
             Contains("has no such argument") && Contains("argument 5 (spread) is missing"));
  CHECK_THAT(problems("lens_distort", [](KernelLaunch& l) { std::swap(l.arguments[0].value, l.arguments[2].value); }),
             Contains("is given as a sampler") && Contains("is given as an image"));
  CHECK_THAT(problems("lens_distort",
                      [](KernelLaunch& l) { std::get<LaunchImage>(l.arguments[0].value).type = ImageType::k3D; }),
             Contains("type 3d") && Contains("it is of type 2d"));
  CHECK_THAT(problems("lens_distort",
                      [](KernelLaunch& l) {
                        l.arguments[3].value = LaunchScalar{"int", std::vector<std::byte>(4)};
                      }),
             Contains("is given as int") && Contains("the kernel has float"));
  CHECK_THAT(problems("lens_distort",
                      [](KernelLaunch& l) {
                        l.arguments[3].value = LaunchScalar{kStructTypeName, std::vector<std::byte>(4)};
                      }),
             Contains("is given as struct") && Contains("the kernel has float"));
  CHECK_THAT(problems("lens_distort", [](KernelLaunch& l) { l.global_size[0] += 1; }),
             Contains("no whole number of groups of 8") && Contains("-cl-std=CL2.0"));
  CHECK_THAT(problems("lens_distort", [](KernelLaunch& l) { l.simd = 16; }), Contains("compiled for 8 lanes"));
  CHECK_THAT(problems("lens_distort", [](KernelLaunch& l) { l.outputs[0].argument = 0; }),
             Contains("does not write it"));

  Launched depths{"lens_distort"};  // the kernel's first image becomes image2d_depth_t
  depths.kernel.arguments[0].image_type = 9;
  CHECK_THROWS_WITH(check_arguments(depths.kernel, depths.launch), Contains("channel_order: DEPTH"));
  std::get<LaunchImage>(depths.launch.arguments[0].value).format.order = ChannelOrder::kDepth;
  CHECK_NOTHROW(check_arguments(depths.kernel, depths.launch));
  std::get<LaunchImage>(depths.launch.arguments[0].value).type = ImageType::k2DArray;
  CHECK_THROWS_WITH(check_arguments(depths.kernel, depths.launch), Contains("it is of type 2d"));
  depths.launch = Launched{"lens_distort"}.launch;
  depths.kernel = Launched{"lens_distort"}.kernel;
  depths.kernel.partial_groups = true;
  depths.launch.global_size[0] += 1;
  CHECK_NOTHROW(check_arguments(depths.kernel, depths.launch));
}
