#include "base/unit_text.h"

#include <rapidcheck.h>
#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::literals;

namespace {

template <class T>
T parsed(std::string_view text) {
  T value{};
  const auto problem = parse_text(text, value);
  INFO(text);
  REQUIRE_FALSE(problem);
  return value;
}

template <class T>
TextProblem refused(std::string_view text) {
  T value{};
  const auto problem = parse_text(text, value);
  INFO(text);
  REQUIRE(problem);
  CHECK(value == T{});
  return *problem;
}

}  // namespace

TEST_CASE("binary units are powers of two and decimal units powers of ten", "[base][units]") {
  CHECK(parsed<ByteSize>("16KiB") == 16_KiB);
  CHECK(parsed<ByteSize>("16kB") == ByteSize{16'000});
  CHECK(parsed<ByteSize>("1 MiB") == 1_MiB);
  CHECK(parsed<ByteSize>("0.5KiB") == 512_B);
  CHECK(parsed<Frequency>("1.05GHz") == 1050_MHz);
  CHECK(parsed<TimeSpan>("120ns") == 120_ns);
  CHECK(parsed<TimeSpan>("250ps") == TimeSpan{250});
  CHECK(parsed<Bandwidth>("34.1GB/s") == 34100_MBps);
  CHECK(parsed<Cycles>("12") == 12_cycles);
  CHECK(parsed<Cycles>("12cycles") == 12_cycles);
  CHECK(parsed<Cycles>("1 cycle") == 1_cycles);
}

TEST_CASE("a quantity without unit, with a foreign unit or with a rest is refused", "[base][units]") {
  CHECK(refused<ByteSize>("16").problem == "'16' has no unit");
  CHECK(refused<ByteSize>("16KB").hint == "did you mean kB or KiB?");
  CHECK(refused<ByteSize>("16K").problem == "'K' is not a unit of size");
  CHECK(refused<ByteSize>("16K").hint == "did you mean KiB (powers of 1024) or kB (of 1000)?");
  CHECK(refused<Bandwidth>("3G").hint == "did you mean GiB/s (powers of 1024) or GB/s (of 1000)?");
  CHECK(refused<TimeSpan>("90\xc2\xb5s").hint == "did you mean us?");
  CHECK(refused<Frequency>("1,2GHz").hint == "did you mean 1.2GHz?");
  CHECK(refused<TimeSpan>("120 cycles").problem == "'cycles' is not a unit of time");
  CHECK(refused<Frequency>("1.05 ghz").hint == "did you mean GHz?");
  CHECK(refused<TimeSpan>("1.0001ns").problem == "'1.0001ns' is not a whole number in ps");
  for (const char* text :
       {"", "KiB", "-1KiB", "1..5KiB", ".5KiB", "5.KiB", "016KiB", "1e3KiB", "1  KiB", "16KiB ", "nan"}) {
    refused<ByteSize>(text);
  }
}

TEST_CASE("quantities that leave 64 bits are refused", "[base][units]") {
  CHECK(parsed<ByteSize>("18446744073709551615B") == ByteSize{~0ull});
  CHECK(refused<ByteSize>("18446744073709551616B").problem == "'18446744073709551616B' is too large in B");
  refused<ByteSize>("16777216TiB");
  refused<ByteSize>("9999999999999999999999999999999999999999B");
}

TEST_CASE("whole numbers are strict", "[base][units]") {
  CHECK(parsed<std::uint32_t>("0") == 0);
  CHECK(parsed<std::uint32_t>("4294967295") == 4294967295u);
  CHECK(parsed<std::uint32_t>("0x10") == 16);
  CHECK(parsed<std::uint32_t>("1e3") == 1000);
  CHECK(parsed<std::int32_t>("-2147483648") == -2147483647 - 1);
  CHECK(refused<std::uint32_t>("010").hint == "numbers are decimal; write it without the leading zero");
  for (const char* text : {"4294967296", "-1", "1.5", "1e-3", "1e", "1e10", "0x", "0x1g", "twelve", "", "1_000",
                           "1,000", "12cycles", "+5"}) {
    refused<std::uint32_t>(text);
  }
  for (const char* text : {"2147483648", "-2147483649", "--1"}) refused<std::int32_t>(text);
}

TEST_CASE("real numbers are finite and decimal", "[base][units]") {
  CHECK(parsed<double>("-0.25") == -0.25);
  CHECK(parsed<double>("1e-3") == 1e-3);
  for (const char* text : {"", "nan", "inf", "-inf", "1e999", "0x1p3", "1.5x", ".5", "01.5"}) refused<double>(text);
}

TEST_CASE("booleans are true and false only", "[base][units]") {
  CHECK(parsed<bool>("true"));
  CHECK_FALSE(parsed<bool>("false"));
  for (const char* text : {"yes", "on", "True", "1", ""}) refused<bool>(text);
}

TEST_CASE("quantities print with the largest fitting unit", "[base][units]") {
  CHECK(value_text(16_KiB) == "16KiB");
  CHECK(value_text(ByteSize{1'500}) == "1.5kB");
  CHECK(value_text(ByteSize{0}) == "0B");
  CHECK(value_text(1050_MHz) == "1.05GHz");
  CHECK(value_text(120_ns) == "120ns");
  CHECK(value_text(34100_MBps) == "34.1GB/s");
  CHECK(value_text(0.1) == "0.1");
  CHECK(value_text(ByteAddress{4096}) == "0x1000");
}

TEST_CASE("what is printed reads back as the same value", "[base][units]") {
  const auto round_trip = [](auto zero) {
    using T = decltype(zero);
    return rc::check([] {
      const T value{*rc::gen::oneOf(rc::gen::arbitrary<std::uint64_t>(), rc::gen::inRange<std::uint64_t>(0, 1u << 21))};
      T back{};
      RC_ASSERT_FALSE(parse_text(value_text(value), back).has_value());
      RC_ASSERT(back == value);
    });
  };
  CHECK(round_trip(ByteSize{}));
  CHECK(round_trip(Frequency{}));
  CHECK(round_trip(TimeSpan{}));
  CHECK(round_trip(Bandwidth{}));
  CHECK(round_trip(Cycles{}));
  CHECK(round_trip(std::uint64_t{}));
}
