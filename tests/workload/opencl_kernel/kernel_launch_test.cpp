#include "workload/opencl_kernel/kernel_launch.h"

#include <unistd.h>

#include <bit>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "workload/opencl_kernel/scalar_value.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

namespace fs = std::filesystem;

const fs::path kKernels = fs::path{TEXPIPE_TEST_DATA} / "kernels";

struct LaunchFile {
  fs::path path = fs::temp_directory_path() / ("texpipe_launch_" + std::to_string(getpid()) + ".yaml");
  ~LaunchFile() { fs::remove(path); }

  KernelLaunch read(const std::string& text) const {
    std::ofstream{path} << text;
    return read_kernel_launch(path);
  }
  /// Every problem as text.
  std::string problems(const std::string& text) const {
    try {
      read(text);
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::kInvalidConfiguration);
      std::string all;
      for (const Diagnostic& diagnostic : error.diagnostics()) all += diagnostic.text() + "\n";
      return all;
    }
    return "";
  }
};

const std::string kHead = "kernel: k\nfiles: {binary: k.bin}\nglobal_size: [64, 48]\nlocal_size: [8, 8]\n";

}  // namespace

TEST_CASE("every public kernel's launch is read whole", "[kernel]") {
  unsigned launches = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator{kKernels}) {
    if (entry.path().extension() != ".yaml") continue;
    INFO(entry.path());
    const KernelLaunch launch = read_kernel_launch(entry.path());
    CHECK(launch.kernel == entry.path().stem());
    CHECK(fs::exists(launch.binary));
    CHECK(launch.outputs.size() == 1);
    ++launches;
  }
  CHECK(launches == 18);
}

TEST_CASE("a launch gives sizes arguments and tolerances as they are written", "[kernel]") {
  const KernelLaunch bicubic = read_kernel_launch(kKernels / "mip_lod.yaml");
  CHECK(bicubic.simd == 32u);
  CHECK(bicubic.dimensions == 2);
  CHECK(bicubic.global_size == WorkSize{64, 48, 1});
  CHECK(bicubic.local_size == WorkSize{16, 4, 1});
  REQUIRE(bicubic.arguments.size() == 4);
  const auto& pyramid = std::get<LaunchImage>(bicubic.arguments[0].value);
  CHECK(pyramid.levels.size() == 7);
  CHECK(pyramid.format.type == ChannelType::kUnormInt8);
  const auto& sampler = std::get<LaunchSampler>(bicubic.arguments[1].value);
  CHECK(sampler.normalized);
  CHECK(sampler.mip_filter == SamplerFilter::kLinear);
  CHECK(sampler.addressing == SamplerAddressing::kClampToEdge);
  CHECK(std::get<LaunchImage>(bicubic.arguments[2].value).access == ImageAccess::kWrite);
  CHECK(std::get<LaunchScalar>(bicubic.arguments[3].value).bytes.size() == 4);
  CHECK(bicubic.outputs[0].tolerance.absolute == 0.012);
}

TEST_CASE("what is wrong in a launch is told with its place and the nearest spelling, all at once", "[kernel]") {
  const LaunchFile file;
  const std::string text = file.problems(kHead +
                                         "args:\n"
                                         "- {index: 0, kind: imgae}\n"
                                         "- {index: 1, kind: image, image_type: 2d, width: 4, channel_order: RBGA, "
                                         "channel_type: FLOAT}\n"
                                         "- {index: 1, kind: buffer, bytes: 6, element: float32}\n"
                                         "- {index: 2, kind: scalar, type: flaot2, value: 1}\n"
                                         "- {index: 3, kind: sampler, adressing: none}\n"
                                         "outputs:\n"
                                         "- {arg: 2, tolerance: {abs: -1}}\n"
                                         "globl_size: [1]\n");
  using Catch::Contains;
  CHECK_THAT(text, Contains(":6:") && Contains("did you mean image"));
  CHECK_THAT(text, Contains("args[1].height: is missing") && Contains("did you mean RGBA"));
  CHECK_THAT(text, Contains("argument 1 is given twice") && Contains("no whole number of float32"));
  CHECK_THAT(text, Contains("did you mean float2") && Contains("did you mean addressing"));
  CHECK_THAT(text, Contains("no image or buffer") && Contains("outputs[0].tolerance.abs"));
  CHECK_THAT(text, Contains("did you mean global_size"));
}

TEST_CASE("sizes that no launch can have are refused", "[kernel]") {
  const LaunchFile file;
  using Catch::Contains;
  const auto sized = [&](const char* global, const char* local) {
    return file.problems(std::string{"kernel: k\nfiles: {binary: k.bin}\nargs: []\nglobal_size: "} + global +
                         "\nlocal_size: " + local + "\n");
  };
  CHECK(sized("[64, 48]", "[8, 8]").empty());
  CHECK(sized("[64, 50]", "[8, 8]").empty());  // the kernel says whether it may
  CHECK_THAT(sized("[4096, 48]", "[2048]"), Contains("local_size"));
  CHECK_THAT(sized("[64, 64]", "[64, 64]"), Contains("4096 work-items"));
  CHECK_THAT(sized("[64]", "[8, 8]"), Contains("global_size has 1"));
  CHECK_THAT(sized("[]", "[8]"), Contains("expected 1 to 3"));
  CHECK_THAT(sized("[0]", "[1]"), Contains("out of range"));
  CHECK_THAT(sized("[0]", "[8]"), !Contains("no whole number"));
  CHECK_THAT(sized("[4294967295]", "[8]"), Contains("out of range") && !Contains("no whole number"));
  CHECK_THAT(sized("[1073741824, 1073741824]", "[1]"), Contains("too many"));
}

TEST_CASE("scalars are laid out as OpenCL does", "[kernel]") {
  const LaunchFile file;
  const auto bytes = [&](const std::string& type, const std::string& value) {
    const KernelLaunch launch =
        file.read(kHead + "args: [{index: 0, kind: scalar, type: " + type + ", value: " + value + "}]\n");
    std::vector<int> numbers;
    for (const std::byte b : std::get<LaunchScalar>(launch.arguments[0].value).bytes)
      numbers.push_back(std::to_integer<int>(b));
    return numbers;
  };
  CHECK(bytes("int", "-2") == std::vector<int>{254, 255, 255, 255});
  CHECK(bytes("uchar2", "[1, 255]") == std::vector<int>{1, 255});
  CHECK(bytes("half", "1") == std::vector<int>{0x00, 0x3C});
  CHECK(bytes("float", "1.5") == std::vector<int>{0, 0, 0xC0, 0x3F});
  CHECK(bytes("float3", "1").size() == 16);
  CHECK(bytes("short4", "7") == std::vector<int>{7, 0, 7, 0, 7, 0, 7, 0});
  CHECK(bytes("ulong", "0xFFFFFFFFFFFFFFFF") == std::vector<int>(8, 255));
  CHECK(bytes("double", "1").back() == 0x3F);
  CHECK_THAT(file.problems(kHead + "args: [{index: 0, kind: scalar, type: uchar, value: 256}]\n"),
             Catch::Contains("8 bits, unsigned"));
  CHECK_THAT(file.problems(kHead + "args: [{index: 0, kind: scalar, type: int2, value: [1, 2, 3]}]\n"),
             Catch::Contains("has 3 numbers; expected 2"));
}

TEST_CASE("structures are laid out as C does with gaps unless they are packed", "[kernel]") {
  const LaunchFile file;
  const auto bytes = [&](const std::string& keys) {
    const KernelLaunch launch = file.read(kHead + "args: [{index: 0, kind: struct, " + keys + "}]\n");
    std::vector<int> numbers;
    for (const std::byte b : std::get<LaunchScalar>(launch.arguments[0].value).bytes)
      numbers.push_back(std::to_integer<int>(b));
    return numbers;
  };
  const std::string fields =
      "fields: [{type: char, value: 1}, {name: n, type: int, value: 2}, {type: uchar, value: 3}]";
  CHECK(bytes(fields) == std::vector<int>{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0});
  CHECK(bytes(fields + ", packed: true") == std::vector<int>{1, 2, 0, 0, 0, 3});
  CHECK(bytes("fields: [{type: short, count: 3, value: [1, 2, 3]}, {type: uchar2, count: 2, value: [[4, 5], 6]}]") ==
        std::vector<int>{1, 0, 2, 0, 3, 0, 4, 5, 6, 6});
  CHECK(bytes("fields: [{type: char, value: 1}, {fields: [{type: uchar, value: 2}, {type: short, value: 3}]}]") ==
        std::vector<int>{1, 0, 2, 0, 3, 0});
  CHECK(bytes("fields: [{type: float, value: 1}, {type: float3, value: 0}]").size() == 32);
  CHECK(bytes("fields: [{type: uchar, count: 4, value: 9}]") == std::vector<int>(4, 9));
  CHECK(bytes("hex: \"00 0aFF\"") == std::vector<int>{0, 10, 255});
}

TEST_CASE("a structure's numbers are known with their bytes, those of vectors and inner structures one by one",
          "[kernel]") {
  const LaunchFile file;
  const KernelLaunch launch =
      file.read(kHead +
                "args: [{index: 0, kind: struct, fields: [{type: float3, value: 0}, {type: char, value: 1}, "
                "{fields: [{type: short, count: 2, value: 2}, {type: long, value: 3}]}]}]\n");
  std::vector<std::pair<std::uint32_t, std::uint32_t>> elements;
  for (const ValueElement& element : std::get<LaunchScalar>(launch.arguments[0].value).elements)
    elements.emplace_back(element.offset, element.bytes);
  CHECK(elements == std::vector<std::pair<std::uint32_t, std::uint32_t>>{
                        {0, 4}, {4, 4}, {8, 4}, {16, 1}, {24, 2}, {26, 2}, {32, 8}});
}

TEST_CASE("what is wrong in a structure is told with the field's place", "[kernel]") {
  const LaunchFile file;
  const auto problems = [&](const std::string& keys) {
    return file.problems(kHead + "args:\n- {index: 0, kind: struct, " + keys + "}\n");
  };
  using Catch::Contains;
  CHECK_THAT(problems("packed: true"), Contains(":6:") && Contains("args[0].fields: is missing"));
  CHECK_THAT(problems("hex: '00', fields: [{type: int, value: 1}]"), Contains("stands beside hex"));
  CHECK_THAT(problems("fields: []"), Contains("is empty"));
  CHECK_THAT(problems("fields: [1]"), Contains("args[0].fields[0]: is not a field"));
  CHECK_THAT(problems("fields: [{type: int, value: 1}, {type: flaot, value: 1}]"),
             Contains("args[0].fields[1].type") && Contains("did you mean float"));
  CHECK_THAT(problems("fields: [{type: int}]"), Contains("args[0].fields[0].value: is missing"));
  CHECK_THAT(problems("fields: [{type: int, valeu: 1, value: 2}]"), Contains("did you mean value"));
  CHECK_THAT(problems("fields: [{type: int, count: 2, value: [1, 2, 3]}]"), Contains("has 3 elements; expected 2"));
  CHECK_THAT(problems("fields: [{fields: [{type: char, value: 300}]}]"),
             Contains("args[0].fields[0].fields[0].value") && Contains("8 bits"));
  CHECK_THAT(problems("fields: [{type: int, count: 4096, value: 0}]"), Contains("more than 4096 bytes"));
  for (const char* hex : {"'0'", "0g", "'0 0'", "''", "[1]"})
    CHECK_THAT(problems(std::string{"hex: "} + hex), Contains("args[0].hex: is no row of bytes"));
}
