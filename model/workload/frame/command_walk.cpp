#include "workload/frame/command_walk.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "base/diagnostic.h"
#include "isa/gen9/commands/commands.h"
#include "isa/gen9/commands/mi_commands.h"

namespace texpipe::study {

namespace {

using functional::GpuMemory;

/// A batch that calls of others return to.
struct Caller {
  std::uint64_t next = 0;           // address of the command after the call
  std::set<std::uint64_t> jumps{};  // of the batch so far
};

constexpr std::uint64_t kWord = 4;  // bytes

class StreamWalk {
 public:
  StreamWalk(const GpuMemory& memory, const functional::MappedRanges& mapped, const std::string& where)
      : memory_{memory}, mapped_{mapped}, where_{where} {}

  void run(std::uint64_t first, const std::function<void(const WalkedCommand&)>& visit) {
    at_ = first;
    for (;; ++count_) {
      if (count_ == kMostWalkedCommands)
        refuse(ExitCode::kUnsupported, fmt::format("goes on after {} commands", count_), "an end before");
      const WalkedCommand command = read();
      visit(command);
      if (command.layout != nullptr && command.layout->id == gen9::CommandId::kMiBatchBufferEnd) {
        if (callers_.empty()) return;
        at_ = callers_.back().next;
        jumps_ = std::move(callers_.back().jumps);
        callers_.pop_back();
      } else if (command.layout != nullptr && command.layout->id == gen9::CommandId::kMiBatchBufferStart) {
        follow(command);
      } else {
        if (command.layout != nullptr && command.layout->id == gen9::CommandId::kMiStoreDataImm) store(command);
        at_ += kWord * command.words.size();
      }
    }
  }

 private:
  [[noreturn]] void refuse(ExitCode code, const std::string& problem, const std::string& expected = {}) const {
    throw Error{code, Diagnostic{.position = {where_},
                                 .problem = fmt::format("command {} at 0x{:x} {}", count_, at_, problem),
                                 .hint = expected.empty() ? "" : "expected " + expected}};
  }

  void require_mapped(std::uint64_t bytes) const {
    if (!mapped_.holds(ByteAddress{at_}, ByteSize{bytes})) refuse(ExitCode::kMalformedInput, "is not mapped");
  }

  WalkedCommand read() {
    require_mapped(sizeof(std::uint32_t));
    const std::uint32_t head = word(at_);
    const unsigned dwords = gen9::command_length(head);
    if (dwords == 0)
      refuse(ExitCode::kMalformedInput, fmt::format("begins with 0x{:08x}, which begins no command", head));
    require_mapped(std::uint64_t{dwords} * sizeof(std::uint32_t));
    words_.resize(dwords);
    memory_.read(ByteAddress{at_}, std::as_writable_bytes(std::span{words_}));
    for (auto stored = stored_.lower_bound(at_); stored != stored_.end() && stored->first < at_ + kWord * dwords;
         ++stored)
      words_[(stored->first - at_) / kWord] = stored->second;
    return {at_, gen9::find_command(head), words_};
  }

  std::uint32_t word(std::uint64_t address) const {
    const auto stored = stored_.find(address);
    return stored != stored_.end() ? stored->second : memory_.read_u32(ByteAddress{address});
  }

  /// Keeps what a command stores, for commands that are made of it. A stream that has changed one may come where it was
  /// before and go elsewhere.
  void store(const WalkedCommand& command) {
    using gen9::command::kMiStoreDataImm;
    std::uint64_t to = gen9::read_field(command.words, kMiStoreDataImm["Address"]) & (GpuMemory::kEnd - 1);
    for (std::size_t i = kMiStoreDataImm["Immediate Data"].dword; i < command.words.size(); ++i, to += kWord) {
      if (word(to) == command.words[i]) continue;
      stored_[to] = command.words[i];
      jumps_.clear();
    }
  }

  void follow(const WalkedCommand& command) {
    using gen9::command::kMiBatchBufferStart;
    const std::uint64_t target =
        gen9::read_field(command.words, kMiBatchBufferStart["Batch Buffer Start Address"]) & (GpuMemory::kEnd - 1);
    if (gen9::read_field(command.words, kMiBatchBufferStart["Second Level Batch Buffer"]) != 0) {
      if (callers_.size() == functional::kMostBatchCalls)
        refuse(ExitCode::kUnsupported, "calls a batch from a called batch",
               fmt::format("calls at most {} deep", functional::kMostBatchCalls));
      callers_.push_back({at_ + kWord * command.words.size(), std::move(jumps_)});
      jumps_.clear();
    } else if (!jumps_.insert(at_).second) {
      refuse(ExitCode::kMalformedInput, fmt::format("jumps to 0x{:x} for the second time", target),
             "a stream that ends");
    }
    at_ = target;
  }

  const GpuMemory& memory_;
  const functional::MappedRanges& mapped_;
  const std::string& where_;
  std::uint64_t at_ = 0;
  std::uint64_t count_ = 0;
  std::vector<std::uint32_t> words_;
  std::map<std::uint64_t, std::uint32_t> stored_;  // by address: DWords that commands stored
  std::set<std::uint64_t> jumps_;                  // of the batch that is walked, since it was called
  std::vector<Caller> callers_;
};

}  // namespace

void walk_commands(const GpuMemory& memory, const functional::MappedRanges& mapped, std::uint64_t first,
                   const std::string& where, const std::function<void(const WalkedCommand&)>& visit) {
  StreamWalk{memory, mapped, where}.run(first, visit);
}

}  // namespace texpipe::study
