// Storage for the payloads of a batch's render target writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "functional/message/message.h"

namespace texpipe::functional {

/// Registers of the payloads of a batch: large pieces of storage, of which each host thread has one to itself, as many
/// threads write at a time and there may be a quarter of a million of them.
class PayloadStore {
 public:
  PayloadStore() { clear(); }
  PayloadStore(const PayloadStore&) = delete;

  /// Forgets all payloads. Their storage is used again.
  void clear();

  /// Room for the registers of a message until the next clear(). Host threads may ask side by side.
  std::span<Grf> make(std::size_t registers);

 private:
  static constexpr std::size_t kPiece = 512;  // registers; a message has fewer than 128

  std::mutex lock_;
  std::vector<std::unique_ptr<Grf[]>> pieces_;
  std::size_t used_ = 0;    // of the pieces
  std::uint64_t life_ = 0;  // between two clear(), another one for each store
};

}  // namespace texpipe::functional
