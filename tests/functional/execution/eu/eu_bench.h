// Small native programs, written operand by operand, and a thread that runs them.
#pragma once

#include <bit>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "functional/execution/eu/eu_thread.h"
#include "isa/gen9/eu_instruction.h"

namespace texpipe::functional::test {

using gen9::AccessMode;
using gen9::AddrMode;
using gen9::ArfRegister;
using gen9::CondModifier;
using gen9::EuDestination;
using gen9::EuInstruction;
using gen9::EuOpcode;
using gen9::EuSource;
using gen9::ExecSize;
using gen9::MathFunction;
using gen9::PredCtrl;
using gen9::RegFile;
using gen9::SrcImmType;
using gen9::SrcMod;
using gen9::SrcType;
using gen9::ThreeSourceType;

inline constexpr SrcType kUd = SrcType::kUd, kD = SrcType::kD, kUw = SrcType::kUw, kW = SrcType::kW, kUb = SrcType::kUb,
                         kB = SrcType::kB, kF = SrcType::kF, kHf = SrcType::kHf, kDf = SrcType::kDf, kQ = SrcType::kQ,
                         kUq = SrcType::kUq;

constexpr unsigned size_of(SrcType type) {
  constexpr std::array<std::uint8_t, 11> kBytes{4, 4, 2, 2, 1, 1, 8, 4, 8, 8, 2};
  return kBytes[static_cast<unsigned>(type)];
}

constexpr unsigned log2_of(unsigned value) {
  return static_cast<unsigned>(std::bit_width(value)) - 1;
}
constexpr unsigned stride_code(unsigned stride) {
  return stride == 0 ? 0 : log2_of(stride) + 1;
}

struct Region {
  unsigned vertical = 8, width = 8, horizontal = 1;
};
inline constexpr Region kRow{8, 8, 1}, kScalar{0, 1, 0};

inline EuSource r(unsigned number, SrcType type, Region region = kRow, unsigned element = 0) {
  EuSource source;
  source.file = RegFile::kGrf;
  source.type = type;
  source.number = static_cast<std::uint8_t>(number + element * size_of(type) / 32);
  source.subregister = static_cast<std::uint8_t>(element * size_of(type) % 32);
  source.vertical = static_cast<gen9::VertStride>(stride_code(region.vertical));
  source.width = static_cast<gen9::Width>(log2_of(region.width));
  source.horizontal = static_cast<gen9::HorzStride>(stride_code(region.horizontal));
  return source;
}
inline EuSource scalar(unsigned number, SrcType type, unsigned element = 0) {
  return r(number, type, kScalar, element);
}
inline EuSource arf(ArfRegister reg, unsigned index, SrcType type, Region region = kRow, unsigned element = 0) {
  EuSource source = r(static_cast<unsigned>(reg) << 4 | index, type, region);
  source.file = RegFile::kArf;
  source.subregister = static_cast<std::uint8_t>(element * size_of(type));
  return source;
}
inline EuSource indirect(unsigned subregister, int offset, SrcType type, Region region = kRow) {
  EuSource source = r(0, type, region);
  source.mode = AddrMode::kIndirect;
  source.address.subregister = static_cast<std::uint8_t>(subregister);
  source.address.offset_negative = offset < 0;
  source.address.offset_low = static_cast<std::uint16_t>(offset & 511);
  return source;
}
inline EuSource with(SrcMod modifier, EuSource source) {
  source.modifier = modifier;
  return source;
}
inline EuSource swizzled(EuSource source, unsigned x, unsigned y, unsigned z, unsigned w, unsigned vertical = 4) {
  source.swizzle_xy = static_cast<std::uint8_t>(x | y << 2);
  source.swizzle_zw = static_cast<std::uint8_t>(z | w << 2);
  source.vertical = static_cast<gen9::VertStride>(stride_code(vertical));
  source.width = gen9::Width::k1;
  source.horizontal = gen9::HorzStride::k0;
  return source;
}

inline EuSource immediate(SrcImmType type, std::uint64_t bits) {
  EuSource source;
  source.file = RegFile::kImm;
  source.immediate_type = type;
  source.immediate = bits;
  return source;
}
inline EuSource imm(float value) {
  return immediate(SrcImmType::kF, std::bit_cast<std::uint32_t>(value));
}
inline EuSource imm(std::uint32_t value) {
  return immediate(SrcImmType::kUd, value);
}
inline EuSource imm(int value) {
  return immediate(SrcImmType::kD, static_cast<std::uint32_t>(value));
}
inline EuSource imm_word(int value) {
  const std::uint32_t half = static_cast<std::uint16_t>(value);
  return immediate(SrcImmType::kW, half | half << 16);
}

inline EuDestination to(unsigned number, SrcType type, unsigned stride = 1, unsigned element = 0) {
  EuDestination destination;
  destination.file = RegFile::kGrf;
  destination.type = static_cast<gen9::DstType>(type);
  destination.number = static_cast<std::uint8_t>(number + element * size_of(type) / 32);
  destination.subregister = static_cast<std::uint8_t>(element * size_of(type) % 32);
  destination.stride = static_cast<gen9::HorzStride>(stride_code(stride));
  destination.channels = 15;
  return destination;
}
inline EuDestination to_arf(ArfRegister reg, unsigned index, SrcType type, unsigned element = 0) {
  EuDestination destination = to(static_cast<unsigned>(reg) << 4 | index, type);
  destination.file = RegFile::kArf;
  destination.subregister = static_cast<std::uint8_t>(element * size_of(type));
  return destination;
}
inline EuDestination null(SrcType type) {
  return to_arf(ArfRegister::kNull, 0, type);
}

/// An instruction whose parts are set one after the other.
struct Line {
  EuInstruction i;

  Line(EuOpcode opcode, unsigned channels, unsigned first = 0) {
    i.opcode = opcode;
    i.exec_size = static_cast<ExecSize>(log2_of(channels));
    i.quarter = static_cast<gen9::QtrCtrl>(first / 8);
    i.nib = first % 8 != 0;
  }
  Line& out(EuDestination destination) {
    i.destination = destination;
    return *this;
  }
  Line& in(EuSource source0) {
    i.source0 = source0;
    return *this;
  }
  Line& in(EuSource source0, EuSource source1) {
    i.source1 = source1;
    return in(source0);
  }
  /// Sources of three-source instructions: side by side, in Align16 as they are encoded.
  Line& in(EuSource source0, EuSource source1, EuSource source2) {
    for (EuSource* source : {&source0, &source1, &source2}) {
      if (source->swizzle_xy == 0 && source->swizzle_zw == 0) {
        source->swizzle_xy = 4;
        source->swizzle_zw = 14;
      }
    }
    i.access = AccessMode::kAlign16;
    i.source2 = source2;
    i.three_source_type = three_type(source0.type);
    i.source1_is_half = source1.type == kHf;
    i.source2_is_half = source2.type == kHf;
    i.destination.three_source_type = three_type(static_cast<SrcType>(i.destination.type));
    return in(source0, source1);
  }
  Line& no_mask() {
    i.no_mask = true;
    return *this;
  }
  Line& when(PredCtrl control, unsigned flag = 0, bool inverted = false) {
    i.predicate = control;
    i.predicate_inverted = inverted;
    return uses(flag);
  }
  Line& sets(CondModifier condition, unsigned flag = 0) {
    i.condition = condition;
    return uses(flag);
  }
  /// f0.0, f0.1, f1.0, f1.1 as 0 to 3
  Line& uses(unsigned flag) {
    i.flag_register = static_cast<std::uint8_t>(flag / 2);
    i.flag_subregister = static_cast<std::uint8_t>(flag % 2);
    return *this;
  }
  Line& saturated() {
    i.saturate = true;
    return *this;
  }
  Line& align16() {
    i.access = AccessMode::kAlign16;
    return *this;
  }
  Line& accumulates() {
    i.accumulator_write = true;
    return *this;
  }
  Line& function(MathFunction function) {
    i.function = function;
    return *this;
  }
  operator EuInstruction() const { return i; }

 private:
  static ThreeSourceType three_type(SrcType type) {
    switch (type) {
      case kD:
        return ThreeSourceType::kD;
      case kUd:
        return ThreeSourceType::kUd;
      case kDf:
        return ThreeSourceType::kDf;
      case kHf:
        return ThreeSourceType::kHf;
      default:
        return ThreeSourceType::kF;
    }
  }
};

inline EuInstruction end_of_thread() {
  Line line{EuOpcode::kSend, 8};
  line.i.shared_function = gen9::SharedFunction::kThreadSpawner;
  line.i.source0 = r(112, kUd);
  line.i.source1.file = RegFile::kImm;
  line.i.message.descriptor = 0x0200'0010;
  line.i.message.end_of_thread = true;
  line.i.no_mask = true;
  line.i.destination = null(kUd);
  return line;
}

/// Runs instructions in a thread of its own.
struct EuBench {
  ThreadRegisters registers;
  EuDispatch dispatch;
  std::uint32_t control = 0x4C0;  // cr0.0: what every compiled kernel sets
  std::array<std::uint32_t, 2> flags{};
  std::unique_ptr<EuCode> code;
  std::unique_ptr<EuThread> thread;
  std::vector<MessageSend> sends;
  unsigned issued = 0;

  template <class T>
  T get(unsigned number, unsigned element) const {
    T value;
    std::memcpy(&value, reinterpret_cast<const std::byte*>(registers.grf.data()) + 32 * number + element * sizeof(T),
                sizeof value);
    return value;
  }
  template <class T>
  void put(unsigned number, unsigned element, T value) {
    std::memcpy(reinterpret_cast<std::byte*>(registers.grf.data()) + 32 * number + element * sizeof(T), &value,
                sizeof value);
  }
  template <class T>
  void fill(unsigned number, std::initializer_list<T> values) {
    unsigned element = 0;
    for (const T& value : values) put(number, element++, value);
  }

  /// Control and flags first, the lines, then the flags into r126 and r127 and the end.
  void run(std::vector<EuInstruction> lines) {
    std::vector<EuInstruction> program;
    const auto scalar_to = [](EuDestination destination, EuSource source) {
      return Line{EuOpcode::kMov, 1}.no_mask().out(destination).in(source);
    };
    program.push_back(scalar_to(to_arf(ArfRegister::kControl, 0, kUd), imm(control)));
    for (unsigned n = 0; n < 2; ++n) program.push_back(scalar_to(to_arf(ArfRegister::kFlag, n, kUd), imm(flags[n])));
    program.insert(program.end(), lines.begin(), lines.end());
    for (unsigned n = 0; n < 2; ++n)
      program.push_back(scalar_to(to(126, kUd, 1, n), arf(ArfRegister::kFlag, n, kUd, kScalar)));
    program.push_back(end_of_thread());
    run_program(program);
    for (unsigned n = 0; n < 2; ++n) flags[n] = get<std::uint32_t>(126, n);
  }

  void run_program(std::vector<EuInstruction> program) {
    for (std::uint32_t n = 0; n < program.size(); ++n) program[n].offset = 16 * n;
    code = std::make_unique<EuCode>(program);
    thread = std::make_unique<EuThread>(*code, dispatch, nullptr);
    MessageSend send;
    issued = 0;
    while (const EuStep* step = thread->peek()) {
      if (step->awaits_answer) return;
      if (thread->issue(registers, send)) sends.push_back(send);
      if (++issued > 100'000) throw std::runtime_error{"the program does not end"};
    }
  }
};

inline std::string refusal(const EuInstruction& line) {
  try {
    EuBench bench;
    bench.run({line});
    return "accepted";
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace texpipe::functional::test
