// Commands of the command streamer itself, MI_*, as bit rows (specification/3d-pipeline; facts of Mesa's genxml for
// Gen9).
#pragma once

#include <array>

#include "isa/gen9/commands/command_layout.h"
#include "isa/gen9/commands/command_values.h"
#include "isa/gen9/primitive_topology.h"

namespace texpipe::gen9::command {

inline constexpr std::array kMiMathAluInstructionFields{
    CommandField{.name = "Operand 2",
                 .dword = 0,
                 .high = 9,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kOperand2Values>},
    CommandField{.name = "Operand 1",
                 .dword = 0,
                 .high = 19,
                 .low = 10,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kOperand2Values>},
    CommandField{.name = "ALU Opcode",
                 .dword = 0,
                 .high = 31,
                 .low = 20,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kAluOpcodeValues>},
};
inline constexpr CommandLayout kMiMathAluInstruction{"MI_MATH_ALU_INSTRUCTION", CommandId::kNone,
                                                     kMiMathAluInstructionFields};

inline constexpr CommandLayout kMiBatchBufferEnd{
    "MI_BATCH_BUFFER_END", CommandId::kMiBatchBufferEnd, {}, {.mask = 0xFF800000, .value = 0x05000000}};

inline constexpr std::array kMiBatchBufferStartFields{
    CommandField{.name = "Address Space Indicator",
                 .dword = 0,
                 .high = 8,
                 .low = 8,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kAddressSpaceIndicatorValues>},
    CommandField{"Resource Streamer Enable", 0, 10, 10, FieldKind::kBoolean},
    CommandField{"Predication Enable", 0, 15, 15, FieldKind::kBoolean},
    CommandField{"Add Offset Enable", 0, 16, 16, FieldKind::kBoolean},
    CommandField{.name = "Second Level Batch Buffer",
                 .dword = 0,
                 .high = 22,
                 .low = 22,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kSecondLevelBatchBufferValues>},
    CommandField{"Batch Buffer Start Address", 1, 63, 2, FieldKind::kAddress},
};
inline constexpr CommandLayout kMiBatchBufferStart{"MI_BATCH_BUFFER_START",
                                                   CommandId::kMiBatchBufferStart,
                                                   kMiBatchBufferStartFields,
                                                   {.mask = 0xFF800000, .value = 0x18800000}};

inline constexpr std::array kMiCopyMemMemFields{
    CommandField{"Use Global GTT Destination", 0, 21, 21, FieldKind::kBoolean},
    CommandField{"Use Global GTT Source", 0, 22, 22, FieldKind::kBoolean},
    CommandField{"Destination Memory Address", 1, 63, 2, FieldKind::kAddress},
    CommandField{"Source Memory Address", 3, 63, 2, FieldKind::kAddress},
};
inline constexpr CommandLayout kMiCopyMemMem{
    "MI_COPY_MEM_MEM", CommandId::kMiCopyMemMem, kMiCopyMemMemFields, {.mask = 0xFF800000, .value = 0x17000000}};

inline constexpr std::array kMiLoadRegisterImmFields{
    CommandField{"Byte Write Disables", 0, 11, 8, FieldKind::kUnsigned},
    CommandField{"Register Offset", 1, 22, 2, FieldKind::kOffset},
    CommandField{"Data DWord", 2, 31, 0, FieldKind::kUnsigned},
    CommandField{.name = "Register Offset",
                 .dword = 3,
                 .high = 22,
                 .low = 2,
                 .kind = FieldKind::kOffset,
                 .repeats = kToTheEnd,
                 .stride = 64},
    CommandField{.name = "Data DWord",
                 .dword = 4,
                 .high = 31,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .repeats = kToTheEnd,
                 .stride = 64},
};
inline constexpr CommandLayout kMiLoadRegisterImm{"MI_LOAD_REGISTER_IMM",
                                                  CommandId::kMiLoadRegisterImm,
                                                  kMiLoadRegisterImmFields,
                                                  {.mask = 0xFF800000, .value = 0x11000000}};

inline constexpr std::array kMiLoadRegisterMemFields{
    CommandField{"Async Mode Enable", 0, 21, 21, FieldKind::kBoolean},
    CommandField{"Use Global GTT", 0, 22, 22, FieldKind::kBoolean},
    CommandField{"Register Address", 1, 22, 2, FieldKind::kOffset},
    CommandField{"Memory Address", 2, 63, 2, FieldKind::kAddress},
};
inline constexpr CommandLayout kMiLoadRegisterMem{"MI_LOAD_REGISTER_MEM",
                                                  CommandId::kMiLoadRegisterMem,
                                                  kMiLoadRegisterMemFields,
                                                  {.mask = 0xFF800000, .value = 0x14800000}};

inline constexpr std::array kMiLoadRegisterRegFields{
    CommandField{"Source Register Address", 1, 22, 2, FieldKind::kOffset},
    CommandField{"Destination Register Address", 2, 22, 2, FieldKind::kOffset},
};
inline constexpr CommandLayout kMiLoadRegisterReg{"MI_LOAD_REGISTER_REG",
                                                  CommandId::kMiLoadRegisterReg,
                                                  kMiLoadRegisterRegFields,
                                                  {.mask = 0xFF800000, .value = 0x15000000}};

inline constexpr std::array kMiMathFields{
    CommandField{.name = "Instruction",
                 .dword = 1,
                 .high = 31,
                 .low = 0,
                 .kind = FieldKind::kStructure,
                 .structure = &kMiMathAluInstruction,
                 .repeats = kToTheEnd,
                 .stride = 32},
};
inline constexpr CommandLayout kMiMath{
    "MI_MATH", CommandId::kMiMath, kMiMathFields, {.mask = 0xFF800000, .value = 0x0D000000}};

inline constexpr std::array kMiPredicateFields{
    CommandField{.name = "Compare Operation",
                 .dword = 0,
                 .high = 1,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kCompareOperationValues>},
    CommandField{.name = "Combine Operation",
                 .dword = 0,
                 .high = 4,
                 .low = 3,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kCombineOperationValues>},
    CommandField{.name = "Load Operation",
                 .dword = 0,
                 .high = 7,
                 .low = 6,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kLoadOperationValues>},
};
inline constexpr CommandLayout kMiPredicate{
    "MI_PREDICATE", CommandId::kMiPredicate, kMiPredicateFields, {.mask = 0xFF800000, .value = 0x06000000}};

inline constexpr std::array kMiStoreDataImmFields{
    CommandField{"Store Qword", 0, 21, 21, FieldKind::kUnsigned},
    CommandField{"Use Global GTT", 0, 22, 22, FieldKind::kBoolean},
    CommandField{"Core Mode Enable", 1, 0, 0, FieldKind::kUnsigned},
    CommandField{"Address", 1, 47, 2, FieldKind::kAddress},
    CommandField{"Immediate Data", 3, 63, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kMiStoreDataImm{
    "MI_STORE_DATA_IMM", CommandId::kMiStoreDataImm, kMiStoreDataImmFields, {.mask = 0xFF800000, .value = 0x10000000}};

inline constexpr std::array kMiStoreRegisterMemFields{
    CommandField{"Predicate Enable", 0, 21, 21, FieldKind::kBoolean},
    CommandField{"Use Global GTT", 0, 22, 22, FieldKind::kBoolean},
    CommandField{"Register Address", 1, 22, 2, FieldKind::kOffset},
    CommandField{"Memory Address", 2, 63, 2, FieldKind::kAddress},
};
inline constexpr CommandLayout kMiStoreRegisterMem{"MI_STORE_REGISTER_MEM",
                                                   CommandId::kMiStoreRegisterMem,
                                                   kMiStoreRegisterMemFields,
                                                   {.mask = 0xFF800000, .value = 0x12000000}};

inline constexpr std::array kMiNoopFields{
    CommandField{"Identification Number", 0, 21, 0, FieldKind::kUnsigned},
    CommandField{"Identification Number Register Write Enable", 0, 22, 22, FieldKind::kBoolean},
};
inline constexpr CommandLayout kMiNoop{
    "MI_NOOP", CommandId::kMiNoop, kMiNoopFields, {.mask = 0xFF800000, .value = 0x00000000}};

inline constexpr CommandLayout kMiArbCheck{
    "MI_ARB_CHECK", CommandId::kMiArbCheck, {}, {.mask = 0xFF800000, .value = 0x02800000}};

inline constexpr std::array kMiArbOnOffFields{
    CommandField{"Arbitration Enable", 0, 0, 0, FieldKind::kBoolean},
};
inline constexpr CommandLayout kMiArbOnOff{
    "MI_ARB_ON_OFF", CommandId::kMiArbOnOff, kMiArbOnOffFields, {.mask = 0xFF800000, .value = 0x04000000}};

inline constexpr std::array kMiAtomicFields{
    CommandField{.name = "ATOMIC OPCODE",
                 .dword = 0,
                 .high = 15,
                 .low = 8,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kAtomicOpcodeValues>},
    CommandField{"Return Data Control", 0, 16, 16, FieldKind::kBoolean},
    CommandField{"CS STALL", 0, 17, 17, FieldKind::kBoolean},
    CommandField{"Inline Data", 0, 18, 18, FieldKind::kBoolean},
    CommandField{.name = "Data Size",
                 .dword = 0,
                 .high = 20,
                 .low = 19,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kDataSizeValues>},
    CommandField{"Post-Sync Operation", 0, 21, 21, FieldKind::kBoolean},
    CommandField{.name = "Memory Type",
                 .dword = 0,
                 .high = 22,
                 .low = 22,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kMemoryTypeValues>},
    CommandField{"Memory Address", 1, 47, 2, FieldKind::kAddress},
    CommandField{"Operand1 Data Dword 0", 3, 31, 0, FieldKind::kUnsigned},
    CommandField{"Operand2 Data Dword 0", 4, 31, 0, FieldKind::kUnsigned},
    CommandField{"Operand1 Data Dword 1", 5, 31, 0, FieldKind::kUnsigned},
    CommandField{"Operand2 Data Dword 1", 6, 31, 0, FieldKind::kUnsigned},
    CommandField{"Operand1 Data Dword 2", 7, 31, 0, FieldKind::kUnsigned},
    CommandField{"Operand2 Data Dword 2", 8, 31, 0, FieldKind::kUnsigned},
    CommandField{"Operand1 Data Dword 3", 9, 31, 0, FieldKind::kUnsigned},
    CommandField{"Operand2 Data Dword 3", 10, 31, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kMiAtomic{
    "MI_ATOMIC", CommandId::kMiAtomic, kMiAtomicFields, {.mask = 0xFF800000, .value = 0x17800000}};

inline constexpr std::array kMiSemaphoreWaitFields{
    CommandField{.name = "Compare Operation",
                 .dword = 0,
                 .high = 14,
                 .low = 12,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kMiSemaphoreWaitCompareOperationValues>},
    CommandField{.name = "Wait Mode",
                 .dword = 0,
                 .high = 15,
                 .low = 15,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kWaitModeValues>},
    CommandField{"Register Poll Mode", 0, 16, 16, FieldKind::kBoolean},
    CommandField{.name = "Memory Type",
                 .dword = 0,
                 .high = 22,
                 .low = 22,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kMemoryTypeValues>},
    CommandField{"Semaphore Data Dword", 1, 31, 0, FieldKind::kUnsigned},
    CommandField{"Semaphore Address", 2, 63, 2, FieldKind::kAddress},
};
inline constexpr CommandLayout kMiSemaphoreWait{"MI_SEMAPHORE_WAIT",
                                                CommandId::kMiSemaphoreWait,
                                                kMiSemaphoreWaitFields,
                                                {.mask = 0xFF800000, .value = 0x0E000000}};

inline constexpr std::array kMiSemaphoreSignalFields{
    CommandField{.name = "Target Engine Select",
                 .dword = 0,
                 .high = 17,
                 .low = 15,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kTargetEngineSelectValues>},
    CommandField{"Post-Sync Operation", 0, 21, 21, FieldKind::kBoolean},
    CommandField{"Target Context ID", 1, 31, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kMiSemaphoreSignal{"MI_SEMAPHORE_SIGNAL",
                                                  CommandId::kMiSemaphoreSignal,
                                                  kMiSemaphoreSignalFields,
                                                  {.mask = 0xFF800000, .value = 0x0D800000}};

inline constexpr std::array kMiReportPerfCountFields{
    CommandField{"Use Global GTT", 1, 0, 0, FieldKind::kBoolean},
    CommandField{"Core Mode Enable", 1, 4, 4, FieldKind::kUnsigned},
    CommandField{"Memory Address", 1, 63, 6, FieldKind::kAddress},
    CommandField{"Report ID", 3, 31, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kMiReportPerfCount{"MI_REPORT_PERF_COUNT",
                                                  CommandId::kMiReportPerfCount,
                                                  kMiReportPerfCountFields,
                                                  {.mask = 0xFF800000, .value = 0x14000000}};

inline constexpr std::array kMiSetPredicateFields{
    CommandField{.name = "PREDICATE ENABLE",
                 .dword = 0,
                 .high = 3,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kPredicateEnableValues>},
};
inline constexpr CommandLayout kMiSetPredicate{
    "MI_SET_PREDICATE", CommandId::kMiSetPredicate, kMiSetPredicateFields, {.mask = 0xFF800000, .value = 0x00800000}};

inline constexpr std::array kMiConditionalBatchBufferEndFields{
    CommandField{.name = "Compare Mask Mode",
                 .dword = 0,
                 .high = 19,
                 .low = 19,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kCompareMaskModeValues>},
    CommandField{"Compare Semaphore", 0, 21, 21, FieldKind::kUnsigned},
    CommandField{"Use Global GTT", 0, 22, 22, FieldKind::kBoolean},
    CommandField{"Compare Data Dword", 1, 31, 0, FieldKind::kUnsigned},
    CommandField{"Compare Address", 2, 63, 3, FieldKind::kAddress},
};
inline constexpr CommandLayout kMiConditionalBatchBufferEnd{"MI_CONDITIONAL_BATCH_BUFFER_END",
                                                            CommandId::kMiConditionalBatchBufferEnd,
                                                            kMiConditionalBatchBufferEndFields,
                                                            {.mask = 0xFF800000, .value = 0x1B000000}};

inline constexpr std::array kMiFlushDwFields{
    CommandField{"Video Pipeline Cache Invalidate", 0, 7, 7, FieldKind::kBoolean},
    CommandField{"Notify Enable", 0, 8, 8, FieldKind::kBoolean},
    CommandField{"Flush LLC", 0, 9, 9, FieldKind::kBoolean},
    CommandField{"Post-Sync Operation", 0, 15, 14, FieldKind::kUnsigned},
    CommandField{"TLB Invalidate", 0, 18, 18, FieldKind::kBoolean},
    CommandField{"Store Data Index", 0, 21, 21, FieldKind::kUnsigned},
    CommandField{.name = "Destination Address Type",
                 .dword = 1,
                 .high = 2,
                 .low = 2,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kDestinationAddressTypeValues>},
    CommandField{"Address", 1, 47, 3, FieldKind::kAddress},
    CommandField{"Immediate Data", 3, 63, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kMiFlushDw{
    "MI_FLUSH_DW", CommandId::kMiFlushDw, kMiFlushDwFields, {.mask = 0xFF800000, .value = 0x13000000}};

inline constexpr CommandLayout kMiUserInterrupt{
    "MI_USER_INTERRUPT", CommandId::kMiUserInterrupt, {}, {.mask = 0xFF800000, .value = 0x01000000}};

inline constexpr std::array kMiStoreDataIndexFields{
    CommandField{"Use Per-Process Hardware Status Page", 0, 21, 21, FieldKind::kUnsigned},
    CommandField{"Offset", 1, 11, 2, FieldKind::kUnsigned},
    CommandField{"Data DWord 0", 2, 31, 0, FieldKind::kUnsigned},
    CommandField{"Data DWord 1", 3, 31, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kMiStoreDataIndex{"MI_STORE_DATA_INDEX",
                                                 CommandId::kMiStoreDataIndex,
                                                 kMiStoreDataIndexFields,
                                                 {.mask = 0xFF800000, .value = 0x10800000}};

inline constexpr std::array kMiRsControlFields{
    CommandField{.name = "Resource Streamer Control",
                 .dword = 0,
                 .high = 0,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kResourceStreamerControlValues>},
};
inline constexpr CommandLayout kMiRsControl{
    "MI_RS_CONTROL", CommandId::kMiRsControl, kMiRsControlFields, {.mask = 0xFF800000, .value = 0x03000000}};

inline constexpr std::array kMiRsContextFields{
    CommandField{.name = "Resource Streamer Save",
                 .dword = 0,
                 .high = 0,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kResourceStreamerSaveValues>},
};
inline constexpr CommandLayout kMiRsContext{
    "MI_RS_CONTEXT", CommandId::kMiRsContext, kMiRsContextFields, {.mask = 0xFF800000, .value = 0x07800000}};

inline constexpr std::array kMiSuspendFlushFields{
    CommandField{"Suspend Flush", 0, 0, 0, FieldKind::kBoolean},
};
inline constexpr CommandLayout kMiSuspendFlush{
    "MI_SUSPEND_FLUSH", CommandId::kMiSuspendFlush, kMiSuspendFlushFields, {.mask = 0xFF800000, .value = 0x05800000}};

inline constexpr std::array kMiTopologyFilterFields{
    CommandField{.name = "Topology Filter Value",
                 .dword = 0,
                 .high = 5,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<PrimitiveTopology>},
};
inline constexpr CommandLayout kMiTopologyFilter{"MI_TOPOLOGY_FILTER",
                                                 CommandId::kMiTopologyFilter,
                                                 kMiTopologyFilterFields,
                                                 {.mask = 0xFF800000, .value = 0x06800000}};

inline constexpr std::array kMiWaitForEventFields{
    CommandField{"Display Plnae 1 A Scan Line Wait Enable", 0, 0, 0, FieldKind::kBoolean},
    CommandField{"Display Plane 1 Flip Pending Wait Enable", 0, 1, 1, FieldKind::kBoolean},
    CommandField{"Display Plane 4 Flip Pending Wait Enable", 0, 2, 2, FieldKind::kBoolean},
    CommandField{"Display Plane 1 A Vertical Blank Wait Enable", 0, 3, 3, FieldKind::kBoolean},
    CommandField{"Display Plane 7 Flip Pending Wait Enable", 0, 6, 6, FieldKind::kBoolean},
    CommandField{"Display Plane 8 Flip Pending Wait Enable", 0, 7, 7, FieldKind::kBoolean},
    CommandField{"Display Plane 1 B Scan Line Wait Enable", 0, 8, 8, FieldKind::kBoolean},
    CommandField{"Display Plane 2 Flip Pending Wait Enable", 0, 9, 9, FieldKind::kBoolean},
    CommandField{"Display Plane 5 Flip Pending Wait Enable", 0, 10, 10, FieldKind::kBoolean},
    CommandField{"Display Plane 1 B Vertical Blank Wait Enable", 0, 11, 11, FieldKind::kBoolean},
    CommandField{"Display Plane 1 C Scan Line Wait Enable", 0, 14, 14, FieldKind::kBoolean},
    CommandField{"Display Plane 3 Flip Pending Wait Enable", 0, 15, 15, FieldKind::kBoolean},
    CommandField{"Display Plane 9 Flip Pending Wait Enable", 0, 16, 16, FieldKind::kBoolean},
    CommandField{"Display Plane 10 Flip Pending Wait Enable", 0, 17, 17, FieldKind::kBoolean},
    CommandField{"Display Plane 11 Flip Pending Wait Enable", 0, 18, 18, FieldKind::kBoolean},
    CommandField{"Display Plane 12 Flip Pending Wait Enable", 0, 19, 19, FieldKind::kBoolean},
    CommandField{"Display Plane 6 Flip Pending Wait Enable", 0, 20, 20, FieldKind::kBoolean},
    CommandField{"Display Plane 1 C Vertical Blank Wait Enable", 0, 21, 21, FieldKind::kBoolean},
};
inline constexpr CommandLayout kMiWaitForEvent{
    "MI_WAIT_FOR_EVENT", CommandId::kMiWaitForEvent, kMiWaitForEventFields, {.mask = 0xFF800000, .value = 0x01800000}};

}  // namespace texpipe::gen9::command
