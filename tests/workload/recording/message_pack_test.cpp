// MessagePack of recordings, against the reader of nlohmann's JSON.
#include "workload/recording/message_pack.h"

#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace texpipe::study;
using nlohmann::json;

namespace {

json sample() {
  json numbers = json::array();
  for (unsigned bit = 0; bit < 64; ++bit) {
    for (const std::uint64_t near : {std::uint64_t{1} << bit, (std::uint64_t{1} << bit) - 1}) {
      numbers.push_back(near);
      numbers.push_back(-static_cast<std::int64_t>(near >> 1) - 1);
    }
  }
  json value{{"numbers", numbers}, {"yes", true}, {"no", false}, {"none", nullptr}, {"half", 0.5}, {"third", 1.0 / 3}};
  for (const std::size_t length : {0u, 1u, 31u, 32u, 255u, 256u, 65535u, 65536u}) {
    value["text" + std::to_string(length)] = std::string(length, 'a');
    value["column" + std::to_string(length)] = json::binary(std::vector<std::uint8_t>(length, 7));
  }
  for (unsigned i = 0; i < 20; ++i) value["map"][std::to_string(i)] = {{"list", {i, "x"}}};
  return value;
}

}  // namespace

TEST_CASE("MessagePack of every kind and length reads as JSON's own reader reads it", "[recording]") {
  const std::vector<std::uint8_t> bytes = json::to_msgpack(sample());
  CHECK(read_message_pack(bytes) == json::from_msgpack(bytes));
  json many = json::array();
  for (unsigned i = 0; i < 70'000; ++i) many.push_back(1);
  CHECK(read_message_pack(json::to_msgpack(many)) == many);
}

TEST_CASE("MessagePack that is cut or longer or deeper or has too many values is no value", "[recording][fuzz]") {
  const std::vector<std::uint8_t> bytes = json::to_msgpack(json{{"a", {1, 300, "text"}}, {"b", json::binary({1, 2})}});
  for (std::size_t length = 0; length < bytes.size(); ++length)
    CHECK(read_message_pack(std::span{bytes}.first(length)).is_discarded());
  std::vector<std::uint8_t> longer = bytes;
  longer.push_back(0);
  CHECK(read_message_pack(longer).is_discarded());
  CHECK(read_message_pack(std::vector<std::uint8_t>(1000, 0x91)).is_discarded());  // lists in lists
  CHECK(read_message_pack(std::vector<std::uint8_t>{0xDD, 0xFF, 0xFF, 0xFF, 0xFF}).is_discarded());
  CHECK(read_message_pack(std::vector<std::uint8_t>{0xC6, 0xFF, 0xFF, 0xFF, 0xFF}).is_discarded());
  CHECK(read_message_pack(std::vector<std::uint8_t>{0x81, 0x01, 0x01}).is_discarded());  // a key that is no text
  for (const std::uint8_t kind : {0xC1, 0xC7, 0xD4, 0xD8})
    CHECK(read_message_pack(std::vector<std::uint8_t>{kind, 0, 0, 0}).is_discarded());
  std::vector<std::uint8_t> many(100'010, 0x01);
  many[0] = 0xDD;
  many[1] = 0x00;
  many[2] = 0x01;
  many[3] = 0x86;
  many[4] = 0xA5;  // 100,005
  CHECK(read_message_pack(many).is_discarded());
}
