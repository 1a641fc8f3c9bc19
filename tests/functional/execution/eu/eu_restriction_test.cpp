// Restrictions of the documents, each with an instruction that breaks it and a neighbour that keeps it.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "functional/execution/eu/eu_bench.h"
#include "isa/gen9/eu_restrictions.h"

namespace texpipe::functional::test {
namespace {

/// The rule that an instruction breaks.
std::string broken_by(const EuInstruction& line) {
  const gen9::EuRestriction* broken = gen9::broken_restriction(line);
  return broken == nullptr ? "none" : std::string{broken->enumeration} + ": " + std::string{broken->rule};
}

Line mov(unsigned channels, SrcType type, const EuSource& source) {
  return Line{EuOpcode::kMov, channels}.no_mask().out(to(20, type)).in(source);
}
Line add(unsigned channels, SrcType type, const EuSource& first, const EuSource& second) {
  return Line{EuOpcode::kAdd, channels}.no_mask().out(to(20, type)).in(first, second);
}

TEST_CASE("the error of a restriction names place and instruction and enumeration and rule", "[eu][restrictions]") {
  CHECK(refusal(mov(4, kUd, r(10, kUd))) ==
        "instruction at byte 0x30: mov breaks a restriction of ExecSize; an operand's Width is at most ExecSize");
}

TEST_CASE("ExecSize: Width is at most the channels", "[eu][restrictions]") {
  for (unsigned channels : {1u, 2u, 4u, 8u, 16u}) {
    for (unsigned width : {1u, 2u, 4u, 8u, 16u}) {
      const Region region{width, width, width == 1 ? 0u : 1u};
      CHECK((broken_by(mov(channels, kUw, r(10, kUw, region))) == "ExecSize: an operand's Width is at most ExecSize") ==
            (width > channels));
    }
  }
}

TEST_CASE("ExecSize: 16 channels of at most 4 bytes and 32 channels of at most 2", "[eu][restrictions]") {
  const Region row{8, 8, 1};
  for (unsigned channels : {8u, 16u, 32u}) {
    for (const SrcType type : {kUd, kD, kUw, kW, kUb, kB, kDf, kF, kUq, kQ, kHf}) {
      const EuSource source = size_of(type) == 8 ? r(10, type, {4, 4, 1}) : r(10, type, row);
      const std::string rule = broken_by(mov(channels, type, source));
      const std::string expected =
          channels == 16 && size_of(type) == 8  ? "ExecSize: 16 channels exclude the types :df, :q and :uq"
          : channels == 32 && size_of(type) > 2 ? "ExecSize: 32 channels exclude the types :d, :df, :f, :q, :ud and :uq"
                                                : "none";
      CHECK(rule == expected);
    }
  }
  CHECK(broken_by(Line{EuOpcode::kMad, 16}.out(to(20, kDf)).in(r(10, kDf), r(12, kDf), r(14, kDf))) ==
        "ExecSize: 16 channels exclude the types :df, :q and :uq");
}

TEST_CASE("ExecSize: scattered moves have all types, whatever their channels, as the compiler emits them",
          "[eu][restrictions]") {
  for (const SrcType type : {kUd, kDf, kQ}) {
    const Line line = Line{EuOpcode::kSmov, 16}.out(to(20, type)).in(scalar(10, type), imm(2));
    CHECK(broken_by(line) == "none");
  }
}

TEST_CASE("Width: 32 channels have two rows at least because 16 is the largest width", "[eu][restrictions]") {
  CHECK_FALSE(listed(static_cast<gen9::Width>(5)));
  CHECK(broken_by(mov(32, kUw, r(10, kUw, {16, 16, 1}))) == "none");
}

TEST_CASE("ChanSel: 64-bit operands select pairs", "[eu][restrictions]") {
  for (unsigned x = 0; x < 4; ++x) {
    for (unsigned y = 0; y < 4; ++y) {
      const bool pair = y == x + 1 && x % 2 == 0;
      const std::string expected = pair ? "none" : "ChanSel: operands of 64 bits select .xy or .zw";
      CHECK(broken_by(mov(2, kDf, swizzled(r(10, kDf), x, y, 2, 3, 2)).align16()) == expected);
      CHECK(broken_by(mov(2, kDf, swizzled(r(10, kDf), 0, 1, x, y, 2)).align16()) == expected);
      CHECK(broken_by(mov(4, kF, swizzled(r(10, kF), x, y, 2, 3)).align16()) == "none");
    }
  }
}

TEST_CASE("HorzStride: a destination has one", "[eu][restrictions]") {
  Line line = mov(1, kUd, scalar(10, kUd));
  line.out(to(20, kUd, 0));
  CHECK(broken_by(line) == "HorzStride: a destination's elements have a distance: its stride is not 0");
}

TEST_CASE("QtrCtrl: NibCtrl goes with four channels and 64-bit floats and halves with 16 channels",
          "[eu][restrictions]") {
  const std::string nibble = "QtrCtrl: NibCtrl is only for 4 channels with a source or destination of type :df";
  const Region row{4, 4, 1};
  const auto with_nibble = [](Line line) {
    line.i.nib = true;
    return line;
  };
  CHECK(broken_by(with_nibble(mov(4, kF, r(10, kF, row)))) == nibble);
  CHECK(broken_by(with_nibble(mov(8, kDf, r(10, kDf, row)))) == nibble);
  CHECK(broken_by(with_nibble(mov(4, kDf, r(10, kDf, row)))) == "none");
  CHECK(broken_by(with_nibble(mov(4, kF, r(10, kDf, row)))) == "none");
  for (unsigned quarter = 0; quarter < 4; ++quarter) {
    Line line = mov(16, kF, r(10, kF));
    line.i.quarter = static_cast<gen9::QtrCtrl>(quarter);
    CHECK((broken_by(line) == "none") == (quarter % 2 == 0));
    Line narrow = mov(8, kF, r(10, kF));
    narrow.i.quarter = static_cast<gen9::QtrCtrl>(quarter);
    CHECK(broken_by(narrow) == "none");
  }
}

TEST_CASE("RegFile: architecture registers come first and immediates last", "[eu][restrictions]") {
  CHECK(broken_by(add(8, kF, arf(ArfRegister::kAccumulator, 0, kF), r(10, kF))) == "none");
  CHECK(broken_by(add(8, kF, r(10, kF), arf(ArfRegister::kAccumulator, 0, kF))) ==
        "RegFile: an architecture register is only a destination or source 0");
  CHECK(broken_by(add(8, kF, r(10, kF), arf(ArfRegister::kNull, 0, kF))) == "none");
  CHECK(broken_by(add(8, kF, r(10, kF), imm(1.0f))) == "none");
  CHECK(broken_by(add(8, kF, imm(1.0f), r(10, kF))) == "RegFile: an immediate is only the last source");
  CHECK(broken_by(mov(8, kF, imm(1.0f))) == "none");
  Line line = mov(8, kF, r(10, kF));
  line.i.destination.file = RegFile::kImm;
  CHECK(broken_by(line) == "RegFile: an immediate is never the destination");
}

TEST_CASE("RepCtrl: 32 and 16 bits may be replicated and 64 may not", "[eu][restrictions]") {
  for (const SrcType type : {kF, kHf, kDf}) {
    EuSource replicated = r(10, type);
    replicated.replicate = gen9::RepCtrl::kReplicate;
    const Line line = Line{EuOpcode::kMad, 4}.out(to(20, type)).in(r(12, type), replicated, r(14, type));
    CHECK(broken_by(line) == (type == kDf ? "RepCtrl: sources of 64 bits are not replicated" : "none"));
  }
}

TEST_CASE("SrcImmType: 64 bits only alone and V and UV only beside small integers", "[eu][restrictions]") {
  const Region row{4, 4, 1};
  for (const SrcImmType type : {SrcImmType::kDf, SrcImmType::kQ, SrcImmType::kUq}) {
    CHECK(broken_by(mov(4, kDf, immediate(type, 1))) == "none");
    CHECK(broken_by(add(4, kDf, r(10, kDf, row), immediate(type, 1))) ==
          "SrcImmType: an immediate of 64 bits is only for instructions with one source");
  }
  for (const SrcImmType type : {SrcImmType::kV, SrcImmType::kUv, SrcImmType::kVf}) {
    for (const SrcType other : {kB, kUb, kW, kUw, kD, kUd, kF, kHf}) {
      const bool packed = type != SrcImmType::kVf;
      const bool small = other == kB || other == kUb || other == kW || other == kUw;
      CHECK(broken_by(add(8, kD, r(10, other), immediate(type, 1))) ==
            (packed && !small
                 ? "SrcImmType: beside an immediate of type :v or :uv the other source is :b, :ub, :w or :uw"
                 : "none"));
    }
  }
}

TEST_CASE("VertStride: which strides go with which access mode and which types", "[eu][restrictions]") {
  for (unsigned stride : {0u, 1u, 2u, 4u, 8u, 16u, 32u}) {
    // Align1, rows of one element.
    for (const SrcType type : {kUb, kUw, kUd}) {
      const std::string rule = broken_by(mov(2, type, r(10, type, {stride, 1, 0})));
      const bool too_wide = (stride == 16 && size_of(type) > 2) || (stride == 32 && size_of(type) > 1);
      if (too_wide) {
        // The longest strides leave two registers as well.
        CHECK(rule.find("VertStride: ") == 0);
      } else {
        CHECK(rule == "none");
      }
    }
    const std::string rule = broken_by(mov(4, kF, swizzled(r(10, kF), 0, 1, 2, 3, stride)).align16());
    if (stride == 0 || stride == 4) {
      CHECK(rule == "none");
    } else if (stride == 2) {
      CHECK(rule == "VertStride: 2 in Align16 is for operands of 64 bits");
    } else {
      CHECK(rule == "VertStride: " + std::to_string(stride) + " is only for Align1");
    }
  }
  CHECK(broken_by(mov(2, kDf, swizzled(r(10, kDf), 0, 1, 2, 3, 2)).align16()) == "none");
  CHECK(broken_by(mov(2, kUd, r(10, kUd, {16, 2, 1}))) == "VertStride: 16 is only for operands of bytes and words");
  CHECK(broken_by(mov(2, kUw, r(10, kUw, {32, 2, 1}))) == "VertStride: 32 is only for operands of bytes");
  CHECK(broken_by(mov(2, kUw, r(10, kUw, {16, 2, 1}))) == "none");
  CHECK(broken_by(mov(2, kUb, r(10, kUb, {32, 2, 1}))) == "none");
  CHECK(broken_by(mov(16, kUd, r(10, kUd, kRow, 4))) == "VertStride: a source lies within two neighbouring registers");
}

TEST_CASE("VertStride: 15 is for an indirect source 0 in Align1", "[eu][restrictions]") {
  const auto by_rows = [](EuSource source) {
    source.vertical = gen9::VertStride::kVxHOrVx1;
    return source;
  };
  const EuSource rows = by_rows(indirect(0, 0, kF, {0, 1, 0}));
  CHECK(broken_by(mov(8, kF, rows)) == "none");
  CHECK(broken_by(mov(8, kF, by_rows(r(10, kF, {0, 1, 0})))) ==
        "VertStride: 15 is only for indirect operands in Align1");
  CHECK(broken_by(mov(8, kF, rows).align16()) == "VertStride: 15 is only for indirect operands in Align1");
  CHECK(broken_by(add(8, kF, r(10, kF), rows)) == "VertStride: 15 is reserved for source 1");
  CHECK(broken_by(add(8, kF, r(10, kF), indirect(0, 0, kF))) == "none");
}

TEST_CASE("instructions with three sources have neither address modes nor immediates nor register files",
          "[eu][restrictions]") {
  const EuInstruction line = Line{EuOpcode::kMad, 8}.out(to(20, kF)).in(r(10, kF), r(11, kF), r(12, kF));
  for (const gen9::FieldValue& field : gen9::eu_fields(line)) {
    INFO(field.name);
    CHECK(field.name.find("AddrMode") == std::string::npos);
    CHECK(field.name.find("Imm") == std::string::npos);
    CHECK(field.name.find("RegFile") == std::string::npos);
  }
}

/// The bytes of a listing's instructions: the words in its comments, the last one first.
std::vector<std::uint8_t> listed_bytes(const std::filesystem::path& path) {
  std::ifstream file{path};
  std::vector<std::uint8_t> bytes;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find("] "), last = line.find(" */");
    if (line.rfind("/*", 0) != 0 || first == std::string::npos || last == std::string::npos) continue;
    std::string digits;
    for (const char c : line.substr(first + 1, last - first)) {
      if (std::isxdigit(static_cast<unsigned char>(c)) != 0) digits += c;
    }
    for (std::size_t end = digits.size(); end >= 2; end -= 2)
      bytes.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(end - 2, 2), nullptr, 16)));
  }
  return bytes;
}

TEST_CASE("every compiled kernel and pixel shader keeps all restrictions and becomes code", "[eu][restrictions]") {
  unsigned programs = 0, instructions = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator{TEXPIPE_TEST_DATA "/kernels"}) {
    if (entry.path().extension() != ".asm") continue;
    const std::vector<std::uint8_t> bytes = listed_bytes(entry.path());
    INFO(entry.path());
    REQUIRE_FALSE(bytes.empty());
    REQUIRE_NOTHROW([&] {
      const EuCode code{gen9::read_eu_program(bytes)};
      instructions += code.size();
    }());
    ++programs;
  }
  CHECK(programs >= 18);
  CHECK(instructions > 1983);
}

}  // namespace
}  // namespace texpipe::functional::test
