// Statements of the documents about the fields of native instructions, where no other test of execution shows it.
#include <catch2/catch.hpp>
#include <fstream>
#include <set>

#include "functional/execution/eu/eu_bench.h"
#include "functional/execution/eu/eu_operation.h"
#include "isa/gen9/eu_text.h"
#include "isa/gen9/eu_word.h"

namespace texpipe::functional::test {
namespace {

std::set<std::string> fields_of(const EuInstruction& line) {
  std::set<std::string> names;
  for (const gen9::FieldValue& field : gen9::eu_fields(line)) names.insert(std::string{field.name});
  return names;
}

TEST_CASE("fields of regions stand only where the documents have them", "[eu][documents]") {
  const Line plain = Line{EuOpcode::kAdd, 8}.out(to(20, kF)).in(r(10, kF), r(11, kF));
  Line grouped = plain;
  grouped.align16().in(swizzled(r(10, kF), 0, 1, 2, 3), swizzled(r(11, kF), 0, 1, 2, 3));
  const Line constant = Line{EuOpcode::kAdd, 8}.out(to(20, kF)).in(r(10, kF), imm(1.0f));
  const std::set<std::string> align1 = fields_of(plain), align16 = fields_of(grouped), immediate = fields_of(constant);
  for (const std::string source : {"Src0.", "Src1."}) {
    for (const std::string name : {"Width", "HorzStride"}) {
      CHECK(align1.count(source + name) == 1);
      CHECK(align16.count(source + name) == 0);
    }
    for (const std::string name : {"ChanSel.xy", "ChanSel.zw"}) {
      CHECK(align1.count(source + name) == 0);
      CHECK(align16.count(source + name) == 1);
    }
    CHECK(align1.count(source + "VertStride") == 1);
    CHECK(align16.count(source + "VertStride") == 1);
  }
  CHECK(align1.count("Dst.ChanEn") == 0);
  CHECK(align16.count("Dst.ChanEn") == 1);
  CHECK(align1.count("Dst.HorzStride") == 1);
  for (const std::string name : {"Dst.VertStride", "Dst.Width", "Dst.ChanSel.xy", "Dst.SrcMod", "Src0.ChanEn"}) {
    CHECK(align1.count(name) == 0);
    CHECK(align16.count(name) == 0);
  }
  for (const std::string name : {"Width", "HorzStride", "VertStride", "ChanSel.xy", "SrcMod", "AddrMode"})
    CHECK(immediate.count("Src1." + name) == 0);
  CHECK(immediate.count("Src1.SrcImmType") == 1);
  CHECK(immediate.count("Src1.SrcType") == 0);
}

TEST_CASE("sends and math have no condition modifier and math has a function there", "[eu][documents]") {
  for (const EuOpcode opcode :
       {EuOpcode::kSend, EuOpcode::kSendc, EuOpcode::kSends, EuOpcode::kSendsc, EuOpcode::kMath})
    CHECK(fields_of(Line{opcode, 8}).count("CondModifier") == 0);
  CHECK(fields_of(Line{EuOpcode::kMath, 8}).count("FC") == 1);
  CHECK(fields_of(Line{EuOpcode::kAdd, 8}).count("CondModifier") == 1);
}

TEST_CASE("three sources share a type of three bits and the destination has one", "[eu][documents]") {
  const SrcType types[] = {kF, kD, kUd, kDf, kHf};
  for (unsigned code = 0; code < 5; ++code) {
    const Line line =
        Line{EuOpcode::kMad, 4}.out(to(20, types[code])).in(r(10, types[code]), r(12, types[code]), r(14, types[code]));
    const gen9::EuWords words = gen9::encode_eu(line);
    CHECK((words[1] >> 11 & 7u) == code);  // bits 45:43
    CHECK((words[1] >> 14 & 7u) == code);  // bits 48:46
    const std::set<std::string> names = fields_of(line);
    for (const std::string name : {"Src0.SrcType", "Src1.SrcType", "Src0.SrcImmType", "Src1.SrcImmType", "Src2.Imm"})
      CHECK(names.count(name) == 0);
  }
}

TEST_CASE("every execution size works on as many channels", "[eu][documents]") {
  for (unsigned code = 0; code < 6; ++code) {
    EuBench bench;
    Line line{EuOpcode::kMov, 1};
    line.no_mask().out(to(20, kUw)).in(imm_word(1));
    line.i.exec_size = static_cast<ExecSize>(code);
    bench.run({line});
    for (unsigned i = 0; i < 64; ++i) CHECK(bench.get<std::uint16_t>(20, i) == (i < 1u << code ? 1 : 0));
  }
}

TEST_CASE("each of three sources may be replicated alone", "[eu][documents]") {
  for (unsigned replicated = 0; replicated < 4; ++replicated) {
    EuBench bench;
    for (unsigned i = 0; i < 8; ++i) {
      for (unsigned n = 0; n < 3; ++n) bench.put<float>(10 + n, i, static_cast<float>((n + 1) * 10 + i));
    }
    std::array<EuSource, 3> sources{r(10, kF), r(11, kF), r(12, kF)};
    if (replicated < 3) sources[replicated].replicate = gen9::RepCtrl::kReplicate;
    bench.run({Line{EuOpcode::kMad, 8}.no_mask().out(to(20, kF)).in(sources[0], sources[1], sources[2])});
    for (unsigned i = 0; i < 8; ++i) {
      const auto value = [&](unsigned n) { return static_cast<float>((n + 1) * 10 + (n == replicated ? 0 : i)); };
      CHECK(bench.get<float>(20, i) == value(0) + value(1) * value(2));
    }
  }
}

TEST_CASE("dependency control is bits 9 and 10 and thread control says what comes after", "[eu][documents]") {
  for (unsigned code = 0; code < 4; ++code) {
    Line line = Line{EuOpcode::kMov, 8}.out(to(20, kF)).in(r(10, kF));
    line.i.dependency = static_cast<gen9::DepCtrl>(code);
    CHECK((gen9::encode_eu(line)[0] >> 9 & 3u) == code);
    EuInstruction instruction = line;
    const EuCode code_of{{&instruction, 1}};
    CHECK(code_of.operations()[0].step.releases_destination == (code == 0 || code == 2));
    CHECK(code_of.operations()[0].step.checks_destination == (code == 0 || code == 1));
  }
  const std::pair<gen9::ThreadCtrl, ThreadControl> rows[] = {{gen9::ThreadCtrl::kNormal, ThreadControl::kNormal},
                                                             {gen9::ThreadCtrl::kAtomic, ThreadControl::kAtomic},
                                                             {gen9::ThreadCtrl::kSwitch, ThreadControl::kSwitch}};
  for (const auto& [field, control] : rows) {
    Line line = Line{EuOpcode::kMov, 8}.out(to(20, kF)).in(r(10, kF));
    line.i.thread = field;
    EuInstruction instruction = line;
    const EuCode code_of{{&instruction, 1}};
    CHECK(code_of.operations()[0].step.control == control);
    const std::string text = gen9::eu_text(line);
    CHECK(text.find("Normal") == std::string::npos);
    CHECK((text.find("Atomic") != std::string::npos) == (control == ThreadControl::kAtomic));
    CHECK((text.find("Switch") != std::string::npos) == (control == ThreadControl::kSwitch));
  }
}

TEST_CASE("a thread finds the unit that started it in its state register", "[eu][documents]") {
  for (const unsigned unit : {0u, 4u, 5u, 7u, 9u, 10u, 11u, 12u}) {
    EuBench bench;
    if (unit != 7) bench.dispatch.state0 = unit << 24;  // the thread spawner is what a dispatch says by itself
    bench.run({Line{EuOpcode::kMov, 1}.no_mask().out(to(20, kUd)).in(arf(ArfRegister::kState, 0, kUd, kScalar))});
    CHECK((bench.get<std::uint32_t>(20, 0) >> 24 & 15u) == unit);
  }
}

TEST_CASE("the type of a send's destination changes nothing that it does", "[eu][documents]") {
  for (const SrcType type : {kUd, kF, kW, kUq}) {
    EuBench bench;
    Line line{EuOpcode::kSend, 8};
    line.i.source0 = r(10, kUd);
    line.i.source1.file = RegFile::kImm;
    line.i.destination = to(20, type);
    line.i.shared_function = gen9::SharedFunction::kSampler;
    line.i.message.descriptor = 0x0220'0000;
    bench.run_program({line, end_of_thread()});
    CHECK(bench.sends.at(0).destination.first == 20);
    CHECK(bench.sends.at(0).destination.count == 2);
  }
}

TEST_CASE("logic takes bits and neither abs nor negate of abs changes them", "[eu][documents]") {
  for (const EuOpcode opcode : {EuOpcode::kAnd, EuOpcode::kOr, EuOpcode::kXor, EuOpcode::kNot}) {
    for (const SrcMod modifier : {SrcMod::kNone, SrcMod::kAbs, SrcMod::kNegate, SrcMod::kNegateAbs}) {
      EuBench bench;
      bench.put<std::uint32_t>(10, 0, 0x8F00'00F1);
      bench.put<std::uint32_t>(11, 0, 0x3C3C'3C3C);
      const EuSource first = with(modifier, scalar(10, kD)), second = scalar(11, kD);
      bench.run({opcode == EuOpcode::kNot ? Line{opcode, 1}.no_mask().out(to(20, kD)).in(first)
                                          : Line{opcode, 1}.no_mask().out(to(20, kD)).in(first, second)});
      const std::uint32_t a = modifier == SrcMod::kNegate ? ~0x8F00'00F1u : 0x8F00'00F1u, b = 0x3C3C'3C3C;
      const std::uint32_t expected = opcode == EuOpcode::kAnd   ? a & b
                                     : opcode == EuOpcode::kOr  ? a | b
                                     : opcode == EuOpcode::kXor ? a ^ b
                                                                : ~a;
      CHECK(bench.get<std::uint32_t>(20, 0) == expected);
    }
  }
}

/// `negated, direct, region <4;>.zw`, as the table of the documents describes the bits.
std::string described(const EuSource& source, bool align16) {
  constexpr std::array<unsigned, 7> kVertical{0, 1, 2, 4, 8, 16, 32};
  const std::string vertical = std::to_string(kVertical[static_cast<unsigned>(source.vertical)]);
  if (align16) {
    std::string text = "<" + vertical + ";>.";
    for (unsigned i = 2; i < 4; ++i) text += "xyzw"[static_cast<unsigned>(source.channel(i))];
    return text;
  }
  constexpr std::array<unsigned, 4> kHorizontal{0, 1, 2, 4};
  return "<" + vertical + ";" + std::to_string(1u << static_cast<unsigned>(source.width)) + "," +
         std::to_string(kHorizontal[static_cast<unsigned>(source.horizontal)]) + ">";
}

TEST_CASE("every source index of compaction stands for the region and modifier that the table describes",
          "[eu][documents]") {
  std::ifstream table{"tests/documents/kaby_lake_enumerations.csv"};
  unsigned rows = 0;
  for (std::string line; std::getline(table, line);) {
    if (line.rfind("SrcIndex ", 0) != 0) continue;
    const auto index = static_cast<unsigned>(std::stoul(line.substr(9)));
    // A move whose source has the index's bits, in both access modes.
    const std::uint32_t bits = gen9::source_bits(static_cast<gen9::SrcIndex>(index));
    std::array<EuSource, 2> found;
    for (unsigned mode = 0; mode < 2; ++mode) {
      gen9::EuWords words = gen9::encode_eu(Line{EuOpcode::kMov, 8}.out(to(20, kF)).in(r(10, kF)));
      words[0] |= mode << 8;
      words[2] = (words[2] & ~(0xFFFu << 13)) | bits << 13;
      found[mode] = gen9::decode_eu(words).source0;
    }
    INFO(line);
    const SrcMod modifier = found[0].modifier;
    CHECK((line.find("negated") != std::string::npos) == (modifier == SrcMod::kNegate));
    CHECK((line.find("absolute") != std::string::npos) == (modifier == SrcMod::kAbs));
    CHECK((line.find(" direct") != std::string::npos) == (found[0].mode == AddrMode::kDirect));
    const std::size_t start = line.find("region ") + 7;
    const std::string region = line.substr(start, line.find('"', start) - start);
    const std::string plain = described(found[0], false), grouped = described(found[1], true);
    CHECK((region == plain || region == grouped || region == plain + " or " + grouped));
    ++rows;
  }
  CHECK(rows == 32);
}

}  // namespace
}  // namespace texpipe::functional::test
