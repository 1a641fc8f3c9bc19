// Statistics of the way to samplers that several subslices share.
#include <catch2/catch.hpp>
#include <string>

#include "study/definition/study.h"
#include "study/execution/empty_run.h"
#include "timing/system/block_registry.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

/// Inputs and samplers of each link, in a machine of five subslices: `3 to 1, 2 to 1`.
std::string links(const std::string& subslices_per_sampler, const std::string& samplers, Timing timing) {
  const Configuration configuration =
      load_configuration({TEXPIPE_SOURCE_DIR "/configs/studies/first_look.yaml",
                          {"slice.subslices=5", "slice.subslices_per_sampler=" + subslices_per_sampler,
                           "slice.subslice[*].samplers=" + samplers}},
                         FileKind::kStudy);
  const Execution execution = empty_run(configuration.machine, timing,
                                        scene_of_workload(configuration.study.workload.kind), timing::model_blocks());
  std::string all;
  for (int subslice = 0; subslice < 5; ++subslice) {
    const std::string link = "slice.subslice[" + std::to_string(subslice) + "].sampler_link.request_bytes_";
    const auto count = [&](const std::string& name) {
      int count = 0;
      while (execution.statistics->find(link + name + std::to_string(count)) != nullptr) ++count;
      return count != 0 ? count : execution.statistics->find(link + name) != nullptr ? 1 : 0;
    };
    if (count("from_input") == 0) continue;
    all +=
        (all.empty() ? "" : ", ") + std::to_string(count("from_input")) + " to " + std::to_string(count("to_sampler"));
  }
  return all;
}

}  // namespace

TEST_CASE("a link has an input for each sampler that a subslice of its group would have, and none for others",
          "[topology]") {
  for (const Timing timing : {Timing::kLooselyTimed, Timing::kApproximatelyTimed}) {
    CHECK(links("1", "1", timing).empty());
    CHECK(links("3", "1", timing) == "3 to 1, 2 to 1");
    CHECK(links("2", "3", timing) == "6 to 3, 6 to 3");
    CHECK(links("8", "2", timing) == "10 to 2");
  }
}
