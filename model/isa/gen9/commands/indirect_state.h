// State structures that commands point to, as bit rows (specification/3d-pipeline; facts of Mesa's genxml for Gen9).
#pragma once

#include <array>

#include "isa/gen9/blend.h"
#include "isa/gen9/commands/command_layout.h"
#include "isa/gen9/commands/command_values.h"
#include "isa/gen9/compare_function.h"

namespace texpipe::gen9::command {

inline constexpr std::array kBlendStateEntryFields{
    CommandField{"Write Disable Blue", 0, 0, 0, FieldKind::kBoolean},
    CommandField{"Write Disable Green", 0, 1, 1, FieldKind::kBoolean},
    CommandField{"Write Disable Red", 0, 2, 2, FieldKind::kBoolean},
    CommandField{"Write Disable Alpha", 0, 3, 3, FieldKind::kBoolean},
    CommandField{.name = "Alpha Blend Function",
                 .dword = 0,
                 .high = 7,
                 .low = 5,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<BlendFunction>},
    CommandField{.name = "Destination Alpha Blend Factor",
                 .dword = 0,
                 .high = 12,
                 .low = 8,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<BlendFactor>},
    CommandField{.name = "Source Alpha Blend Factor",
                 .dword = 0,
                 .high = 17,
                 .low = 13,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<BlendFactor>},
    CommandField{.name = "Color Blend Function",
                 .dword = 0,
                 .high = 20,
                 .low = 18,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<BlendFunction>},
    CommandField{.name = "Destination Blend Factor",
                 .dword = 0,
                 .high = 25,
                 .low = 21,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<BlendFactor>},
    CommandField{.name = "Source Blend Factor",
                 .dword = 0,
                 .high = 30,
                 .low = 26,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<BlendFactor>},
    CommandField{"Color Buffer Blend Enable", 0, 31, 31, FieldKind::kBoolean},
    CommandField{"Post-Blend Color Clamp Enable", 1, 0, 0, FieldKind::kBoolean},
    CommandField{"Pre-Blend Color Clamp Enable", 1, 1, 1, FieldKind::kBoolean},
    CommandField{.name = "Color Clamp Range",
                 .dword = 1,
                 .high = 3,
                 .low = 2,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kColorClampRangeValues>},
    CommandField{"Pre-Blend Source Only Clamp Enable", 1, 4, 4, FieldKind::kBoolean},
    CommandField{.name = "Logic Op Function",
                 .dword = 1,
                 .high = 30,
                 .low = 27,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<LogicOp>},
    CommandField{"Logic Op Enable", 1, 31, 31, FieldKind::kBoolean},
};
inline constexpr CommandLayout kBlendStateEntry{"BLEND_STATE_ENTRY", CommandId::kNone, kBlendStateEntryFields};

inline constexpr std::array kBlendStateFields{
    CommandField{"Y Dither Offset", 0, 20, 19, FieldKind::kUnsigned},
    CommandField{"X Dither Offset", 0, 22, 21, FieldKind::kUnsigned},
    CommandField{"Color Dither Enable", 0, 23, 23, FieldKind::kBoolean},
    CommandField{.name = "Alpha Test Function",
                 .dword = 0,
                 .high = 26,
                 .low = 24,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<CompareFunction>},
    CommandField{"Alpha Test Enable", 0, 27, 27, FieldKind::kBoolean},
    CommandField{"Alpha To Coverage Dither Enable", 0, 28, 28, FieldKind::kBoolean},
    CommandField{"Alpha To One Enable", 0, 29, 29, FieldKind::kBoolean},
    CommandField{"Independent Alpha Blend Enable", 0, 30, 30, FieldKind::kBoolean},
    CommandField{"Alpha To Coverage Enable", 0, 31, 31, FieldKind::kBoolean},
    CommandField{.name = "Entry",
                 .dword = 1,
                 .high = 63,
                 .low = 0,
                 .kind = FieldKind::kStructure,
                 .structure = &kBlendStateEntry,
                 .repeats = kToTheEnd,
                 .stride = 64},
};
inline constexpr CommandLayout kBlendState{"BLEND_STATE", CommandId::kNone, kBlendStateFields};

inline constexpr std::array kCcViewportFields{
    CommandField{"Minimum Depth", 0, 31, 0, FieldKind::kFloat},
    CommandField{"Maximum Depth", 1, 31, 0, FieldKind::kFloat},
};
inline constexpr CommandLayout kCcViewport{"CC_VIEWPORT", CommandId::kNone, kCcViewportFields};

inline constexpr std::array kColorCalcStateFields{
    CommandField{.name = "Alpha Test Format",
                 .dword = 0,
                 .high = 0,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kAlphaTestFormatValues>},
    CommandField{"Round Disable Function Disable", 0, 15, 15, FieldKind::kBoolean},
    CommandField{"Alpha Reference Value As UNORM8", 1, 31, 0, FieldKind::kUnsigned},
    CommandField{"Alpha Reference Value As FLOAT32", 1, 31, 0, FieldKind::kFloat},
    CommandField{"Blend Constant Color Red", 2, 31, 0, FieldKind::kFloat},
    CommandField{"Blend Constant Color Green", 3, 31, 0, FieldKind::kFloat},
    CommandField{"Blend Constant Color Blue", 4, 31, 0, FieldKind::kFloat},
    CommandField{"Blend Constant Color Alpha", 5, 31, 0, FieldKind::kFloat},
};
inline constexpr CommandLayout kColorCalcState{"COLOR_CALC_STATE", CommandId::kNone, kColorCalcStateFields};

inline constexpr std::array kScissorRectFields{
    CommandField{"Scissor Rectangle X Min", 0, 15, 0, FieldKind::kUnsigned},
    CommandField{"Scissor Rectangle Y Min", 0, 31, 16, FieldKind::kUnsigned},
    CommandField{"Scissor Rectangle X Max", 1, 15, 0, FieldKind::kUnsigned},
    CommandField{"Scissor Rectangle Y Max", 1, 31, 16, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kScissorRect{"SCISSOR_RECT", CommandId::kNone, kScissorRectFields};

inline constexpr std::array kSfClipViewportFields{
    CommandField{"Viewport Matrix Element m00", 0, 31, 0, FieldKind::kFloat},
    CommandField{"Viewport Matrix Element m11", 1, 31, 0, FieldKind::kFloat},
    CommandField{"Viewport Matrix Element m22", 2, 31, 0, FieldKind::kFloat},
    CommandField{"Viewport Matrix Element m30", 3, 31, 0, FieldKind::kFloat},
    CommandField{"Viewport Matrix Element m31", 4, 31, 0, FieldKind::kFloat},
    CommandField{"Viewport Matrix Element m32", 5, 31, 0, FieldKind::kFloat},
    CommandField{"X Min Clip Guardband", 8, 31, 0, FieldKind::kFloat},
    CommandField{"X Max Clip Guardband", 9, 31, 0, FieldKind::kFloat},
    CommandField{"Y Min Clip Guardband", 10, 31, 0, FieldKind::kFloat},
    CommandField{"Y Max Clip Guardband", 11, 31, 0, FieldKind::kFloat},
    CommandField{"X Min ViewPort", 12, 31, 0, FieldKind::kFloat},
    CommandField{"X Max ViewPort", 13, 31, 0, FieldKind::kFloat},
    CommandField{"Y Min ViewPort", 14, 31, 0, FieldKind::kFloat},
    CommandField{"Y Max ViewPort", 15, 31, 0, FieldKind::kFloat},
};
inline constexpr CommandLayout kSfClipViewport{"SF_CLIP_VIEWPORT", CommandId::kNone, kSfClipViewportFields};

}  // namespace texpipe::gen9::command
