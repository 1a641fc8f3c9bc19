#include "machine/stage/stage_state.h"

#include <array>

namespace texpipe::machine {
namespace {

constexpr std::array<EnumRow, 6> kRows{{
    {0, "busy", "works"},
    {1, "blocked_downstream", "all slots are taken and the next stage does not accept"},
    {2, "waiting_for_miss", "all slots are taken behind a missing line, or no miss register is free"},
    {3, "own_latency", "all slots are taken and the oldest one's latency is not over"},
    {4, "starved", "could work; the sampler has work further up"},
    {5, "idle", "the sampler has no work further up"},
}};

}  // namespace

EnumRows enum_rows(StageState) {
  return {"stage state", kRows};
}

}  // namespace texpipe::machine
