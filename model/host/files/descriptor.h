// An open file of the system.
#pragma once

#include <unistd.h>

#include <string_view>
#include <utility>

namespace texpipe::study {

/// Closes its file when it leaves; -1: none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_{number} {}
  Descriptor(Descriptor&& other) noexcept : number_{std::exchange(other.number_, -1)} {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }

  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

/// All of the bytes, whatever the signals. False, with errno, when they do not fit.
bool write_all(int file, std::string_view bytes);

}  // namespace texpipe::study
