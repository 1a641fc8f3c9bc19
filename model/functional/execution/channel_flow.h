// Which channels of a thread execute which statement next.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace texpipe::functional {

/// Every channel has its own place. The statement executed is always the lowest of all places, by the channels that are
/// there; channels that jumped forward wait until the others come to them, so that branches join again at once.
class ChannelFlow {
 public:
  static constexpr unsigned kChannels = 32;

  /// All channels of `dispatched` start at statement 0; those outside are never active. A thread without any walks
  /// through its statements as if it had one, for what ignores the mask.
  ChannelFlow(std::uint32_t dispatched, std::size_t statements);

  bool done() const { return live_ == 0; }
  /// The next statement; its channels become active and go on to the one after it.
  std::size_t advance();
  std::uint32_t active() const { return active_ & dispatched_; }

  /// Active channels in `channels` go to `statement` next.
  void jump(std::uint32_t channels, std::size_t statement);
  /// Active channels in `channels` end.
  void end(std::uint32_t channels) { jump(channels, statements_); }

 private:
  void move(std::uint32_t channels, std::size_t statement);

  std::uint32_t dispatched_;
  std::uint32_t live_;  // channels that have a place
  std::uint32_t active_ = 0;
  std::size_t statements_;
  std::array<std::size_t, kChannels> places_{};
};

}  // namespace texpipe::functional
