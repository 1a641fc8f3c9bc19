// Commands of the compute and media pipeline, as bit rows (specification/3d-pipeline; facts of Mesa's genxml for Gen9).
#pragma once

#include <array>

#include "isa/gen9/commands/command_layout.h"
#include "isa/gen9/commands/command_values.h"

namespace texpipe::gen9::command {

inline constexpr std::array kGpgpuWalkerFields{
    CommandField{"Predicate Enable", 0, 8, 8, FieldKind::kBoolean},
    CommandField{"Indirect Parameter Enable", 0, 10, 10, FieldKind::kBoolean},
    CommandField{"Interface Descriptor Offset", 1, 5, 0, FieldKind::kUnsigned},
    CommandField{"Indirect Data Length", 2, 16, 0, FieldKind::kUnsigned},
    CommandField{"Indirect Data Start Address", 3, 31, 6, FieldKind::kOffset},
    CommandField{"Thread Width Counter Maximum", 4, 5, 0, FieldKind::kUnsigned},
    CommandField{"Thread Height Counter Maximum", 4, 13, 8, FieldKind::kUnsigned},
    CommandField{"Thread Depth Counter Maximum", 4, 21, 16, FieldKind::kUnsigned},
    CommandField{.name = "SIMD Size",
                 .dword = 4,
                 .high = 31,
                 .low = 30,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kSimdSizeValues>},
    CommandField{"Thread Group ID Starting X", 5, 31, 0, FieldKind::kUnsigned},
    CommandField{"Thread Group ID X Dimension", 7, 31, 0, FieldKind::kUnsigned},
    CommandField{"Thread Group ID Starting Y", 8, 31, 0, FieldKind::kUnsigned},
    CommandField{"Thread Group ID Y Dimension", 10, 31, 0, FieldKind::kUnsigned},
    CommandField{"Thread Group ID Starting/Resume Z", 11, 31, 0, FieldKind::kUnsigned},
    CommandField{"Thread Group ID Z Dimension", 12, 31, 0, FieldKind::kUnsigned},
    CommandField{"Right Execution Mask", 13, 31, 0, FieldKind::kUnsigned},
    CommandField{"Bottom Execution Mask", 14, 31, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kGpgpuWalker{
    "GPGPU_WALKER", CommandId::kGpgpuWalker, kGpgpuWalkerFields, {.mask = 0xFFFF0000, .value = 0x71050000}};

inline constexpr std::array kMediaCurbeLoadFields{
    CommandField{"CURBE Total Data Length", 2, 16, 0, FieldKind::kUnsigned},
    CommandField{"CURBE Data Start Address", 3, 31, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kMediaCurbeLoad{
    "MEDIA_CURBE_LOAD", CommandId::kMediaCurbeLoad, kMediaCurbeLoadFields, {.mask = 0xFFFF0000, .value = 0x70010000}};

inline constexpr std::array kMediaInterfaceDescriptorLoadFields{
    CommandField{"Interface Descriptor Total Length", 2, 16, 0, FieldKind::kUnsigned},
    CommandField{"Interface Descriptor Data Start Address", 3, 31, 0, FieldKind::kOffset},
};
inline constexpr CommandLayout kMediaInterfaceDescriptorLoad{"MEDIA_INTERFACE_DESCRIPTOR_LOAD",
                                                             CommandId::kMediaInterfaceDescriptorLoad,
                                                             kMediaInterfaceDescriptorLoadFields,
                                                             {.mask = 0xFFFF0000, .value = 0x70020000}};

inline constexpr std::array kMediaStateFlushFields{
    CommandField{"Interface Descriptor Offset", 1, 5, 0, FieldKind::kUnsigned},
    CommandField{"Watermark Required", 1, 6, 6, FieldKind::kUnsigned},
    CommandField{"Flush to GO", 1, 7, 7, FieldKind::kBoolean},
};
inline constexpr CommandLayout kMediaStateFlush{"MEDIA_STATE_FLUSH",
                                                CommandId::kMediaStateFlush,
                                                kMediaStateFlushFields,
                                                {.mask = 0xFFFF0000, .value = 0x70040000}};

inline constexpr std::array kMediaVfeStateFields{
    CommandField{"Per Thread Scratch Space", 1, 3, 0, FieldKind::kUnsigned},
    CommandField{"Stack Size", 1, 7, 4, FieldKind::kUnsigned},
    CommandField{"Scratch Space Base Pointer", 1, 47, 10, FieldKind::kAddress},
    CommandField{.name = "Reset Gateway Timer",
                 .dword = 3,
                 .high = 7,
                 .low = 7,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kResetGatewayTimerValues>},
    CommandField{"Number of URB Entries", 3, 15, 8, FieldKind::kUnsigned},
    CommandField{"Maximum Number of Threads", 3, 31, 16, FieldKind::kUnsigned},
    CommandField{.name = "Slice Disable",
                 .dword = 4,
                 .high = 1,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kSliceDisableValues>},
    CommandField{"CURBE Allocation Size", 5, 15, 0, FieldKind::kUnsigned},
    CommandField{"URB Entry Allocation Size", 5, 31, 16, FieldKind::kUnsigned},
    CommandField{"Scoreboard Mask", 6, 7, 0, FieldKind::kUnsigned},
    CommandField{.name = "Scoreboard Type",
                 .dword = 6,
                 .high = 30,
                 .low = 30,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kScoreboardTypeValues>},
    CommandField{"Scoreboard Enable", 6, 31, 31, FieldKind::kBoolean},
    CommandField{"Scoreboard 0 Delta X", 7, 3, 0, FieldKind::kSigned},
    CommandField{"Scoreboard 0 Delta Y", 7, 7, 4, FieldKind::kSigned},
    CommandField{"Scoreboard 1 Delta X", 7, 11, 8, FieldKind::kSigned},
    CommandField{"Scoreboard 1 Delta Y", 7, 15, 12, FieldKind::kSigned},
    CommandField{"Scoreboard 2 Delta X", 7, 19, 16, FieldKind::kSigned},
    CommandField{"Scoreboard 2 Delta Y", 7, 23, 20, FieldKind::kSigned},
    CommandField{"Scoreboard 3 Delta X", 7, 27, 24, FieldKind::kSigned},
    CommandField{"Scoreboard 3 Delta Y", 7, 31, 28, FieldKind::kSigned},
    CommandField{"Scoreboard 4 Delta X", 8, 3, 0, FieldKind::kSigned},
    CommandField{"Scoreboard 4 Delta Y", 8, 7, 4, FieldKind::kSigned},
    CommandField{"Scoreboard 5 Delta X", 8, 11, 8, FieldKind::kSigned},
    CommandField{"Scoreboard 5 Delta Y", 8, 15, 12, FieldKind::kSigned},
    CommandField{"Scoreboard 6 Delta X", 8, 19, 16, FieldKind::kSigned},
    CommandField{"Scoreboard 6 Delta Y", 8, 23, 20, FieldKind::kSigned},
    CommandField{"Scoreboard 7 Delta X", 8, 27, 24, FieldKind::kSigned},
    CommandField{"Scoreboard 7 Delta Y", 8, 31, 28, FieldKind::kSigned},
};
inline constexpr CommandLayout kMediaVfeState{
    "MEDIA_VFE_STATE", CommandId::kMediaVfeState, kMediaVfeStateFields, {.mask = 0xFFFF0000, .value = 0x70000000}};

inline constexpr std::array kGpgpuCsrBaseAddressFields{
    CommandField{"GPGPU CSR Base Address", 1, 63, 12, FieldKind::kAddress},
};
inline constexpr CommandLayout kGpgpuCsrBaseAddress{"GPGPU_CSR_BASE_ADDRESS",
                                                    CommandId::kGpgpuCsrBaseAddress,
                                                    kGpgpuCsrBaseAddressFields,
                                                    {.mask = 0xFFFF0000, .value = 0x61040000}};

}  // namespace texpipe::gen9::command
