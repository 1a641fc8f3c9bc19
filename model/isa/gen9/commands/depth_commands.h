// Commands of depth and stencil, as bit rows (specification/3d-pipeline; facts of Mesa's genxml for Gen9).
#pragma once

#include <array>

#include "isa/gen9/commands/command_layout.h"
#include "isa/gen9/commands/command_values.h"
#include "isa/gen9/compare_function.h"
#include "isa/gen9/stencil_operation.h"

namespace texpipe::gen9::command {

inline constexpr std::array kClearParamsFields{
    CommandField{"Depth Clear Value", 1, 31, 0, FieldKind::kFloat},
    CommandField{"Depth Clear Value Valid", 2, 0, 0, FieldKind::kBoolean},
};
inline constexpr CommandLayout kClearParams{
    "3DSTATE_CLEAR_PARAMS", CommandId::kClearParams, kClearParamsFields, {.mask = 0xFFFF0000, .value = 0x78040000}};

inline constexpr std::array kDepthBufferFields{
    CommandField{"Surface Pitch", 1, 17, 0, FieldKind::kUnsigned},
    CommandField{.name = "Surface Format",
                 .dword = 1,
                 .high = 20,
                 .low = 18,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kSurfaceFormatValues>},
    CommandField{"Hierarchical Depth Buffer Enable", 1, 22, 22, FieldKind::kBoolean},
    CommandField{"Stencil Write Enable", 1, 27, 27, FieldKind::kBoolean},
    CommandField{"Depth Write Enable", 1, 28, 28, FieldKind::kBoolean},
    CommandField{.name = "Surface Type",
                 .dword = 1,
                 .high = 31,
                 .low = 29,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kSurfaceTypeValues>},
    CommandField{"Surface Base Address", 2, 63, 0, FieldKind::kAddress},
    CommandField{"LOD", 4, 3, 0, FieldKind::kUnsigned},
    CommandField{"Width", 4, 17, 4, FieldKind::kUnsigned},
    CommandField{"Height", 4, 31, 18, FieldKind::kUnsigned},
    CommandField{"MOCS", 5, 6, 0, FieldKind::kUnsigned},
    CommandField{"Minimum Array Element", 5, 20, 10, FieldKind::kUnsigned},
    CommandField{"Depth", 5, 31, 21, FieldKind::kUnsigned},
    CommandField{"Mip Tail Start LOD", 6, 29, 26, FieldKind::kUnsigned},
    CommandField{.name = "Tiled Resource Mode",
                 .dword = 6,
                 .high = 31,
                 .low = 30,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kTiledResourceModeValues>},
    CommandField{"Surface QPitch", 7, 14, 0, FieldKind::kUnsigned},
    CommandField{"Render Target View Extent", 7, 31, 21, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kDepthBuffer{
    "3DSTATE_DEPTH_BUFFER", CommandId::kDepthBuffer, kDepthBufferFields, {.mask = 0xFFFF0000, .value = 0x78050000}};

inline constexpr std::array kHierDepthBufferFields{
    CommandField{"Surface Pitch", 1, 16, 0, FieldKind::kUnsigned},
    CommandField{"MOCS", 1, 31, 25, FieldKind::kUnsigned},
    CommandField{"Surface Base Address", 2, 63, 0, FieldKind::kAddress},
    CommandField{"Surface QPitch", 4, 14, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kHierDepthBuffer{"3DSTATE_HIER_DEPTH_BUFFER",
                                                CommandId::kHierDepthBuffer,
                                                kHierDepthBufferFields,
                                                {.mask = 0xFFFF0000, .value = 0x78070000}};

inline constexpr std::array kStencilBufferFields{
    CommandField{"Surface Pitch", 1, 16, 0, FieldKind::kUnsigned},
    CommandField{"MOCS", 1, 28, 22, FieldKind::kUnsigned},
    CommandField{"Stencil Buffer Enable", 1, 31, 31, FieldKind::kBoolean},
    CommandField{"Surface Base Address", 2, 63, 0, FieldKind::kAddress},
    CommandField{"Surface QPitch", 4, 14, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kStencilBuffer{"3DSTATE_STENCIL_BUFFER",
                                              CommandId::kStencilBuffer,
                                              kStencilBufferFields,
                                              {.mask = 0xFFFF0000, .value = 0x78060000}};

inline constexpr std::array kWmDepthStencilFields{
    CommandField{"Depth Buffer Write Enable", 1, 0, 0, FieldKind::kBoolean},
    CommandField{"Depth Test Enable", 1, 1, 1, FieldKind::kBoolean},
    CommandField{"Stencil Buffer Write Enable", 1, 2, 2, FieldKind::kBoolean},
    CommandField{"Stencil Test Enable", 1, 3, 3, FieldKind::kBoolean},
    CommandField{"Double Sided Stencil Enable", 1, 4, 4, FieldKind::kBoolean},
    CommandField{.name = "Depth Test Function",
                 .dword = 1,
                 .high = 7,
                 .low = 5,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<CompareFunction>},
    CommandField{.name = "Stencil Test Function",
                 .dword = 1,
                 .high = 10,
                 .low = 8,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<CompareFunction>},
    CommandField{.name = "Backface Stencil Pass Depth Pass Op",
                 .dword = 1,
                 .high = 13,
                 .low = 11,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<StencilOperation>},
    CommandField{.name = "Backface Stencil Pass Depth Fail Op",
                 .dword = 1,
                 .high = 16,
                 .low = 14,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<StencilOperation>},
    CommandField{.name = "Backface Stencil Fail Op",
                 .dword = 1,
                 .high = 19,
                 .low = 17,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<StencilOperation>},
    CommandField{.name = "Backface Stencil Test Function",
                 .dword = 1,
                 .high = 22,
                 .low = 20,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<CompareFunction>},
    CommandField{.name = "Stencil Pass Depth Pass Op",
                 .dword = 1,
                 .high = 25,
                 .low = 23,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<StencilOperation>},
    CommandField{.name = "Stencil Pass Depth Fail Op",
                 .dword = 1,
                 .high = 28,
                 .low = 26,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<StencilOperation>},
    CommandField{.name = "Stencil Fail Op",
                 .dword = 1,
                 .high = 31,
                 .low = 29,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<StencilOperation>},
    CommandField{"Backface Stencil Write Mask", 2, 7, 0, FieldKind::kUnsigned},
    CommandField{"Backface Stencil Test Mask", 2, 15, 8, FieldKind::kUnsigned},
    CommandField{"Stencil Write Mask", 2, 23, 16, FieldKind::kUnsigned},
    CommandField{"Stencil Test Mask", 2, 31, 24, FieldKind::kUnsigned},
    CommandField{"Backface Stencil Reference Value", 3, 7, 0, FieldKind::kUnsigned},
    CommandField{"Stencil Reference Value", 3, 15, 8, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kWmDepthStencil{"3DSTATE_WM_DEPTH_STENCIL",
                                               CommandId::kWmDepthStencil,
                                               kWmDepthStencilFields,
                                               {.mask = 0xFFFF0000, .value = 0x784E0000}};

inline constexpr std::array kWmHzOpFields{
    CommandField{"Number of Multisamples", 1, 15, 13, FieldKind::kUnsigned},
    CommandField{"Stencil Clear Value", 1, 23, 16, FieldKind::kUnsigned},
    CommandField{"Full Surface Depth and Stencil Clear", 1, 25, 25, FieldKind::kBoolean},
    CommandField{"Pixel Position Offset Enable", 1, 26, 26, FieldKind::kBoolean},
    CommandField{"Hierarchical Depth Buffer Resolve Enable", 1, 27, 27, FieldKind::kBoolean},
    CommandField{"Depth Buffer Resolve Enable", 1, 28, 28, FieldKind::kBoolean},
    CommandField{"Scissor Rectangle Enable", 1, 29, 29, FieldKind::kBoolean},
    CommandField{"Depth Buffer Clear Enable", 1, 30, 30, FieldKind::kBoolean},
    CommandField{"Stencil Buffer Clear Enable", 1, 31, 31, FieldKind::kBoolean},
    CommandField{"Clear Rectangle X Min", 2, 15, 0, FieldKind::kUnsigned},
    CommandField{"Clear Rectangle Y Min", 2, 31, 16, FieldKind::kUnsigned},
    CommandField{"Clear Rectangle X Max", 3, 15, 0, FieldKind::kUnsigned},
    CommandField{"Clear Rectangle Y Max", 3, 31, 16, FieldKind::kUnsigned},
    CommandField{"Sample Mask", 4, 15, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kWmHzOp{
    "3DSTATE_WM_HZ_OP", CommandId::kWmHzOp, kWmHzOpFields, {.mask = 0xFFFF0000, .value = 0x78520000}};

}  // namespace texpipe::gen9::command
