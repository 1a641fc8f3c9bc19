// Render target writes of a batch of pixel threads, kept until their order can be that of the threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "functional/frame/pixel/payload_store.h"
#include "functional/frame/pixel/pixel_batch.h"
#include "functional/message/message.h"
#include "functional/message/pixel_writes.h"

namespace texpipe::functional {

class PixelOutput;

/// A message as it was sent.
struct KeptWrite {
  std::uint32_t descriptor = 0;
  std::uint32_t extended_descriptor = 0;
  std::uint32_t execution_mask = 0;
  std::span<const Grf> payload;
};

/// Threads may write side by side: each has its own list.
class KeptWrites final : public PixelWrites {
 public:
  /// Starts over for the threads of a batch. Storage of writes before is used again.
  void begin(const PixelBatch& batch);

  /// Keeps a message of one of the threads.
  void write(const Message& message) override;
  bool write_gang(const GangMessage& gang) override;

  std::optional<LanePixel> pixel(const Message& message, unsigned lane) const override;

  /// Says who finds the work of writes. @param output  outlives them  @param draw  number of the 3DPRIMITIVE
  void tell_work_of(PixelOutput& output, std::uint32_t draw) {
    output_ = &output;
    draw_ = draw;
  }
  void last_work(const Message& message, TargetWork& work) override;

  unsigned count(std::uint32_t thread) const { return lists_[thread].used; }
  const KeptWrite& kept(std::uint32_t thread, unsigned index) const {
    return index == 0 ? lists_[thread].first : lists_[thread].others[index - 1];
  }

 private:
  KeptWrite& add(std::uint32_t slot, const Message& message, std::uint32_t execution_mask);

  /// Most threads write once.
  struct List {
    KeptWrite first;
    std::vector<KeptWrite> others;
    unsigned used = 0;
  };
  const PixelBatch* batch_ = nullptr;
  PixelOutput* output_ = nullptr;  // null: nobody asks for the work of writes
  std::uint32_t draw_ = 0;
  std::vector<List> lists_;  // by thread
  PayloadStore payloads_;
};

}  // namespace texpipe::functional
