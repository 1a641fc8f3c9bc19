#include "workload/recording/message_pack.h"

#include <bit>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace texpipe::study {

namespace {

constexpr unsigned kMostDepth = 4;         // of lists and objects in a content
constexpr unsigned kMostValues = 100'000;  // what is many stands in columns

/// Thrown inside this file only.
struct Damaged {};

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_{bytes} {}

  nlohmann::json read() {
    nlohmann::json value = next(0);
    if (!bytes_.empty()) throw Damaged{};
    return value;
  }

 private:
  std::span<const std::uint8_t> take(std::size_t count) {
    if (count > bytes_.size()) throw Damaged{};
    const auto taken = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return taken;
  }
  std::uint64_t big_endian(unsigned count) {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : take(count)) value = value << 8 | byte;
    return value;
  }

  nlohmann::json text(std::size_t length) {
    const auto bytes = take(length);
    return std::string{bytes.begin(), bytes.end()};
  }
  nlohmann::json column(std::size_t length) {
    const auto bytes = take(length);
    return nlohmann::json::binary(std::vector<std::uint8_t>{bytes.begin(), bytes.end()});
  }
  nlohmann::json list(std::size_t length, unsigned depth) {
    nlohmann::json list = nlohmann::json::array();
    for (std::size_t i = 0; i < length; ++i) list.push_back(next(depth + 1));
    return list;
  }
  nlohmann::json map(std::size_t length, unsigned depth) {
    nlohmann::json map = nlohmann::json::object();
    for (std::size_t i = 0; i < length; ++i) {
      nlohmann::json key = next(depth + 1);
      if (!key.is_string()) throw Damaged{};
      map[key.get<std::string>()] = next(depth + 1);
    }
    return map;
  }
  template <class Number>
  nlohmann::json negative_too() {
    return static_cast<std::int64_t>(static_cast<Number>(big_endian(sizeof(Number))));
  }

  nlohmann::json next(unsigned depth) {
    if (++values_ > kMostValues || depth > kMostDepth) throw Damaged{};
    const std::uint8_t kind = take(1).front();
    if (kind <= 0x7F) return std::uint64_t{kind};
    if (kind <= 0x8F) return map(kind & 0xF, depth);
    if (kind <= 0x9F) return list(kind & 0xF, depth);
    if (kind <= 0xBF) return text(kind & 0x1F);
    if (kind >= 0xE0) return std::int64_t{static_cast<std::int8_t>(kind)};
    switch (kind) {
      case 0xC0:
        return nullptr;
      case 0xC2:
        return false;
      case 0xC3:
        return true;
      case 0xC4:
        return column(big_endian(1));
      case 0xC5:
        return column(big_endian(2));
      case 0xC6:
        return column(big_endian(4));
      case 0xCA:
        return std::bit_cast<float>(static_cast<std::uint32_t>(big_endian(4)));
      case 0xCB:
        return std::bit_cast<double>(big_endian(8));
      case 0xCC:
        return big_endian(1);
      case 0xCD:
        return big_endian(2);
      case 0xCE:
        return big_endian(4);
      case 0xCF:
        return big_endian(8);
      case 0xD0:
        return negative_too<std::int8_t>();
      case 0xD1:
        return negative_too<std::int16_t>();
      case 0xD2:
        return negative_too<std::int32_t>();
      case 0xD3:
        return negative_too<std::int64_t>();
      case 0xD9:
        return text(big_endian(1));
      case 0xDA:
        return text(big_endian(2));
      case 0xDB:
        return text(big_endian(4));
      case 0xDC:
        return list(big_endian(2), depth);
      case 0xDD:
        return list(big_endian(4), depth);
      case 0xDE:
        return map(big_endian(2), depth);
      case 0xDF:
        return map(big_endian(4), depth);
      default:
        throw Damaged{};
    }
  }

  std::span<const std::uint8_t> bytes_;
  unsigned values_ = 0;
};

}  // namespace

nlohmann::json read_message_pack(std::span<const std::uint8_t> bytes) {
  try {
    return Reader{bytes}.read();
  } catch (const Damaged&) {
    return nlohmann::json(nlohmann::json::value_t::discarded);  // braces would make a list of it
  }
}

}  // namespace texpipe::study
