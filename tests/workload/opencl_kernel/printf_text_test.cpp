#include "workload/opencl_kernel/printf_text.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

#include "fuzz/damage.h"

using namespace texpipe::study;

namespace {

/// A buffer of calls, as compiled code fills it.
class Buffer {
 public:
  template <class T>
  Buffer& operator<<(T value) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof value);
    return *this;
  }
  std::string text(const std::map<std::uint32_t, std::string>& strings) const { return printf_text(bytes_, strings); }

 private:
  std::vector<std::byte> bytes_ = std::vector<std::byte>(4);
};

// Types of values.
constexpr std::uint32_t kByte = 1, kInt = 3, kFloat = 4, kString = 5, kLong = 6, kVectorByte = 9, kVectorInt = 11;

}  // namespace

TEST_CASE("printed calls follow each other and each takes its own arguments", "[kernel][printf]") {
  Buffer buffer;
  buffer << 1u << kInt << -7 << kFloat << 0.5f << 0u << 1u << kInt << 8 << kFloat << 1.0f;
  CHECK(buffer.text({{0, "none%%\\n"}, {1, "%d is %.1f\\n"}}) == "-7 is 0.5\nnone%\n8 is 1.0\n");
}

TEST_CASE("printed integers have the width that the conversion names, or their own", "[kernel][printf]") {
  Buffer buffer;
  buffer << 0u << kByte << -1 << kByte << -1 << kInt << 0x12345 << kLong << std::int64_t{-1} << kInt << -1;
  CHECK(buffer.text({{0, "%hhu %d %hx %lx %u"}}) == "255 -1 2345 ffffffffffffffff 4294967295");
}

TEST_CASE("printed vectors are their elements with commas between, each converted alone", "[kernel][printf]") {
  Buffer buffer;
  buffer << 0u << kVectorInt << 3u << 1 << 20 << -3;
  CHECK(buffer.text({{0, "[%4v3hld]"}}) == "[   1,  20,  -3]");
  Buffer small;  // elements lie together, and the place of the rest is left free
  small << 0u << kVectorByte << 3u << std::int8_t{1} << std::int8_t{-2} << std::int8_t{3} << std::int8_t{99};
  small << 0u << 0u << kInt << 5;
  CHECK(small.text({{0, "%v3hhd %d"}}) == "1,-2,3 5");
}

TEST_CASE("printed texts are named by their number and spell escapes out", "[kernel][printf]") {
  Buffer buffer;
  buffer << 0u << kString << 4u << kString << 9u;
  CHECK(buffer.text({{0, "\\\"%s\\\"\\t%s"}, {4, "a\\\\%d"}}) == "\"a\\%d\"\t(null)");
}

TEST_CASE("a printf buffer that ends within a call or names no format says so behind what could be printed",
          "[kernel][printf]") {
  Buffer full;
  full << 0u << kInt << 5 << 0u << kInt;
  CHECK(full.text({{0, "%d."}}) == "5.\n(printf: the buffer is full)\n");
  Buffer unknown;
  unknown << 0u << kInt << 5 << 3u;
  CHECK(unknown.text({{0, "%d."}}) == "5.\n(printf: no format 3)\n");
  CHECK(Buffer{}.text({}).empty());
}

TEST_CASE("a printed conversion has as many characters as C promises, however wide the format asks",
          "[kernel][printf]") {
  Buffer buffer;
  buffer << 0u << kInt << 7 << kInt << 7 << kString << 1u;
  const std::string text = buffer.text({{0, "%2000000000d%.99999999999999999999d%s"}, {1, std::string(10'000, 'x')}});
  CHECK(text.size() == 3 * 4095);
  CHECK(text.substr(4090, 5) == "    7");
}

TEST_CASE("printed text ends beyond 64 MiB", "[kernel][printf]") {
  Buffer buffer;
  for (unsigned call = 0; call < 200; ++call) buffer << 0u;
  const std::string text = buffer.text({{0, std::string(1 << 20, 'x')}});
  CHECK(text.size() < (66u << 20));
  CHECK(text.ends_with("(printf: what follows is left out)\n"));
}

TEST_CASE("whatever stands in a printf buffer is printed or told, and never read beyond", "[kernel][printf][fuzz]") {
  const std::string formats = "%d%v4hhd%s%p%c%08.3f%lx%%%%q%.*%v%\\";
  texpipe::fuzz::Choices choose;
  for (unsigned run = 0; run < 20'000; ++run) {
    Buffer buffer;
    const std::size_t words = choose(12);
    for (std::size_t i = 0; i < words; ++i)
      buffer << static_cast<std::uint32_t>(choose(4) != 0 ? choose(18) : choose(1ull << 32));
    const std::size_t at = choose(formats.size());
    CHECK(buffer.text({{0, formats.substr(at)}, {1, formats.substr(0, at)}, {2, ""}}).size() < 100'000);
  }
}
