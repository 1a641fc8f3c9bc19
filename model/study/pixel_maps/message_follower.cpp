#include "study/pixel_maps/message_follower.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <utility>
#include <vector>

#include "functional/execution/watched_threads.h"
#include "functional/frame/pixel/target_write.h"
#include "functional/message/pixel_writes.h"
#include "functional/message/recent_decode.h"
#include "functional/message/sampler_request.h"
#include "functional/shared_function/data_port_header.h"
#include "functional/shared_function/typed_surface.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::study {

namespace {

using functional::EuProgram;
using functional::Message;
using functional::OutputImage;

constexpr unsigned kChannels = 64;       // of a thread at most: of a texture walk
constexpr unsigned kStoredChannels = 8;  // of a typed write

/// Followed workload, whose programs tell what they send.
struct Followed {
  OutputImage output;
  const functional::GpuMemory& memory;
  MessageFollower& follower;
  std::shared_ptr<FrameTrail> trail = std::make_shared<FrameTrail>();
  bool in_phases = false;
};

/// Texel that a lane of a driver's draw loads.
struct LoadedTexel {
  ByteAddress surface;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
};

/// The program of a thread, and what it sends.
class FollowedProgram final : public functional::WatchedProgram {
 public:
  explicit FollowedProgram(Followed& followed)
      : followed_{&followed}, follows_pixels_{followed.follower.follow() == Follow::kPixels} {}

  /// Pointer to fill with the thread's own program, which is started.
  std::unique_ptr<EuProgram>& start(std::uint64_t thread) {
    next_ = {thread, 0};
    for (auto& sampled : since_pixel_) sampled.clear();
    loaded_.reset();
    return watched();
  }

  bool issue(functional::ThreadRegisters& registers, functional::MessageSend& send) override {
    if (!WatchedProgram::issue(registers, send)) return false;
    send.message.number = next_.number();
    if (next_.index < kMostMessagesOfThread) ++next_.index;
    if (!follows_pixels_) return true;
    if (followed_->in_phases) followed_->trail->look_at(next_.thread);
    look_at(send);
    return true;
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
      if (of_driver()) look_at_load(message);
      followed_->follower.sent(message);
    } else if (message.shared_function == static_cast<std::uint8_t>(gen9::SharedFunction::kRenderCache)) {
      look_at_target_write(message);
    } else if (message.shared_function == static_cast<std::uint8_t>(gen9::SharedFunction::kDataPort1)) {
      look_at_write(message, send.first_channel);
    }
  }

  bool of_driver() const {
    if (message_draw() == nullptr) return false;
    return message_draw()->by_driver;
  }
  /// Null: the thread works for no draw.
  const functional::DrawOfThreads* message_draw() const {
    if (!followed_->in_phases) return nullptr;
    const auto& draw = followed_->trail->phase().draw;
    return draw ? &*draw : nullptr;
  }

  /// Keeps what the first lane loads.
  void look_at_load(const Message& message) {
    if (loaded_ || message.execution_mask == 0) return;
    functional::decode_sampler_request(message, request_);
    using gen9::SamplerAction;
    const SamplerAction action = request_.operation->action;
    if (action != SamplerAction::kLoad && action != SamplerAction::kLoadMultisample) return;
    const auto words = functional::surface_state_words(followed_->memory, *message.context,
                                                       request_.binding_table_index, request_.bindless_surface_offset);
    const auto channel = static_cast<unsigned>(std::countr_zero(message.execution_mask));
    if (channel >= request_.channels()) return;
    loaded_ = {gen9::RenderSurfaceState::decode(words).base_address, request_.bits(gen9::SamplerParameter::kU, channel),
               request_.bits(gen9::SamplerParameter::kV, channel)};
  }

  void look_at_target_write(const Message& message) {
    const functional::DrawOfThreads* draw = message_draw();
    if (draw == nullptr || message.context->pixels == nullptr) return;
    const auto& fields =
        functional::recently_decoded<gen9::RenderTargetMessage>({message.descriptor, message.extended_descriptor});
    if (fields.type != gen9::RenderCacheType::kWrite) return;
    const auto words = functional::surface_state_words(followed_->memory, *message.context, fields.binding_table_index,
                                                       fields.bindless_surface_offset);
    const functional::WrittenLanes lanes = functional::written_lanes(fields);
    Paint paint{.draw = draw->number, .thread = MessageName::of(message.number).thread};
    for (unsigned i = 0; i < lanes.count; ++i) {
      if ((message.execution_mask >> i & 1) == 0) continue;
      const unsigned lane = lanes.first + i;
      const auto pixel = message.context->pixels->pixel(message, lane);
      if (!pixel || pixel->x < 0 || pixel->y < 0) continue;
      const auto target = followed_->trail->target(words, pixel->layer);
      if (!target) return;
      paint.target = *target;
      paint.x = static_cast<std::uint32_t>(pixel->x);
      paint.y = static_cast<std::uint32_t>(pixel->y);
      const PaintedTarget& facts = followed_->trail->targets()[*target];
      if (paint.x >= facts.width || paint.y >= facts.height) continue;
      if (loaded_ && loaded_->x == paint.x && loaded_->y == paint.y) {
        followed_->trail->copied(loaded_->surface, *target);
        loaded_.reset();
      }
      followed_->follower.painted(paint, since_pixel_[lane % kChannels]);
    }
  }

  void look_at_write(const Message& message, unsigned first_channel) {
    const auto& fields =
        functional::recently_decoded<gen9::DataPortMessage>({message.descriptor, message.extended_descriptor});
    if (fields.type1() != gen9::DataPort1Type::kTypedWrite ||
        fields.binding_table_index != followed_->output.binding_table_index ||
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
      if (x < followed_->output.width && y < followed_->output.height) followed_->follower.stored(x, y, sampled);
      sampled.clear();
    }
  }

  Followed* followed_;
  bool follows_pixels_;
  MessageName next_;
  std::array<std::vector<SampledChannel>, kChannels> since_pixel_;  // by channel of the thread
  functional::SamplerRequest request_;
  std::optional<LoadedTexel> loaded_;  // of the thread's first load, in a draw of the driver
};

class FollowedThreads final : public functional::WatchedThreads {
 public:
  FollowedThreads(std::unique_ptr<functional::ThreadSource> threads, Followed followed)
      : WatchedThreads{std::move(threads)}, followed_{std::move(followed)} {
    followed_.in_phases = has_phases();
  }

  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override {
    auto* followed = dynamic_cast<FollowedProgram*>(program.get());
    if (followed == nullptr) {
      auto made = std::make_unique<FollowedProgram>(followed_);
      followed = made.get();
      program = std::move(made);
    }
    const std::uint64_t number = followed_.in_phases ? followed_.trail->number_of(group, thread)
                                                     : earlier_ + std::uint64_t{group} * threads_per_group() + thread;
    WatchedThreads::start(group, thread, registers, followed->start(number));
  }

  bool advance() override {
    earlier_ += std::uint64_t{groups()} * threads_per_group();
    const bool more = WatchedThreads::advance();
    if (more) begin_phases();
    return more;
  }

 private:
  void begin_phases() {
    std::vector<FollowedPhase> phases;
    std::uint64_t first = earlier_;
    for (const functional::PhasePart& part : parts()) {
      phases.push_back(
          {.first_thread = first, .threads_per_group = threads_per_group(), .draw = part.draw, .stage = part.stage});
      first += part.groups * threads_per_group();
    }
    std::vector<functional::GroupPlace> places;
    for (unsigned group = 0; phases.size() > 1 && group < groups(); ++group) places.push_back(place_of(group));
    followed_.trail->begin_phases(std::move(phases), std::move(places));
  }

  mutable Followed followed_;  // programs tell it more
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

std::shared_ptr<const FrameTrail> follow_messages(functional::Workload& workload, MessageFollower& follower) {
  Followed followed{.output = workload.output, .memory = *workload.memory, .follower = follower};
  const std::shared_ptr<const FrameTrail> trail = followed.trail;
  workload.threads = std::make_unique<FollowedThreads>(std::move(workload.threads), std::move(followed));
  return trail;
}

}  // namespace texpipe::study
