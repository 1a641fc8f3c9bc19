#include "study/pixel_maps/message_follower.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <utility>
#include <vector>

#include "functional/message/recent_decode.h"
#include "functional/message/sampler_request.h"
#include "functional/shared_function/data_port_header.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::study {

namespace {

using functional::EuProgram;
using functional::Message;
using functional::OutputImage;

constexpr unsigned kChannels = 32;       // of a thread
constexpr unsigned kStoredChannels = 8;  // of a typed write

/// The program of a thread, and what it sends.
class FollowedProgram final : public EuProgram {
 public:
  FollowedProgram(const OutputImage& output, MessageFollower& follower)
      : output_{&output}, follower_{&follower}, follows_pixels_{follower.follow() == Follow::kPixels} {}

  /// Pointer to fill with the thread's own program, which is started.
  std::unique_ptr<EuProgram>& start(std::uint64_t thread) {
    next_ = {thread, 0};
    for (auto& sampled : since_pixel_) sampled.clear();
    return program_;
  }

  const functional::EuStep* peek() override { return program_->peek(); }

  bool issue(functional::ThreadRegisters& registers, functional::MessageSend& send) override {
    if (!program_->issue(registers, send)) return false;
    send.message.number = next_.number();
    if (next_.index < kMostMessagesOfThread) ++next_.index;
    if (follows_pixels_) look_at(send);
    return true;
  }

  void answered(std::uint32_t ticket, functional::MessageResponse response) override {
    program_->answered(ticket, std::move(response));
  }

 private:
  void look_at(const functional::MessageSend& send) {
    const Message& message = send.message;
    if (message.variant != functional::OperationVariant::kGen9) return;
    if (message.shared_function == functional::kSamplerSfid) {
      for (std::uint32_t mask = message.execution_mask & 0xFFFF; mask != 0; mask &= mask - 1) {
        const auto channel = static_cast<std::uint8_t>(std::countr_zero(mask));
        since_pixel_[(send.first_channel + channel) % kChannels].push_back({message.number, channel});
      }
      follower_->sent(message);
    } else if (message.shared_function == static_cast<std::uint8_t>(gen9::SharedFunction::kDataPort1)) {
      look_at_write(message, send.first_channel);
    }
  }

  void look_at_write(const Message& message, unsigned first_channel) {
    const auto& fields =
        functional::recently_decoded<gen9::DataPortMessage>({message.descriptor, message.extended_descriptor});
    if (fields.type1() != gen9::DataPort1Type::kTypedWrite ||
        fields.binding_table_index != output_->binding_table_index ||
        fields.slot_group == gen9::TypedSlotGroup::kSimd4x2) {
      return;
    }
    const unsigned first = fields.slot_group == gen9::TypedSlotGroup::kSlots8To15 ? kStoredChannels : 0;
    const unsigned header = fields.header_present ? 1 : 0;
    std::uint32_t mask = message.execution_mask & 0xFF;
    if (header != 0) mask &= message.payload[0][functional::kSampleMaskDword] >> first;
    // Programs of other instruction sets, and recordings of versions before this, do not say which channels.
    const unsigned of_thread = std::max(first, first_channel);
    for (; mask != 0; mask &= mask - 1) {
      const auto channel = static_cast<unsigned>(std::countr_zero(mask));
      const std::uint32_t x = message.payload[header][channel];
      const std::uint32_t y = message.payload[header + 1][channel];
      std::vector<SampledChannel>& sampled = since_pixel_[(of_thread + channel) % kChannels];
      if (x < output_->width && y < output_->height) follower_->stored(x, y, sampled);
      sampled.clear();
    }
  }

  const OutputImage* output_;
  MessageFollower* follower_;
  bool follows_pixels_;
  std::unique_ptr<EuProgram> program_;
  MessageName next_;
  std::array<std::vector<SampledChannel>, kChannels> since_pixel_;  // by channel of the thread
};

class FollowedThreads final : public functional::ThreadSource {
 public:
  FollowedThreads(std::unique_ptr<functional::ThreadSource> threads, const OutputImage& output,
                  MessageFollower& follower)
      : threads_{std::move(threads)}, output_{output}, follower_{follower} {}

  unsigned groups() const override { return threads_->groups(); }
  unsigned threads_per_group() const override { return threads_->threads_per_group(); }

  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override {
    auto* followed = dynamic_cast<FollowedProgram*>(program.get());
    if (followed == nullptr) {
      auto made = std::make_unique<FollowedProgram>(output_, follower_);
      followed = made.get();
      program = std::move(made);
    }
    const std::uint64_t number = earlier_ + std::uint64_t{group} * threads_per_group() + thread;
    threads_->start(group, thread, registers, followed->start(number));
  }

  std::string name() const override { return threads_->name(); }
  unsigned reuse_distance() const override { return threads_->reuse_distance(); }
  bool has_phases() const override { return threads_->has_phases(); }
  bool advance() override {
    earlier_ += std::uint64_t{groups()} * threads_per_group();
    return threads_->advance();
  }

 private:
  std::unique_ptr<functional::ThreadSource> threads_;
  OutputImage output_;
  MessageFollower& follower_;
  std::uint64_t earlier_ = 0;  // threads of the phases before
};

template <class Number>
bool parse_whole(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

std::string MessageName::text() const {
  return std::to_string(thread) + "." + std::to_string(index);
}

std::optional<MessageName> MessageName::parse(std::string_view text) {
  MessageName name;
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos || !parse_whole(text.substr(0, dot), name.thread) ||
      !parse_whole(text.substr(dot + 1), name.index) || name.thread >> 48 != 0 || name.index > kMostMessagesOfThread) {
    return std::nullopt;
  }
  return name;
}

void follow_messages(functional::Workload& workload, MessageFollower& follower) {
  workload.threads = std::make_unique<FollowedThreads>(std::move(workload.threads), workload.output, follower);
}

}  // namespace texpipe::study
