#include "functional/frame/pixel/payload_store.h"

#include <atomic>

namespace texpipe::functional {

void PayloadStore::clear() {
  static std::atomic<std::uint64_t> lives = 0;
  life_ = ++lives;
  used_ = 0;
}

std::span<Grf> PayloadStore::make(std::size_t registers) {
  struct Room {
    std::uint64_t life = 0;
    std::span<Grf> left;
  };
  thread_local Room room;  // in the piece that this host thread had last
  if (room.life != life_ || room.left.size() < registers) {
    const std::scoped_lock guard{lock_};
    if (used_ == pieces_.size()) pieces_.emplace_back(new Grf[kPiece]);
    room = {life_, {pieces_[used_++].get(), kPiece}};
  }
  const std::span<Grf> made = room.left.first(registers);
  room.left = room.left.subspan(registers);
  return made;
}

}  // namespace texpipe::functional
