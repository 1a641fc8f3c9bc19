// Commands that give a shader stage its constants, binding table, samplers and URB space, as bit rows
// (specification/3d-pipeline; facts of Mesa's genxml for Gen9).
#pragma once

#include <array>

#include "isa/gen9/commands/command_layout.h"
#include "isa/gen9/commands/command_values.h"

namespace texpipe::gen9::command {

inline constexpr std::array kConstantBodyFields{
    CommandField{.name = "Read Length",
                 .dword = 0,
                 .high = 15,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .repeats = 4,
                 .stride = 16},
    CommandField{
        .name = "Buffer", .dword = 2, .high = 63, .low = 5, .kind = FieldKind::kAddress, .repeats = 4, .stride = 64},
};
inline constexpr CommandLayout kConstantBody{"3DSTATE_CONSTANT_BODY", CommandId::kNone, kConstantBodyFields};

inline constexpr std::array kBindingTablePointersDsFields{
    CommandField{"Pointer to DS Binding Table", 1, 15, 5, FieldKind::kOffset},
};
inline constexpr CommandLayout kBindingTablePointersDs{"3DSTATE_BINDING_TABLE_POINTERS_DS",
                                                       CommandId::kBindingTablePointersDs,
                                                       kBindingTablePointersDsFields,
                                                       {.mask = 0xFFFF0000, .value = 0x78280000}};

inline constexpr std::array kBindingTablePointersGsFields{
    CommandField{"Pointer to GS Binding Table", 1, 15, 5, FieldKind::kOffset},
};
inline constexpr CommandLayout kBindingTablePointersGs{"3DSTATE_BINDING_TABLE_POINTERS_GS",
                                                       CommandId::kBindingTablePointersGs,
                                                       kBindingTablePointersGsFields,
                                                       {.mask = 0xFFFF0000, .value = 0x78290000}};

inline constexpr std::array kBindingTablePointersHsFields{
    CommandField{"Pointer to HS Binding Table", 1, 15, 5, FieldKind::kOffset},
};
inline constexpr CommandLayout kBindingTablePointersHs{"3DSTATE_BINDING_TABLE_POINTERS_HS",
                                                       CommandId::kBindingTablePointersHs,
                                                       kBindingTablePointersHsFields,
                                                       {.mask = 0xFFFF0000, .value = 0x78270000}};

inline constexpr std::array kBindingTablePointersPsFields{
    CommandField{"Pointer to PS Binding Table", 1, 15, 5, FieldKind::kOffset},
};
inline constexpr CommandLayout kBindingTablePointersPs{"3DSTATE_BINDING_TABLE_POINTERS_PS",
                                                       CommandId::kBindingTablePointersPs,
                                                       kBindingTablePointersPsFields,
                                                       {.mask = 0xFFFF0000, .value = 0x782A0000}};

inline constexpr std::array kBindingTablePointersVsFields{
    CommandField{"Pointer to VS Binding Table", 1, 15, 5, FieldKind::kOffset},
};
inline constexpr CommandLayout kBindingTablePointersVs{"3DSTATE_BINDING_TABLE_POINTERS_VS",
                                                       CommandId::kBindingTablePointersVs,
                                                       kBindingTablePointersVsFields,
                                                       {.mask = 0xFFFF0000, .value = 0x78260000}};

inline constexpr std::array kConstantDsFields{
    CommandField{"MOCS", 0, 14, 8, FieldKind::kUnsigned},
    CommandField{.name = "Constant Body",
                 .dword = 1,
                 .high = 319,
                 .low = 0,
                 .kind = FieldKind::kStructure,
                 .structure = &kConstantBody},
};
inline constexpr CommandLayout kConstantDs{
    "3DSTATE_CONSTANT_DS", CommandId::kConstantDs, kConstantDsFields, {.mask = 0xFFFF0000, .value = 0x781A0000}};

inline constexpr CommandLayout kConstantGs{
    "3DSTATE_CONSTANT_GS", CommandId::kConstantGs, kConstantDsFields, {.mask = 0xFFFF0000, .value = 0x78160000}};

inline constexpr CommandLayout kConstantHs{
    "3DSTATE_CONSTANT_HS", CommandId::kConstantHs, kConstantDsFields, {.mask = 0xFFFF0000, .value = 0x78190000}};

inline constexpr CommandLayout kConstantPs{
    "3DSTATE_CONSTANT_PS", CommandId::kConstantPs, kConstantDsFields, {.mask = 0xFFFF0000, .value = 0x78170000}};

inline constexpr CommandLayout kConstantVs{
    "3DSTATE_CONSTANT_VS", CommandId::kConstantVs, kConstantDsFields, {.mask = 0xFFFF0000, .value = 0x78150000}};

inline constexpr std::array kPushConstantAllocDsFields{
    CommandField{"Constant Buffer Size", 1, 5, 0, FieldKind::kUnsigned},
    CommandField{"Constant Buffer Offset", 1, 20, 16, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kPushConstantAllocDs{"3DSTATE_PUSH_CONSTANT_ALLOC_DS",
                                                    CommandId::kPushConstantAllocDs,
                                                    kPushConstantAllocDsFields,
                                                    {.mask = 0xFFFF0000, .value = 0x79140000}};

inline constexpr CommandLayout kPushConstantAllocGs{"3DSTATE_PUSH_CONSTANT_ALLOC_GS",
                                                    CommandId::kPushConstantAllocGs,
                                                    kPushConstantAllocDsFields,
                                                    {.mask = 0xFFFF0000, .value = 0x79150000}};

inline constexpr CommandLayout kPushConstantAllocHs{"3DSTATE_PUSH_CONSTANT_ALLOC_HS",
                                                    CommandId::kPushConstantAllocHs,
                                                    kPushConstantAllocDsFields,
                                                    {.mask = 0xFFFF0000, .value = 0x79130000}};

inline constexpr CommandLayout kPushConstantAllocPs{"3DSTATE_PUSH_CONSTANT_ALLOC_PS",
                                                    CommandId::kPushConstantAllocPs,
                                                    kPushConstantAllocDsFields,
                                                    {.mask = 0xFFFF0000, .value = 0x79160000}};

inline constexpr CommandLayout kPushConstantAllocVs{"3DSTATE_PUSH_CONSTANT_ALLOC_VS",
                                                    CommandId::kPushConstantAllocVs,
                                                    kPushConstantAllocDsFields,
                                                    {.mask = 0xFFFF0000, .value = 0x79120000}};

inline constexpr std::array kSamplerStatePointersDsFields{
    CommandField{"Pointer to DS Sampler State", 1, 31, 5, FieldKind::kOffset},
};
inline constexpr CommandLayout kSamplerStatePointersDs{"3DSTATE_SAMPLER_STATE_POINTERS_DS",
                                                       CommandId::kSamplerStatePointersDs,
                                                       kSamplerStatePointersDsFields,
                                                       {.mask = 0xFFFF0000, .value = 0x782D0000}};

inline constexpr std::array kSamplerStatePointersPsFields{
    CommandField{"Pointer to PS Sampler State", 1, 31, 5, FieldKind::kOffset},
};
inline constexpr CommandLayout kSamplerStatePointersPs{"3DSTATE_SAMPLER_STATE_POINTERS_PS",
                                                       CommandId::kSamplerStatePointersPs,
                                                       kSamplerStatePointersPsFields,
                                                       {.mask = 0xFFFF0000, .value = 0x782F0000}};

inline constexpr std::array kSamplerStatePointersVsFields{
    CommandField{"Pointer to VS Sampler State", 1, 31, 5, FieldKind::kOffset},
};
inline constexpr CommandLayout kSamplerStatePointersVs{"3DSTATE_SAMPLER_STATE_POINTERS_VS",
                                                       CommandId::kSamplerStatePointersVs,
                                                       kSamplerStatePointersVsFields,
                                                       {.mask = 0xFFFF0000, .value = 0x782B0000}};

inline constexpr std::array kUrbDsFields{
    CommandField{"DS Number of URB Entries", 1, 15, 0, FieldKind::kUnsigned},
    CommandField{"DS URB Entry Allocation Size", 1, 24, 16, FieldKind::kUnsigned},
    CommandField{"DS URB Starting Address", 1, 31, 25, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kUrbDs{
    "3DSTATE_URB_DS", CommandId::kUrbDs, kUrbDsFields, {.mask = 0xFFFF0000, .value = 0x78320000}};

inline constexpr std::array kUrbGsFields{
    CommandField{"GS Number of URB Entries", 1, 15, 0, FieldKind::kUnsigned},
    CommandField{"GS URB Entry Allocation Size", 1, 24, 16, FieldKind::kUnsigned},
    CommandField{"GS URB Starting Address", 1, 31, 25, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kUrbGs{
    "3DSTATE_URB_GS", CommandId::kUrbGs, kUrbGsFields, {.mask = 0xFFFF0000, .value = 0x78330000}};

inline constexpr std::array kUrbHsFields{
    CommandField{"HS Number of URB Entries", 1, 15, 0, FieldKind::kUnsigned},
    CommandField{"HS URB Entry Allocation Size", 1, 24, 16, FieldKind::kUnsigned},
    CommandField{"HS URB Starting Address", 1, 31, 25, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kUrbHs{
    "3DSTATE_URB_HS", CommandId::kUrbHs, kUrbHsFields, {.mask = 0xFFFF0000, .value = 0x78310000}};

inline constexpr std::array kUrbVsFields{
    CommandField{"VS Number of URB Entries", 1, 15, 0, FieldKind::kUnsigned},
    CommandField{"VS URB Entry Allocation Size", 1, 24, 16, FieldKind::kUnsigned},
    CommandField{"VS URB Starting Address", 1, 31, 25, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kUrbVs{
    "3DSTATE_URB_VS", CommandId::kUrbVs, kUrbVsFields, {.mask = 0xFFFF0000, .value = 0x78300000}};

inline constexpr std::array kSamplerStatePointersHsFields{
    CommandField{"Pointer to HS Sampler State", 1, 31, 5, FieldKind::kOffset},
};
inline constexpr CommandLayout kSamplerStatePointersHs{"3DSTATE_SAMPLER_STATE_POINTERS_HS",
                                                       CommandId::kSamplerStatePointersHs,
                                                       kSamplerStatePointersHsFields,
                                                       {.mask = 0xFFFF0000, .value = 0x782C0000}};

inline constexpr std::array kSamplerStatePointersGsFields{
    CommandField{"Pointer to GS Sampler State", 1, 31, 5, FieldKind::kOffset},
};
inline constexpr CommandLayout kSamplerStatePointersGs{"3DSTATE_SAMPLER_STATE_POINTERS_GS",
                                                       CommandId::kSamplerStatePointersGs,
                                                       kSamplerStatePointersGsFields,
                                                       {.mask = 0xFFFF0000, .value = 0x782E0000}};

inline constexpr std::array kUrbClearFields{
    CommandField{"URB Address", 1, 14, 0, FieldKind::kOffset},
    CommandField{"URB Clear Length", 1, 29, 16, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kUrbClear{
    "3DSTATE_URB_CLEAR", CommandId::kUrbClear, kUrbClearFields, {.mask = 0xFFFF0000, .value = 0x791D0000}};

}  // namespace texpipe::gen9::command
