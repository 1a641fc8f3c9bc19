#include "isa/gen9/blend.h"

#include <array>

namespace texpipe::gen9 {

namespace {

// s is the source, d the target.
constexpr std::array<EnumRow, 22> kBlendFactorRows{{
    {0x00, "Reserved", ""},
    {0x01, "BLENDFACTOR_ONE", "1"},
    {0x02, "BLENDFACTOR_SRC_COLOR", "source colour"},
    {0x03, "BLENDFACTOR_SRC_ALPHA", "source alpha"},
    {0x04, "BLENDFACTOR_DST_ALPHA", "target alpha"},
    {0x05, "BLENDFACTOR_DST_COLOR", "target colour"},
    {0x06, "BLENDFACTOR_SRC_ALPHA_SATURATE", "smaller of source alpha and 1 - target alpha; 1 for alpha"},
    {0x07, "BLENDFACTOR_CONST_COLOR", "constant colour"},
    {0x08, "BLENDFACTOR_CONST_ALPHA", "constant alpha"},
    {0x09, "BLENDFACTOR_SRC1_COLOR", "second source's colour"},
    {0x0A, "BLENDFACTOR_SRC1_ALPHA", "second source's alpha"},
    {0x0B, "Reserved", "", "", 0x10},
    {0x11, "BLENDFACTOR_ZERO", "0"},
    {0x12, "BLENDFACTOR_INV_SRC_COLOR", "1 - source colour"},
    {0x13, "BLENDFACTOR_INV_SRC_ALPHA", "1 - source alpha"},
    {0x14, "BLENDFACTOR_INV_DST_ALPHA", "1 - target alpha"},
    {0x15, "BLENDFACTOR_INV_DST_COLOR", "1 - target colour"},
    {0x16, "Reserved", ""},
    {0x17, "BLENDFACTOR_INV_CONST_COLOR", "1 - constant colour"},
    {0x18, "BLENDFACTOR_INV_CONST_ALPHA", "1 - constant alpha"},
    {0x19, "BLENDFACTOR_INV_SRC1_COLOR", "1 - second source's colour"},
    {0x1A, "BLENDFACTOR_INV_SRC1_ALPHA", "1 - second source's alpha"},
}};

constexpr std::array<EnumRow, 6> kBlendFunctionRows{{
    {0, "BLENDFUNCTION_ADD", "source + target, each times its factor"},
    {1, "BLENDFUNCTION_SUBTRACT", "source - target, each times its factor"},
    {2, "BLENDFUNCTION_REVERSE_SUBTRACT", "target - source, each times its factor"},
    {3, "BLENDFUNCTION_MIN", "smaller of source and target, without factors"},
    {4, "BLENDFUNCTION_MAX", "larger of source and target, without factors"},
    {5, "Reserved", "", "", 7},
}};

constexpr std::array<EnumRow, 16> kLogicOpRows{{
    {0, "LOGICOP_CLEAR", "0"},
    {1, "LOGICOP_NOR", "~(s | d)"},
    {2, "LOGICOP_AND_INVERTED", "~s & d"},
    {3, "LOGICOP_COPY_INVERTED", "~s"},
    {4, "LOGICOP_AND_REVERSE", "s & ~d"},
    {5, "LOGICOP_INVERT", "~d"},
    {6, "LOGICOP_XOR", "s ^ d"},
    {7, "LOGICOP_NAND", "~(s & d)"},
    {8, "LOGICOP_AND", "s & d"},
    {9, "LOGICOP_EQUIV", "~(s ^ d)"},
    {10, "LOGICOP_NOOP", "d"},
    {11, "LOGICOP_OR_INVERTED", "~s | d"},
    {12, "LOGICOP_COPY", "s"},
    {13, "LOGICOP_OR_REVERSE", "s | ~d"},
    {14, "LOGICOP_OR", "s | d"},
    {15, "LOGICOP_SET", "all ones"},
}};

}  // namespace

EnumRows enum_rows(BlendFactor) {
  return {"3D_Color_Buffer_Blend_Factor", kBlendFactorRows};
}
EnumRows enum_rows(BlendFunction) {
  return {"3D_Color_Buffer_Blend_Function", kBlendFunctionRows};
}
EnumRows enum_rows(LogicOp) {
  return {"3D_Logic_Op_Function", kLogicOpRows};
}

}  // namespace texpipe::gen9
