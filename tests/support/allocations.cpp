#include "support/allocations.h"

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t counter = 0;

void* counted_or_null(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) noexcept {
  ++counter;
  const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
  return std::aligned_alloc(alignment, whole != 0 ? whole : alignment);
}

void* counted(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
  if (void* place = counted_or_null(bytes, alignment)) return place;
  throw std::bad_alloc{};
}

}  // namespace

// Every form is replaced: a sanitizer's own forms must not meet a free() of ours.
void* operator new(std::size_t bytes) {
  return counted(bytes);
}
void* operator new[](std::size_t bytes) {
  return counted(bytes);
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return counted_or_null(bytes);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return counted_or_null(bytes);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return counted_or_null(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return counted_or_null(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* place) noexcept {
  std::free(place);
}
void operator delete[](void* place) noexcept {
  std::free(place);
}
void operator delete(void* place, std::size_t) noexcept {
  std::free(place);
}
void operator delete[](void* place, std::size_t) noexcept {
  std::free(place);
}
void operator delete(void* place, std::align_val_t) noexcept {
  std::free(place);
}
void operator delete[](void* place, std::align_val_t) noexcept {
  std::free(place);
}
void operator delete(void* place, std::size_t, std::align_val_t) noexcept {
  std::free(place);
}
void operator delete[](void* place, std::size_t, std::align_val_t) noexcept {
  std::free(place);
}

namespace texpipe::test {

std::size_t allocations() {
  return counter;
}

}  // namespace texpipe::test
