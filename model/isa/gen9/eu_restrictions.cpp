#include "isa/gen9/eu_restrictions.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::gen9 {

namespace {

using I = EuInstruction;

constexpr std::array<std::uint8_t, 11> kTypeBytes{4, 4, 2, 2, 1, 1, 8, 4, 8, 8, 2};

bool three(const I& i) {
  return is_three_source(i.opcode);
}

/// Instructions whose operands are regions of elements; sends move whole registers, branches have offsets.
bool has_regions(const I& i) {
  const EuForm form = i.shape().form;
  const bool regions = form == EuForm::kArithmetic || form == EuForm::kLogic || form == EuForm::kMath;
  return regions && !i.has_macro_operands();
}
bool has_elements(const I& i) {
  return has_regions(i) || three(i);
}

constexpr unsigned bytes_of(ThreeSourceType type) {
  constexpr std::array<std::uint8_t, 5> kBytes{4, 4, 4, 8, 2};
  return kBytes[static_cast<unsigned>(type)];
}

bool is_immediate(const EuSource& source) {
  return source.file == RegFile::kImm;
}
bool is_packed(const EuSource& source) {
  return is_immediate(source) && (source.immediate_type == SrcImmType::kV || source.immediate_type == SrcImmType::kUv);
}
bool is_wide_immediate(const EuSource& source) {
  return is_immediate(source) && (source.immediate_type == SrcImmType::kDf || source.immediate_type == SrcImmType::kQ ||
                                  source.immediate_type == SrcImmType::kUq);
}

unsigned source_bytes(const I& i, unsigned n) {
  if (three(i)) return bytes_of(i.source_type(n));
  const EuSource& source = i.source(n);
  if (!is_immediate(source)) return kTypeBytes[static_cast<unsigned>(source.type)];
  switch (source.immediate_type) {
    case SrcImmType::kUw:
    case SrcImmType::kW:
    case SrcImmType::kUv:
    case SrcImmType::kV:
    case SrcImmType::kHf:
      return 2;
    default:
      return is_wide_immediate(source) ? 8 : 4;
  }
}
unsigned destination_bytes(const I& i) {
  return three(i) ? bytes_of(i.destination.three_source_type) : kTypeBytes[static_cast<unsigned>(i.destination.type)];
}

/// Bytes of the largest element that an instruction reads or writes.
unsigned widest(const I& i) {
  unsigned bytes = destination_bytes(i);
  for (unsigned n = 0; n < i.sources(); ++n) bytes = std::max(bytes, source_bytes(i, n));
  return bytes;
}

/// Whether a test holds for a source that is a region of registers.
template <class Test>
bool any_region(const I& i, Test&& test) {
  if (!has_regions(i)) return false;
  for (unsigned n = 0; n < i.sources(); ++n) {
    if (!is_immediate(i.source(n)) && test(i.source(n), n)) return true;
  }
  return false;
}

bool align16(const I& i) {
  return i.access == AccessMode::kAlign16;
}

template <VertStride Stride>
bool stride_in_align16(const I& i) {
  return align16(i) && any_region(i, [](const EuSource& s, unsigned) { return s.vertical == Stride; });
}

constexpr unsigned strided(VertStride stride) {
  return stride == VertStride::k0 ? 0u : 1u << (static_cast<unsigned>(stride) - 1);
}
constexpr unsigned strided(HorzStride stride) {
  return stride == HorzStride::k0 ? 0u : 1u << (static_cast<unsigned>(stride) - 1);
}

/// Registers from the first to the last that an Align1 region touches.
bool spans_three_registers(const I& i, const EuSource& s, unsigned bytes) {
  if (align16(i) || s.file != RegFile::kGrf || s.mode == AddrMode::kIndirect) return false;
  const unsigned width = 1u << static_cast<unsigned>(s.width);
  const unsigned rows = std::max(1u, i.channels() / width);
  const unsigned columns = std::min(width, i.channels());
  const unsigned last = (rows - 1) * strided(s.vertical) + (columns - 1) * strided(s.horizontal);
  return s.subregister + (last + 1) * bytes > 64;
}

bool selects_pairs(const EuSource& s) {
  const auto pair = [&](unsigned first) {
    const auto low = static_cast<unsigned>(s.channel(first)), high = static_cast<unsigned>(s.channel(first + 1));
    return low % 2 == 0 && high == low + 1;
  };
  return pair(0) && pair(2);
}

/// In all of its channels: scattered moves name one of them, and the compiler emits them with every type.
bool moves_elements(const I& i) {
  return has_elements(i) && i.opcode != EuOpcode::kSmov;
}

bool has_double(const I& i) {
  if (!has_elements(i)) return false;
  if (three(i))
    return i.three_source_type == ThreeSourceType::kDf || i.destination.three_source_type == ThreeSourceType::kDf;
  if (i.destination.type == DstType::kDf) return true;
  for (unsigned n = 0; n < i.sources(); ++n) {
    const EuSource& s = i.source(n);
    if (is_immediate(s) ? s.immediate_type == SrcImmType::kDf : s.type == SrcType::kDf) return true;
  }
  return false;
}

/// The null register is no operand (resolution R9).
bool is_architecture_register(const EuSource& s) {
  return s.file == RegFile::kArf && s.number >> 4 != static_cast<unsigned>(ArfRegister::kNull);
}

bool small_integer(const EuSource& s) {
  return s.type == SrcType::kB || s.type == SrcType::kUb || s.type == SrcType::kW || s.type == SrcType::kUw;
}

// In the order of the document.
constexpr EuRestriction kRestrictions[] = {
    {"ChanSel", "operands of 64 bits select .xy or .zw",
     [](const I& i) {
       if (i.has_macro_operands()) return false;
       if (three(i)) {
         for (unsigned n = 0; n < 3; ++n) {
           if (bytes_of(i.source_type(n)) == 8 && !selects_pairs(i.source(n))) return true;
         }
         return false;
       }
       return align16(i) && any_region(i, [&](const EuSource& s, unsigned n) {
                return source_bytes(i, n) == 8 && !selects_pairs(s);
              });
     }},
    {"ExecSize", "an operand's Width is at most ExecSize",
     [](const I& i) {
       return !align16(i) && any_region(i, [&](const EuSource& s, unsigned) {
         return 1u << static_cast<unsigned>(s.width) > i.channels();
       });
     }},
    {"ExecSize", "16 channels exclude the types :df, :q and :uq",
     [](const I& i) { return moves_elements(i) && i.channels() == 16 && widest(i) > 4; }},
    {"ExecSize", "32 channels exclude the types :d, :df, :f, :q, :ud and :uq",
     [](const I& i) { return moves_elements(i) && i.channels() == 32 && widest(i) > 2; }},
    {"HorzStride", "a destination's elements have a distance: its stride is not 0",
     [](const I& i) { return has_regions(i) && i.destination.stride == HorzStride::k0; }},
    {"QtrCtrl", "NibCtrl is only for 4 channels with a source or destination of type :df",
     [](const I& i) {
       // Compiled code has it on branches around such instructions, too.
       const bool typed = has_elements(i) && !i.has_macro_operands();
       return i.nib && (i.channels() != 4 || (typed && !has_double(i)));
     }},
    {"QtrCtrl", "16 channels are 1H or 2H, 32 channels are all",
     [](const I& i) {
       const auto quarter = static_cast<unsigned>(i.quarter);
       return (i.channels() == 16 && quarter % 2 != 0) || (i.channels() == 32 && quarter != 0);
     }},
    {"RegFile", "an architecture register is only a destination or source 0",
     [](const I& i) { return has_regions(i) && i.sources() > 1 && is_architecture_register(i.source1); }},
    {"RegFile", "an immediate is never the destination",
     [](const I& i) { return has_regions(i) && i.destination.file == RegFile::kImm; }},
    {"RegFile", "an immediate is only the last source",
     [](const I& i) { return has_regions(i) && i.sources() > 1 && is_immediate(i.source0); }},
    {"RepCtrl", "sources of 64 bits are not replicated",
     [](const I& i) {
       if (!three(i) || i.has_macro_operands()) return false;
       for (unsigned n = 0; n < 3; ++n) {
         if (i.source(n).replicate == RepCtrl::kReplicate && bytes_of(i.source_type(n)) == 8) return true;
       }
       return false;
     }},
    {"SrcImmType", "an immediate of 64 bits is only for instructions with one source",
     [](const I& i) {
       return has_regions(i) && i.sources() > 1 && (is_wide_immediate(i.source1) || is_wide_immediate(i.source0));
     }},
    {"SrcImmType", "beside an immediate of type :v or :uv the other source is :b, :ub, :w or :uw",
     [](const I& i) { return has_regions(i) && i.sources() > 1 && is_packed(i.source1) && !small_integer(i.source0); }},
    {"VertStride", "a source lies within two neighbouring registers",
     [](const I& i) {
       return any_region(i, [&](const EuSource& s, unsigned n) {
         return s.vertical != VertStride::kVxHOrVx1 && spans_three_registers(i, s, source_bytes(i, n));
       });
     }},
    {"VertStride", "15 is only for indirect operands in Align1",
     [](const I& i) {
       return any_region(i, [&](const EuSource& s, unsigned) {
         return s.vertical == VertStride::kVxHOrVx1 && (align16(i) || s.mode == AddrMode::kDirect);
       });
     }},
    {"VertStride", "15 is reserved for source 1",
     [](const I& i) {
       return any_region(i, [](const EuSource& s, unsigned n) {
         return n == 1 && s.vertical == VertStride::kVxHOrVx1 && s.mode == AddrMode::kIndirect;
       });
     }},
    {"VertStride", "1 is only for Align1", stride_in_align16<VertStride::k1>},
    {"VertStride", "2 in Align16 is for operands of 64 bits",
     [](const I& i) {
       return align16(i) && any_region(i, [&](const EuSource& s, unsigned n) {
                return s.vertical == VertStride::k2 && source_bytes(i, n) != 8;
              });
     }},
    {"VertStride", "8 is only for Align1", stride_in_align16<VertStride::k8>},
    {"VertStride", "16 is only for Align1", stride_in_align16<VertStride::k16>},
    {"VertStride", "16 is only for operands of bytes and words",
     [](const I& i) {
       return any_region(
           i, [&](const EuSource& s, unsigned n) { return s.vertical == VertStride::k16 && source_bytes(i, n) > 2; });
     }},
    {"VertStride", "32 is only for Align1", stride_in_align16<VertStride::k32>},
    {"VertStride", "32 is only for operands of bytes",
     [](const I& i) {
       return any_region(
           i, [&](const EuSource& s, unsigned n) { return s.vertical == VertStride::k32 && source_bytes(i, n) > 1; });
     }},
};

}  // namespace

std::span<const EuRestriction> eu_restrictions() {
  return kRestrictions;
}

const EuRestriction* broken_restriction(const EuInstruction& instruction) {
  for (const EuRestriction& restriction : kRestrictions) {
    if (restriction.broken(instruction)) return &restriction;
  }
  return nullptr;
}

void require_restrictions(const EuInstruction& instruction) {
  const EuRestriction* broken = broken_restriction(instruction);
  if (broken == nullptr) return;
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.position = {},
                         .path = eu_place(instruction.offset),
                         .problem = std::string{texpipe::name_of(instruction.opcode)} + " breaks a restriction of " +
                                    std::string{broken->enumeration},
                         .hint = std::string{broken->rule}}};
}

}  // namespace texpipe::gen9
