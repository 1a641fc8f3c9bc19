#include "analysis/verify/message_replay.h"

#include <algorithm>

#include "base/diagnostic.h"
#include "isa/gen9/sampler_message.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::study {

namespace {

using functional::EuStep;
using functional::Grf;
using functional::GrfRange;
using functional::Message;
using functional::ThreadRegisters;

constexpr std::size_t kMessagesPerThread = 48;
constexpr std::uint8_t kFirstPayload = 2;
constexpr std::uint8_t kFirstDestination = 64;
constexpr std::uint8_t kEndPayload = 112;
constexpr std::uint32_t kEndDescriptor = 0x02000010;  // one register, thread spawner (specification/messages 6)
constexpr std::uint32_t kEndOfThreadBit = 1u << 5;

// Sends a message, waits for its destination, sends the next.
class ReplayProgram final : public functional::EuProgram {
 public:
  ReplayProgram(std::span<const Message> messages, std::span<ReplayedRegisters> results)
      : messages_{messages}, results_{results} {
    prepare();
  }

  const EuStep* peek() override { return ended_ ? nullptr : &step_; }

  bool issue(ThreadRegisters& registers, functional::MessageSend& sent) override {
    bool sends = true;
    if (collecting_) {
      collect(registers);
      ++next_;
      collecting_ = false;
      sends = false;
    } else if (next_ == messages_.size()) {
      sent = end_of_thread(registers);
      ended_ = true;
    } else {
      sent = send(registers);
      collecting_ = sent.destination.count != 0;
      if (!collecting_) ++next_;
    }
    prepare();
    return sends;
  }

 private:
  GrfRange destination() const {
    return {kFirstDestination, static_cast<std::uint8_t>(response_registers(messages_[next_]))};
  }

  // Registers of the next instruction.
  void prepare() {
    step_ = {};
    if (collecting_) {
      step_.reads[0] = destination();
      return;
    }
    step_.instruction = functional::InstructionClass::kSend;
    if (next_ == messages_.size()) {
      step_.reads[0] = {kEndPayload, 1};
      return;
    }
    step_.reads[0] = {kFirstPayload, static_cast<std::uint8_t>(messages_[next_].payload.size())};
    step_.dwords = static_cast<std::uint16_t>(messages_[next_].payload.size() * std::tuple_size_v<Grf>);
    step_.writes = destination();
  }

  functional::MessageSend send(ThreadRegisters& registers) const {
    const Message& message = messages_[next_];
    std::copy(message.payload.begin(), message.payload.end(), registers.grf.begin() + kFirstPayload);
    const GrfRange range = destination();
    for (unsigned i = 0; i < range.count; ++i) registers.grf[range.first + i].fill(kUnwritten);
    return {.message = message, .destination = range};
  }

  void collect(const ThreadRegisters& registers) {
    const GrfRange range = destination();
    const auto first = registers.grf.begin() + range.first;
    results_[next_].assign(first, first + range.count);
  }

  static functional::MessageSend end_of_thread(const ThreadRegisters& registers) {
    constexpr auto kSpawner = static_cast<std::uint8_t>(gen9::SharedFunction::kThreadSpawner);
    Message message{.shared_function = kSpawner,
                    .descriptor = kEndDescriptor,
                    .extended_descriptor = kEndOfThreadBit | kSpawner,
                    .execution_mask = 0xFF,
                    .payload = {registers.grf[kEndPayload]}};
    return {.message = std::move(message), .end_of_thread = true};
  }

  std::span<const Message> messages_;
  std::span<ReplayedRegisters> results_;
  std::size_t next_ = 0;
  bool collecting_ = false;
  bool ended_ = false;
  EuStep step_;
};

class ReplaySource final : public functional::ThreadSource {
 public:
  ReplaySource(std::span<const Message> messages, std::vector<ReplayedRegisters>& results)
      : messages_{messages}, results_{results} {}

  unsigned groups() const override {
    return static_cast<unsigned>((messages_.size() + kMessagesPerThread - 1) / kMessagesPerThread);
  }
  unsigned threads_per_group() const override { return 1; }

  void start(unsigned group, unsigned, ThreadRegisters&,
             std::unique_ptr<functional::EuProgram>& program) const override {
    const std::size_t first = group * kMessagesPerThread;
    const std::size_t count = std::min(kMessagesPerThread, messages_.size() - first);
    program =
        std::make_unique<ReplayProgram>(messages_.subspan(first, count), std::span{results_}.subspan(first, count));
  }

 private:
  std::span<const Message> messages_;
  std::vector<ReplayedRegisters>& results_;
};

}  // namespace

unsigned response_registers(const Message& message) {
  return gen9::SamplerMessage::decode({message.descriptor, message.extended_descriptor}).response_length;
}

ReplayedRegisters registers_after(const Message& message, const functional::MessageResponse& response) {
  ReplayedRegisters registers(response_registers(message));
  for (std::size_t i = 0; i < registers.size(); ++i) {
    registers[i].fill(kUnwritten);
    if (i >= response.registers.size()) continue;
    for (unsigned byte = 0; byte < 32; ++byte) {
      if (!(response.byte_enables[i] >> byte & 1)) continue;
      const std::uint32_t mask = 0xFFu << byte % 4 * 8;
      registers[i][byte / 4] = (registers[i][byte / 4] & ~mask) | (response.registers[i][byte / 4] & mask);
    }
  }
  return registers;
}

std::unique_ptr<functional::ThreadSource> replay_threads(std::span<const Message> messages,
                                                         std::vector<ReplayedRegisters>& results) {
  return std::make_unique<ReplaySource>(messages, results);
}

}  // namespace texpipe::study
