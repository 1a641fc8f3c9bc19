// Launches in a row share images and buffers, and what each leaves is what it leaves alone.
#include "workload/opencl_kernel/kernel_row.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/device/untimed_run.h"
#include "support/scratch_folder.h"
#include "timing/system/system.h"

using namespace texpipe;
using namespace texpipe::study;
using texpipe::test::ScratchFolder;

namespace {

const std::string kTwice = TEXPIPE_SOURCE_DIR "/configs/kernels/emboss_twice.yaml";

std::vector<NpyArray> outputs_of(const KernelRow& row) {
  std::vector<NpyArray> arrays;
  for (const auto& launch : row.launches) {
    for (const KernelOutput& output : launch->outputs)
      arrays.push_back(read_output(*launch, *row.workload.memory, output));
  }
  return arrays;
}

std::string refused(const std::string& text) {
  const ScratchFolder scratch;
  scratch.write("row.yaml", text);
  try {
    read_kernel_launches(scratch / "row.yaml");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInvalidConfiguration);
    return error.what();
  }
  return "accepted";
}

const std::string kLaunch = "- {kernel: emboss, files: {binary: emboss.bin}, global_size: [8, 8], args: [";

}  // namespace

TEST_CASE("the second launch of a row reads what the first one wrote", "[kernel]") {
  std::vector<KernelLaunch> launches = read_kernel_launches(kTwice);
  REQUIRE(launches.size() == 2);
  KernelRow row = make_kernel_row(launches);
  CHECK(row.workload.threads->has_phases());
  functional::run_untimed(row.workload);
  const std::vector<NpyArray> outputs = outputs_of(row);
  REQUIRE(outputs.size() == 2);
  CHECK(outputs[0].data != outputs[1].data);

  KernelRow first = make_kernel_row({launches[0]});
  functional::run_untimed(first.workload);
  CHECK(outputs_of(first)[0].data == outputs[0].data);
}

TEST_CASE("a row leaves the same outputs in every timing, and the caches stay warm", "[kernel]") {
  const std::vector<KernelLaunch> launches = read_kernel_launches(kTwice);
  KernelRow untimed = make_kernel_row(launches);
  functional::run_untimed(untimed.workload);
  const std::vector<NpyArray> expected = outputs_of(untimed);
  Cycles cycles{};
  for (const char* name : {"loosely_timed", "approximately_timed"}) {
    KernelRow row = make_kernel_row(launches);
    timing::System system{
        machine::MachineParameters{}, row.workload, timing::model_blocks(), {.timing = timing::system_timing(name)}};
    const timing::SystemRun run = system.run();
    CHECK(run.complete);
    const std::vector<NpyArray> timed = outputs_of(row);
    for (std::size_t n = 0; n < expected.size(); ++n) CHECK(timed[n].data == expected[n].data);
    if (cycles != Cycles{}) CHECK(run.cycles == cycles);
    cycles = run.cycles;
  }
}

TEST_CASE("outputs that several launches name have the launch's number in their file's name", "[kernel]") {
  KernelRow row = make_kernel_row(read_kernel_launches(kTwice));
  const auto files = row.result_files(*row.workload.memory);
  REQUIRE(files.size() == 2);
  CHECK(files[0].name == "0.dst.npy");
  CHECK(files[1].name == "1.dst.npy");
}

TEST_CASE("a row of launches is refused with its place", "[kernel]") {
  using Catch::Contains;
  const std::string image =
      "kind: image, image_type: 2d, width: 8, height: 8, channel_order: RGBA, channel_type: UNORM_INT8";
  CHECK_THAT(refused("launches: []\n"), Contains("row.yaml:1:11: launches: has 0 launches"));
  CHECK_THAT(refused("launches:\n- 5\n"), Contains("launches[0]: is not the launch of a kernel"));
  CHECK_THAT(refused("launches:\n" + kLaunch + "{index: 0, shared: a, kind: scalar, type: int, value: 1}]}\n"),
             Contains("launches[0].args[0].shared: is for images and buffers"));
  CHECK_THAT(refused("launches:\n" + kLaunch + "{index: 0, shared: a, " + image + "}]}\n" + kLaunch +
                     "{index: 0, shared: a, kind: image, width: 4}]}\n"),
             Contains("launches[1].args[0].width: stands beside shared: a"));
  CHECK_THAT(refused("launches:\n" + kLaunch + "{index: 0, shared: a, " + image + "}]}\n" + kLaunch +
                     "{index: 0, shared: a, kind: buffer}]}\n"),
             Contains("'a' is no buffer"));
  CHECK_THAT(refused("kernel: emboss\nfiles: {binary: emboss.bin}\nglobal_size: [8]\nargs: [{index: 0, shared: a, " +
                     image + "}]\n"),
             Contains("is for launches in a row"));
}
