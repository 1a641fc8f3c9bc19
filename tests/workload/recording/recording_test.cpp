// A recording replays to the cycle: on the machine that made it every statistic is the same, with any timing.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "fuzz/damage.h"
#include "fuzz/recording_targets.h"
#include "study/definition/prepare_study.h"
#include "study/execution/execution.h"
#include "study/summary/statistics_text.h"
#include "workload/recording/record_workload.h"
#include "workload/texture_walk/texture_walk.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

const std::string kConfigs = TEXPIPE_SOURCE_DIR "/configs/";

Configuration load(const std::string& study, std::vector<std::string> assignments = {}) {
  return load_configuration({kConfigs + study, std::move(assignments)}, FileKind::kStudy);
}

std::vector<std::byte> record(const Configuration& configuration) {
  std::optional<functional::Workload> workload = prepare_study(configuration);
  std::ostringstream text;
  record_workload(*workload, configuration.study.name, "any", text);
  const std::string file = text.str();
  const auto bytes = std::as_bytes(std::span{file});
  return {bytes.begin(), bytes.end()};
}

functional::Workload replay(const std::vector<std::byte>& file, ReplayedValues values = ReplayedValues::kComputed) {
  return replay_recording(std::make_shared<Recording>(file, "test"), values);
}

struct Result {
  std::string statistics;
  std::uint64_t cycles = 0;
  std::vector<std::byte> image;

  bool operator==(const Result&) const = default;
};

Result run(const Configuration& configuration, functional::Workload workload) {
  const timing::BlockRegistry blocks = timing::model_blocks();
  const Execution execution =
      execute(configuration.machine, workload,
              {.timing = configuration.study.timing, .blocks = &blocks, .watchdog = configuration.study.watchdog});
  Result result{statistics_json(*execution.statistics), execution.cycles.value_or(Cycles{}).value(), {}};
  if (workload.output.width != 0) result.image = read_output(workload);
  return result;
}

void check_replay(const std::string& study, const std::vector<std::string>& assignments) {
  for (const char* timing : {"untimed", "loosely_timed", "approximately_timed"}) {
    INFO(study << " " << timing);
    std::vector<std::string> all = assignments;
    all.push_back(std::string{"timing="} + timing);
    const Configuration configuration = load(study, all);
    const std::vector<std::byte> recording = record(configuration);
    const Result recorded = run(configuration, *prepare_study(configuration));
    CHECK(run(configuration, replay(recording)) == recorded);
    CHECK(run(configuration, replay(recording, ReplayedValues::kOff)) == recorded);
  }
}

}  // namespace

TEST_CASE("a replay has every statistic of the recorded run in the shipped studies of textures", "[recording]") {
  check_replay("studies/first_look.yaml", {"workload.image=96x64"});
  check_replay("studies/first_look.yaml", {"workload.image=32x32", "workload.walk=steady"});
}

TEST_CASE("a replay has every statistic of the recorded run in the shipped studies of programs", "[recording]") {
  check_replay("studies/visa_all_operations.yaml", {});
  check_replay("studies/msaa_coverage.yaml", {});
  check_replay("studies/pixel_interpolator.yaml", {});
}

TEST_CASE("a replay has every statistic of the recorded run of compiled kernels", "[recording][kernel]") {
  check_replay("studies/kernels/tile_blur_slm.yaml", {});  // threads take turns at barriers
  check_replay("studies/kernels/parallax_march.yaml", {});
}

TEST_CASE("a replay has every statistic of the recorded run in the shipped microbenchmarks", "[recording]") {
  for (const char* study : {"buffer_rate", "instruction_chain", "instruction_rate", "load_rate", "random_bilinear",
                            "sample_rate", "sampler_chain", "sampler_messages"})
    check_replay(std::string{"studies/silicon/"} + study + ".yaml", {});
}

TEST_CASE("a replay on another machine is the study on that machine", "[recording]") {
  const Configuration made = load("studies/first_look.yaml", {"workload.image=64x48"});
  const Configuration other =
      load("studies/first_look.yaml",
           {"workload.image=64x48", "machine=" + kConfigs + "machines/hd530.yaml", "slice.subslices=2",
            "slice.subslice[*].sampler.l1.size=4KiB", "slice.subslice[*].eu[*].threads=3"});
  const Result result = run(other, *prepare_study(other));
  CHECK(run(other, replay(record(made))) == result);
  CHECK(run(other, replay(record(made), ReplayedValues::kOff)) == result);
}

TEST_CASE("a replay without values finds the lines of every line size and both places of decompression",
          "[recording]") {
  const std::string l1 = "slice.subslice[*].sampler.l1.";
  for (const std::string texture :
       {"brick_512_bc1_mips.dds", "astronaut_256_rgba8_mips.dds", "gravel_512_bc3_mips.dds"}) {
    const std::vector<std::string> walk{"workload.image=32x32", "workload.texture=" + kConfigs + "textures/" + texture};
    const auto recording = record(load("studies/first_look.yaml", walk));
    for (const std::string line : {"16B", "32B", "128B"}) {
      for (const std::string place : {"before_l1", "after_l1"}) {
        for (const std::string banks : {"lines", "words"}) {
          INFO(texture << " " << line << " " << place << " " << banks);
          std::vector<std::string> machine = walk;
          for (const std::string& setting : {"line=" + line, "decompression.place=" + place, "bank_choice=" + banks,
                                             std::string{"banks=4"}, std::string{"size=16KiB"}})
            machine.push_back(l1 + setting);
          const Configuration other = load("studies/first_look.yaml", machine);
          CHECK(run(other, replay(recording, ReplayedValues::kOff)) == run(other, *prepare_study(other)));
        }
      }
    }
  }
}

TEST_CASE("a replay without values needs the footprints that older recordings do not have", "[recording]") {
  const auto plain = fuzz::file_bytes(std::string{TEXPIPE_TEST_DATA "/fuzz/recording_contents/txq"});
  CHECK_THROWS_WITH(replay(fuzz::packed_recording(plain), ReplayedValues::kOff),
                    Catch::Contains("was made without footprints"));
}

TEST_CASE("a recording has the same bytes whatever machine and timing it is made with", "[recording]") {
  const auto bytes = record(load("studies/msaa_coverage.yaml", {"timing=untimed"}));
  CHECK(record(load("studies/msaa_coverage.yaml", {"slice.subslices=1"})) == bytes);
}

TEST_CASE("a recording of a replay replays as the first", "[recording]") {
  const Configuration configuration = load("studies/pixel_interpolator.yaml");
  const auto first = record(configuration);
  for (const ReplayedValues values : {ReplayedValues::kComputed, ReplayedValues::kOff}) {
    functional::Workload again = replay(first, values);
    std::ostringstream text;
    record_workload(again, configuration.study.name, "any", text);
    const std::string second = text.str();
    CHECK(std::ranges::equal(std::as_bytes(std::span{second}), first));
  }
}

TEST_CASE("every flipped byte of a recording is noticed", "[recording][fuzz]") {
  const auto file =
      record(load("studies/msaa_coverage.yaml", {"workload.warps=" + kConfigs + "spa/pixld_example.yaml"}));
  REQUIRE_NOTHROW(Recording{file, "test"});
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (const std::byte flip : {std::byte{1}, std::byte{0x80}, std::byte{0xFF}}) {
      std::vector<std::byte> damaged = file;
      damaged[at] ^= flip;
      INFO(at);
      CHECK_THROWS_AS((Recording{damaged, "test"}), Error);
    }
  }
}

TEST_CASE("every cut of a recording is noticed", "[recording][fuzz]") {
  const auto file = record(load("studies/msaa_coverage.yaml", {"workload.warps=" + kConfigs + "spa/txq_example.yaml"}));
  for (std::size_t length = 0; length < file.size(); ++length) {
    const std::vector<std::byte> cut{file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length)};
    CHECK_THROWS_WITH((Recording{cut, "test"}), Catch::Contains("test: "));
  }
  std::vector<std::byte> longer = file;
  longer.push_back(std::byte{});
  CHECK_THROWS_WITH((Recording{longer, "test"}), Catch::Contains("goes on after its end"));
}

TEST_CASE("damaged contents with right checksums never crash a replay", "[recording][fuzz]") {
  CHECK(fuzz::replay(TEXPIPE_TEST_DATA "/fuzz/recording_contents", fuzz::recording_contents, 1500, 200) == 3);
}

TEST_CASE("the corpus of recordings is what the reader takes", "[recording][fuzz]") {
  for (const char* name : {"chain", "pixld", "txq"}) {
    const auto plain = fuzz::file_bytes(std::string{TEXPIPE_TEST_DATA "/fuzz/recording_contents/"} + name);
    CHECK_NOTHROW(replay(fuzz::packed_recording(plain)));
  }
}

TEST_CASE("a recording of another version is refused by its number", "[recording]") {
  auto file = record(load("studies/msaa_coverage.yaml", {"workload.warps=" + kConfigs + "spa/txq_example.yaml"}));
  file[7] = std::byte{2};
  CHECK_THROWS_WITH((Recording{file, "test"}), Catch::Contains("a recording of version 2; expected version 1"));
}
