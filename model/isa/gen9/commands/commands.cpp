#include "isa/gen9/commands/commands.h"

#include <array>

#include "isa/gen9/commands/base_commands.h"
#include "isa/gen9/commands/depth_commands.h"
#include "isa/gen9/commands/geometry_commands.h"
#include "isa/gen9/commands/indirect_state.h"
#include "isa/gen9/commands/media_commands.h"
#include "isa/gen9/commands/mi_commands.h"
#include "isa/gen9/commands/pixel_commands.h"
#include "isa/gen9/commands/registers.h"
#include "isa/gen9/commands/setup_commands.h"
#include "isa/gen9/commands/stage_commands.h"
#include "isa/gen9/commands/vertex_commands.h"

namespace texpipe::gen9 {

namespace {

using namespace command;

// In the order of CommandId.
constexpr std::array kCommands{&kMiBatchBufferEnd,
                               &kMiBatchBufferStart,
                               &kMiCopyMemMem,
                               &kMiLoadRegisterImm,
                               &kMiLoadRegisterMem,
                               &kMiLoadRegisterReg,
                               &kMiMath,
                               &kMiPredicate,
                               &kMiStoreDataImm,
                               &kMiStoreRegisterMem,
                               &kMiNoop,
                               &kMiArbCheck,
                               &kMiArbOnOff,
                               &kMiAtomic,
                               &kMiSemaphoreWait,
                               &kMiSemaphoreSignal,
                               &kMiReportPerfCount,
                               &kMiSetPredicate,
                               &kMiConditionalBatchBufferEnd,
                               &kMiFlushDw,
                               &kMiUserInterrupt,
                               &kMiStoreDataIndex,
                               &kMiRsControl,
                               &kMiRsContext,
                               &kMiSuspendFlush,
                               &kMiTopologyFilter,
                               &kMiWaitForEvent,
                               &kPipelineSelect,
                               &kPipeControl,
                               &kStateBaseAddress,
                               &kStateSip,
                               &kStatePrefetch,
                               &kBindingTablePoolAlloc,
                               &kGpgpuWalker,
                               &kMediaCurbeLoad,
                               &kMediaInterfaceDescriptorLoad,
                               &kMediaStateFlush,
                               &kMediaVfeState,
                               &kGpgpuCsrBaseAddress,
                               &kPrimitive,
                               &kIndexBuffer,
                               &kVertexBuffers,
                               &kVertexElements,
                               &kVf,
                               &kVfInstancing,
                               &kVfSgvs,
                               &kVfStatistics,
                               &kVfTopology,
                               &kVfComponentPacking,
                               &kDs,
                               &kGs,
                               &kHs,
                               &kStreamout,
                               &kTe,
                               &kVs,
                               &kSoBuffer,
                               &kSoDeclList,
                               &kBindingTablePointersDs,
                               &kBindingTablePointersGs,
                               &kBindingTablePointersHs,
                               &kBindingTablePointersPs,
                               &kBindingTablePointersVs,
                               &kConstantDs,
                               &kConstantGs,
                               &kConstantHs,
                               &kConstantPs,
                               &kConstantVs,
                               &kPushConstantAllocDs,
                               &kPushConstantAllocGs,
                               &kPushConstantAllocHs,
                               &kPushConstantAllocPs,
                               &kPushConstantAllocVs,
                               &kSamplerStatePointersDs,
                               &kSamplerStatePointersPs,
                               &kSamplerStatePointersVs,
                               &kUrbDs,
                               &kUrbGs,
                               &kUrbHs,
                               &kUrbVs,
                               &kSamplerStatePointersHs,
                               &kSamplerStatePointersGs,
                               &kUrbClear,
                               &kClearParams,
                               &kDepthBuffer,
                               &kHierDepthBuffer,
                               &kStencilBuffer,
                               &kWmDepthStencil,
                               &kWmHzOp,
                               &kBlendStatePointers,
                               &kCcStatePointers,
                               &kPs,
                               &kPsBlend,
                               &kPsExtra,
                               &kViewportStatePointersCc,
                               &kWm,
                               &kWmChromakey,
                               &kMonofilterSize,
                               &kSamplerPaletteLoad0,
                               &kSamplerPaletteLoad1,
                               &kChromaKey,
                               &kAaLineParameters,
                               &kClip,
                               &kDrawingRectangle,
                               &kLineStipple,
                               &kMultisample,
                               &kRaster,
                               &kSampleMask,
                               &kSamplePattern,
                               &kSbe,
                               &kSbeSwiz,
                               &kScissorStatePointers,
                               &kSf,
                               &kViewportStatePointersSfClip,
                               &kPolyStippleOffset,
                               &kPolyStipplePattern};
constexpr std::array kStructures{
    &kMiMathAluInstruction, &kVertexBufferState, &kVertexElementState, &kSoDecl,
    &kSoDeclEntry,          &kConstantBody,      &kPaletteEntry,       &kSfOutputAttributeDetail,
    &kBlendStateEntry,      &kBlendState,        &kCcViewport,         &kColorCalcState,
    &kScissorRect,          &kSfClipViewport};
constexpr std::array kRegisters{&kCacheMode0, &kCacheMode1, &kCsDebugMode2, &kGtMode, &kL3cntlreg};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kCommands.size(); ++i) {
    if (static_cast<std::size_t>(kCommands[i]->id) != i) return false;
  }
  return kCommands.size() == kCommandCount;
}
static_assert(in_order());

}  // namespace

std::span<const CommandLayout* const> all_commands() {
  return kCommands;
}

std::span<const CommandLayout* const> all_state_structures() {
  return kStructures;
}

std::span<const CommandLayout* const> all_registers() {
  return kRegisters;
}

const CommandLayout& layout_of(CommandId id) {
  return *kCommands[static_cast<unsigned>(id)];
}

const CommandLayout* find_command(std::uint32_t first_word) {
  for (const CommandLayout* layout : kCommands) {
    if ((first_word & layout->opcode.mask) == layout->opcode.value) return layout;
  }
  return nullptr;
}

const CommandLayout* find_layout(std::string_view name) {
  for (const std::span<const CommandLayout* const> group : {all_commands(), all_state_structures(), all_registers()}) {
    for (const CommandLayout* layout : group) {
      if (layout->name == name) return layout;
    }
  }
  return nullptr;
}

unsigned command_length(std::uint32_t first_word) {
  const unsigned type = first_word >> 29;
  const unsigned counted = (first_word & 0xFF) + 2;
  switch (type) {
    case 0: {
      constexpr unsigned kFirstOfSeveralWords = 0x10;
      constexpr unsigned kStoreData = 0x20;  // MI_STORE_DATA_IMM counts in ten bits
      const unsigned opcode = first_word >> 23 & 0x3F;
      if (opcode == kStoreData) return (first_word & 0x3FF) + 2;
      return opcode < kFirstOfSeveralWords ? 1 : counted;
    }
    case 2:
      return counted;
    case 3: {
      constexpr unsigned kSingleWord = 1;              // command sub type
      constexpr std::uint32_t kDeclarations = 0x7917;  // 3DSTATE_SO_DECL_LIST counts in nine bits
      if ((first_word >> 27 & 3) == kSingleWord) return 1;
      if (first_word >> 16 == kDeclarations) return (first_word & 0x1FF) + 2;
      return counted;
    }
    default:
      return 0;
  }
}

}  // namespace texpipe::gen9
