#include "workload/accesses/access_thread.h"

#include <algorithm>
#include <array>
#include <utility>

#include "functional/formats/small_float.h"
#include "functional/message/sampler_request.h"
#include "functional/shared_function/end_of_thread.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::study {

namespace {

using functional::EuStep;
using functional::Grf;
using functional::GrfRange;
using functional::MessageSend;
using functional::ThreadRegisters;

// Registers of a thread: work and payload, answers of the messages in flight, what a store takes.
constexpr std::uint8_t kPayload = 2;
constexpr std::uint8_t kAnswers = 28;
constexpr std::uint8_t kAnswerRegisters = 9;  // four channels of 16, and a kill mask
constexpr std::uint8_t kStore = 100;
constexpr unsigned kPlaceRegisters = 2;
constexpr unsigned kStoreColors = 4;
constexpr unsigned kStoreRegisters = kPlaceRegisters + kStoreColors;
constexpr unsigned kHalf = 8;  // channels of a store

/// State of the pictures and the pace that all threads share.
struct Shared {
  std::shared_ptr<const AccessList> list;
  AccessPace pace;
  const functional::MessageContext* context = nullptr;
  MessageSend store;  // without payload
};

MessageSend store_send(const functional::MessageContext* context, std::uint32_t output_index) {
  gen9::DataPortMessage fields;
  fields.type = static_cast<std::uint8_t>(gen9::DataPort1Type::kTypedWrite);
  fields.binding_table_index = static_cast<std::uint8_t>(output_index);
  fields.slot_group = gen9::TypedSlotGroup::kSlots0To7;
  fields.message_length = kPlaceRegisters;
  fields.extended_message_length = kStoreColors;
  const auto words = fields.encode();
  MessageSend send;
  send.message.shared_function = static_cast<std::uint8_t>(fields.shared_function);
  send.message.descriptor = words.descriptor;
  send.message.extended_descriptor = words.extended;
  send.message.context = context;
  return send;
}

/// Sends as many messages as may be in flight, stores the pixels of those that have places, and goes on with the next.
class AccessThread final : public functional::EuProgram {
 public:
  AccessThread(const Shared& shared, std::span<const AccessMessage> messages) : shared_{&shared}, messages_{messages} {
    next_window();
  }

  const EuStep* peek() override {
    if (part_ == Part::kDone) return nullptr;
    step_ = {};
    switch (part_) {
      case Part::kWork:
        step_.dwords = message().wide ? 16 : 8;
        step_.reads[0] = step_.writes = {kPayload, 1};
        break;
      case Part::kSend:
        step_.instruction = functional::InstructionClass::kSend;
        step_.dwords = static_cast<std::uint16_t>(message().registers * 8);
        step_.reads[0] = {kPayload, message().registers};
        step_.writes = answer();
        break;
      case Part::kMove:
        step_.dwords = kHalf;
        step_.writes = {static_cast<std::uint8_t>(kStore + count_), 1};
        if (count_ >= kPlaceRegisters) step_.reads[0] = answer();
        break;
      case Part::kStore:
        step_.instruction = functional::InstructionClass::kSend;
        step_.dwords = kStoreRegisters * 8;
        step_.reads[0] = {kStore, kStoreRegisters};
        break;
      case Part::kWait:
        step_.reads[0] = answer();
        break;
      case Part::kEnd:
        step_.instruction = functional::InstructionClass::kSend;
        break;
      case Part::kDone:
        break;
    }
    return &step_;
  }

  bool issue(ThreadRegisters& registers, MessageSend& send) override {
    send.restart();
    switch (part_) {
      case Part::kWork:
        if (++count_ == shared_->pace.instructions) go_on(Part::kSend);
        return false;
      case Part::kSend:
        fill(send);
        after_send();
        return true;
      case Part::kMove:
        if (++count_ == kStoreRegisters) go_on(Part::kStore);
        return false;
      case Part::kStore:
        fill_store(registers, send);
        after_store();
        return true;
      case Part::kWait:
        after_wait();
        return false;
      case Part::kEnd:
        send.message = functional::end_of_thread();
        send.end_of_thread = true;
        part_ = Part::kDone;
        return true;
      case Part::kDone:
        break;
    }
    return false;
  }

 private:
  enum class Part : std::uint8_t { kWork, kSend, kMove, kStore, kWait, kEnd, kDone };

  const AccessMessage& message() const { return messages_[first_ + at_]; }
  /// Registers that the current message answers into.
  GrfRange answer() const { return {static_cast<std::uint8_t>(kAnswers + at_ * kAnswerRegisters), message().response}; }
  void go_on(Part part) {
    part_ = part;
    count_ = 0;
  }

  void next_window() {
    at_ = 0;
    window_ = static_cast<unsigned>(std::min<std::size_t>(shared_->pace.in_flight, messages_.size() - first_));
    if (window_ == 0) return go_on(Part::kEnd);
    begin_message();
  }
  void begin_message() { go_on(shared_->pace.instructions != 0 ? Part::kWork : Part::kSend); }

  void after_send() {
    if (++at_ < window_) return begin_message();
    at_ = 0;
    half_ = 0;
    after_answers();
  }
  /// The next message of the window that has something to do with its answer: pixels to store, or, at the thread's
  /// end, to be waited for.
  void after_answers() {
    const bool last = first_ + window_ == messages_.size();
    while (at_ < window_ && !message().draws && !last) ++at_;
    if (at_ < window_) return go_on(message().draws ? Part::kMove : Part::kWait);
    first_ += window_;
    next_window();
  }
  void after_store() {
    if (++half_ < (message().wide ? 2u : 1u)) return go_on(Part::kMove);
    after_wait();
  }
  void after_wait() {
    half_ = 0;
    ++at_;
    after_answers();
  }

  void fill(MessageSend& send) const {
    const AccessMessage& from = message();
    send.message.shared_function = functional::kSamplerSfid;
    send.message.descriptor = from.descriptor;
    send.message.extended_descriptor = from.extended_descriptor;
    send.message.execution_mask = from.mask;
    send.message.context = shared_->context;
    const auto payload = shared_->list->registers.begin() + static_cast<std::ptrdiff_t>(from.first_register);
    send.message.payload.assign(payload, payload + from.registers);
    send.destination = answer();
  }

  void fill_store(const ThreadRegisters& registers, MessageSend& send) const {
    std::vector<Grf> payload = std::move(send.message.payload);
    send = shared_->store;
    const AccessMessage& from = message();
    const AccessPixel* pixels = &shared_->list->pixels[from.first_pixel + half_ * kHalf];
    payload.assign(kStoreRegisters, Grf{});
    for (unsigned lane = 0; lane < kHalf; ++lane) {
      const bool stored = (from.mask >> (half_ * kHalf + lane) & 1u) != 0 && pixels[lane].x != AccessPixel::kNone;
      if (stored) send.message.execution_mask |= 1u << lane;
      payload[0][lane] = pixels[lane].x;
      payload[1][lane] = pixels[lane].y;
    }
    const unsigned width = from.wide && !from.half ? 2 : 1;
    unsigned at = answer().first + (from.half ? 0u : half_);
    for (unsigned color = 0; color < kStoreColors; ++color) {
      if ((from.disabled_channels >> color & 1u) != 0) continue;
      if (at < answer().first + 0u + from.response)
        payload[kPlaceRegisters + color] = from.half ? widened(registers.grf[at]) : registers.grf[at];
      at += width;
    }
    send.message.payload = std::move(payload);
    send.first_channel = static_cast<std::uint8_t>(half_ * kHalf);
  }

  /// Eight float16 of the stored half as float32.
  Grf widened(const Grf& packed) const {
    Grf wide{};
    for (unsigned lane = 0; lane < kHalf; ++lane) {
      const unsigned at = half_ * kHalf + lane;
      wide[lane] = functional::half_to_float_bits(static_cast<std::uint16_t>(packed[at / 2] >> at % 2 * 16));
    }
    return wide;
  }

  const Shared* shared_;
  std::span<const AccessMessage> messages_;
  std::size_t first_ = 0;  // message of the window
  unsigned window_ = 0;    // messages in flight
  unsigned at_ = 0;        // message in the window
  Part part_ = Part::kDone;
  unsigned count_ = 0;  // of the part
  unsigned half_ = 0;   // of the message's channels that is stored
  EuStep step_;
};

class AccessThreads final : public functional::ThreadSource {
 public:
  AccessThreads(Shared shared, std::uint32_t threads_per_group)
      : shared_{std::move(shared)}, threads_per_group_{threads_per_group} {}

  unsigned groups() const override {
    return static_cast<unsigned>((shared_.list->threads() + threads_per_group_ - 1) / threads_per_group_);
  }
  unsigned threads_per_group() const override { return threads_per_group_; }

  void start(unsigned group, unsigned thread, ThreadRegisters&,
             std::unique_ptr<functional::EuProgram>& program) const override {
    const std::size_t number = std::size_t{group} * threads_per_group_ + thread;
    functional::restart<AccessThread>(
        program, shared_,
        number < shared_.list->threads() ? shared_.list->of(number) : std::span<const AccessMessage>{});
  }

 private:
  Shared shared_;
  std::uint32_t threads_per_group_;
};

}  // namespace

std::unique_ptr<functional::ThreadSource> access_threads(std::shared_ptr<const AccessList> list,
                                                         std::uint32_t threads_per_group, const AccessPace& pace,
                                                         const functional::MessageContext* context,
                                                         std::uint32_t output_index) {
  return std::make_unique<AccessThreads>(
      Shared{.list = std::move(list), .pace = pace, .context = context, .store = store_send(context, output_index)},
      threads_per_group);
}

}  // namespace texpipe::study
