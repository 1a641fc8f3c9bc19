// texpipe run of kernels that go beyond what they were given, and of binaries that hold more than one can be launched.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::string kMoreKernels = std::string{TEXPIPE_TEST_DATA} + "/more_kernels/";

std::string bytes_of(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// A study of one kernel of tests/data/more_kernels in a folder of its own.
class KernelStudy {
 public:
  /// @param launch  what follows `kernel` and `files`
  KernelStudy(const std::string& binary, const std::string& kernel, const std::string& launch) {
    scratch_.write("launch.yaml", "kernel: " + kernel + "\nfiles: {binary: " + kMoreKernels + binary + "}\n" + launch);
    scratch_.write("study.yaml", "study: limits\nmachine: " TEXPIPE_SOURCE_DIR
                                 "/configs/machines/kaby_lake_gt2.yaml\nworkload: {kind: kernel, file: launch.yaml}\n");
  }
  CommandOutcome run(const std::string& timing, const std::string& more = "") const {
    return run_texpipe("run " + (scratch_ / "study.yaml").string() + " --timing " + timing + " --force --out " +
                       (scratch_ / "run").string() + " " + more);
  }
  const ScratchFolder& scratch() const { return scratch_; }

 private:
  ScratchFolder scratch_;
};

constexpr const char* kTimings[] = {"untimed", "loosely_timed", "approximately_timed"};

KernelStudy beyond(int shift) {
  return {"limits.bin", "beyond",
          "global_size: [64]\nlocal_size: [32]\nargs:\n"
          "- {index: 0, kind: buffer, element: int32, bytes: 256}\n"
          "- {index: 1, kind: buffer, element: int32, bytes: 256}\n"
          "- {index: 2, kind: scalar, type: int, value: " +
              std::to_string(shift) + "}\noutputs: [{arg: 0}]\n"};
}

KernelStudy of_one_buffer(const std::string& kernel, int shift) {
  return {"limits.bin", kernel,
          "global_size: [64]\nlocal_size: [32]\nargs:\n"
          "- {index: 0, kind: buffer, element: int32, bytes: 256}\n"
          "- {index: 1, kind: scalar, type: int, value: " +
              std::to_string(shift) + "}\noutputs: [{arg: 0}]\n"};
}

}  // namespace

TEST_CASE("accesses beyond a buffer are counted and the first is named, the same in every timing",
          "[cli][kernel][bounds]") {
  for (const char* timing : kTimings) {
    INFO(timing);
    const KernelStudy study = beyond(16);
    const CommandOutcome run = study.run(timing);
    CHECK(run.code == 0);
    const std::string expected =
        "kernel beyond: 16 accesses beyond its buffers, the first: work group 1, instruction at byte 0x";
    const std::string rest = "reads bytes 256 to 259 of a, which has 256 (such reads give 0)";
    CHECK_THAT(run.out, Contains("  bounds ") && Contains(expected) && Contains(rest));
    CHECK_THAT(run.err, Contains(expected) && Contains(rest) && Contains("--bounds fatal"));
    CHECK_THAT(study.scratch().read("run/log.txt"), Contains(expected));
    CHECK_THAT(study.scratch().read("run/stats.json"), Contains("beyond_buffers"));
  }
}

TEST_CASE("accesses by 64-bit addresses and atomics are counted where no buffer has their bytes",
          "[cli][kernel][bounds]") {
  const CommandOutcome atomics = of_one_buffer("count", 60).run("untimed");
  CHECK_THAT(atomics.out, Contains("60 accesses beyond its buffers") &&
                              Contains("writes bytes 256 to 259 of o, which has 256 (by a 64-bit address"));
  const CommandOutcome before = of_one_buffer("count", -3).run("untimed");
  CHECK_THAT(before.out, Contains("3 accesses beyond its buffers"));
  const CommandOutcome writes = of_one_buffer("scatter", 63).run("untimed");
  CHECK_THAT(writes.out, Contains("63 accesses beyond its buffers") && Contains("such writes are lost"));
}

TEST_CASE("verify notes what a kernel touched beyond its buffers", "[cli][kernel][bounds]") {
  const KernelStudy study = beyond(16);
  const CommandOutcome verified = run_texpipe("verify " + (study.scratch() / "launch.yaml").string());
  CHECK(verified.code == 0);
  CHECK_THAT(verified.err, Contains("launch.yaml:1:1: kernel beyond: 16 accesses beyond its buffers"));
}

TEST_CASE("a kernel that stays within its buffers says nothing of bounds", "[cli][kernel][bounds]") {
  const KernelStudy study = beyond(0);
  const CommandOutcome run = study.run("approximately_timed");
  CHECK(run.code == 0);
  CHECK_THAT(run.out, !Contains("bounds"));
  CHECK_THAT(run.err, !Contains("bounds"));
  CHECK_THAT(study.scratch().read("run/stats.json"), !Contains("beyond_buffers"));
}

TEST_CASE("option --bounds fatal ends a run at the first access beyond a buffer", "[cli][kernel][bounds]") {
  for (const char* timing : kTimings) {
    INFO(timing);
    const CommandOutcome run = beyond(16).run(timing, "--bounds fatal");
    CHECK(run.code == 5);
    CHECK_THAT(run.err, Contains("kernel beyond: an access beyond its buffers: work group 1, instruction at byte 0x") &&
                            Contains("reads bytes 256 to 259 of a"));
    CHECK(beyond(0).run(timing, "--bounds fatal").code == 0);
  }
  CHECK(beyond(0).run("untimed", "--bounds fetal").code == 3);
}

TEST_CASE("a kernel that does not end is stopped after as many instructions as the study allows", "[cli][kernel]") {
  const KernelStudy study{"limits.bin", "endless",
                          "global_size: [1]\nlocal_size: [1]\nargs: [{index: 0, kind: buffer, bytes: 64}]\n"};
  for (const char* timing : {"untimed", "approximately_timed"}) {
    const CommandOutcome run = study.run(timing, "-p workload.max_instructions=5000");
    CHECK(run.code == 6);
    CHECK_THAT(run.err, Contains("kernel endless: a thread that has executed 5000 instructions does not end; it is at "
                                 "the instruction at byte 0x") &&
                            Contains("A workload of kind kernel allows more by max_instructions; one of kind frame "
                                     "leaves a draw out by draws"));
  }
}

TEST_CASE("a barrier that not all threads of a group reach names the kernel and the groups", "[cli][kernel]") {
  const KernelStudy study{"limits.bin", "divergent",
                          "global_size: [128]\nlocal_size: [64]\nargs:\n- {index: 0, kind: buffer, element: int32, "
                          "bytes: 512}\n- {index: 1, kind: local, bytes: 128}\n"};
  const CommandOutcome untimed = study.run("untimed");
  CHECK(untimed.code == 6);
  CHECK_THAT(untimed.err,
             Contains("kernel divergent: work group 0 cannot go on: thread 0 waits at instruction at byte") &&
                 Contains("1 of 2 threads are at a barrier"));
  for (const char* timing : {"loosely_timed", "approximately_timed"}) {
    const CommandOutcome timed = study.run(timing);
    CHECK(timed.code == 6);
    CHECK_THAT(timed.err, Contains("kernel divergent: "));
    for (const char* group : {"0", "1"}) {
      const std::string waits =
          std::string{"gateway.barriers 1, head: work group "} + group + " with 1 of its threads waits for the others";
      CHECK_THAT(timed.err, Contains(waits));
      CHECK(timed.err.find(waits) < timed.err.find(".data_port.messages 0"));
    }
  }
}

TEST_CASE("a launch without local size gets the largest group that fits and says so", "[cli][kernel]") {
  const KernelStudy study{"limits.bin", "scatter",
                          "global_size: [96, 10]\nargs:\n- {index: 0, kind: buffer, element: int32, bytes: 384}\n"
                          "- {index: 1, kind: scalar, type: int, value: 0}\n"};
  const CommandOutcome run = study.run("untimed");
  CHECK(run.code == 0);
  CHECK_THAT(run.err, Contains("local_size: is not given; [48, 5] is chosen, the largest that fits"));
  CHECK_THAT(study.scratch().read("run/log.txt"), Contains("[48, 5] is chosen"));
}

TEST_CASE("a kernel that is not supported is named and blocks no other of its binary", "[cli][kernel]") {
  const auto study = [](const std::string& kernel, const std::string& more) {
    return KernelStudy{"some_unsupported.bin", kernel,
                       "global_size: [32]\nlocal_size: [32]\nargs:\n- {index: 0, kind: buffer, element: int32, bytes: "
                       "128}\n" +
                           more + "outputs: [{arg: 0}]\n"};
  };
  CHECK(study("plain", "- {index: 1, kind: scalar, type: int, value: 7}\n").run("untimed").code == 0);
  for (const auto& [kernel, reason] :
       {std::pair{"motion", "video motion estimation"}, {"enqueues", "device enqueue"}}) {
    const CommandOutcome run = study(kernel, "").run("untimed");
    CHECK(run.code == 8);
    CHECK_THAT(run.err, Contains(std::string{"kernel "} + kernel + ": unsupported: byte 0x") && Contains(reason));
  }
  const CommandOutcome info = run_texpipe("kernel info --json " + kMoreKernels + "some_unsupported.bin");
  CHECK(info.code == 0);
  const json kernels = json::parse(info.out)["kernels"];
  REQUIRE(kernels.size() >= 3);
  CHECK(kernels[0]["name"] == "plain");
  CHECK(kernels[0]["simd"] == 32);
  CHECK_THAT(kernels[1]["unsupported"].get<std::string>(), Contains("video motion estimation"));
  CHECK_THAT(run_texpipe("kernel info " + kMoreKernels + "some_unsupported.bin").out,
             Contains("motion: cannot be launched"));
  CHECK_THAT(run_texpipe("kernel disassemble --kernel enqueues " + kMoreKernels + "some_unsupported.bin").out,
             Contains("end of thread"));
}

namespace {

/// A file of these bytes, read by `kernel info`.
CommandOutcome info_of(const std::string& bytes) {
  const ScratchFolder folder;
  std::ofstream{folder / "file.bin", std::ios::binary} << bytes;
  return run_texpipe("kernel info " + (folder / "file.bin").string());
}

}  // namespace

TEST_CASE("of an archive for several devices Kaby Lake's part is taken", "[cli][kernel]") {
  const std::string archive = bytes_of(kMoreKernels + "two_devices.bin");
  const CommandOutcome both = info_of(archive);
  CHECK(both.code == 0);
  CHECK_THAT(both.out, Contains("fill: SIMD32"));
  std::string only_skylake = archive;
  const std::size_t kaby_lake = only_skylake.find("64.9.1.9/");
  REQUIRE(kaby_lake != std::string::npos);
  only_skylake.replace(kaby_lake, 9, "64.8.0.0/");
  CHECK(info_of(only_skylake).code == 0);
  std::string others = only_skylake;
  others.replace(others.find("64.9.0.9/"), 9, "64.12.1./");
  const CommandOutcome none = info_of(others);
  CHECK(none.code == 8);
  CHECK_THAT(none.err, Contains("an archive for devices 64.12.1., 64.8.0.0; Kaby Lake is 64.9.1.9"));
  for (const std::size_t size : {std::size_t{8}, std::size_t{50}, archive.size() / 2})
    CHECK(info_of(archive.substr(0, size)).code != 0);
  CHECK(info_of(archive.substr(0, archive.size() / 2)).code == 4);
}

TEST_CASE("zebin, SPIR-V and bitcode are named in place of a device binary", "[cli][kernel]") {
  std::string zebin = bytes_of(kMoreKernels + "user_types.bin");
  zebin[16] = '\x12';
  CHECK_THAT(info_of(zebin).err, Contains("unsupported: byte 0x10: an ELF file of type 0xFF12: a zebin container"));
  zebin.replace(16, 4, std::string{"\x01\0\xCD\0", 4});
  CHECK_THAT(info_of(zebin).err, Contains("a zebin container") && Contains("-device kbl"));
  CHECK(info_of(zebin).code == 8);
  const CommandOutcome spirv = info_of(bytes_of(kMoreKernels + "printf.bin.spv"));
  CHECK(spirv.code == 8);
  CHECK_THAT(spirv.err, Contains("SPIR-V") && Contains("ocloc compile -spirv_input"));
  CHECK_THAT(info_of("BC\xC0\xDE....").err, Contains("LLVM bitcode"));
}

TEST_CASE("arguments of types that the source defines fit in size and fields", "[cli][kernel]") {
  const auto run = [](const std::string& kernel, const std::string& arguments) {
    return KernelStudy{
        "user_types.bin", kernel,
        "global_size: [8]\nlocal_size: [8]\nargs:\n- {index: 0, kind: buffer, element: uint8, bytes: 32}\n" +
            arguments + "outputs: [{arg: 0}]\n"}
        .run("untimed");
  };
  const std::string z = "- {index: 2, kind: scalar, type: int, value: 7}\n";
  CHECK(run("choice", "- {index: 1, kind: scalar, type: int, value: 1}\n" + z).code == 0);
  const CommandOutcome wide = run("choice", "- {index: 1, kind: scalar, type: long, value: 1}\n" + z);
  CHECK(wide.code == 3);
  CHECK_THAT(wide.err,
             Contains("launch.yaml:7:3: argument 1 (e): is given as long of 8 bytes; the kernel has Choice of 4"));
  const auto pair = [&](const std::string& value) { return run("pair", "- {index: 1, " + value + "}\n" + z); };
  CHECK(pair("kind: struct, fields: [{type: float2, value: [1, 2]}, {type: int, value: 3}]").code == 0);
  CHECK(pair("kind: struct, hex: \"0000803F 00000040 03000000 00000000\"").code == 0);
  CHECK_THAT(pair("kind: scalar, type: float4, value: [1, 2, 3, 4]").err,
             Contains("argument 1 (p): is given as float4; the kernel's Pair is a structure: kind: struct"));
  CHECK_THAT(pair("kind: struct, fields: [{type: float2, value: 1}]").err,
             Contains("is given as struct of 8 bytes; the kernel has Pair of 16"));
  CHECK_THAT(pair("kind: struct, fields: [{type: double, value: 1}, {type: int, value: 3}]").err,
             Contains("the field at byte 0 has 8 bytes, and another number of the kernel's begins at byte 4"));
  CHECK_THAT(
      pair("kind: struct, fields: [{type: float2, value: 1}, {type: short2, value: 3}, {type: int, value: 0}]").err,
      Contains("the field at byte 10 has 2 bytes, and no number of the kernel's begins there"));
  const auto others = [&](const std::string& padded, const std::string& mixed) {
    return run("others", "- {index: 1, kind: struct, fields: [" + padded + "]}\n- {index: 2, kind: struct, fields: [" +
                             mixed + "]}\n- {index: 3, kind: scalar, type: float4, value: 1}\n");
  };
  const std::string padded = "{type: float3, value: 1}, {type: float, value: 1}";
  const std::string mixed = "{type: uchar4, value: 1}, {type: long, value: 1}, {type: short, value: 1}";
  CHECK(others(padded, mixed).code == 0);
  CHECK_THAT(others("{type: float3, value: 1}, {type: double, value: 1}", mixed).err,
             Contains("the field at byte 16 has 8 bytes"));
  CHECK_THAT(
      others(padded, "{type: uchar4, value: 1}, {type: int, value: 1}, {type: int2, value: 1}, {type: long, value: 1}")
          .err,
      Contains("the field at byte 4 has 4 bytes, and no number"));
  CHECK_THAT(others(padded, "{type: long, value: 1}, {type: long, value: 1}, {type: short, value: 1}").err,
             Contains("the field at byte 0 has 8 bytes, and another number of the kernel's begins at byte 1"));
}

TEST_CASE("a data file shorter than its buffer is refused as a longer one is", "[cli][kernel]") {
  const KernelStudy study = beyond(0);
  // 4 DWords for a buffer of 64
  std::string npy{"\x93NUMPY\x01\x00", 8};
  std::string header = "{'descr': '<i4', 'fortran_order': False, 'shape': (4,), }";
  header.resize(117, ' ');
  header += '\n';
  npy += std::string{"\x76\x00", 2} + header + std::string(16, '\0');
  std::ofstream{study.scratch() / "short.npy", std::ios::binary} << npy;
  std::string launch = study.scratch().read("launch.yaml");
  launch.insert(launch.find("bytes: 256") + 10, ", data: short.npy");
  study.scratch().write("launch.yaml", launch);
  const CommandOutcome run = study.run("untimed");
  CHECK(run.code == 3);
  CHECK_THAT(run.err, Contains("short.npy has 16 bytes; the buffer has 256"));
}
