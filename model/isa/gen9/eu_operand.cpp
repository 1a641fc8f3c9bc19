#include "isa/gen9/eu_operand.h"

#include <array>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 2> kAddrModeRows{{
    {0, "Direct", "the instruction names the register"},
    {1, "Indirect", "an address register and an immediate name it"},
}};

constexpr std::array<EnumRow, 2> kChanEnRows{{
    {0, "Write Disabled", "the channel of each group of 4 is not written"},
    {1, "Write Enabled [Default]", "it is written"},
}};

constexpr std::array<EnumRow, 4> kChanSelRows{{
    {0, "x", "reads x of the group"},
    {1, "y", "reads y of the group"},
    {2, "z", "reads z of the group"},
    {3, "w", "reads w of the group"},
}};

constexpr std::array<EnumRow, 12> kDstTypeRows{{
    {0, ":ud", "32 bits, unsigned"},
    {1, ":d", "32 bits, signed"},
    {2, ":uw", "16 bits, unsigned"},
    {3, ":w", "16 bits, signed"},
    {4, ":ub", "8 bits, unsigned"},
    {5, ":b", "8 bits, signed"},
    {6, ":df", "64-bit float"},
    {7, ":f", "32-bit float"},
    {8, ":uq", "64 bits, unsigned"},
    {9, ":q", "64 bits, signed"},
    {10, ":hf", "16-bit float"},
    {11, "Reserved", "", "", 15},
}};

constexpr std::array<EnumRow, 4> kHorzStrideRows{{
    {0, "0 elements", "one element for the whole row"},
    {1, "1 elements", "neighbours"},
    {2, "2 elements", "every second element"},
    {3, "4 elements", "every fourth element"},
}};

constexpr std::array<EnumRow, 4> kRegFileRows{{
    {0, "ARF", "architecture registers; destination or first source"},
    {1, "GRF", "general registers"},
    {2, "Reserved", ""},
    {3, "IMM", "immediate; last source only, or source 0 of flow control with two offsets"},
}};

constexpr std::array<EnumRow, 2> kRepCtrlRows{{
    {0, "No replication", "each channel its own element"},
    {1, "Replicate across all channels", "one element for all channels"},
}};

constexpr std::array<EnumRow, 13> kSrcImmTypeRows{{
    {0, ":ud", "32 bits, unsigned"},
    {1, ":d", "32 bits, signed"},
    {2, ":uw", "16 bits, unsigned"},
    {3, ":w", "16 bits, signed"},
    {4, ":uv", "8 unsigned numbers of 4 bits"},
    {5, ":vf", "4 floats of 8 bits"},
    {6, ":v", "8 signed numbers of 4 bits"},
    {7, ":f", "32-bit float"},
    {8, ":uq", "64 bits, unsigned"},
    {9, ":q", "64 bits, signed"},
    {10, ":df", "64-bit float"},
    {11, ":hf", "16-bit float"},
    {12, "Reserved", "", "", 15},
}};

constexpr std::array<EnumRow, 32> kSrcIndexRows{{
    {0, "000000000000", "direct, region <0;1,0>"},
    {1, "000000000010", "negated, direct, region <0;1,0>"},
    {2, "000000010000", "direct, region <0;>.zx"},
    {3, "000000010010", "negated, direct, region <0;>.zx"},
    {4, "000000011000", "direct, region <0;>.wx"},
    {5, "000000100000", "direct, region <0;>.xy"},
    {6, "000000101000", "direct, region <0;>.yy"},
    {7, "000001001000", "direct, region <0;4,1>"},
    {8, "000001010000", "direct, region <0;>.zz"},
    {9, "000001110000", "direct, region <0;>.zw"},
    {10, "000001111000", "direct, region <0;8,4> or <0;>.ww"},
    {11, "001100000000", "direct, region <4;>.xx"},
    {12, "001100000010", "negated, direct, region <4;>.xx"},
    {13, "001100001000", "direct, region <4;>.yx"},
    {14, "001100010000", "direct, region <4;>.zx"},
    {15, "001100010010", "negated, direct, region <4;>.zx"},
    {16, "001100100000", "direct, region <4;>.xy"},
    {17, "001100101000", "direct, region <4;>.yy"},
    {18, "001100111000", "direct, region <4;>.wy"},
    {19, "001101000000", "direct, region <4;4,0>"},
    {20, "001101000010", "negated, direct, region <4;4,0>"},
    {21, "001101001000", "direct, region <4;>.yz"},
    {22, "001101010000", "direct, region <4;>.zz"},
    {23, "001101100000", "direct, region <4;>.xw"},
    {24, "001101101000", "direct, region <4;>.yw"},
    {25, "001101110000", "direct, region <4;>.zw"},
    {26, "001101110001", "absolute, direct, region <4;>.zw"},
    {27, "001101111000", "direct, region <4;>.ww"},
    {28, "010001101000", "direct, region <8;8,1>"},
    {29, "010001101001", "absolute, direct, region <8;8,1>"},
    {30, "010001101010", "negated, direct, region <8;8,1>"},
    {31, "010110001000", "direct, region <16;16,1>"},
}};

constexpr std::array<EnumRow, 4> kSrcModRows{{
    {0, "No modification", "as it is"},
    {1, "abs", "absolute value; logic instructions: as it is"},
    {2, "negate", "negated; logic instructions: every bit inverted"},
    {3, "negate of abs", "negated absolute value; logic instructions: as it is"},
}};

constexpr std::array<EnumRow, 12> kSrcTypeRows{{
    {0, ":ud", "32 bits, unsigned"},
    {1, ":d", "32 bits, signed"},
    {2, ":uw", "16 bits, unsigned"},
    {3, ":w", "16 bits, signed"},
    {4, ":ub", "8 bits, unsigned"},
    {5, ":b", "8 bits, signed"},
    {6, ":df", "64-bit float"},
    {7, ":f", "32-bit float"},
    {8, ":uq", "64 bits, unsigned"},
    {9, ":q", "64 bits, signed"},
    {10, ":hf", "16-bit float"},
    {11, "Reserved", "", "", 15},
}};

constexpr std::array<EnumRow, 9> kVertStrideRows{{
    {0, "0 elements", "every row begins at the same element"},
    {1, "1 element", "1; Align1 only"},
    {2, "2 elements", "2"},
    {3, "4 elements", "4"},
    {4, "8 elements", "8; Align1 only"},
    {5, "16 elements", "16; Align1, bytes and words only"},
    {6, "32 elements", "32; Align1, bytes only"},
    {7, "Reserved", "", "", 14},
    {15, "VxH or Vx1 mode", "each row has its own address register; indirect Align1 only"},
}};

constexpr std::array<EnumRow, 6> kWidthRows{{
    {0, "1 elements", "1 per row"},
    {1, "2 elements", "2 per row"},
    {2, "4 elements", "4 per row"},
    {3, "8 elements", "8 per row"},
    {4, "16 elements", "16 per row"},
    {5, "Reserved", "", "", 7},
}};

}  // namespace

EnumRows enum_rows(AddrMode) {
  return {"AddrMode", kAddrModeRows};
}
EnumRows enum_rows(ChanEn) {
  return {"ChanEn", kChanEnRows};
}
EnumRows enum_rows(ChanSel) {
  return {"ChanSel", kChanSelRows};
}
EnumRows enum_rows(DstType) {
  return {"DstType", kDstTypeRows};
}
EnumRows enum_rows(HorzStride) {
  return {"HorzStride", kHorzStrideRows};
}
EnumRows enum_rows(RegFile) {
  return {"RegFile", kRegFileRows};
}
EnumRows enum_rows(RepCtrl) {
  return {"RepCtrl", kRepCtrlRows};
}
EnumRows enum_rows(SrcImmType) {
  return {"SrcImmType", kSrcImmTypeRows};
}
EnumRows enum_rows(SrcIndex) {
  return {"SrcIndex", kSrcIndexRows};
}
EnumRows enum_rows(SrcMod) {
  return {"SrcMod", kSrcModRows};
}
EnumRows enum_rows(SrcType) {
  return {"SrcType", kSrcTypeRows};
}
EnumRows enum_rows(VertStride) {
  return {"VertStride", kVertStrideRows};
}
EnumRows enum_rows(Width) {
  return {"Width", kWidthRows};
}

std::uint32_t source_bits(SrcIndex index) {
  std::uint32_t bits = 0;
  for (const char digit : name_of(index)) bits = bits << 1 | (digit == '1' ? 1u : 0u);
  return bits;
}

}  // namespace texpipe::gen9
