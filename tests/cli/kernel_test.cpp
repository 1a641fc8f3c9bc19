// texpipe kernel: what binaries of Intel's OpenCL compiler need, and their instructions.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::string kKernels = std::string{TEXPIPE_TEST_DATA} + "/kernels/";

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream{path, std::ios::binary}.rdbuf();
  return text.str();
}

/// Lines with their white space folded.
std::vector<std::string> folded(const std::string& text) {
  static const std::regex kBlank{R"(\s+)"};
  std::vector<std::string> lines;
  std::istringstream stream{text};
  for (std::string line; std::getline(stream, line);) {
    line = std::regex_replace(line, kBlank, " ");
    while (!line.empty() && line.back() == ' ') line.pop_back();
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

std::vector<fs::path> files(const std::string& folder, const std::string& extension) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator{folder}) {
    if (entry.path().extension() == extension) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> disassembled(const fs::path& path) {
  const CommandOutcome outcome = run_texpipe("kernel disassemble " + path.string());
  CHECK(outcome.code == 0);
  return folded(outcome.out);
}

/// A damaged copy of lens_distort.bin.
class Damaged {
 public:
  template <class Change>
  explicit Damaged(Change change) : path_{folder_.path() / "damaged.bin"} {
    std::string bytes = text_of(kKernels + "lens_distort.bin");
    change(bytes);
    std::ofstream{path_, std::ios::binary} << bytes;
  }
  CommandOutcome info() const { return run_texpipe("kernel info " + path_.string()); }
  CommandOutcome disassemble() const { return run_texpipe("kernel disassemble " + path_.string()); }

 private:
  ScratchFolder folder_;
  fs::path path_;
};

/// Place at which the device binary begins in the container.
std::size_t program_in(const std::string& bytes) {
  return bytes.find("CTNI");
}

}  // namespace

TEST_CASE("every public OpenCL kernel disassembles to the text of iga64", "[cli][kernel]") {
  const std::vector<fs::path> binaries = files(kKernels, ".bin");
  CHECK(binaries.size() == 18);
  for (fs::path path : binaries) {
    INFO(path);
    const std::vector<std::string> ours = disassembled(path);
    CHECK(ours == folded(text_of(path.replace_extension(".asm"))));
  }
}

TEST_CASE("every width of the public pixel shaders disassembles to the text of iga64 but for Align16 operands",
          "[cli][kernel]") {
  const std::vector<fs::path> codes = files(kKernels + "pixel", ".dat");
  CHECK(codes.size() == 19);
  unsigned differing = 0;
  for (fs::path path : codes) {
    INFO(path);
    const std::vector<std::string> ours = disassembled(path);
    const std::vector<std::string> theirs = folded(text_of(path.replace_extension(".asm")));
    REQUIRE(ours.size() == theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
      if (ours[i] == theirs[i]) continue;
      ++differing;
      CHECK_THAT(ours[i], Contains("<4>.xyxy:f") && Contains("<4>.zwzw:f"));
    }
  }
  CHECK(differing == 4);
}

TEST_CASE("kernel info says what a launch has to fill in", "[cli][kernel]") {
  const CommandOutcome outcome = run_texpipe("kernel info --json " + kKernels + "dims_query.bin");
  REQUIRE(outcome.code == 0);
  const json kernel = json::parse(outcome.out)["kernels"][0];
  CHECK(kernel["name"] == "dims_query");
  CHECK(kernel["simd"] == 32);
  CHECK(kernel["cross_thread_bytes"] == 128);
  CHECK(kernel["binding_table_entries"] == 6);
  CHECK(kernel["arguments"][3]["image_type"] == "1d");
  CHECK(kernel["arguments"][3]["binding"] == 0);
  const json slm = json::parse(run_texpipe("kernel info --json " + kKernels + "tile_blur_slm.bin").out)["kernels"][0];
  CHECK(slm["local_bytes"] == 576);
  CHECK(slm["barriers"] == true);
  CHECK(slm["samplers"] == json::array({"declared: mag NEAREST, min NEAREST, mip NEAREST, address CLAMP CLAMP CLAMP, "
                                        "unnormalised"}));
  const std::string text = run_texpipe("kernel info " + kKernels + "lens_distort.bin").out;
  CHECK_THAT(text, Contains("lens_distort: SIMD8, 69 instructions in 840 bytes, 33 of them compacted"));
  CHECK_THAT(text, Contains("0   argument smp"));
  CHECK_THAT(text, Contains("76  sampler coordinate snap of argument 2"));
  CHECK_THAT(text, Contains("3   sampler; simd8 sample with lod forced to 0"));
}

TEST_CASE("kernel info of every public kernel names all arguments and bindings of its launch file", "[cli][kernel]") {
  for (const fs::path& path : files(kKernels, ".bin")) {
    const CommandOutcome outcome = run_texpipe("kernel info --json " + path.string());
    REQUIRE(outcome.code == 0);
    const json program = json::parse(outcome.out);
    for (const json& argument : program["kernels"][0]["arguments"]) {
      INFO(path << " " << argument);
      CHECK(!argument["name"].get<std::string>().empty());
      const std::string kind = argument["kind"];
      if (kind == "image" || kind == "buffer" || kind == "constant buffer") CHECK(argument.contains("binding"));
    }
  }
}

TEST_CASE("kernel disassemble gives the fields of every instruction as JSON", "[cli][kernel]") {
  const CommandOutcome outcome = run_texpipe("kernel disassemble --json " + kKernels + "lens_distort.bin");
  const json first = json::parse(outcome.out)["programs"][0]["instructions"][0];
  CHECK(first["offset"] == 0);
  CHECK(first["bytes"] == 16);
  CHECK(first["fields"]["Opcode"] == "mov");
  CHECK(first["fields"]["Src0.Width"] == "1 elements");
}

TEST_CASE("a damaged device binary is refused with the byte", "[cli][kernel]") {
  const CommandOutcome cut = Damaged{[](std::string& b) { b.resize(b.size() / 2); }}.info();
  CHECK(cut.code == 4);
  CHECK_THAT(cut.err, Contains("damaged.bin: byte 0x"));
  const CommandOutcome none = Damaged{[](std::string& b) { b = "no kernel"; }}.info();
  CHECK(none.code == 4);
  CHECK_THAT(none.err, Contains("no ELF container; expected a binary that ocloc made"));
  const CommandOutcome device = Damaged{[](std::string& b) { b[program_in(b) + 8] = 11; }}.info();
  CHECK(device.code == 8);
  CHECK_THAT(device.err, Contains("a binary for device 11; Kaby Lake is 12"));
  const CommandOutcome elf = Damaged{[](std::string& b) { b[16] = 2; }}.info();
  CHECK(elf.code == 8);
  CHECK_THAT(elf.err, Contains("byte 0x10: an ELF file of type 0xFF02"));
}

TEST_CASE("an unknown patch token is unsupported with its byte", "[cli][kernel]") {
  std::size_t position = 0;
  const CommandOutcome outcome = Damaged{[&](std::string& b) {
                                   // SAMPLER_KERNEL_ARGUMENT, 44 bytes, argument 2
                                   const std::string token{"\x10\0\0\0\x2c\0\0\0\x02\0\0\0", 12};
                                   position = b.find(token);
                                   REQUIRE(position != std::string::npos);
                                   b[position] = 99;
                                 }}.info();
  CHECK(outcome.code == 8);
  std::ostringstream place;
  place << "byte 0x" << std::uppercase << std::hex << position << ": unknown patch token 99";
  CHECK_THAT(outcome.err, Contains(place.str()));
}

TEST_CASE("an opcode that is not listed is refused with kernel and offset", "[cli][kernel]") {
  const CommandOutcome outcome = Damaged{[](std::string& b) {
                                   const std::string second{"\x01\x4d\x00\x20\x07\x7e\x03\x00", 8};
                                   const std::size_t at = b.find(second);
                                   REQUIRE(at != std::string::npos);
                                   b[at] = 0x0b;
                                 }}.disassemble();
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.err, Contains("lens_distort: instruction at byte 0x10: EU_OPCODE has no value 0x0B"));
}

TEST_CASE("kernel disassemble takes one program by name and writes files as other verbs do", "[cli][kernel]") {
  const std::string shader = kKernels + "pixel/gather.dat";
  const CommandOutcome one = run_texpipe("kernel disassemble --kernel simd16 " + shader);
  CHECK_THAT(one.out, Contains("SIMD16, entry at byte 0x3C0") && !Contains("SIMD8,"));
  const CommandOutcome wrong = run_texpipe("kernel disassemble --kernel simd18 " + shader);
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.err, Contains("did you mean simd16?") || Contains("did you mean simd8?"));
  const ScratchFolder folder;
  const std::string out = (folder.path() / "gather.asm").string();
  CHECK(run_texpipe("kernel disassemble " + shader + " -o " + out).code == 0);
  CHECK(text_of(out) == run_texpipe("kernel disassemble " + shader).out);
  CHECK(run_texpipe("kernel disassemble " + shader + " -o " + out).code != 0);
}

TEST_CASE("an empty file and vISA are refused as what they are", "[cli][kernel]") {
  const ScratchFolder folder;
  folder.write("empty.dat", "");
  const CommandOutcome empty = run_texpipe("kernel disassemble " + (folder / "empty.dat").string());
  CHECK(empty.code == 4);
  CHECK_THAT(empty.err, Contains("empty.dat: no instructions: the file is empty"));
  const CommandOutcome visa = run_texpipe("kernel disassemble " + kKernels + "lens_distort.isa");
  CHECK(visa.code == 4);
  CHECK_THAT(visa.err, Contains("texpipe visa disassemble reads this file"));
}

TEST_CASE("keys of a launch in the study are told where they stand", "[cli][kernel]") {
  const CommandOutcome outcome =
      run_texpipe("run configs/studies/kernels/lens_distort.yaml -p workload.global_size=64 -p workload.args=1");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("workload.global_size: unknown key; a kernel's launch") &&
                              Contains("workload.args: unknown key; a kernel's launch") && Contains("workload.file"));
}

namespace {

/// A run of a compiled kernel and what its timeline holds.
struct TimelineRun {
  ScratchFolder scratch;
  CommandOutcome run;
  json timeline;

  explicit TimelineRun(const std::string& study, const std::string& more = "") {
    const std::string out = (scratch / "run").string();
    run = run_texpipe("run configs/studies/kernels/" + study + ".yaml --out '" + out + "' " + more);
    REQUIRE(run.code == 0);
    if (!fs::exists(out + "/timeline.pftrace")) return;
    timeline = json::parse(run_texpipe("trace info --json '" + out + "/timeline.pftrace'").out);
  }
  std::uint64_t sum_of_waits(const std::string& message) const {
    std::istringstream lines{scratch.read("run/thread_waits.csv")};
    std::uint64_t sum = 0;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream cells{line};
      std::string name, stage, cycles;
      std::getline(cells, name, ',');
      std::getline(cells, stage, ',');
      std::getline(cells, cycles, ',');
      if (name == message) sum += std::stoull(cycles);
    }
    return sum;
  }
};

}  // namespace

TEST_CASE("a timed run of a kernel leaves a timeline with a track of each thread slot", "[cli][kernel]") {
  std::map<std::string, std::string> told;  // bytes, once
  for (const char* timing : {"approximately_timed", "loosely_timed"}) {
    const TimelineRun lens{"lens_distort", std::string{"--timing "} + timing};
    for (const char* file : {"timeline.pftrace", "thread_waits.csv"})
      CHECK(told.emplace(file, lens.scratch.read(std::string{"run/"} + file)).first->second ==
            lens.scratch.read(std::string{"run/"} + file));
    const auto& blocks = lens.timeline["blocks"];
    CHECK(std::count_if(blocks.begin(), blocks.end(), [](const json& block) {
            return block["path"].get<std::string>().find("].thread[") != std::string::npos && block["slices"] > 1;
          }) == 168);
    CHECK(lens.sum_of_waits("sample_lz") > 0);
    CHECK_THAT(lens.run.out, Contains("  threads ") && Contains("of their time wait for: sample") &&
                                 Contains("run/timeline.pftrace"));
  }
}

TEST_CASE("threads at a barrier wait for it and those that read local memory for its banks", "[cli][kernel]") {
  const TimelineRun blur{"tile_blur_slm"};
  CHECK(blur.sum_of_waits("barrier") > 0);
  CHECK_THAT(blur.scratch.read("run/thread_waits.csv"), Contains(",local memory,"));
}

TEST_CASE("a run of a kernel without time has no timeline", "[cli][kernel]") {
  const TimelineRun lens{"lens_distort", "--timing untimed"};
  CHECK(lens.timeline.is_null());
  CHECK_THAT(lens.run.out, !Contains("timeline"));
}

TEST_CASE("a kernel's printf is shown and kept as C would print it, with and without time", "[cli][kernel]") {
  const std::string folder = std::string{TEXPIPE_TEST_DATA} + "/more_kernels/";
  const std::string expected = text_of(folder + "printf.txt");
  for (const char* timing : {"untimed", "approximately_timed"}) {
    ScratchFolder scratch;
    scratch.write("study.yaml", "study: printing\nmachine: " TEXPIPE_SOURCE_DIR
                                "/configs/machines/kaby_lake_gt2.yaml"
                                "\nworkload: {kind: kernel, file: " +
                                    folder + "printf.yaml}\n");
    const CommandOutcome run = run_texpipe("run " + (scratch.path() / "study.yaml").string() + " --timing " + timing +
                                           " --out " + (scratch.path() / "run").string());
    INFO(run.err);
    CHECK(run.code == 0);
    CHECK(run.out.substr(0, expected.size()) == expected);
    CHECK(text_of(scratch.path() / "run" / "printf.txt") == expected);
  }
}

TEST_CASE("pointers in a program's data that lie outside of it or point to nothing are refused", "[cli][kernel]") {
  const std::string good = text_of(std::string{TEXPIPE_TEST_DATA} + "/more_kernels/pointers.bin");
  const std::size_t token = good.find(std::string{"\x2F\0\0\0\x1C\0\0\0", 8});  // 47, 28 bytes
  REQUIRE(token != std::string::npos);
  const auto info = [&](std::size_t field, char value) {
    ScratchFolder scratch;
    std::string bytes = good;
    bytes[token + 8 + 4 * field] = value;
    std::ofstream{scratch.path() / "damaged.bin", std::ios::binary} << bytes;
    return run_texpipe("kernel info " + (scratch.path() / "damaged.bin").string());
  };
  CHECK(info(1, '\x10').code == 0);
  const CommandOutcome outside = info(1, '\x11');
  CHECK(outside.code == 4);
  CHECK_THAT(outside.err, Contains("a pointer at byte 17 of 24 bytes"));
  CHECK_THAT(info(3, '\x02').err, Contains("data of kind 2"));
  CHECK(info(0, '\x01').code == 8);
}

TEST_CASE("kernel disassemble says that hexadecimal text is no binary", "[cli][kernel]") {
  const ScratchFolder scratch;
  scratch.write("send.txt", "0x02600031, 0x210002a8, 0x06000040, 0x02420001\n");
  const CommandOutcome outcome = run_texpipe("kernel disassemble '" + (scratch / "send.txt").string() + "'");
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.err, Contains("hexadecimal text") && Contains("xxd -r -p"));
  scratch.write("send.txt", "00000000: 3100 6002 a802 0021  1.`....!\n");
  CHECK_THAT(run_texpipe("kernel disassemble '" + (scratch / "send.txt").string() + "'").err,
             Contains("hexadecimal text"));
  scratch.write("send.txt", "send (8|M0) r8:w r2 0x2 0x02420001\n");
  CHECK_THAT(run_texpipe("kernel disassemble '" + (scratch / "send.txt").string() + "'").err,
             Contains("text, not instructions"));
}
