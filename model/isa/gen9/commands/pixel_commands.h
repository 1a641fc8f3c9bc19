// Commands of pixel shaders and of what follows them, as bit rows (specification/3d-pipeline; facts of Mesa's genxml
// for Gen9).
#pragma once

#include <array>

#include "isa/gen9/blend.h"
#include "isa/gen9/commands/command_layout.h"
#include "isa/gen9/commands/command_values.h"

namespace texpipe::gen9::command {

inline constexpr std::array kPaletteEntryFields{
    CommandField{"Blue", 0, 7, 0, FieldKind::kUnsigned},
    CommandField{"Green", 0, 15, 8, FieldKind::kUnsigned},
    CommandField{"Red", 0, 23, 16, FieldKind::kUnsigned},
    CommandField{"Alpha", 0, 31, 24, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kPaletteEntry{"PALETTE_ENTRY", CommandId::kNone, kPaletteEntryFields};

inline constexpr std::array kBlendStatePointersFields{
    CommandField{"Blend State Pointer Valid", 1, 0, 0, FieldKind::kBoolean},
    CommandField{"Blend State Pointer", 1, 31, 6, FieldKind::kOffset},
};
inline constexpr CommandLayout kBlendStatePointers{"3DSTATE_BLEND_STATE_POINTERS",
                                                   CommandId::kBlendStatePointers,
                                                   kBlendStatePointersFields,
                                                   {.mask = 0xFFFF0000, .value = 0x78240000}};

inline constexpr std::array kCcStatePointersFields{
    CommandField{"Color Calc State Pointer Valid", 1, 0, 0, FieldKind::kBoolean},
    CommandField{"Color Calc State Pointer", 1, 31, 6, FieldKind::kOffset},
};
inline constexpr CommandLayout kCcStatePointers{"3DSTATE_CC_STATE_POINTERS",
                                                CommandId::kCcStatePointers,
                                                kCcStatePointersFields,
                                                {.mask = 0xFFFF0000, .value = 0x780E0000}};

inline constexpr std::array kPsFields{
    CommandField{"Kernel Start Pointer 0", 1, 63, 6, FieldKind::kOffset},
    CommandField{"Software Exception Enable", 3, 7, 7, FieldKind::kBoolean},
    CommandField{"Mask Stack Exception Enable", 3, 11, 11, FieldKind::kBoolean},
    CommandField{"Illegal Opcode Exception Enable", 3, 13, 13, FieldKind::kBoolean},
    CommandField{.name = "Rounding Mode",
                 .dword = 3,
                 .high = 15,
                 .low = 14,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kRoundingModeValues>},
    CommandField{.name = "Floating Point Mode",
                 .dword = 3,
                 .high = 16,
                 .low = 16,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kFloatingPointModeValues>},
    CommandField{.name = "Thread Dispatch Priority",
                 .dword = 3,
                 .high = 17,
                 .low = 17,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kThreadDispatchPriorityValues>},
    CommandField{"Binding Table Entry Count", 3, 25, 18, FieldKind::kUnsigned},
    CommandField{.name = "Single Precision Denormal Mode",
                 .dword = 3,
                 .high = 26,
                 .low = 26,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kSinglePrecisionDenormalModeValues>},
    CommandField{.name = "Sampler Count",
                 .dword = 3,
                 .high = 29,
                 .low = 27,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kSamplerCountValues>},
    CommandField{"Vector Mask Enable", 3, 30, 30, FieldKind::kBoolean},
    CommandField{"Single Program Flow", 3, 31, 31, FieldKind::kBoolean},
    CommandField{"Per Thread Scratch Space", 4, 3, 0, FieldKind::kUnsigned},
    CommandField{"Scratch Space Base Pointer", 4, 63, 10, FieldKind::kAddress},
    CommandField{"8 Pixel Dispatch Enable", 6, 0, 0, FieldKind::kBoolean},
    CommandField{"16 Pixel Dispatch Enable", 6, 1, 1, FieldKind::kBoolean},
    CommandField{"32 Pixel Dispatch Enable", 6, 2, 2, FieldKind::kBoolean},
    CommandField{.name = "Position XY Offset Select",
                 .dword = 6,
                 .high = 4,
                 .low = 3,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kPositionXyOffsetSelectValues>},
    CommandField{.name = "Render Target Resolve Type",
                 .dword = 6,
                 .high = 7,
                 .low = 6,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kRenderTargetResolveTypeValues>},
    CommandField{"Render Target Fast Clear Enable", 6, 8, 8, FieldKind::kBoolean},
    CommandField{"Push Constant Enable", 6, 11, 11, FieldKind::kBoolean},
    CommandField{"Maximum Number of Threads Per PSD", 6, 31, 23, FieldKind::kUnsigned},
    CommandField{"Dispatch GRF Start Register For Constant/Setup Data 2", 7, 6, 0, FieldKind::kUnsigned},
    CommandField{"Dispatch GRF Start Register For Constant/Setup Data 1", 7, 14, 8, FieldKind::kUnsigned},
    CommandField{"Dispatch GRF Start Register For Constant/Setup Data 0", 7, 22, 16, FieldKind::kUnsigned},
    CommandField{"Kernel Start Pointer 1", 8, 63, 6, FieldKind::kOffset},
    CommandField{"Kernel Start Pointer 2", 10, 63, 6, FieldKind::kOffset},
};
inline constexpr CommandLayout kPs{"3DSTATE_PS", CommandId::kPs, kPsFields, {.mask = 0xFFFF0000, .value = 0x78200000}};

inline constexpr std::array kPsBlendFields{
    CommandField{"Independent Alpha Blend Enable", 1, 7, 7, FieldKind::kBoolean},
    CommandField{"Alpha Test Enable", 1, 8, 8, FieldKind::kBoolean},
    CommandField{.name = "Destination Blend Factor",
                 .dword = 1,
                 .high = 13,
                 .low = 9,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<BlendFactor>},
    CommandField{.name = "Source Blend Factor",
                 .dword = 1,
                 .high = 18,
                 .low = 14,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<BlendFactor>},
    CommandField{.name = "Destination Alpha Blend Factor",
                 .dword = 1,
                 .high = 23,
                 .low = 19,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<BlendFactor>},
    CommandField{.name = "Source Alpha Blend Factor",
                 .dword = 1,
                 .high = 28,
                 .low = 24,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<BlendFactor>},
    CommandField{"Color Buffer Blend Enable", 1, 29, 29, FieldKind::kBoolean},
    CommandField{"Has Writeable RT", 1, 30, 30, FieldKind::kBoolean},
    CommandField{"Alpha To Coverage Enable", 1, 31, 31, FieldKind::kBoolean},
};
inline constexpr CommandLayout kPsBlend{
    "3DSTATE_PS_BLEND", CommandId::kPsBlend, kPsBlendFields, {.mask = 0xFFFF0000, .value = 0x784D0000}};

inline constexpr std::array kPsExtraFields{
    CommandField{.name = "Input Coverage Mask State",
                 .dword = 1,
                 .high = 1,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kInputCoverageMaskStateValues>},
    CommandField{"Pixel Shader Has UAV", 1, 2, 2, FieldKind::kBoolean},
    CommandField{"Pixel Shader Pulls Bary", 1, 3, 3, FieldKind::kBoolean},
    CommandField{"Pixel Shader Computes Stencil", 1, 5, 5, FieldKind::kBoolean},
    CommandField{"Pixel Shader Is Per Sample", 1, 6, 6, FieldKind::kBoolean},
    CommandField{"Pixel Shader Disables Alpha To Coverage", 1, 7, 7, FieldKind::kBoolean},
    CommandField{"Attribute Enable", 1, 8, 8, FieldKind::kBoolean},
    CommandField{"Pixel Shader Uses Source W", 1, 23, 23, FieldKind::kBoolean},
    CommandField{"Pixel Shader Uses Source Depth", 1, 24, 24, FieldKind::kBoolean},
    CommandField{"Force Computed Depth", 1, 25, 25, FieldKind::kBoolean},
    CommandField{.name = "Pixel Shader Computed Depth Mode",
                 .dword = 1,
                 .high = 27,
                 .low = 26,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kPixelShaderComputedDepthModeValues>},
    CommandField{"Pixel Shader Kills Pixel", 1, 28, 28, FieldKind::kBoolean},
    CommandField{"oMask Present to Render Target", 1, 29, 29, FieldKind::kBoolean},
    CommandField{"Pixel Shader Does not write to RT", 1, 30, 30, FieldKind::kBoolean},
    CommandField{"Pixel Shader Valid", 1, 31, 31, FieldKind::kBoolean},
};
inline constexpr CommandLayout kPsExtra{
    "3DSTATE_PS_EXTRA", CommandId::kPsExtra, kPsExtraFields, {.mask = 0xFFFF0000, .value = 0x784F0000}};

inline constexpr std::array kViewportStatePointersCcFields{
    CommandField{"CC Viewport Pointer", 1, 31, 5, FieldKind::kOffset},
};
inline constexpr CommandLayout kViewportStatePointersCc{"3DSTATE_VIEWPORT_STATE_POINTERS_CC",
                                                        CommandId::kViewportStatePointersCc,
                                                        kViewportStatePointersCcFields,
                                                        {.mask = 0xFFFF0000, .value = 0x78230000}};

inline constexpr std::array kWmFields{
    CommandField{.name = "Force Kill Pixel Enable",
                 .dword = 1,
                 .high = 1,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kForceKillPixelEnableValues>},
    CommandField{.name = "Point Rasterization Rule",
                 .dword = 1,
                 .high = 2,
                 .low = 2,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kPointRasterizationRuleValues>},
    CommandField{"Line Stipple Enable", 1, 3, 3, FieldKind::kBoolean},
    CommandField{"Polygon Stipple Enable", 1, 4, 4, FieldKind::kBoolean},
    CommandField{.name = "Line Antialiasing Region Width",
                 .dword = 1,
                 .high = 7,
                 .low = 6,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kLineAntialiasingRegionWidthValues>},
    CommandField{.name = "Line End Cap Antialiasing Region Width",
                 .dword = 1,
                 .high = 9,
                 .low = 8,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kLineAntialiasingRegionWidthValues>},
    CommandField{.name = "Barycentric Interpolation Mode",
                 .dword = 1,
                 .high = 16,
                 .low = 11,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kBarycentricInterpolationModeValues>},
    CommandField{.name = "Position ZW Interpolation Mode",
                 .dword = 1,
                 .high = 18,
                 .low = 17,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kPositionZwInterpolationModeValues>},
    CommandField{.name = "Force Thread Dispatch Enable",
                 .dword = 1,
                 .high = 20,
                 .low = 19,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kForceKillPixelEnableValues>},
    CommandField{.name = "Early Depth/Stencil Control",
                 .dword = 1,
                 .high = 22,
                 .low = 21,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kEarlyDepthStencilControlValues>},
    CommandField{"Legacy Diamond Line Rasterization", 1, 26, 26, FieldKind::kBoolean},
    CommandField{"Legacy Hierarchical Depth Buffer Resolve Enable", 1, 27, 27, FieldKind::kBoolean},
    CommandField{"Legacy Depth Buffer Resolve Enable", 1, 28, 28, FieldKind::kBoolean},
    CommandField{"Legacy Depth Buffer Clear Enable", 1, 30, 30, FieldKind::kBoolean},
    CommandField{"Statistics Enable", 1, 31, 31, FieldKind::kBoolean},
};
inline constexpr CommandLayout kWm{"3DSTATE_WM", CommandId::kWm, kWmFields, {.mask = 0xFFFF0000, .value = 0x78140000}};

inline constexpr std::array kWmChromakeyFields{
    CommandField{"ChromaKey Kill Enable", 1, 31, 31, FieldKind::kBoolean},
};
inline constexpr CommandLayout kWmChromakey{
    "3DSTATE_WM_CHROMAKEY", CommandId::kWmChromakey, kWmChromakeyFields, {.mask = 0xFFFF0000, .value = 0x784C0000}};

inline constexpr std::array kMonofilterSizeFields{
    CommandField{"Monochrome Filter Height", 1, 2, 0, FieldKind::kUnsigned},
    CommandField{"Monochrome Filter Width", 1, 5, 3, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kMonofilterSize{"3DSTATE_MONOFILTER_SIZE",
                                               CommandId::kMonofilterSize,
                                               kMonofilterSizeFields,
                                               {.mask = 0xFFFF0000, .value = 0x79110000}};

inline constexpr std::array kSamplerPaletteLoad0Fields{
    CommandField{.name = "Entry",
                 .dword = 1,
                 .high = 31,
                 .low = 0,
                 .kind = FieldKind::kStructure,
                 .structure = &kPaletteEntry,
                 .repeats = kToTheEnd,
                 .stride = 32},
};
inline constexpr CommandLayout kSamplerPaletteLoad0{"3DSTATE_SAMPLER_PALETTE_LOAD0",
                                                    CommandId::kSamplerPaletteLoad0,
                                                    kSamplerPaletteLoad0Fields,
                                                    {.mask = 0xFFFF0000, .value = 0x79020000}};

inline constexpr std::array kSamplerPaletteLoad1Fields{
    CommandField{.name = "Palette Alpha[0:N-1]",
                 .dword = 1,
                 .high = 31,
                 .low = 24,
                 .kind = FieldKind::kUnsigned,
                 .repeats = kToTheEnd,
                 .stride = 32},
    CommandField{.name = "Palette Red[0:N-1]",
                 .dword = 1,
                 .high = 23,
                 .low = 16,
                 .kind = FieldKind::kUnsigned,
                 .repeats = kToTheEnd,
                 .stride = 32},
    CommandField{.name = "Palette Green[0:N-1]",
                 .dword = 1,
                 .high = 15,
                 .low = 8,
                 .kind = FieldKind::kUnsigned,
                 .repeats = kToTheEnd,
                 .stride = 32},
    CommandField{.name = "Palette Blue[0:N-1]",
                 .dword = 1,
                 .high = 7,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .repeats = kToTheEnd,
                 .stride = 32},
};
inline constexpr CommandLayout kSamplerPaletteLoad1{"3DSTATE_SAMPLER_PALETTE_LOAD1",
                                                    CommandId::kSamplerPaletteLoad1,
                                                    kSamplerPaletteLoad1Fields,
                                                    {.mask = 0xFFFF0000, .value = 0x790C0000}};

inline constexpr std::array kChromaKeyFields{
    CommandField{"ChromaKey Table Index", 1, 31, 30, FieldKind::kUnsigned},
    CommandField{"ChromaKey Low Value", 2, 31, 0, FieldKind::kUnsigned},
    CommandField{"ChromaKey High Value", 3, 31, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kChromaKey{
    "3DSTATE_CHROMA_KEY", CommandId::kChromaKey, kChromaKeyFields, {.mask = 0xFFFF0000, .value = 0x79040000}};

}  // namespace texpipe::gen9::command
