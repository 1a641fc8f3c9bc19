// Commands of the streamer that compare: MI_PREDICATE and MI_SEMAPHORE_WAIT.
#include <string>

#include "base/diagnostic.h"
#include "functional/frame/command_streamer.h"
#include "isa/gen9/commands/mi_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

void CommandStreamer::predicate() {
  enum class Compare : std::uint8_t { kTrue, kFalse, kSourcesEqual, kDeltasEqual };
  enum class Combine : std::uint8_t { kSet, kAnd, kOr, kXor };
  enum class Load : std::uint8_t { kKeep = 0, kLoad = 2, kLoadInverted = 3 };
  const auto wide = [&](std::uint32_t offset) {
    return registers_.read(offset) | std::uint64_t{registers_.read(offset + 4)} << 32;
  };
  bool result = false;
  switch (static_cast<Compare>(value(command::kMiPredicate["Compare Operation"]))) {
    case Compare::kTrue:
      result = true;
      break;
    case Compare::kFalse:
      break;
    case Compare::kSourcesEqual:
      result = wide(register_offset::kPredicateSource0) == wide(register_offset::kPredicateSource1);
      break;
    case Compare::kDeltasEqual:
      refuse(ExitCode::kUnsupported, "MI_PREDICATE with Compare Operation DELTAS_EQUAL");
  }
  const bool before = registers_.predicate();
  switch (static_cast<Combine>(value(command::kMiPredicate["Combine Operation"]))) {
    case Combine::kSet:
      break;
    case Combine::kAnd:
      result = result && before;
      break;
    case Combine::kOr:
      result = result || before;
      break;
    case Combine::kXor:
      result = result != before;
      break;
  }
  switch (static_cast<Load>(value(command::kMiPredicate["Load Operation"]))) {
    case Load::kKeep:
      return;
    case Load::kLoad:
      break;
    case Load::kLoadInverted:
      result = !result;
      break;
    default:
      refuse(ExitCode::kMalformedInput, "Load Operation 1 is reserved");
  }
  registers_.write(register_offset::kPredicateResult, result ? 1 : 0);
}

/// Nothing else writes memory while the stream waits, so that a condition that does not hold never will.
void CommandStreamer::wait_for_semaphore() {
  const std::uint32_t stored = memory_.read_u32(address(command::kMiSemaphoreWait["Semaphore Address"]));
  const auto wanted = static_cast<std::uint32_t>(value(command::kMiSemaphoreWait["Semaphore Data Dword"]));
  bool holds = false;
  switch (value(command::kMiSemaphoreWait["Compare Operation"])) {
    case 0:
      holds = stored > wanted;
      break;
    case 1:
      holds = stored >= wanted;
      break;
    case 2:
      holds = stored < wanted;
      break;
    case 3:
      holds = stored <= wanted;
      break;
    case 4:
      holds = stored == wanted;
      break;
    case 5:
      holds = stored != wanted;
      break;
    default:
      refuse(ExitCode::kMalformedInput, "this Compare Operation is reserved");
  }
  if (!holds)
    refuse(ExitCode::kWatchdog, "waits for a value that nobody writes: memory holds " + std::to_string(stored));
}

}  // namespace texpipe::functional
