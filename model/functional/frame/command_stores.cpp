// Commands of the streamer that store more than a word: MI_STORE_DATA_IMM and MI_REPORT_PERF_COUNT.
#include <span>

#include "base/unit_text.h"
#include "functional/frame/command_streamer.h"
#include "isa/gen9/commands/mi_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

/// Store Qword does not tell how much is stored: drivers write two DWords without it.
void CommandStreamer::store_immediate() {
  constexpr unsigned kWord = 4;  // bytes
  const std::size_t first = command::kMiStoreDataImm["Immediate Data"].dword;
  const ByteAddress to = address(command::kMiStoreDataImm["Address"]);
  for (std::size_t i = first; i < words_.size(); ++i)
    store(ByteAddress{to.value() + kWord * (i - first)}, words_[i], kWord);
}

void CommandStreamer::report_counters() {
  if (!report_) refuse(ExitCode::kUnsupported, "MI_REPORT_PERF_COUNT in a stream whose counters nobody keeps");
  const ByteAddress to = address(command::kMiReportPerfCount["Memory Address"]);
  const auto words = report_(static_cast<std::uint32_t>(value(command::kMiReportPerfCount["Report ID"])));
  if (!holds_(to, ByteSize{sizeof(words)}))
    refuse(ExitCode::kMalformedInput, "reports to " + value_text(to) + ", where the recording does not map 256 bytes");
  memory_.write(to, std::as_bytes(std::span{words}));
}

}  // namespace texpipe::functional
