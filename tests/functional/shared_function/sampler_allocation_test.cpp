#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "functional/sampling/sampler_bench.h"

namespace {

thread_local std::size_t allocations = 0;

void* counted_or_null(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) noexcept {
  ++allocations;
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

namespace texpipe::functional::test {
namespace {

TEST_CASE("an untimed sampler message allocates nothing once its surface, sampler and operation are known",
          "[sampling][allocation]") {
  const SurfaceImage image{.format = gen9::SurfaceFormat::kBc7Unorm, .width = 64, .height = 64, .levels = 7};
  SamplerBench bench{image, std::vector<std::byte>(packed_bytes(image), std::byte{0x5A}),
                     linear_sampler(gen9::TextureCoordinateMode::kWrap, gen9::MipFilter::kLinear)};
  const std::vector<float> u{0.1f, 0.2f, 0.15f, 0.9f}, v{0.3f, 0.1f, 0.2f, 0.8f};
  for (const Op op : {Op::kSample, Op::kSampleL, Op::kGather4, Op::kLod, Op::kResinfo}) {
    const Message message = bench.message(op, {u, v, v}, {.simd16 = true});
    SamplerOutcome outcome;
    const auto send = [&] { execute_sampler_message(bench.memory, message, PlanDetail::kNone, outcome); };
    send();
    const std::size_t before = allocations;
    for (int i = 0; i < 100; ++i) send();
    const std::size_t after = allocations;
    INFO("operation " << static_cast<int>(op));
    CHECK(after == before);
  }
}

}  // namespace
}  // namespace texpipe::functional::test
