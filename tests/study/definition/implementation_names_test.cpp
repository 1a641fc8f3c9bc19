// The implementation of each block of a machine: a word, parameters of its own, and what is refused.
#include "study/definition/implementation_names.h"

#include <catch2/catch.hpp>
#include <set>

#include "machine/graph/implementations.h"
#include "machine/graph/machine_graph.h"
#include "study/definition/study.h"
#include "study/execution/slower_blocks.h"
#include "timing/system/system.h"

using namespace texpipe;
using namespace texpipe::study;
using Catch::Matchers::Contains;
using test::kSlower;
using test::slower_blocks;

namespace {

constexpr const char* kStudyText = "study: names\nmachine: " TEXPIPE_SOURCE_DIR
                                   "/configs/machines/kaby_lake_gt2.yaml\nworkload: {kind: cache_table}\n";

/// Reason why a machine with these parameters is refused; empty: it is not.
std::string refusal(const std::vector<std::string>& assignments) {
  const timing::BlockRegistry blocks = slower_blocks();
  try {
    load_configuration({"names.yaml", assignments, nullptr, kStudyText}, FileKind::kStudy, &blocks);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInvalidConfiguration);
    return error.what();
  }
  return "";
}

/// Paths of one block of each kind.
std::vector<std::string> paths_of_kinds() {
  std::vector<std::string> paths;
  std::set<machine::BlockKind> seen;
  const machine::MachineParameters machine;
  machine::for_each_implementation(machine,
                                   [&](const std::string& path, machine::BlockKind kind, const Implementation& chosen) {
                                     CHECK(chosen.is_model());
                                     if (seen.insert(kind).second) paths.push_back(path);
                                   });
  return paths;
}

}  // namespace

TEST_CASE("every block of the graph names its implementation", "[registry]") {
  machine::MachineParameters machine;
  machine.llc.enabled = true;
  machine.slice.shared_l2.enabled = true;
  const machine::MachineGraph graph = machine::graph_of(machine);
  std::map<std::string, machine::BlockKind> named;
  machine::for_each_implementation(machine,
                                   [&](const std::string& path, machine::BlockKind kind, const Implementation&) {
                                     if (kind != machine::BlockKind::kSampler)
                                       named.emplace(path, kind);  // several blocks of the graph as one
                                   });
  CHECK(named.size() == graph.blocks().size());
  for (const machine::GraphBlock& block : graph.blocks()) {
    INFO(block.path);
    REQUIRE(named.contains(block.path));
    CHECK(named.at(block.path) == block.kind);
  }
}

TEST_CASE("a block of any kind is somebody else's by a word and takes the parameters that come with it", "[registry]") {
  for (const std::string& path : paths_of_kinds()) {
    INFO(path);
    CHECK(refusal({path + ".implementation=slower"}) == "");
    CHECK(refusal({path + ".implementation=slower", path + ".parameters.extra=20"}) == "");
  }
}

TEST_CASE("a name that no block of the kind has is refused with the nearest spelling", "[registry]") {
  for (const std::string& path : paths_of_kinds()) {
    CHECK_THAT(refusal({path + ".implementation=slowr"}),
               Contains("implementation: no implementation is named `slowr`") && Contains("did you mean slower?"));
  }
}

TEST_CASE("own parameters are refused like any other", "[registry]") {
  for (const std::string& path : paths_of_kinds()) {
    INFO(path);
    const std::string word = path + ".implementation=slower";
    CHECK_THAT(refusal({word, path + ".parameters.extr=20"}), Contains("unknown key") && Contains("did you mean"));
    CHECK_THAT(refusal({word, path + ".parameters.extra=2000"}), Contains("parameters.extra") && Contains("1000"));
    CHECK_THAT(refusal({path + ".parameters.extra=20"}), Contains("unknown key"));
  }
}

TEST_CASE("elements of a list that is longer than usual know the implementations as well", "[registry]") {
  CHECK(refusal({"slice.subslices=9", "slice.subslice[8].eus=11", "slice.subslice[8].eu[10].implementation=slower",
                 "slice.subslice[8].eu[10].parameters.extra=20"}) == "");
}

TEST_CASE("a loosely timed machine refuses blocks of somebody else's where a recurrence stands for them",
          "[registry]") {
  using timing::check_timing;
  using timing::SystemTiming;
  machine::MachineParameters machine;
  machine::for_each_implementation(
      machine, [&machine](const std::string& path, machine::BlockKind kind, Implementation& chosen) {
        INFO(path);
        chosen.name = kSlower;
        CHECK_NOTHROW(check_timing(machine, SystemTiming::kApproximatelyTimed));
        if (machine::is_in_recurrence(kind)) {
          CHECK_THROWS_WITH(check_timing(machine, SystemTiming::kLooselyTimed),
                            Contains(path + ".implementation") && Contains("loosely_timed is not supported") &&
                                Contains("--timing approximately_timed has it"));
        } else {
          CHECK_NOTHROW(check_timing(machine, SystemTiming::kLooselyTimed));
        }
        chosen.name = kModelImplementation;
      });
}
