// Commands that select a pipeline, set base addresses, and flush, as bit rows (specification/3d-pipeline; facts of
// Mesa's genxml for Gen9).
#pragma once

#include <array>

#include "isa/gen9/commands/command_layout.h"
#include "isa/gen9/commands/command_values.h"

namespace texpipe::gen9::command {

inline constexpr std::array kPipelineSelectFields{
    CommandField{.name = "Pipeline Selection",
                 .dword = 0,
                 .high = 1,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kPipelineSelectionValues>},
    CommandField{"Media Sampler DOP Clock Gate Enable", 0, 4, 4, FieldKind::kBoolean},
    CommandField{"Force Media Awake", 0, 5, 5, FieldKind::kBoolean},
    CommandField{"Mask Bits", 0, 15, 8, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kPipelineSelect{
    "PIPELINE_SELECT", CommandId::kPipelineSelect, kPipelineSelectFields, {.mask = 0xFFFF0000, .value = 0x69040000}};

inline constexpr std::array kPipeControlFields{
    CommandField{"Depth Cache Flush Enable", 1, 0, 0, FieldKind::kBoolean},
    CommandField{"Stall At Pixel Scoreboard", 1, 1, 1, FieldKind::kBoolean},
    CommandField{"State Cache Invalidation Enable", 1, 2, 2, FieldKind::kBoolean},
    CommandField{"Constant Cache Invalidation Enable", 1, 3, 3, FieldKind::kBoolean},
    CommandField{"VF Cache Invalidation Enable", 1, 4, 4, FieldKind::kBoolean},
    CommandField{"DC Flush Enable", 1, 5, 5, FieldKind::kBoolean},
    CommandField{"Pipe Control Flush Enable", 1, 7, 7, FieldKind::kBoolean},
    CommandField{"Notify Enable", 1, 8, 8, FieldKind::kBoolean},
    CommandField{"Indirect State Pointers Disable", 1, 9, 9, FieldKind::kBoolean},
    CommandField{"Texture Cache Invalidation Enable", 1, 10, 10, FieldKind::kBoolean},
    CommandField{"Instruction Cache Invalidate Enable", 1, 11, 11, FieldKind::kBoolean},
    CommandField{"Render Target Cache Flush Enable", 1, 12, 12, FieldKind::kBoolean},
    CommandField{"Depth Stall Enable", 1, 13, 13, FieldKind::kBoolean},
    CommandField{.name = "Post Sync Operation",
                 .dword = 1,
                 .high = 15,
                 .low = 14,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kPostSyncOperationValues>},
    CommandField{"Generic Media State Clear", 1, 16, 16, FieldKind::kBoolean},
    CommandField{"TLB Invalidate", 1, 18, 18, FieldKind::kBoolean},
    CommandField{"Global Snapshot Count Reset", 1, 19, 19, FieldKind::kBoolean},
    CommandField{"Command Streamer Stall Enable", 1, 20, 20, FieldKind::kBoolean},
    CommandField{"Store Data Index", 1, 21, 21, FieldKind::kUnsigned},
    CommandField{.name = "LRI Post Sync Operation",
                 .dword = 1,
                 .high = 23,
                 .low = 23,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kLriPostSyncOperationValues>},
    CommandField{.name = "Destination Address Type",
                 .dword = 1,
                 .high = 24,
                 .low = 24,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kDestinationAddressTypeValues>},
    CommandField{"Flush LLC", 1, 26, 26, FieldKind::kBoolean},
    CommandField{"Address", 2, 47, 2, FieldKind::kAddress},
    CommandField{"Immediate Data", 4, 63, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kPipeControl{
    "PIPE_CONTROL", CommandId::kPipeControl, kPipeControlFields, {.mask = 0xFFFF0000, .value = 0x7A000000}};

inline constexpr std::array kStateBaseAddressFields{
    CommandField{"General State Base Address Modify Enable", 1, 0, 0, FieldKind::kBoolean},
    CommandField{"General State MOCS", 1, 10, 4, FieldKind::kUnsigned},
    CommandField{"General State Base Address", 1, 63, 12, FieldKind::kAddress},
    CommandField{"Stateless Data Port Access MOCS", 3, 22, 16, FieldKind::kUnsigned},
    CommandField{"Surface State Base Address Modify Enable", 4, 0, 0, FieldKind::kBoolean},
    CommandField{"Surface State MOCS", 4, 10, 4, FieldKind::kUnsigned},
    CommandField{"Surface State Base Address", 4, 63, 12, FieldKind::kAddress},
    CommandField{"Dynamic State Base Address Modify Enable", 6, 0, 0, FieldKind::kBoolean},
    CommandField{"Dynamic State MOCS", 6, 10, 4, FieldKind::kUnsigned},
    CommandField{"Dynamic State Base Address", 6, 63, 12, FieldKind::kAddress},
    CommandField{"Indirect Object Base Address Modify Enable", 8, 0, 0, FieldKind::kBoolean},
    CommandField{"Indirect Object MOCS", 8, 10, 4, FieldKind::kUnsigned},
    CommandField{"Indirect Object Base Address", 8, 63, 12, FieldKind::kAddress},
    CommandField{"Instruction Base Address Modify Enable", 10, 0, 0, FieldKind::kBoolean},
    CommandField{"Instruction MOCS", 10, 10, 4, FieldKind::kUnsigned},
    CommandField{"Instruction Base Address", 10, 63, 12, FieldKind::kAddress},
    CommandField{"General State Buffer Size Modify Enable", 12, 0, 0, FieldKind::kBoolean},
    CommandField{"General State Buffer Size", 12, 31, 12, FieldKind::kUnsigned},
    CommandField{"Dynamic State Buffer Size Modify Enable", 13, 0, 0, FieldKind::kBoolean},
    CommandField{"Dynamic State Buffer Size", 13, 31, 12, FieldKind::kUnsigned},
    CommandField{"Indirect Object Buffer Size Modify Enable", 14, 0, 0, FieldKind::kBoolean},
    CommandField{"Indirect Object Buffer Size", 14, 31, 12, FieldKind::kUnsigned},
    CommandField{"Instruction Buffer size Modify Enable", 15, 0, 0, FieldKind::kBoolean},
    CommandField{"Instruction Buffer Size", 15, 31, 12, FieldKind::kUnsigned},
    CommandField{"Bindless Surface State Base Address Modify Enable", 16, 0, 0, FieldKind::kBoolean},
    CommandField{"Bindless Surface State MOCS", 16, 10, 4, FieldKind::kUnsigned},
    CommandField{"Bindless Surface State Base Address", 16, 63, 12, FieldKind::kAddress},
    CommandField{"Bindless Surface State Size", 18, 31, 12, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kStateBaseAddress{"STATE_BASE_ADDRESS",
                                                 CommandId::kStateBaseAddress,
                                                 kStateBaseAddressFields,
                                                 {.mask = 0xFFFF0000, .value = 0x61010000}};

inline constexpr std::array kStateSipFields{
    CommandField{"System Instruction Pointer", 1, 63, 4, FieldKind::kOffset},
};
inline constexpr CommandLayout kStateSip{
    "STATE_SIP", CommandId::kStateSip, kStateSipFields, {.mask = 0xFFFF0000, .value = 0x61020000}};

inline constexpr std::array kStatePrefetchFields{
    CommandField{"Prefetch Count", 1, 2, 0, FieldKind::kUnsigned},
    CommandField{"Prefetch Pointer", 1, 31, 6, FieldKind::kAddress},
};
inline constexpr CommandLayout kStatePrefetch{
    "STATE_PREFETCH", CommandId::kStatePrefetch, kStatePrefetchFields, {.mask = 0xFFFF0000, .value = 0x60030000}};

inline constexpr std::array kBindingTablePoolAllocFields{
    CommandField{"MOCS", 1, 6, 0, FieldKind::kUnsigned},
    CommandField{"Binding Table Pool Enable", 1, 11, 11, FieldKind::kBoolean},
    CommandField{"Binding Table Pool Base Address", 1, 63, 12, FieldKind::kAddress},
    CommandField{.name = "Binding Table Pool Buffer Size",
                 .dword = 3,
                 .high = 31,
                 .low = 12,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kBindingTablePoolBufferSizeValues>},
};
inline constexpr CommandLayout kBindingTablePoolAlloc{"3DSTATE_BINDING_TABLE_POOL_ALLOC",
                                                      CommandId::kBindingTablePoolAlloc,
                                                      kBindingTablePoolAllocFields,
                                                      {.mask = 0xFFFF0000, .value = 0x79190000}};

}  // namespace texpipe::gen9::command
