// Places of threads in scratch memory.
#include "functional/frame/shaders/thread_scratch.h"

#include <catch2/catch.hpp>

using namespace texpipe::functional;

TEST_CASE("threads take places in scratch memory in turn, and r0 says where and how large they are",
          "[frame][scratch]") {
  const ThreadScratch scratch{.base = 0x10000, .code = 2, .threads = 3};
  CHECK(scratch.distance() == 3);
  const auto offset_of = [&](unsigned thread) {
    Grf header{};
    header[3] = 0x40;
    scratch.place(thread, header);
    CHECK(header[3] == 0x42);
    return header[5];
  };
  CHECK(offset_of(0) == 0x10000);
  CHECK(offset_of(2) == 0x12000);
  CHECK(offset_of(3) == 0x10000);
}

TEST_CASE("without scratch memory r0 stays as it is, and threads wait for none", "[frame][scratch]") {
  Grf header{7, 7, 7, 7, 7, 7, 7, 7};
  ThreadScratch{}.place(5, header);
  CHECK(header == Grf{7, 7, 7, 7, 7, 7, 7, 7});
  CHECK(ThreadScratch{}.distance() == ThreadSource::kNeverReused);
}
