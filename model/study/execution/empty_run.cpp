#include "study/execution/empty_run.h"

#include <memory>

namespace texpipe::study {

namespace {

class NoThreads final : public functional::ThreadSource {
 public:
  unsigned groups() const override { return 0; }
  unsigned threads_per_group() const override { return 1; }
  void start(unsigned, unsigned, functional::ThreadRegisters&, std::unique_ptr<functional::EuProgram>&) const override {
  }
};

}  // namespace

Execution empty_run(const machine::MachineParameters& machine, Timing timing, EmptyScene scene,
                    const timing::BlockRegistry& blocks) {
  constexpr std::uint32_t kSlots = 8;  // a machine brings its own number
  functional::FrameWork nothing;
  functional::Workload workload;
  workload.threads = std::make_unique<NoThreads>();
  if (scene == EmptyScene::kEmpty)
    workload.subspans = std::make_unique<functional::SubspanFeed>(functional::RasterScene{}, kSlots);
  if (scene == EmptyScene::kFrame) workload.ask_for_work = [&nothing]() -> functional::FrameWork& { return nothing; };
  return execute(machine, workload, {.timing = timing, .blocks = &blocks});
}

EmptyScene scene_of_workload(WorkloadKind kind) {
  if (kind == WorkloadKind::kFrame) return EmptyScene::kFrame;
  const bool may =
      kind == WorkloadKind::kSpaProgram || kind == WorkloadKind::kPixelInterpolator || kind == WorkloadKind::kMessages;
  return may ? EmptyScene::kEmpty : EmptyScene::kNone;
}

}  // namespace texpipe::study
