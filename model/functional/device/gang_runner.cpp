#include "functional/device/gang_runner.h"

#include <algorithm>
#include <bit>
#include <span>
#include <typeinfo>

#include "base/stop_request.h"
#include "functional/execution/response_write.h"
#include "functional/execution/zero_registers.h"
#include "functional/message/gang_message.h"
#include "functional/message/pixel_writes.h"
#include "functional/shared_function/sampler_receiver.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::functional {

namespace {

/// Registers of a set one after the other, with some others between them: clearing these takes less time than beginning
/// once more.
void find_runs(const RegisterSet& set, std::vector<GrfRange>& runs) {
  constexpr int kMostBetween = 8;
  runs.clear();
  for (unsigned half = 0; half < set.bits.size(); ++half) {
    for (std::uint64_t left = set.bits[half]; left != 0;) {
      const int first = std::countr_zero(left), count = std::countr_one(left >> first);
      const int place = first + 64 * static_cast<int>(half);
      GrfRange* const last = runs.empty() ? nullptr : &runs.back();
      if (last != nullptr && place - (last->first + last->count) <= kMostBetween) {
        last->count = static_cast<std::uint8_t>(place + count - last->first);
      } else {
        runs.push_back({static_cast<std::uint8_t>(place), static_cast<std::uint8_t>(count)});
      }
      left = first + count >= 64 ? 0 : left >> (first + count) << (first + count);
    }
  }
}

bool is_sample(const Message& message) {
  return static_cast<gen9::SharedFunction>(message.shared_function) == gen9::SharedFunction::kSampler;
}

/// Registers of a response; none, where they end beyond the last one.
std::span<Grf> receiver_of(ThreadRegisters& registers, GrfRange range) {
  if (range.first + range.count > kGrfCount) return {};
  return std::span{registers.grf}.subspan(range.first, range.count);
}

}  // namespace

void GangRunner::begin_phase() {
  for (const auto& member : members_) member->begins = true;
}

GangRunner::Member* GangRunner::free_member() {
  if (free_.empty()) free_.push_back(members_.emplace_back(std::make_unique<Member>()).get());
  return free_.back();
}

/// Starts a thread in registers that hold zeros, as far as its program can see. Null: it is no thread of native code
/// that keeps to itself.
EuThread* GangRunner::start(unsigned group, Member& member) {
  if (member.fresh) {
    member.begins = false;
    member.registers = {};
  } else {
    for (const GrfRange& run : member.used_runs) zero_registers(member.registers, run.first, run.count);
  }
  source_.start(group, 0, member.registers, member.program);
  const EuProgram& program = *member.program;
  if (typeid(program) != typeid(EuThread)) return nullptr;
  auto* thread = static_cast<EuThread*>(member.program.get());
  const EuCode& code = thread->code();
  if (!code.keeps_to_itself()) return nullptr;
  if (member.begins && member.used != code.registers()) {
    // Not all that other programs used stays to be cleared.
    member.fresh = true;
    return start(group, member);
  }
  member.begins = false;
  if (member.fresh) {
    member.fresh = false;
    member.used = code.registers();
    find_runs(member.used, member.used_runs);
  } else if (!member.used.holds(code.registers())) {
    // Payloads may fill registers that their programs do not use.
    member.fresh = true;
    return start(group, member);
  }
  return thread;
}

bool GangRunner::take(unsigned group) {
  Member* const member = free_member();
  const EuThread* const thread = start(group, *member);
  if (thread == nullptr) {
    member->fresh = true;
    return false;
  }
  free_.pop_back();
  member->group = group;
  member->touched = watcher_ == nullptr ? nullptr : watcher_->touched_lines(group);
  const EuCode* const code = &thread->code();
  auto waiting = std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& w) { return w.code == code; });
  if (waiting == waiting_.end()) {
    waiting = waiting_.begin() + oldest_;
    oldest_ = (oldest_ + 1) % kPrograms;
    run(*waiting);
    waiting->code = code;
  }
  waiting->members[waiting->count++] = member;
  if (waiting->count == EuGang::kMost) run(*waiting);
  return true;
}

void GangRunner::finish() {
  for (Waiting& waiting : waiting_) {
    run(waiting);
    waiting.code = nullptr;
  }
}

/// Messages of members that stand at one send, as far as they can be executed at once.
/// @return bits of those whose messages are
std::uint32_t GangRunner::send_together(const EuGang::Ran& ran, Member* const* members) {
  const EuOperation& operation = *ran.send;
  const EuMessagePlaces& places = *operation.message;
  const auto function = static_cast<gen9::SharedFunction>(places.words.extended & 15u);
  if (function != gen9::SharedFunction::kSampler && function != gen9::SharedFunction::kRenderCache) return 0;
  const auto first = static_cast<unsigned>(std::countr_zero(ran.sent));
  gang_.describe_send(first, operation, message_);
  std::array<GangMessage::Sender, EuGang::kMost>& senders = senders_;
  std::array<std::uint8_t, EuGang::kMost> numbers;
  unsigned count = 0;
  for (std::uint32_t sent = ran.sent; sent != 0; sent &= sent - 1) {
    const auto number = static_cast<unsigned>(std::countr_zero(sent));
    if (gang_.message_context(number) != gang_.message_context(first)) continue;  // a thread of another draw
    senders[count] = {members[number]->registers.grf.data(), gang_.sending_lanes(number, operation),
                      gang_.subspan_slot(number), members[number]->touched};
    numbers[count++] = static_cast<std::uint8_t>(number);
  }
  const auto run_of = [](const GrfRange& range) { return GangMessage::Run{range.first, range.count}; };
  const GangMessage gang{.message = message_,
                         .payload = {run_of(places.payload[0]), run_of(places.payload[1])},
                         .response = run_of(places.response),
                         .senders = std::span{senders}.first(count)};
  message_.payload.resize(gang.payload[0].count + gang.payload[1].count);
  for (unsigned i = 0; i < message_.payload.size(); ++i) message_.payload[i] = senders[0].registers[gang.place(i)];
  const std::uint32_t all = (1u << count) - 1;
  std::uint32_t taken = 0;
  if (function == gen9::SharedFunction::kSampler) {
    taken = sample_gang(memory_, gang);
    if (watcher_ != nullptr) watcher_->sampled();
  } else if (message_.context != nullptr && message_.context->pixels != nullptr) {
    taken = message_.context->pixels->write_gang(gang) ? all : 0;
    for (unsigned i = 0; watcher_ != nullptr && taken != 0 && i < count; ++i) {
      message_.subspan_slots[0] = senders[i].subspan_slot;
      watcher_->executed(members[numbers[i]]->group, message_, executor_);
    }
  }
  std::uint32_t sent = 0;
  for (unsigned i = 0; i < count; ++i) {
    if ((taken >> i & 1) == 0) continue;
    gang_.pass_send(numbers[i], operation);
    sent |= 1u << numbers[i];
  }
  return sent;
}

/// A member's message, which it has sent.
void GangRunner::send_one(unsigned number, Member& member) {
  ThreadRegisters& registers = member.registers;
  const MessageSend& send = gang_.send(number);
  if (watcher_ == nullptr && is_sample(send.message) &&
      sample_into(memory_, send.message, receiver_of(registers, send.destination)))
    return;
  const MessageResponse& response = executor_.execute(memory_, send.message);
  if (watcher_ != nullptr) watcher_->executed(member.group, send.message, executor_);
  write_response(registers, send.destination, response);
}

void GangRunner::run(Waiting& waiting) {
  if (waiting.count == 0) return;
  constexpr std::uint64_t kBetweenStops = 4096;  // instructions
  std::array<EuThread*, EuGang::kMost> threads{};
  std::array<ThreadRegisters*, EuGang::kMost> registers{};
  const std::array<Member*, EuGang::kMost> members = waiting.members;
  const bool together = watcher_ == nullptr || members[0]->touched != nullptr;
  for (unsigned n = 0; n < waiting.count; ++n) {
    threads[n] = static_cast<EuThread*>(waiting.members[n]->program.get());
    registers[n] = &waiting.members[n]->registers;
    free_.push_back(waiting.members[n]);
  }
  gang_.begin(threads.data(), registers.data(), waiting.count);
  run_.threads += waiting.count;
  waiting.count = 0;
  while (true) {
    throw_if_stop_requested();
    const EuGang::Ran ran = gang_.run(kBetweenStops);
    run_.instructions += ran.instructions;
    if (ran.ended) return;
    run_.messages += static_cast<unsigned>(std::popcount(ran.sent));
    std::uint32_t left = ran.sent;
    if (ran.send != nullptr && together) left &= ~send_together(ran, members.data());
    for (std::uint32_t sent = left; ran.send != nullptr && sent != 0; sent &= sent - 1)
      gang_.execute_send(static_cast<unsigned>(std::countr_zero(sent)), *ran.send);
    for (std::uint32_t sent = left; sent != 0; sent &= sent - 1) {
      const auto number = static_cast<unsigned>(std::countr_zero(sent));
      send_one(number, *members[number]);
    }
  }
}

}  // namespace texpipe::functional
