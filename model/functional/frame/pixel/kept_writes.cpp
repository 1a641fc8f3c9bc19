#include "functional/frame/pixel/kept_writes.h"

#include <algorithm>
#include <cstring>

#include "base/diagnostic.h"
#include "functional/frame/pixel/pixel_output.h"
#include "functional/message/recent_decode.h"
#include "isa/gen9/render_target_message.h"

namespace texpipe::functional {

void KeptWrites::begin(const PixelBatch& batch) {
  batch_ = &batch;
  payloads_.clear();
  if (lists_.size() < batch.threads.size()) lists_.resize(batch.threads.size());
  for (List& list : lists_) list.used = 0;
}

namespace {

void require_known(const Message& message) {
  const auto& fields = recently_decoded<gen9::RenderTargetMessage>({message.descriptor, message.extended_descriptor});
  if (fields.type != gen9::RenderCacheType::kWrite) unsupported("a " + std::string{texpipe::name_of(fields.type)});
  if (fields.half_precision) unsupported("a render target write of 16-bit colours");
  if (fields.per_sample) unsupported("a render target write with Per-Sample Output");
}

}  // namespace

/// Another write of the thread that shades a subspan, without its payload.
KeptWrite& KeptWrites::add(std::uint32_t slot, const Message& message, std::uint32_t execution_mask) {
  if (batch_ == nullptr || slot >= batch_->thread_of_subspan.size())
    throw Error{ExitCode::kMalformedInput, "a render target write of a thread that shades no pixels"};
  List& list = lists_[batch_->thread_of_subspan[slot]];
  const unsigned place = list.used++;
  if (place > list.others.size()) list.others.emplace_back();
  KeptWrite& kept = place == 0 ? list.first : list.others[place - 1];
  kept.descriptor = message.descriptor;
  kept.extended_descriptor = message.extended_descriptor;
  kept.execution_mask = execution_mask;
  return kept;
}

void KeptWrites::write(const Message& message) {
  require_known(message);
  KeptWrite& kept = add(message.subspan_slots[0], message, message.execution_mask);
  const std::span<Grf> payload = payloads_.make(message.payload.size());
  std::copy(message.payload.begin(), message.payload.end(), payload.begin());
  kept.payload = payload;
}

bool KeptWrites::write_gang(const GangMessage& gang) {
  require_known(gang.message);
  const std::size_t size = gang.payload[0].count + gang.payload[1].count;
  for (const GangMessage::Sender& sender : gang.senders) {
    KeptWrite& kept = add(sender.subspan_slot, gang.message, sender.execution_mask);
    const std::span<Grf> payload = payloads_.make(size);
    kept.payload = payload;
    Grf* to = payload.data();
    for (const GangMessage::Run& run : gang.payload) {
      std::memcpy(to, sender.registers + run.first, run.count * sizeof(Grf));
      to += run.count;
    }
  }
  return true;
}

void KeptWrites::last_work(const Message& message, TargetWork& work) {
  work.clear();
  work.draw = draw_;
  const std::uint32_t slot = message.subspan_slots[0];
  if (output_ == nullptr || batch_ == nullptr || slot >= batch_->thread_of_subspan.size()) return;
  const std::uint32_t thread = batch_->thread_of_subspan[slot];
  if (count(thread) != 0) output_->find_work(*batch_, batch_->threads[thread], kept(thread, count(thread) - 1), work);
}

std::optional<LanePixel> KeptWrites::pixel(const Message& message, unsigned lane) const {
  const std::uint32_t slot = message.subspan_slots[0];
  if (batch_ == nullptr || slot >= batch_->thread_of_subspan.size()) return {};
  const PixelThread& thread = batch_->threads[batch_->thread_of_subspan[slot]];
  if (lane >= kPixelsOfSubspan * thread.subspans || (thread.dispatched >> lane & 1) == 0) return {};
  const ShadedSubspan& subspan = batch_->subspans[thread.first_subspan + lane / kPixelsOfSubspan];
  return LanePixel{.x = subspan.x + static_cast<std::int32_t>(lane & 1),
                   .y = subspan.y + static_cast<std::int32_t>(lane >> 1 & 1),
                   .layer = batch_->primitives[thread.primitive].layer};
}

}  // namespace texpipe::functional
