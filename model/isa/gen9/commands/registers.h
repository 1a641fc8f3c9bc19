// Registers that command streams load and store, as bit rows (specification/3d-pipeline; facts of Mesa's genxml for
// Gen9).
#pragma once

#include <array>

#include "isa/gen9/commands/command_layout.h"
#include "isa/gen9/commands/command_values.h"

namespace texpipe::gen9::command {

inline constexpr std::array kCacheMode0Fields{
    CommandField{"Null tile fix disable", 0, 0, 0, FieldKind::kBoolean},
    CommandField{"Disable clock gating in the pixel backend", 0, 1, 1, FieldKind::kBoolean},
    CommandField{"Hierarchical Z RAW Stall Optimization Disable", 0, 2, 2, FieldKind::kBoolean},
    CommandField{"RCC Eviction Policy", 0, 4, 4, FieldKind::kBoolean},
    CommandField{"STC PMA Optimization Enable", 0, 5, 5, FieldKind::kBoolean},
    CommandField{.name = "Sampler L2 Request Arbitration",
                 .dword = 0,
                 .high = 7,
                 .low = 6,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kSamplerL2RequestArbitrationValues>},
    CommandField{"Sampler L2 TLB Prefetch Enable", 0, 9, 9, FieldKind::kBoolean},
    CommandField{"Sampler Set Remapping for 3D Disable", 0, 11, 11, FieldKind::kBoolean},
    CommandField{"MSAA Compression Plane Number Threshold for eLLC", 0, 14, 12, FieldKind::kUnsigned},
    CommandField{"Sampler L2 Disable", 0, 15, 15, FieldKind::kBoolean},
    CommandField{"Null tile fix disable Mask", 0, 16, 16, FieldKind::kBoolean},
    CommandField{"Disable clock gating in the pixel backend Mask", 0, 17, 17, FieldKind::kBoolean},
    CommandField{"Hierarchical Z RAW Stall Optimization Disable Mask", 0, 18, 18, FieldKind::kBoolean},
    CommandField{"RCC Eviction Policy Mask", 0, 20, 20, FieldKind::kBoolean},
    CommandField{"STC PMA Optimization Enable Mask", 0, 21, 21, FieldKind::kBoolean},
    CommandField{"Sampler L2 Request Arbitration Mask", 0, 23, 22, FieldKind::kUnsigned},
    CommandField{"Sampler L2 TLB Prefetch Enable Mask", 0, 25, 25, FieldKind::kBoolean},
    CommandField{"Sampler Set Remapping for 3D Disable Mask", 0, 27, 27, FieldKind::kBoolean},
    CommandField{"MSAA Compression Plane Number Threshold for eLLC Mask", 0, 30, 28, FieldKind::kUnsigned},
    CommandField{"Sampler L2 Disable Mask", 0, 31, 31, FieldKind::kBoolean},
};
inline constexpr CommandLayout kCacheMode0{"CACHE_MODE_0", CommandId::kNone, kCacheMode0Fields};

inline constexpr std::array kCacheMode1Fields{
    CommandField{"Partial Resolve Disable In VC", 0, 1, 1, FieldKind::kBoolean},
    CommandField{"RCZ Read after expansion control fix 2", 0, 2, 2, FieldKind::kBoolean},
    CommandField{"Depth Read Hit Write-Only Optimization Disable", 0, 3, 3, FieldKind::kBoolean},
    CommandField{"Float Blend Optimization Enable", 0, 4, 4, FieldKind::kBoolean},
    CommandField{"MCS Cache Disable", 0, 5, 5, FieldKind::kBoolean},
    CommandField{"4X4 RCPFE-STC Optimization Disable", 0, 6, 6, FieldKind::kBoolean},
    CommandField{"Sampler Cache Set XOR selection", 0, 8, 7, FieldKind::kUnsigned},
    CommandField{"MSC RAW Hazard Avoidance Bit", 0, 9, 9, FieldKind::kBoolean},
    CommandField{"NP PMA Fix Enable", 0, 11, 11, FieldKind::kUnsigned},
    CommandField{"HIZ Eviction Policy", 0, 12, 12, FieldKind::kUnsigned},
    CommandField{"NP Early Z Fails Disable", 0, 13, 13, FieldKind::kUnsigned},
    CommandField{"Blend Optimization Fix Disable", 0, 14, 14, FieldKind::kBoolean},
    CommandField{"Color Compression Disable", 0, 15, 15, FieldKind::kBoolean},
    CommandField{"Partial Resolve Disable In VC Mask", 0, 17, 17, FieldKind::kBoolean},
    CommandField{"RCZ Read after expansion control fix 2 Mask", 0, 18, 18, FieldKind::kBoolean},
    CommandField{"Depth Read Hit Write-Only Optimization Disable Mask", 0, 19, 19, FieldKind::kBoolean},
    CommandField{"Float Blend Optimization Enable Mask", 0, 20, 20, FieldKind::kBoolean},
    CommandField{"MCS Cache Disable Mask", 0, 21, 21, FieldKind::kBoolean},
    CommandField{"4X4 RCPFE-STC Optimization Disable Mask", 0, 22, 22, FieldKind::kBoolean},
    CommandField{"Sampler Cache Set XOR selection Mask", 0, 24, 23, FieldKind::kUnsigned},
    CommandField{"MSC RAW Hazard Avoidance Bit Mask", 0, 25, 25, FieldKind::kBoolean},
    CommandField{"NP PMA Fix Enable Mask", 0, 27, 27, FieldKind::kBoolean},
    CommandField{"HIZ Eviction Policy Mask", 0, 28, 28, FieldKind::kBoolean},
    CommandField{"NP Early Z Fails Disable Mask", 0, 29, 29, FieldKind::kBoolean},
    CommandField{"Blend Optimization Fix Disable Mask", 0, 30, 30, FieldKind::kBoolean},
    CommandField{"Color Compression Disable Mask", 0, 31, 31, FieldKind::kBoolean},
};
inline constexpr CommandLayout kCacheMode1{"CACHE_MODE_1", CommandId::kNone, kCacheMode1Fields};

inline constexpr std::array kCsDebugMode2Fields{
    CommandField{"3D Rendering Instruction Disable", 0, 0, 0, FieldKind::kBoolean},
    CommandField{"Media Instruction Disable", 0, 1, 1, FieldKind::kBoolean},
    CommandField{"CONSTANT_BUFFER Address Offset Disable", 0, 4, 4, FieldKind::kBoolean},
    CommandField{"3D Rendering Instruction Disable Mask", 0, 16, 16, FieldKind::kBoolean},
    CommandField{"Media Instruction Disable Mask", 0, 17, 17, FieldKind::kBoolean},
    CommandField{"CONSTANT_BUFFER Address Offset Disable Mask", 0, 20, 20, FieldKind::kBoolean},
};
inline constexpr CommandLayout kCsDebugMode2{"CS_DEBUG_MODE2", CommandId::kNone, kCsDebugMode2Fields};

inline constexpr std::array kGtModeFields{
    CommandField{.name = "Subslice Hashing",
                 .dword = 0,
                 .high = 9,
                 .low = 8,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kSubsliceHashingValues>},
    CommandField{.name = "Slice Hashing",
                 .dword = 0,
                 .high = 12,
                 .low = 11,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kSliceHashingValues>},
    CommandField{"Subslice Hashing Mask", 0, 25, 24, FieldKind::kSigned},
    CommandField{"Slice Hashing Mask", 0, 28, 27, FieldKind::kSigned},
};
inline constexpr CommandLayout kGtMode{"GT_MODE", CommandId::kNone, kGtModeFields};

inline constexpr std::array kL3cntlregFields{
    CommandField{"SLM Enable", 0, 0, 0, FieldKind::kBoolean},
    CommandField{"URB Allocation", 0, 7, 1, FieldKind::kUnsigned},
    CommandField{"RO Allocation", 0, 17, 11, FieldKind::kUnsigned},
    CommandField{"DC Allocation", 0, 24, 18, FieldKind::kUnsigned},
    CommandField{"All Allocation", 0, 31, 25, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kL3cntlreg{"L3CNTLREG", CommandId::kNone, kL3cntlregFields};

}  // namespace texpipe::gen9::command
