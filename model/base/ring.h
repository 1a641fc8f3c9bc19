// A first-in, first-out queue that keeps its storage.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace texpipe {

/// Grows by doubling, never shrinks: no allocation in steady state.
template <class T>
class Ring {
 public:
  bool empty() const { return head_ == tail_; }
  std::size_t size() const { return tail_ - head_; }

  /// Entry `index`, counted from the front.
  T& operator[](std::size_t index) { return entries_[(head_ + index) & (capacity_ - 1)]; }
  const T& operator[](std::size_t index) const { return entries_[(head_ + index) & (capacity_ - 1)]; }
  T& front() { return (*this)[0]; }
  const T& front() const { return (*this)[0]; }
  T& back() { return (*this)[size() - 1]; }

  /// The new entry holds what its place held before, or `T{}`: for entries with storage of their own.
  T& push_back() {
    if (size() == capacity_) grow();
    return entries_[tail_++ & (capacity_ - 1)];
  }
  void push_back(T entry) { push_back() = std::move(entry); }
  void pop_front() { ++head_; }
  void pop_back() { --tail_; }

 private:
  void grow() {
    std::vector<T> larger(entries_.empty() ? 8 : 2 * entries_.size());
    const std::size_t count = size();
    for (std::size_t i = 0; i < count; ++i) larger[i] = std::move((*this)[i]);
    entries_ = std::move(larger);
    capacity_ = entries_.size();
    head_ = 0;
    tail_ = count;
  }

  std::vector<T> entries_;
  std::size_t capacity_ = 0;  // a power of two
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

}  // namespace texpipe
