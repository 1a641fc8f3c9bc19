#include "rtl_cosim/scoreboard/lines_memory.h"

#include <cstring>
#include <utility>

#include "rtl_cosim/scoreboard/random_stream.h"

namespace texpipe::rtl_cosim {

namespace {

MemoryPort memory(std::uint64_t seed, const MemoryPort::Read& read) {
  return {read,
          texture_cache_rtl::kLineBytes,
          {.latency = 1 + static_cast<unsigned>(seed % 120), .spread = 40, .slots = 64, .busy_percent = 20},
          seed};
}

}  // namespace

RtlWithMemory::RtlWithMemory(std::unique_ptr<LinesRtl> rtl, std::uint64_t seed, const MemoryPort::Read& read)
    : rtl_{std::move(rtl)}, memories_{memory(mixed(seed, 1), read), memory(mixed(seed, 2), read)} {}

void RtlWithMemory::reset(bool asserted) {
  rtl_->reset(asserted);
  for (MemoryPort& memory : memories_) memory.reset();
}

void RtlWithMemory::drive(const PortValues* request, bool result_ready) {
  ready_ = memories_[0].ready() && memories_[1].ready();
  // The one that answered last waits for the other.
  if (memories_[answering_ ^ 1].answer() != nullptr) answering_ ^= 1;
  const MemoryPort::Answer* answer = memories_[answering_].answer();
  answers_ = answer != nullptr;
  if (answers_) std::memcpy(words_.data(), answer->data.data(), answer->data.size());
  rtl_->put_lines({ready_, answers_ ? &words_ : nullptr, answers_ ? static_cast<unsigned>(answer->tag) : 0});
  rtl_->drive(request, result_ready);
}

void RtlWithMemory::clock() {
  const bool taken = answers_ && rtl_->answer_ready();
  if (ready_ && rtl_->ask_valid()) memories_[rtl_->ask().key % 2].request(rtl_->ask().key, rtl_->ask().id);
  for (std::size_t memory = 0; memory < memories_.size(); ++memory)
    memories_[memory].clock(taken && memory == answering_);
  rtl_->clock();
}

}  // namespace texpipe::rtl_cosim
