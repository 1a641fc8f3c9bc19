#include "timing/dispatch/thread_order.h"

#include <utility>

namespace texpipe::timing {

void ThreadOrder::begin(const functional::OlderThreads* older, unsigned groups) {
  older_ = older;
  threads_.clear();
  if (older_ != nullptr) threads_.resize(groups);
}

bool ThreadOrder::start(unsigned group, ThreadHost& host, unsigned slot) {
  if (older_ == nullptr) return false;
  Thread& thread = threads_[group];
  thread.host = &host;
  thread.slot = slot;
  for (const std::uint32_t older : older_->of(group)) {
    if (!is_in_the_way(threads_[older])) continue;
    threads_[older].younger.push_back(group);
    ++thread.in_the_way;
  }
  return thread.in_the_way != 0;
}

void ThreadOrder::end(unsigned group) {
  if (older_ == nullptr) return;
  threads_[group].ended = true;
  if (is_in_the_way(threads_[group])) return;
  std::vector<std::uint32_t> gone{group};  // those that are no longer in the way of others
  while (!gone.empty()) {
    const std::vector<std::uint32_t> younger = std::exchange(threads_[gone.back()].younger, {});
    gone.pop_back();
    for (const std::uint32_t next : younger) {
      Thread& thread = threads_[next];
      if (--thread.in_the_way != 0) continue;
      if (thread.ended) {
        gone.push_back(next);
      } else {
        thread.host->end_older(thread.slot);
      }
    }
  }
}

}  // namespace texpipe::timing
