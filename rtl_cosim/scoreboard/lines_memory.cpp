#include "rtl_cosim/scoreboard/lines_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "rtl_cosim/scoreboard/random_stream.h"

namespace texpipe::rtl_cosim {

namespace {

constexpr std::size_t kAskedKept = 4096;

MemoryPort memory(std::uint64_t seed, MemoryPort::Read read) {
  return {std::move(read),
          verilated_texture_cache::kLineBytes,
          {.latency = 1 + static_cast<unsigned>(seed % 120), .spread = 40, .slots = 64, .busy_percent = 20},
          seed};
}

}  // namespace

RtlWithMemory::RtlWithMemory(std::unique_ptr<LinesRtl> rtl, std::uint64_t seed, Read read, LinesOf lines_of)
    : read_{std::move(read)},
      lines_of_{std::move(lines_of)},
      rtl_{std::move(rtl)},
      memories_{
          memory(mixed(seed, 1), [this](std::uint64_t key, std::span<std::byte> data) { read_(key, resets_, data); }),
          memory(mixed(seed, 2), [this](std::uint64_t key, std::span<std::byte> data) { read_(key, resets_, data); })} {
}

void RtlWithMemory::reset(bool asserted) {
  rtl_->reset(asserted);
  for (MemoryPort& memory : memories_) memory.reset();
  asked_.clear();
  answers_ = false;
  if (!asserted) ++resets_;
}

void RtlWithMemory::drive(const PortValues* request, bool result_ready) {
  ready_ = memories_[0].ready() && memories_[1].ready();
  // The one that answered last waits for the other.
  if (memories_[answering_ ^ 1].answer() != nullptr) answering_ ^= 1;
  const MemoryPort::Answer* answer = memories_[answering_].answer();
  answers_ = answer != nullptr;
  if (answers_) {
    std::memcpy(words_.data(), answer->data.data(), answer->data.size());
    if (Asked* asked = waiting(static_cast<unsigned>(answer->tag)); asked != nullptr && !asked->offered)
      asked->offered = cycle_;
  }
  rtl_->put_lines({ready_, answers_ ? &words_ : nullptr, answers_ ? static_cast<unsigned>(answer->tag) : 0});
  rtl_->drive(request, result_ready);
}

void RtlWithMemory::clock() {
  const bool taken = answers_ && rtl_->answer_ready();
  if (taken) {
    Asked* asked = waiting(static_cast<unsigned>(memories_[answering_].answer()->tag));
    if (asked != nullptr) asked->answered = cycle_;
  }
  if (ready_ && rtl_->ask_valid()) {
    const LinesRtl::Ask ask = rtl_->ask();
    memories_[ask.key % 2].request(ask.key, ask.id);
    asked_.push_back({.key = ask.key, .id = ask.id, .cycle = cycle_, .offered = {}, .answered = {}});
    if (asked_.size() > kAskedKept) asked_.pop_front();
  }
  for (std::size_t memory = 0; memory < memories_.size(); ++memory)
    memories_[memory].clock(taken && memory == answering_);
  rtl_->clock();
  ++cycle_;
}

RtlWithMemory::Asked* RtlWithMemory::waiting(unsigned id) {
  const auto found = std::find_if(asked_.begin(), asked_.end(),
                                  [id](const Asked& asked) { return asked.id == id && !asked.answered; });
  return found == asked_.end() ? nullptr : &*found;
}

std::string RtlWithMemory::text_of(const Asked& asked) {
  std::string text = fmt::format("asked for in cycle {} with id {}, ", asked.cycle, asked.id);
  if (asked.answered) return text + fmt::format("came in cycle {}", *asked.answered);
  return text + (asked.offered
                     ? fmt::format("stands at the answer port since cycle {} and is not taken", *asked.offered)
                     : std::string{"memory has not answered yet"});
}

std::string RtlWithMemory::waits_for(const PortValues& request) const {
  std::string text;
  if (lines_of_ == nullptr) {
    for (const Asked& asked : asked_) {
      if (!asked.answered) text += fmt::format("    line of key {:#x}: {}\n", asked.key, text_of(asked));
    }
    return text.empty() ? "    every line that was asked for came\n" : text;
  }
  const std::vector<std::uint64_t> keys = lines_of_(request);
  if (keys.empty()) return "    it needs no lines\n";
  for (std::size_t line = 0; line < keys.size(); ++line) {
    const auto asked =
        std::find_if(asked_.rbegin(), asked_.rend(), [&](const Asked& one) { return one.key == keys[line]; });
    text +=
        fmt::format("    line {} (key {:#x}): {}\n", line, keys[line],
                    asked == asked_.rend() ? std::string{"was not asked for since the last reset"} : text_of(*asked));
  }
  return text;
}

}  // namespace texpipe::rtl_cosim
