#include "functional/execution/channel_flow.h"

#include <algorithm>

namespace texpipe::functional {

ChannelFlow::ChannelFlow(std::uint32_t dispatched, std::size_t statements)
    : dispatched_{dispatched}, live_{dispatched == 0 ? 1u : dispatched}, statements_{statements} {
  if (statements == 0) live_ = 0;
}

std::size_t ChannelFlow::advance() {
  std::size_t lowest = statements_;
  for (unsigned channel = 0; channel < kChannels; ++channel) {
    if (live_ >> channel & 1) lowest = std::min(lowest, places_[channel]);
  }
  active_ = 0;
  for (unsigned channel = 0; channel < kChannels; ++channel) {
    if ((live_ >> channel & 1) && places_[channel] == lowest) active_ |= 1u << channel;
  }
  move(active_, lowest + 1);
  return lowest;
}

void ChannelFlow::jump(std::uint32_t channels, std::size_t statement) {
  move(channels & active_, statement);
}

void ChannelFlow::move(std::uint32_t channels, std::size_t statement) {
  for (unsigned channel = 0; channel < kChannels; ++channel) {
    if (channels >> channel & 1) places_[channel] = statement;
  }
  // A jump may bring channels back that had just gone beyond the last statement.
  if (statement >= statements_) {
    live_ &= ~channels;
  } else {
    live_ |= channels;
  }
}

}  // namespace texpipe::functional
