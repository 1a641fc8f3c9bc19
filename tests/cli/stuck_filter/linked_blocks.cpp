// The blocks of a command for tests: the model's, and a filter that takes no footprint, under the name `stuck`.
#include "cli/linked_blocks.h"
#include "timing/stage/footprint_block.h"

namespace texpipe::cli {

namespace {

class StuckFilter final : public timing::FootprintBlock {
 public:
  StuckFilter(sc_core::sc_module_name name, timing::Simulation& simulation) : FootprintBlock{name, simulation} {}

  void expect(std::uint32_t) override {}

 private:
  bool offered(timing::Payload&) override { return false; }
  void taken() override {}
};

}  // namespace

timing::BlockRegistry linked_blocks() {
  timing::BlockRegistry registry = timing::model_blocks();
  registry.add<machine::BlockKind::kFilter>(
      "stuck",
      [](sc_core::sc_module_name name, timing::Simulation& simulation, const machine::FilterParameters&)
          -> std::unique_ptr<timing::FootprintBlock> { return std::make_unique<StuckFilter>(name, simulation); });
  return registry;
}

}  // namespace texpipe::cli
