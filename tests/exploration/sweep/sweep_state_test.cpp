#include "exploration/sweep/sweep_state.h"

#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::study;
using texpipe::test::ScratchFolder;

namespace {

/// No file of this process grows beyond so many bytes while it lives: a write beyond fails as on a full disk.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) : handler_{std::signal(SIGXFSZ, SIG_IGN)} {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

SweepPlan plan_of(std::size_t points) {
  SweepPlan plan;
  plan.points.resize(points);
  for (std::size_t n = 0; n < points; ++n) plan.points[n].id = "p" + std::to_string(n);
  return plan;
}

}  // namespace

TEST_CASE("A sweep's state on a full disk says what fails, each time, and goes on when there is room") {
  const ScratchFolder scratch;
  const std::filesystem::path file = scratch / "state.sqlite";
  SweepState::create(file, plan_of(2));
  SweepState state{file, SweepState::Access::kWrite};
  const PointOutcome ended{.status = PointStatus::kDone, .failure = std::string(100'000, 'x')};
  {
    const FileLimit full{4096};
    for (int attempt = 0; attempt < 2; ++attempt) {
      std::string said;
      try {
        state.note(0, ended);
        state.commit();
      } catch (const Error& error) {
        said = error.what();
      }
      CAPTURE(said);
      CHECK_THAT(said, Catch::Contains("state cannot be kept: ") && Catch::Contains("disk"));
      CHECK_NOTHROW(state.commit());
    }
  }
  state.note(1, ended);
  state.commit();
  const std::vector<PointState> points = SweepState{file, SweepState::Access::kRead}.points();
  CHECK(points[0].status == PointStatus::kWaiting);
  CHECK(points[1].status == PointStatus::kDone);
}
