#include "study/execution/timed_order.h"

#include <memory>
#include <utility>

#include "functional/execution/watched_threads.h"
#include "functional/frame/work/frame_work.h"

namespace texpipe::study {

namespace {

/// Threads whose frame tells work that nobody takes.
class UntakenWork final : public functional::WatchedThreads {
 public:
  UntakenWork(std::unique_ptr<functional::ThreadSource> threads, functional::FrameWork& work)
      : WatchedThreads{std::move(threads)}, work_{work} {}

  bool advance() override {
    const bool more = WatchedThreads::advance();
    work_.clear();
    return more;
  }

 private:
  functional::FrameWork& work_;
};

}  // namespace

void number_as_timed(const Configuration& configuration, functional::Workload& workload) {
  const machine::MachineParameters& machine = configuration.machine;
  if (configuration.study.timing == Timing::kUntimed || workload.ask_for_work == nullptr ||
      !machine.slice.frame.enabled)
    return;
  functional::FrameWork& work = workload.ask_for_work();
  work.reuse = machine.slice.frame.vertex_fetch.reuse;
  work.ahead = machine.slice.frame.vertex_fetch.ahead;
  workload.threads = std::make_unique<UntakenWork>(std::move(workload.threads), work);
}

}  // namespace texpipe::study
