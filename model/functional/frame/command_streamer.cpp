#include "functional/frame/command_streamer.h"

#include <span>
#include <utility>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "base/unit_text.h"
#include "functional/frame/command_math.h"
#include "isa/gen9/commands/base_commands.h"
#include "isa/gen9/commands/commands.h"
#include "isa/gen9/commands/depth_commands.h"
#include "isa/gen9/commands/geometry_commands.h"
#include "isa/gen9/commands/media_commands.h"
#include "isa/gen9/commands/mi_commands.h"
#include "isa/gen9/commands/vertex_commands.h"

namespace texpipe::functional {

using gen9::CommandId;
namespace command = gen9::command;

namespace {

constexpr unsigned kWord = 4;  // bytes
constexpr std::uint64_t kCommandsBetweenStops = 4096;

enum class PostSync : std::uint8_t { kNone, kImmediate, kDepthCount, kTimestamp };

}  // namespace

CommandStreamer::CommandStreamer(GpuMemory& memory, const PipelineStatistics& statistics, Holds holds,
                                 std::uint64_t most_commands)
    : memory_{memory},
      statistics_{statistics},
      holds_{std::move(holds)},
      most_commands_{most_commands},
      registers_{statistics} {}

void CommandStreamer::begin(ByteAddress first) {
  next_ = first;
  returns_.clear();
  stream_commands_ = 0;
  layout_ = nullptr;
}

std::string CommandStreamer::place() const {
  return "command " + std::to_string(stream_commands_ == 0 ? 0 : stream_commands_ - 1) + " (" +
         std::string{layout_ != nullptr ? layout_->name : "unknown"} + ") at " + value_text(at_);
}

void CommandStreamer::refuse(ExitCode code, const std::string& problem) const {
  throw Error{code, place() + (code == ExitCode::kUnsupported ? ": unsupported: " : ": ") + problem};
}

StreamEvent CommandStreamer::run(bool ahead) {
  while (true) {
    read_words();
    if (ahead && is_fence()) {
      put_back();
      return StreamEvent::kFence;
    }
    if (work_ != nullptr) untold_words_ += static_cast<std::uint32_t>(words_.size());
    const std::optional<StreamEvent> event = execute();
    if (!event) continue;
    end_commands();
    return *event;
  }
}

/// Makes a step of the commands that were parsed.
void CommandStreamer::end_commands() {
  if (work_ != nullptr && untold_words_ != 0) work_->add(FrameStepKind::kCommands, untold_words_);
  untold_words_ = 0;
}

void CommandStreamer::read_words() {
  at_ = next_;
  layout_ = nullptr;
  if (++stream_commands_ > most_commands_) {
    throw Error{ExitCode::kWatchdog,
                Diagnostic{.problem = "the command stream does not end: it has executed " +
                                      std::to_string(most_commands_) + " commands and is at " + value_text(at_),
                           .hint = "a batch that jumps to itself never ends"}};
  }
  ++commands_;
  if (stream_commands_ % kCommandsBetweenStops == 0) throw_if_stop_requested();
  const auto outside = [&] {
    refuse(ExitCode::kMalformedInput, "the command stream leaves the memory that the recording maps");
  };
  if (at_.value() % kWord != 0) refuse(ExitCode::kMalformedInput, "commands stand at multiples of 4 bytes");
  if (!holds_(at_, ByteSize{kWord})) outside();
  const std::uint32_t head = memory_.read_u32(at_);
  layout_ = gen9::find_command(head);
  const unsigned length = gen9::command_length(head);
  if (length == 0) refuse(ExitCode::kMalformedInput, value_text(ByteAddress{head}) + " begins no command");
  if (!holds_(at_, ByteSize{std::uint64_t{length} * kWord})) outside();
  words_.resize(length);
  memory_.read(at_, std::as_writable_bytes(std::span{words_}));
  next_ = ByteAddress{at_.value() + std::uint64_t{length} * kWord};
  if (layout_ == nullptr) refuse(ExitCode::kUnsupported, "the command of header " + value_text(ByteAddress{head}));
}

std::optional<StreamEvent> CommandStreamer::execute() {
  if (words_[0] >> 29 == 0) return execute_mi();
  state_.take(layout_->id, words_);
  switch (layout_->id) {
    case CommandId::kPrimitive:
      return primitive();
    case CommandId::kPipeControl:
      return pipe_control();
    case CommandId::kSoBuffer:
      begin_stream_buffer();
      return {};
    case CommandId::kGpgpuWalker:
      if (value(command::kGpgpuWalker["Predicate Enable"]) != 0 && !registers_.predicate()) return {};
      return StreamEvent::kWalker;
    case CommandId::kWmHzOp:
      depth_operation_armed_ = false;
      for (std::size_t i = 1; i < words_.size(); ++i) depth_operation_armed_ |= words_[i] != 0;
      return {};
    default:
      return {};
  }
}

ByteAddress CommandStreamer::address(gen9::FieldBits field) const {
  return ByteAddress{value(field) & (GpuMemory::kEnd - 1)};
}

void CommandStreamer::store(ByteAddress to, std::uint64_t value, unsigned bytes) {
  if (!holds_(to, ByteSize{bytes}))
    refuse(ExitCode::kMalformedInput, "stores to " + value_text(to) + ", which the recording does not map");
  memory_.write(to, std::as_bytes(std::span{&value, 1}).first(bytes));
}

std::optional<StreamEvent> CommandStreamer::execute_mi() {
  switch (layout_->id) {
    case CommandId::kMiBatchBufferEnd:
      if (end_batch()) return StreamEvent::kEnd;
      return {};
    case CommandId::kMiBatchBufferStart:
      jump();
      return {};
    case CommandId::kMiStoreDataImm:
      store_immediate();
      return {};
    case CommandId::kMiCopyMemMem:
      store(address(command::kMiCopyMemMem["Destination Memory Address"]),
            memory_.read_u32(address(command::kMiCopyMemMem["Source Memory Address"])), 4);
      return {};
    case CommandId::kMiLoadRegisterImm:
      load_immediate();
      return {};
    case CommandId::kMiLoadRegisterMem:
      registers_.write(static_cast<std::uint32_t>(value(command::kMiLoadRegisterMem["Register Address"])),
                       memory_.read_u32(address(command::kMiLoadRegisterMem["Memory Address"])));
      return {};
    case CommandId::kMiLoadRegisterReg:
      registers_.write(
          static_cast<std::uint32_t>(value(command::kMiLoadRegisterReg["Destination Register Address"])),
          registers_.read(static_cast<std::uint32_t>(value(command::kMiLoadRegisterReg["Source Register Address"]))));
      return {};
    case CommandId::kMiStoreRegisterMem:
      if (value(command::kMiStoreRegisterMem["Predicate Enable"]) != 0 && !registers_.predicate()) return {};
      store(address(command::kMiStoreRegisterMem["Memory Address"]),
            registers_.read(static_cast<std::uint32_t>(value(command::kMiStoreRegisterMem["Register Address"]))), 4);
      return {};
    case CommandId::kMiMath:
      run_command_math(std::span{words_}.subspan(1), registers_);
      return {};
    case CommandId::kMiPredicate:
      predicate();
      return {};
    case CommandId::kMiSemaphoreWait:
      wait_for_semaphore();
      return {};
    case CommandId::kMiReportPerfCount:
      report_counters();
      return {};
    // Nothing that values depend on: one engine runs alone, and nobody waits for it.
    case CommandId::kMiNoop:
    case CommandId::kMiArbCheck:
    case CommandId::kMiArbOnOff:
    case CommandId::kMiUserInterrupt:
    case CommandId::kMiSuspendFlush:
      return {};
    default:
      refuse(ExitCode::kUnsupported, std::string{layout_->name} + " in a command stream");
  }
}

void CommandStreamer::jump() {
  if (value(command::kMiBatchBufferStart["Predication Enable"]) != 0 && !registers_.predicate()) return;
  if (value(command::kMiBatchBufferStart["Second Level Batch Buffer"]) != 0) {
    if (returns_.size() == kMostBatchCalls)
      refuse(ExitCode::kUnsupported, "batches that call others more than " + std::to_string(kMostBatchCalls) + " deep");
    returns_.push_back(next_);
  }
  next_ = address(command::kMiBatchBufferStart["Batch Buffer Start Address"]);
}

bool CommandStreamer::end_batch() {
  if (returns_.empty()) return true;
  next_ = returns_.back();
  returns_.pop_back();
  return false;
}

void CommandStreamer::load_immediate() {
  for (std::size_t at = 1; at + 1 < words_.size(); at += 2) {
    constexpr std::uint32_t kOffsetBits = 0x7FFFFC;
    registers_.write(words_[at] & kOffsetBits, words_[at + 1]);
  }
}

/// A write offset of all ones stands for the one that memory keeps (resolution R58).
void CommandStreamer::begin_stream_buffer() {
  if (value(command::kSoBuffer["Stream Offset Write Enable"]) == 0) return;
  constexpr std::uint32_t kOfMemory = 0xFFFF'FFFF;
  auto offset = static_cast<std::uint32_t>(value(command::kSoBuffer["Stream Offset"]));
  if (offset == kOfMemory) {
    if (value(command::kSoBuffer["Stream Output Buffer Offset Address Enable"]) == 0) return;
    offset = memory_.read_u32(address(command::kSoBuffer["Stream Output Buffer Offset Address"]));
  }
  const auto buffer = static_cast<std::uint32_t>(value(command::kSoBuffer["SO Buffer Index"]));
  registers_.write(register_offset::kStreamOffset + 4 * buffer, offset);
}

std::optional<StreamEvent> CommandStreamer::primitive() {
  ++primitives_;
  if (value(command::kPrimitive["Predicate Enable"]) != 0 && !registers_.predicate()) return {};
  if (value(command::kPrimitive["End Offset Enable"]) != 0)
    refuse(ExitCode::kUnsupported, "3DPRIMITIVE with End Offset Enable");
  state_.set_gt_mode(registers_.read(register_offset::kGtMode));
  draw_.topology = static_cast<gen9::PrimitiveTopology>(state_.value(command::kVfTopology["Primitive Topology Type"]));
  draw_.indexed = value(command::kPrimitive["Vertex Access Type"]) != 0;
  const bool indirect = value(command::kPrimitive["Indirect Parameter Enable"]) != 0;
  const auto parameter = [&](gen9::FieldBits field, std::uint32_t offset) {
    return indirect ? registers_.read(offset) : static_cast<std::uint32_t>(value(field));
  };
  draw_.vertex_count = parameter(command::kPrimitive["Vertex Count Per Instance"], register_offset::kVertexCount);
  draw_.start_vertex = parameter(command::kPrimitive["Start Vertex Location"], register_offset::kStartVertex);
  draw_.instance_count = parameter(command::kPrimitive["Instance Count"], register_offset::kInstanceCount);
  draw_.start_instance = parameter(command::kPrimitive["Start Instance Location"], register_offset::kStartInstance);
  draw_.base_vertex =
      static_cast<std::int32_t>(parameter(command::kPrimitive["Base Vertex Location"], register_offset::kBaseVertex));
  return StreamEvent::kDraw;
}

/// Makes steps of a stall and of invalidations.
void CommandStreamer::tell_pipe_control() {
  if (work_ == nullptr) return;
  const bool stalls = value(command::kPipeControl["Command Streamer Stall Enable"]) != 0;
  const ReadOnlyCaches invalidated{.textures = value(command::kPipeControl["Texture Cache Invalidation Enable"]) != 0,
                                   .constants = value(command::kPipeControl["Constant Cache Invalidation Enable"]) != 0,
                                   .vertices = value(command::kPipeControl["VF Cache Invalidation Enable"]) != 0};
  if (!stalls && !invalidated.any()) return;
  end_commands();
  work_->add(stalls ? FrameStepKind::kStall : FrameStepKind::kCommands).invalidates = invalidated;
}

std::optional<StreamEvent> CommandStreamer::pipe_control() {
  tell_pipe_control();
  const auto post_sync = static_cast<PostSync>(value(command::kPipeControl["Post Sync Operation"]));
  const ByteAddress to = address(command::kPipeControl["Address"]);
  switch (post_sync) {
    case PostSync::kNone:
      // Then the address is a register's, and nothing is written to memory.
      if (value(command::kPipeControl["LRI Post Sync Operation"]) != 0)
        registers_.write(static_cast<std::uint32_t>(to.value()),
                         static_cast<std::uint32_t>(value(command::kPipeControl["Immediate Data"])));
      return {};
    case PostSync::kImmediate:
      store(to, value(command::kPipeControl["Immediate Data"]), 8);
      break;
    case PostSync::kDepthCount:
      store(to, statistics_.samples_passed, 8);
      break;
    case PostSync::kTimestamp:
      store(to, commands_, 8);
      break;
  }
  return depth_operation_armed_ ? std::optional{StreamEvent::kDepthClear} : std::nullopt;
}

}  // namespace texpipe::functional
