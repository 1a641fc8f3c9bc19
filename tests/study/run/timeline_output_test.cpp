#include "study/run/timeline_output.h"

#include <catch2/catch.hpp>

#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::study;

TEST_CASE("timed runs of kernels have a timeline, and no others", "[run][timeline]") {
  StudyParameters study;
  for (const Timing timing : {Timing::kUntimed, Timing::kLooselyTimed, Timing::kApproximatelyTimed}) {
    for (const WorkloadKind kind :
         {WorkloadKind::kTextureWalk, WorkloadKind::kKernel, WorkloadKind::kMessages, WorkloadKind::kCacheTable}) {
      study.timing = timing;
      study.workload.kind = kind;
      CHECK(has_timeline(study) == (kind == WorkloadKind::kKernel && timing != Timing::kUntimed));
    }
  }
}

TEST_CASE("a timeline leaves its bytes and the table of waits, and names its file in the summary", "[run][timeline]") {
  const test::ScratchFolder scratch;
  RunFolder folder{scratch / "run", Overwrite::kRefuse};
  TimelineOutput timeline{"k on m"};
  timeline.write(folder, Cycles{5});
  REQUIRE(folder.files().size() == 2);
  CHECK(folder.files()[0].name == kTimelineName);
  CHECK(folder.files()[0].bytes != 0);
  CHECK(folder.files()[1].name == kThreadWaitsName);
  CHECK(timeline.place_text(folder) == (scratch / "run" / std::string{kTimelineName}).string());
}
