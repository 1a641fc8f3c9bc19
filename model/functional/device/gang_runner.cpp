#include "functional/device/gang_runner.h"

#include <algorithm>
#include <bit>
#include <span>
#include <typeinfo>

#include "base/stop_request.h"
#include "functional/execution/response_write.h"
#include "functional/execution/zero_registers.h"
#include "functional/shared_function/sampler_receiver.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::functional {

namespace {

void zero(ThreadRegisters& registers, const RegisterSet& set) {
  for (unsigned half = 0; half < set.bits.size(); ++half) {
    for (std::uint64_t left = set.bits[half]; left != 0;) {
      const int first = std::countr_zero(left), count = std::countr_one(left >> first);
      zero_registers(registers, static_cast<std::size_t>(first) + 64 * half, static_cast<std::size_t>(count));
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
  for (const auto& member : members_) member->fresh = true;
}

GangRunner::Member* GangRunner::free_member() {
  if (free_.empty()) free_.push_back(members_.emplace_back(std::make_unique<Member>()).get());
  return free_.back();
}

/// Starts a thread in registers that hold zeros, as far as its program can see. Null: it is no thread of native code
/// that keeps to itself.
EuThread* GangRunner::start(unsigned group, Member& member) {
  if (member.fresh) {
    member.registers = {};
  } else {
    zero(member.registers, member.used);
  }
  source_.start(group, 0, member.registers, member.program);
  const EuProgram& program = *member.program;
  if (typeid(program) != typeid(EuThread)) return nullptr;
  auto* thread = static_cast<EuThread*>(member.program.get());
  const EuCode& code = thread->code();
  if (!code.keeps_to_itself()) return nullptr;
  if (member.fresh) {
    member.fresh = false;
    member.used = code.registers();
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

void GangRunner::run(Waiting& waiting) {
  if (waiting.count == 0) return;
  constexpr std::uint64_t kBetweenStops = 4096;  // instructions
  std::array<EuThread*, EuGang::kMost> threads{};
  std::array<ThreadRegisters*, EuGang::kMost> registers{};
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
    for (std::uint32_t sent = ran.sent; sent != 0; sent &= sent - 1) {
      const auto number = static_cast<unsigned>(std::countr_zero(sent));
      const MessageSend& send = gang_.send(number);
      ++run_.messages;
      if (watcher_ == nullptr && is_sample(send.message) &&
          sample_into(memory_, send.message, receiver_of(*registers[number], send.destination)))
        continue;
      const MessageResponse& response = executor_.execute(memory_, send.message);
      if (watcher_ != nullptr) watcher_->executed(send.message, executor_);
      write_response(*registers[number], send.destination, response);
    }
  }
}

}  // namespace texpipe::functional
