// Regions of registers against the address formula of the documents.
#include <catch2/catch.hpp>

#include "functional/execution/eu/eu_bench.h"

namespace texpipe::functional::test {
namespace {

/// Every byte of r10 to r13 tells its place.
void number_bytes(EuBench& bench) {
  for (unsigned byte = 0; byte < 128; ++byte)
    bench.put<std::uint8_t>(10, byte, static_cast<std::uint8_t>(37 * byte + 11));
}

bool allowed(const Region& region, unsigned channels, unsigned size, unsigned first) {
  if (region.width > channels || (region.width == 1 && region.horizontal != 0)) return false;
  if (region.width == channels && region.horizontal != 0 && region.vertical != region.width * region.horizontal)
    return false;
  if (channels == 1 && region.vertical != 0) return false;
  if ((region.vertical > 8 && size > 2) || (region.vertical > 16 && size > 1)) return false;
  const unsigned last = (channels - 1) / region.width * region.vertical + (region.width - 1) * region.horizontal;
  return first + (last + 1) * size <= 64;
}

template <class T>
unsigned check_regions(SrcType type) {
  unsigned regions = 0;
  for (unsigned channels : {1u, 2u, 4u, 8u, 16u, 32u}) {
    if (channels * sizeof(T) > 64) continue;
    for (unsigned vertical : {0u, 1u, 2u, 4u, 8u, 16u, 32u}) {
      for (unsigned width : {1u, 2u, 4u, 8u, 16u}) {
        for (unsigned horizontal : {0u, 1u, 2u, 4u}) {
          for (unsigned element : {0u, 1u}) {
            const Region region{vertical, width, horizontal};
            if (!allowed(region, channels, sizeof(T), element * sizeof(T))) continue;
            EuBench bench;
            number_bytes(bench);
            bench.run({Line{EuOpcode::kMov, channels}.no_mask().out(to(20, type)).in(r(10, type, region, element))});
            for (unsigned i = 0; i < channels; ++i) {
              const unsigned from = element + i / width * vertical + i % width * horizontal;
              if (bench.get<T>(20, i) != bench.get<T>(10, from))
                FAIL("<" << vertical << ";" << width << "," << horizontal << "> lane " << i << " of " << channels);
            }
            ++regions;
          }
        }
      }
    }
  }
  return regions;
}

TEST_CASE("every region of a source reads the elements that the address formula names", "[eu][regions]") {
  CHECK(check_regions<std::uint32_t>(kUd) > 60);
  CHECK(check_regions<std::uint16_t>(kUw) > 100);
}

TEST_CASE("every stride of a destination writes every so many elements and nothing between", "[eu][regions]") {
  for (unsigned stride : {1u, 2u, 4u}) {
    EuBench bench;
    for (unsigned i = 0; i < 32; ++i) bench.put<std::uint16_t>(20, i, 0xEEEE);
    number_bytes(bench);
    bench.run({Line{EuOpcode::kMov, 8}.no_mask().out(to(20, kUw, stride)).in(r(10, kUw))});
    for (unsigned i = 0; i < 32; ++i) {
      const bool written = i % stride == 0 && i / stride < 8;
      CHECK(bench.get<std::uint16_t>(20, i) == (written ? bench.get<std::uint16_t>(10, i / stride) : 0xEEEE));
    }
  }
}

/// Moves of a row over itself: to every stride, beginning up to two elements before or behind it.
template <class T>
unsigned check_moves_over_their_source(SrcType type) {
  unsigned moves = 0;
  for (unsigned channels : {4u, 8u, 16u}) {
    for (unsigned stride : {1u, 2u, 4u}) {
      if (channels * sizeof(T) > 64 || channels * stride * sizeof(T) > 64) continue;
      for (unsigned destination : {0u, 1u, 2u}) {
        for (unsigned source : {0u, 1u, 2u}) {
          if (destination * sizeof(T) + ((channels - 1) * stride + 1) * sizeof(T) > 64) continue;
          if ((source + channels) * sizeof(T) > 64) continue;
          for (std::uint32_t enabled : {0xFFFF'FFFFu, 0xFFFF'FFDBu}) {
            EuBench bench;
            number_bytes(bench);
            EuBench before;
            number_bytes(before);
            bench.flags[0] = enabled;
            Line move{EuOpcode::kMov, channels};
            move.no_mask().out(to(10, type, stride, destination)).in(r(10, type, {8, 8, 1}, source));
            if (channels < 8) move.in(r(10, type, {channels, channels, 1}, source));
            if (enabled != 0xFFFF'FFFFu) move.when(PredCtrl::kSequential);
            bench.run({move});
            for (unsigned lane = 0; lane < channels; ++lane) {
              if ((enabled >> lane & 1u) == 0) continue;
              if (bench.get<T>(10, destination + lane * stride) != before.get<T>(10, source + lane))
                FAIL("stride " << stride << " from " << source << " to " << destination << ": lane " << lane << " of "
                               << channels << (enabled == 0xFFFF'FFFFu ? "" : " in part"));
            }
            ++moves;
          }
        }
      }
    }
  }
  return moves;
}

TEST_CASE("a move over its own source reads all of it before it writes", "[eu][regions]") {
  CHECK(check_moves_over_their_source<std::uint32_t>(kUd) > 30);
  CHECK(check_moves_over_their_source<std::uint16_t>(kUw) > 60);
  CHECK(check_moves_over_their_source<std::uint64_t>(kUq) > 20);
}

TEST_CASE("one address register and an immediate name an operand", "[eu][regions]") {
  EuBench bench;
  number_bytes(bench);
  bench.put<std::uint16_t>(30, 0, 10 * 32 + 8);
  bench.put<std::uint16_t>(30, 1, 20 * 32);
  bench.run({Line{EuOpcode::kMov, 2}.no_mask().out(to_arf(ArfRegister::kAddress, 0, kUw)).in(r(30, kUw, {2, 2, 1})),
             Line{EuOpcode::kMov, 8}.no_mask().out(to(40, kUd)).in(indirect(0, -4, kUd)), [] {
               Line line{EuOpcode::kMov, 8};
               line.no_mask().out(to(0, kUd)).in(r(10, kUd));
               line.i.destination.mode = AddrMode::kIndirect;
               line.i.destination.address.subregister = 1;
               line.i.destination.address.offset_low = 64;
               return line.i;
             }()});
  for (unsigned i = 0; i < 8; ++i) {
    CHECK(bench.get<std::uint32_t>(40, i) == bench.get<std::uint32_t>(10, i + 1));
    CHECK(bench.get<std::uint32_t>(22, i) == bench.get<std::uint32_t>(10, i));
  }
}

TEST_CASE("smov moves source 0 only in the channels that source 1 names", "[eu][regions]") {
  // Element 1 of a vector goes to where a0.1 says that its array's element lies.
  EuBench bench;
  number_bytes(bench);
  for (unsigned i = 0; i < 8; ++i) bench.put<std::uint32_t>(22, i, 7);
  bench.put<std::uint16_t>(30, 1, 20 * 32);
  bench.run(
      {Line{EuOpcode::kMov, 2}.no_mask().out(to_arf(ArfRegister::kAddress, 0, kUw)).in(r(30, kUw, {2, 2, 1})), [] {
         Line line{EuOpcode::kSmov, 8};
         line.no_mask().out(to(0, kUd)).in(scalar(10, kUd, 3), imm(2));
         line.i.destination.mode = AddrMode::kIndirect;
         line.i.destination.address.subregister = 1;
         line.i.destination.address.offset_low = 64;
         return line.i;
       }()});
  for (unsigned i = 0; i < 8; ++i)
    CHECK(bench.get<std::uint32_t>(22, i) == (i == 1 ? bench.get<std::uint32_t>(10, 3) : 7));
}

TEST_CASE("an address between elements or beyond the registers names an element all the same", "[eu][regions]") {
  EuBench bench;
  number_bytes(bench);
  bench.put<std::uint16_t>(30, 0, 10 * 32 + 6);
  bench.put<std::uint16_t>(30, 1, 128 * 32 + 10 * 32);
  bench.run({Line{EuOpcode::kMov, 2}.no_mask().out(to_arf(ArfRegister::kAddress, 0, kUw)).in(r(30, kUw, {2, 2, 1})),
             Line{EuOpcode::kMov, 1}.no_mask().out(to(40, kUd)).in(indirect(0, 0, kUd, kScalar)),
             Line{EuOpcode::kMov, 1}.no_mask().out(to(41, kUd)).in(indirect(1, 0, kUd, kScalar))});
  CHECK(bench.get<std::uint32_t>(40, 0) == bench.get<std::uint32_t>(10, 1));
  CHECK(bench.get<std::uint32_t>(41, 0) == bench.get<std::uint32_t>(10, 0));
}

TEST_CASE("with vertical stride 15 every row of a source has an address register of its own", "[eu][regions]") {
  EuBench bench;
  number_bytes(bench);
  for (unsigned row = 0; row < 8; ++row)
    bench.put<std::uint16_t>(30, row, static_cast<std::uint16_t>(10 * 32 + 4 * ((5 * row + 3) % 16)));
  const auto by_rows = [](unsigned width, unsigned horizontal) {
    EuSource source = indirect(0, 0, kUd, {0, width, horizontal});
    source.vertical = gen9::VertStride::kVxHOrVx1;
    return source;
  };
  bench.run({Line{EuOpcode::kMov, 8}.no_mask().out(to_arf(ArfRegister::kAddress, 0, kUw)).in(r(30, kUw)),
             Line{EuOpcode::kMov, 8}.no_mask().out(to(40, kUd)).in(by_rows(1, 0)),
             Line{EuOpcode::kMov, 8}.no_mask().out(to(41, kUd)).in(by_rows(2, 1)),
             Line{EuOpcode::kMovi, 8}.no_mask().out(to(42, kUd)).in(by_rows(1, 0))});
  for (unsigned i = 0; i < 8; ++i) {
    CHECK(bench.get<std::uint32_t>(40, i) == bench.get<std::uint32_t>(10, (5 * i + 3) % 16));
    CHECK(bench.get<std::uint32_t>(41, i) == bench.get<std::uint32_t>(10, (5 * (i / 2) + 3) % 16 + i % 2));
    CHECK(bench.get<std::uint32_t>(42, i) == bench.get<std::uint32_t>(40, i));
  }
}

TEST_CASE("channel selects of Align16 permute each group of four as the document's example does", "[eu][regions]") {
  EuBench bench;
  for (unsigned i = 0; i < 8; ++i) bench.put<float>(10, i, static_cast<float>(i));
  // r10.0<4>.zywz
  bench.run({Line{EuOpcode::kMov, 8}.align16().no_mask().out(to(20, kF)).in(swizzled(r(10, kF), 2, 1, 3, 2))});
  const unsigned expected[] = {2, 1, 3, 2, 6, 5, 7, 6};
  for (unsigned i = 0; i < 8; ++i) CHECK(bench.get<float>(20, i) == static_cast<float>(expected[i]));
}

TEST_CASE("channel selects of 64-bit operands choose pairs", "[eu][regions]") {
  EuBench bench;
  for (unsigned i = 0; i < 4; ++i) bench.put<double>(10, i, 1.0 + i);
  bench.run({Line{EuOpcode::kMov, 4}.align16().no_mask().out(to(20, kDf)).in(swizzled(r(10, kDf), 2, 3, 0, 1, 2)),
             Line{EuOpcode::kMov, 4}.align16().no_mask().out(to(22, kDf)).in(swizzled(r(10, kDf), 0, 1, 0, 1, 2))});
  for (unsigned i = 0; i < 4; ++i) {
    CHECK(bench.get<double>(20, i) == 1.0 + (i ^ 1));
    CHECK(bench.get<double>(22, i) == 1.0 + i / 2 * 2);
  }
}

TEST_CASE("channel enables of Align16 leave the other channels of each group as they are", "[eu][regions]") {
  for (unsigned enables = 0; enables < 16; ++enables) {
    EuBench bench;
    for (unsigned i = 0; i < 8; ++i) bench.put<float>(10, i, 1.0f + static_cast<float>(i));
    for (const bool no_mask : {false, true}) {
      for (unsigned i = 0; i < 8; ++i) bench.put<float>(20, i, -1.0f);
      Line line{EuOpcode::kMov, 8};
      line.align16().out(to(20, kF)).in(swizzled(r(10, kF), 0, 1, 2, 3));
      line.i.destination.channels = static_cast<std::uint8_t>(enables);
      line.i.no_mask = no_mask;
      bench.run({line});
      // NoMask enables every channel, whatever they say.
      for (unsigned i = 0; i < 8; ++i)
        CHECK(bench.get<float>(20, i) ==
              ((enables >> i % 4 & 1u) != 0 || no_mask ? 1.0f + static_cast<float>(i) : -1.0f));
    }
  }
}

TEST_CASE("channel enables of 64-bit elements go by pairs", "[eu][regions]") {
  for (const unsigned enables : {0b0011u, 0b1100u, 0b1111u}) {
    EuBench bench;
    for (unsigned i = 0; i < 4; ++i) bench.put<double>(10, i, 1.0 + i);
    Line line{EuOpcode::kMov, 4};
    line.align16().out(to(20, kDf)).in(swizzled(r(10, kDf), 0, 1, 2, 3, 2));
    line.i.destination.channels = static_cast<std::uint8_t>(enables);
    bench.run({line});
    for (unsigned i = 0; i < 4; ++i)
      CHECK(bench.get<double>(20, i) == ((enables >> 2 * (i % 2) & 1u) != 0 ? 1.0 + i : 0.0));
  }
}

TEST_CASE("an instruction of three sources for one channel writes that one even with NoMask", "[eu][regions]") {
  EuBench bench;
  for (unsigned i = 0; i < 8; ++i) bench.put<float>(10, i, 2.0f);
  Line line = Line{EuOpcode::kMad, 4}.no_mask().out(to(20, kF)).in(r(10, kF), r(10, kF), r(10, kF));
  line.i.destination.channels = 0b0100;
  bench.run({line});
  for (unsigned i = 0; i < 4; ++i) CHECK(bench.get<float>(20, i) == (i == 2 ? 6.0f : 0.0f));
}

TEST_CASE("a replicated source of three gives its first element to all channels", "[eu][regions]") {
  EuBench bench;
  for (unsigned i = 0; i < 8; ++i) {
    bench.put<float>(10, i, static_cast<float>(i));
    bench.put<float>(11, i, 10.0f * static_cast<float>(i));
  }
  EuSource replicated = scalar(11, kF, 3);
  replicated.replicate = gen9::RepCtrl::kReplicate;
  bench.run({Line{EuOpcode::kMad, 8}.no_mask().out(to(20, kF)).in(replicated, r(10, kF), r(10, kF)),
             Line{EuOpcode::kMad, 8}.no_mask().out(to(21, kF)).in(r(11, kF), r(10, kF), r(10, kF))});
  for (unsigned i = 0; i < 8; ++i) {
    CHECK(bench.get<float>(20, i) == 30.0f + static_cast<float>(i * i));
    CHECK(bench.get<float>(21, i) == static_cast<float>(10 * i + i * i));
  }
}

TEST_CASE("packed immediates give each lane its own number", "[eu][regions]") {
  EuBench bench;
  bench.run({Line{EuOpcode::kMov, 8}.no_mask().out(to(20, kW)).in(immediate(SrcImmType::kV, 0xFEDC'3210)),
             Line{EuOpcode::kMov, 8}.no_mask().out(to(21, kUw)).in(immediate(SrcImmType::kUv, 0xFEDC'3210)),
             Line{EuOpcode::kMov, 4}.no_mask().out(to(22, kF)).in(immediate(SrcImmType::kVf, 0x00B0'4830))});
  const int small[] = {0, 1, 2, 3, -4, -3, -2, -1};
  for (unsigned i = 0; i < 8; ++i) {
    CHECK(bench.get<std::int16_t>(20, i) == small[i]);
    CHECK(bench.get<std::uint16_t>(21, i) == static_cast<unsigned>(small[i] & 15));
  }
  const float floats[] = {1.0f, 3.0f, -1.0f, 0.0f};
  for (unsigned i = 0; i < 4; ++i) CHECK(bench.get<float>(22, i) == floats[i]);
}

TEST_CASE("words of a packed immediate go to the places of a wider destination's channels", "[eu][regions]") {
  EuBench bench;
  bench.run({Line{EuOpcode::kMov, 4}.no_mask().out(to(20, kUd)).in(immediate(SrcImmType::kUv, 0x0C08'0400)),
             Line{EuOpcode::kMov, 4}.no_mask().out(to(21, kD)).in(immediate(SrcImmType::kV, 0x0F0E'0D01)),
             Line{EuOpcode::kMov, 2}.no_mask().out(to(22, kUq)).in(immediate(SrcImmType::kUv, 0x0007'0003))});
  for (unsigned i = 0; i < 4; ++i) {
    CHECK(bench.get<std::uint32_t>(20, i) == 4 * i);
    CHECK(bench.get<std::int32_t>(21, i) == (i == 0 ? 1 : static_cast<int>(i) - 4));
  }
  CHECK(bench.get<std::uint64_t>(22, 0) == 3);
  CHECK(bench.get<std::uint64_t>(22, 1) == 7);
}

TEST_CASE("a region beyond the last register is refused with the instruction's place", "[eu][regions]") {
  const std::string text = refusal(Line{EuOpcode::kMov, 16}.no_mask().out(to(20, kUd)).in(r(127, kUd)));
  CHECK(text.find("instruction at byte 0x30: an operand's region ends at byte 4128") != std::string::npos);
  CHECK(refusal(Line{EuOpcode::kMov, 16}.no_mask().out(to(127, kUd)).in(r(20, kUd))).find("4128") != std::string::npos);
}

}  // namespace
}  // namespace texpipe::functional::test
