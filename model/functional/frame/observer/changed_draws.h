// Draws a frame with changed draws, and listens to nothing.
#pragma once

#include "functional/frame/observer/draw_change.h"
#include "functional/frame/observer/frame_observer.h"

namespace texpipe::functional {

class ChangedDraws final : public FrameObserver {
 public:
  explicit ChangedDraws(const DrawChange& change) : change_{change} {}

  const DrawChange* change() const override { return &change_; }
  bool listens() const override { return false; }
  void batch() override {}
  void wrote(const ObservedPixel& /*pixel*/, const ObservedElement& /*element*/, const ObservedStore& /*store*/,
             std::uint8_t /*doubts*/) override {}
  void left_out(const ObservedPixel& /*pixel*/, const ObservedElement& /*element*/, std::uint8_t /*doubts*/) override {}
  void beside(const ObservedElement& /*element*/, std::uint8_t /*doubts*/) override {}
  void wrote_test(const ObservedElement& /*element*/, std::uint8_t /*doubts*/) override {}
  std::uint8_t doubts_of(const ObservedElement& /*element*/) const override { return 0; }
  void picture(std::uint32_t /*number*/, ByteAddress /*address*/, std::uint32_t /*width*/, std::uint32_t /*height*/,
               std::uint32_t /*row_bytes*/) override {}

 private:
  DrawChange change_;
};

}  // namespace texpipe::functional
