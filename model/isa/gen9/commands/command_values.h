// Named values of fields of commands, as documented.
#pragma once

#include <array>

#include "base/enum_table.h"

namespace texpipe::gen9::command {

inline constexpr std::array kOperand2ValuesList{
    EnumRow{0, "REG0", {}},   EnumRow{1, "REG1", {}},   EnumRow{2, "REG2", {}},   EnumRow{3, "REG3", {}},
    EnumRow{4, "REG4", {}},   EnumRow{5, "REG5", {}},   EnumRow{6, "REG6", {}},   EnumRow{7, "REG7", {}},
    EnumRow{8, "REG8", {}},   EnumRow{9, "REG9", {}},   EnumRow{10, "REG10", {}}, EnumRow{11, "REG11", {}},
    EnumRow{12, "REG12", {}}, EnumRow{13, "REG13", {}}, EnumRow{14, "REG14", {}}, EnumRow{15, "REG15", {}},
    EnumRow{32, "SRCA", {}},  EnumRow{33, "SRCB", {}},  EnumRow{49, "ACCU", {}},  EnumRow{50, "ZF", {}},
    EnumRow{51, "CF", {}}};
inline constexpr EnumRows kOperand2Values{"operand2", kOperand2ValuesList};

inline constexpr std::array kAluOpcodeValuesList{
    EnumRow{0, "NOOP", {}},     EnumRow{128, "LOAD", {}}, EnumRow{1152, "LOADINV", {}}, EnumRow{129, "LOAD0", {}},
    EnumRow{1153, "LOAD1", {}}, EnumRow{256, "ADD", {}},  EnumRow{257, "SUB", {}},      EnumRow{258, "AND", {}},
    EnumRow{259, "OR", {}},     EnumRow{260, "XOR", {}},  EnumRow{384, "STORE", {}},    EnumRow{1408, "STOREINV", {}}};
inline constexpr EnumRows kAluOpcodeValues{"alu opcode", kAluOpcodeValuesList};

inline constexpr std::array kAddressSpaceIndicatorValuesList{EnumRow{0, "GGTT", {}}, EnumRow{1, "PPGTT", {}}};
inline constexpr EnumRows kAddressSpaceIndicatorValues{"address space indicator", kAddressSpaceIndicatorValuesList};

inline constexpr std::array kSecondLevelBatchBufferValuesList{EnumRow{0, "First level batch", {}},
                                                              EnumRow{1, "Second level batch", {}}};
inline constexpr EnumRows kSecondLevelBatchBufferValues{"second level batch buffer", kSecondLevelBatchBufferValuesList};

inline constexpr std::array kCompareOperationValuesList{EnumRow{0, "TRUE", {}}, EnumRow{1, "FALSE", {}},
                                                        EnumRow{2, "SRCS_EQUAL", {}}, EnumRow{3, "DELTAS_EQUAL", {}}};
inline constexpr EnumRows kCompareOperationValues{"compare operation", kCompareOperationValuesList};

inline constexpr std::array kCombineOperationValuesList{EnumRow{0, "SET", {}}, EnumRow{1, "AND", {}},
                                                        EnumRow{2, "OR", {}}, EnumRow{3, "XOR", {}}};
inline constexpr EnumRows kCombineOperationValues{"combine operation", kCombineOperationValuesList};

inline constexpr std::array kLoadOperationValuesList{EnumRow{0, "KEEP", {}}, EnumRow{2, "LOAD", {}},
                                                     EnumRow{3, "LOADINV", {}}};
inline constexpr EnumRows kLoadOperationValues{"load operation", kLoadOperationValuesList};

inline constexpr std::array kAtomicOpcodeValuesList{
    EnumRow{1, "AND", {}},       EnumRow{2, "OR", {}},        EnumRow{3, "XOR", {}},       EnumRow{4, "MOVE", {}},
    EnumRow{5, "INC", {}},       EnumRow{6, "DEC", {}},       EnumRow{7, "ADD", {}},       EnumRow{8, "SUB", {}},
    EnumRow{9, "RSUB", {}},      EnumRow{10, "IMAX", {}},     EnumRow{11, "IMIN", {}},     EnumRow{12, "UMAX", {}},
    EnumRow{13, "UMIN", {}},     EnumRow{14, "CMP_WR", {}},   EnumRow{15, "PREDEC", {}},   EnumRow{33, "AND8B", {}},
    EnumRow{34, "OR8B", {}},     EnumRow{35, "XOR8B", {}},    EnumRow{36, "MOVE8B", {}},   EnumRow{37, "INC8B", {}},
    EnumRow{38, "DEC8B", {}},    EnumRow{39, "ADD8B", {}},    EnumRow{40, "SUB8B", {}},    EnumRow{41, "RSUB8B", {}},
    EnumRow{42, "IMAX8B", {}},   EnumRow{43, "IMIN8B", {}},   EnumRow{44, "UMAX8B", {}},   EnumRow{45, "UMIN8B", {}},
    EnumRow{46, "CMP_WR8B", {}}, EnumRow{47, "PREDEC8B", {}}, EnumRow{78, "CMP_WR16B", {}}};
inline constexpr EnumRows kAtomicOpcodeValues{"atomic opcode", kAtomicOpcodeValuesList};

inline constexpr std::array kDataSizeValuesList{EnumRow{0, "DWORD", {}}, EnumRow{1, "QWORD", {}},
                                                EnumRow{2, "OCTWORD", {}}, EnumRow{3, "RESERVED", {}}};
inline constexpr EnumRows kDataSizeValues{"data size", kDataSizeValuesList};

inline constexpr std::array kMemoryTypeValuesList{EnumRow{0, "Per Process Graphics Address", {}},
                                                  EnumRow{1, "Global Graphics Address", {}}};
inline constexpr EnumRows kMemoryTypeValues{"memory type", kMemoryTypeValuesList};

inline constexpr std::array kMiSemaphoreWaitCompareOperationValuesList{
    EnumRow{0, "SAD_GREATER_THAN_SDD", {}}, EnumRow{1, "SAD_GREATER_THAN_OR_EQUAL_SDD", {}},
    EnumRow{2, "SAD_LESS_THAN_SDD", {}},    EnumRow{3, "SAD_LESS_THAN_OR_EQUAL_SDD", {}},
    EnumRow{4, "SAD_EQUAL_SDD", {}},        EnumRow{5, "SAD_NOT_EQUAL_SDD", {}}};
inline constexpr EnumRows kMiSemaphoreWaitCompareOperationValues{"mi semaphore wait compare operation",
                                                                 kMiSemaphoreWaitCompareOperationValuesList};

inline constexpr std::array kWaitModeValuesList{EnumRow{1, "Polling Mode", {}}, EnumRow{0, "Signal Mode", {}}};
inline constexpr EnumRows kWaitModeValues{"wait mode", kWaitModeValuesList};

inline constexpr std::array kTargetEngineSelectValuesList{EnumRow{0, "RCS", {}}, EnumRow{1, "VCS0", {}},
                                                          EnumRow{2, "BCS", {}}, EnumRow{3, "VECS", {}},
                                                          EnumRow{4, "VCS1", {}}};
inline constexpr EnumRows kTargetEngineSelectValues{"target engine select", kTargetEngineSelectValuesList};

inline constexpr std::array kPredicateEnableValuesList{EnumRow{0, "NOOP Never", {}},
                                                       EnumRow{1, "NOOP on Result2 clear", {}},
                                                       EnumRow{2, "NOOP on Result2 set", {}},
                                                       EnumRow{3, "NOOP on Result clear", {}},
                                                       EnumRow{4, "NOOP on Result set", {}},
                                                       EnumRow{5, "Execute when one slice enabled.", {}},
                                                       EnumRow{6, "Execute when two slices are enabled.", {}},
                                                       EnumRow{7, "Execute when three slices are enabled.", {}},
                                                       EnumRow{15, "NOOP Always", {}}};
inline constexpr EnumRows kPredicateEnableValues{"predicate enable", kPredicateEnableValuesList};

inline constexpr std::array kCompareMaskModeValuesList{EnumRow{0, "Compare Mask Mode Disabled", {}},
                                                       EnumRow{1, "Compare Mask Mode Enabled", {}}};
inline constexpr EnumRows kCompareMaskModeValues{"compare mask mode", kCompareMaskModeValuesList};

inline constexpr std::array kDestinationAddressTypeValuesList{EnumRow{0, "PPGTT", {}}, EnumRow{1, "GGTT", {}}};
inline constexpr EnumRows kDestinationAddressTypeValues{"destination address type", kDestinationAddressTypeValuesList};

inline constexpr std::array kResourceStreamerControlValuesList{EnumRow{0, "Stop", {}}, EnumRow{1, "Start", {}}};
inline constexpr EnumRows kResourceStreamerControlValues{"resource streamer control",
                                                         kResourceStreamerControlValuesList};

inline constexpr std::array kResourceStreamerSaveValuesList{EnumRow{0, "Restore", {}}, EnumRow{1, "Save", {}}};
inline constexpr EnumRows kResourceStreamerSaveValues{"resource streamer save", kResourceStreamerSaveValuesList};

inline constexpr std::array kPipelineSelectionValuesList{EnumRow{0, "3D", {}}, EnumRow{1, "Media", {}},
                                                         EnumRow{2, "GPGPU", {}}};
inline constexpr EnumRows kPipelineSelectionValues{"pipeline selection", kPipelineSelectionValuesList};

inline constexpr std::array kPostSyncOperationValuesList{
    EnumRow{0, "No Write", {}}, EnumRow{1, "Write Immediate Data", {}}, EnumRow{2, "Write PS Depth Count", {}},
    EnumRow{3, "Write Timestamp", {}}};
inline constexpr EnumRows kPostSyncOperationValues{"post sync operation", kPostSyncOperationValuesList};

inline constexpr std::array kLriPostSyncOperationValuesList{EnumRow{0, "No LRI Operation", {}},
                                                            EnumRow{1, "MMIO Write Immediate Data", {}}};
inline constexpr EnumRows kLriPostSyncOperationValues{"lri post sync operation", kLriPostSyncOperationValuesList};

inline constexpr std::array kBindingTablePoolBufferSizeValuesList{EnumRow{0, "No Valid Data", {}}};
inline constexpr EnumRows kBindingTablePoolBufferSizeValues{"binding table pool buffer size",
                                                            kBindingTablePoolBufferSizeValuesList};

inline constexpr std::array kSimdSizeValuesList{EnumRow{0, "SIMD8", {}}, EnumRow{1, "SIMD16", {}},
                                                EnumRow{2, "SIMD32", {}}};
inline constexpr EnumRows kSimdSizeValues{"simd size", kSimdSizeValuesList};

inline constexpr std::array kResetGatewayTimerValuesList{
    EnumRow{0, "Maintaining the existing timestamp state", {}},
    EnumRow{1, "Resetting relative timer and latching the global timestamp", {}}};
inline constexpr EnumRows kResetGatewayTimerValues{"reset gateway timer", kResetGatewayTimerValuesList};

inline constexpr std::array kSliceDisableValuesList{EnumRow{0, "All Subslices Enabled", {}},
                                                    EnumRow{1, "Only Slice 0 Enabled", {}},
                                                    EnumRow{3, "Only Slice 0 Subslice 0 Enabled", {}}};
inline constexpr EnumRows kSliceDisableValues{"slice disable", kSliceDisableValuesList};

inline constexpr std::array kScoreboardTypeValuesList{EnumRow{0, "Stalling Scoreboard", {}},
                                                      EnumRow{1, "Non-Stalling Scoreboard", {}}};
inline constexpr EnumRows kScoreboardTypeValues{"scoreboard type", kScoreboardTypeValuesList};

inline constexpr std::array kVertexAccessTypeValuesList{EnumRow{0, "SEQUENTIAL", {}}, EnumRow{1, "RANDOM", {}}};
inline constexpr EnumRows kVertexAccessTypeValues{"vertex access type", kVertexAccessTypeValuesList};

inline constexpr std::array kIndexFormatValuesList{EnumRow{0, "BYTE", {}}, EnumRow{1, "WORD", {}},
                                                   EnumRow{2, "DWORD", {}}};
inline constexpr EnumRows kIndexFormatValues{"index format", kIndexFormatValuesList};

inline constexpr std::array kVertexIDComponentNumberValuesList{EnumRow{0, "COMP_0", {}}, EnumRow{1, "COMP_1", {}},
                                                               EnumRow{2, "COMP_2", {}}, EnumRow{3, "COMP_3", {}}};
inline constexpr EnumRows kVertexIDComponentNumberValues{"vertex i d component number",
                                                         kVertexIDComponentNumberValuesList};

inline constexpr std::array kFloatingPointModeValuesList{EnumRow{0, "IEEE-754", {}}, EnumRow{1, "Alternate", {}}};
inline constexpr EnumRows kFloatingPointModeValues{"floating point mode", kFloatingPointModeValuesList};

inline constexpr std::array kThreadDispatchPriorityValuesList{EnumRow{1, "High", {}}};
inline constexpr EnumRows kThreadDispatchPriorityValues{"thread dispatch priority", kThreadDispatchPriorityValuesList};

inline constexpr std::array kSamplerCountValuesList{EnumRow{0, "No Samplers", {}}, EnumRow{1, "1-4 Samplers", {}},
                                                    EnumRow{2, "5-8 Samplers", {}}, EnumRow{3, "9-12 Samplers", {}},
                                                    EnumRow{4, "13-16 Samplers", {}}};
inline constexpr EnumRows kSamplerCountValues{"sampler count", kSamplerCountValuesList};

inline constexpr std::array kDispatchModeValuesList{EnumRow{0, "SIMD4X2", {}}, EnumRow{1, "SIMD8_SINGLE_PATCH", {}},
                                                    EnumRow{2, "SIMD8_SINGLE_OR_DUAL_PATCH", {}}};
inline constexpr EnumRows kDispatchModeValues{"dispatch mode", kDispatchModeValuesList};

inline constexpr std::array kReorderModeValuesList{EnumRow{0, "LEADING", {}}, EnumRow{1, "TRAILING", {}}};
inline constexpr EnumRows kReorderModeValues{"reorder mode", kReorderModeValuesList};

inline constexpr std::array kGsDispatchModeValuesList{EnumRow{1, "Dual Instance", {}}, EnumRow{2, "Dual Object", {}},
                                                      EnumRow{3, "SIMD8", {}}};
inline constexpr EnumRows kGsDispatchModeValues{"gs dispatch mode", kGsDispatchModeValuesList};

inline constexpr std::array kControlDataFormatValuesList{EnumRow{0, "CUT", {}}, EnumRow{1, "SID", {}}};
inline constexpr EnumRows kControlDataFormatValues{"control data format", kControlDataFormatValuesList};

inline constexpr std::array kHsFloatingPointModeValuesList{EnumRow{0, "IEEE-754", {}}, EnumRow{1, "alternate", {}}};
inline constexpr EnumRows kHsFloatingPointModeValues{"hs floating point mode", kHsFloatingPointModeValuesList};

inline constexpr std::array kHsDispatchModeValuesList{EnumRow{0, "SINGLE_PATCH", {}}, EnumRow{1, "DUAL_PATCH", {}},
                                                      EnumRow{2, "8_PATCH", {}}};
inline constexpr EnumRows kHsDispatchModeValues{"hs dispatch mode", kHsDispatchModeValuesList};

inline constexpr std::array kForceRenderingValuesList{EnumRow{1, "Resreved", {}}, EnumRow{2, "Force_Off", {}},
                                                      EnumRow{3, "Force_on", {}}};
inline constexpr EnumRows kForceRenderingValues{"force rendering", kForceRenderingValuesList};

inline constexpr std::array kTeModeValuesList{EnumRow{0, "HW_TESS", {}}};
inline constexpr EnumRows kTeModeValues{"te mode", kTeModeValuesList};

inline constexpr std::array kTeDomainValuesList{EnumRow{0, "QUAD", {}}, EnumRow{1, "TRI", {}},
                                                EnumRow{2, "ISOLINE", {}}};
inline constexpr EnumRows kTeDomainValues{"te domain", kTeDomainValuesList};

inline constexpr std::array kOutputTopologyValuesList{EnumRow{0, "POINT", {}}, EnumRow{1, "LINE", {}},
                                                      EnumRow{2, "TRI_CW", {}}, EnumRow{3, "TRI_CCW", {}}};
inline constexpr EnumRows kOutputTopologyValues{"output topology", kOutputTopologyValuesList};

inline constexpr std::array kPartitioningValuesList{EnumRow{0, "INTEGER", {}}, EnumRow{1, "ODD_FRACTIONAL", {}},
                                                    EnumRow{2, "EVEN_FRACTIONAL", {}}};
inline constexpr EnumRows kPartitioningValues{"partitioning", kPartitioningValuesList};

inline constexpr std::array kSurfaceFormatValuesList{EnumRow{1, "D32_FLOAT", {}}, EnumRow{3, "D24_UNORM_X8_UINT", {}},
                                                     EnumRow{5, "D16_UNORM", {}}};
inline constexpr EnumRows kSurfaceFormatValues{"surface format", kSurfaceFormatValuesList};

inline constexpr std::array kSurfaceTypeValuesList{EnumRow{1, "SURFTYPE_2D", {}}, EnumRow{3, "SURFTYPE_CUBE", {}},
                                                   EnumRow{7, "SURFTYPE_NULL", {}}};
inline constexpr EnumRows kSurfaceTypeValues{"surface type", kSurfaceTypeValuesList};

inline constexpr std::array kTiledResourceModeValuesList{EnumRow{0, "NONE", {}}, EnumRow{1, "TILEYF", {}},
                                                         EnumRow{2, "TILEYS", {}}};
inline constexpr EnumRows kTiledResourceModeValues{"tiled resource mode", kTiledResourceModeValuesList};

inline constexpr std::array kRoundingModeValuesList{EnumRow{0, "RTNE", {}}, EnumRow{1, "RU", {}}, EnumRow{2, "RD", {}},
                                                    EnumRow{3, "RTZ", {}}};
inline constexpr EnumRows kRoundingModeValues{"rounding mode", kRoundingModeValuesList};

inline constexpr std::array kSinglePrecisionDenormalModeValuesList{EnumRow{0, "Flushed to Zero", {}},
                                                                   EnumRow{1, "Retained", {}}};
inline constexpr EnumRows kSinglePrecisionDenormalModeValues{"single precision denormal mode",
                                                             kSinglePrecisionDenormalModeValuesList};

inline constexpr std::array kPositionXyOffsetSelectValuesList{
    EnumRow{0, "POSOFFSET_NONE", {}}, EnumRow{2, "POSOFFSET_CENTROID", {}}, EnumRow{3, "POSOFFSET_SAMPLE", {}}};
inline constexpr EnumRows kPositionXyOffsetSelectValues{"position xy offset select", kPositionXyOffsetSelectValuesList};

inline constexpr std::array kRenderTargetResolveTypeValuesList{
    EnumRow{0, "RESOLVE_DISABLED", {}}, EnumRow{1, "RESOLVE_PARTIAL", {}}, EnumRow{3, "RESOLVE_FULL", {}}};
inline constexpr EnumRows kRenderTargetResolveTypeValues{"render target resolve type",
                                                         kRenderTargetResolveTypeValuesList};

inline constexpr std::array kInputCoverageMaskStateValuesList{EnumRow{0, "NONE", {}}, EnumRow{1, "NORMAL", {}},
                                                              EnumRow{2, "INNER_CONSERVATIVE", {}},
                                                              EnumRow{3, "DEPTH_COVERAGE", {}}};
inline constexpr EnumRows kInputCoverageMaskStateValues{"input coverage mask state", kInputCoverageMaskStateValuesList};

inline constexpr std::array kPixelShaderComputedDepthModeValuesList{
    EnumRow{0, "PSCDEPTH_OFF", {}}, EnumRow{1, "PSCDEPTH_ON", {}}, EnumRow{2, "PSCDEPTH_ON_GE", {}},
    EnumRow{3, "PSCDEPTH_ON_LE", {}}};
inline constexpr EnumRows kPixelShaderComputedDepthModeValues{"pixel shader computed depth mode",
                                                              kPixelShaderComputedDepthModeValuesList};

inline constexpr std::array kForceKillPixelEnableValuesList{EnumRow{1, "ForceOff", {}}, EnumRow{2, "ForceON", {}}};
inline constexpr EnumRows kForceKillPixelEnableValues{"force kill pixel enable", kForceKillPixelEnableValuesList};

inline constexpr std::array kPointRasterizationRuleValuesList{EnumRow{0, "RASTRULE_UPPER_LEFT", {}},
                                                              EnumRow{1, "RASTRULE_UPPER_RIGHT", {}}};
inline constexpr EnumRows kPointRasterizationRuleValues{"point rasterization rule", kPointRasterizationRuleValuesList};

inline constexpr std::array kLineAntialiasingRegionWidthValuesList{
    EnumRow{0, "0.5 pixels", {}}, EnumRow{1, "1.0 pixels", {}}, EnumRow{2, "2.0 pixels", {}},
    EnumRow{3, "4.0 pixels", {}}};
inline constexpr EnumRows kLineAntialiasingRegionWidthValues{"line antialiasing region width",
                                                             kLineAntialiasingRegionWidthValuesList};

inline constexpr std::array kBarycentricInterpolationModeValuesList{
    EnumRow{1, "BIM_PERSPECTIVE_PIXEL", {}},  EnumRow{2, "BIM_PERSPECTIVE_CENTROID", {}},
    EnumRow{4, "BIM_PERSPECTIVE_SAMPLE", {}}, EnumRow{8, "BIM_LINEAR_PIXEL", {}},
    EnumRow{16, "BIM_LINEAR_CENTROID", {}},   EnumRow{32, "BIM_LINEAR_SAMPLE", {}}};
inline constexpr EnumRows kBarycentricInterpolationModeValues{"barycentric interpolation mode",
                                                              kBarycentricInterpolationModeValuesList};

inline constexpr std::array kPositionZwInterpolationModeValuesList{
    EnumRow{0, "INTERP_PIXEL", {}}, EnumRow{2, "INTERP_CENTROID", {}}, EnumRow{3, "INTERP_SAMPLE", {}}};
inline constexpr EnumRows kPositionZwInterpolationModeValues{"position zw interpolation mode",
                                                             kPositionZwInterpolationModeValuesList};

inline constexpr std::array kEarlyDepthStencilControlValuesList{
    EnumRow{0, "EDSC_NORMAL", {}}, EnumRow{1, "EDSC_PSEXEC", {}}, EnumRow{2, "EDSC_PREPS", {}}};
inline constexpr EnumRows kEarlyDepthStencilControlValues{"early depth stencil control",
                                                          kEarlyDepthStencilControlValuesList};

inline constexpr std::array kSwizzleSelectValuesList{EnumRow{0, "INPUTATTR", {}}, EnumRow{1, "INPUTATTR_FACING", {}},
                                                     EnumRow{2, "INPUTATTR_W", {}},
                                                     EnumRow{3, "INPUTATTR_FACING_W", {}}};
inline constexpr EnumRows kSwizzleSelectValues{"swizzle select", kSwizzleSelectValuesList};

inline constexpr std::array kConstantSourceValuesList{EnumRow{0, "CONST_0000", {}}, EnumRow{1, "CONST_0001_FLOAT", {}},
                                                      EnumRow{2, "CONST_1111_FLOAT", {}}, EnumRow{3, "PRIM_ID", {}}};
inline constexpr EnumRows kConstantSourceValues{"constant source", kConstantSourceValuesList};

inline constexpr std::array kVertexSubPixelPrecisionSelectValuesList{EnumRow{0, "8 Bit", {}}, EnumRow{1, "4 Bit", {}}};
inline constexpr EnumRows kVertexSubPixelPrecisionSelectValues{"vertex sub pixel precision select",
                                                               kVertexSubPixelPrecisionSelectValuesList};

inline constexpr std::array kClipModeValuesList{
    EnumRow{0, "CLIPMODE_NORMAL", {}}, EnumRow{3, "CLIPMODE_REJECT_ALL", {}}, EnumRow{4, "CLIPMODE_ACCEPT_ALL", {}}};
inline constexpr EnumRows kClipModeValues{"clip mode", kClipModeValuesList};

inline constexpr std::array kApiModeValuesList{EnumRow{0, "APIMODE_OGL", {}}, EnumRow{1, "APIMODE_D3D", {}}};
inline constexpr EnumRows kApiModeValues{"api mode", kApiModeValuesList};

inline constexpr std::array kCoreModeSelectValuesList{EnumRow{0, "Legacy", {}}, EnumRow{1, "Core 0 Enabled", {}},
                                                      EnumRow{2, "Core 1 Enabled", {}}};
inline constexpr EnumRows kCoreModeSelectValues{"core mode select", kCoreModeSelectValuesList};

inline constexpr std::array kPixelLocationValuesList{EnumRow{0, "CENTER", {}}, EnumRow{1, "UL_CORNER", {}}};
inline constexpr EnumRows kPixelLocationValues{"pixel location", kPixelLocationValuesList};

inline constexpr std::array kBackFaceFillModeValuesList{EnumRow{0, "SOLID", {}}, EnumRow{1, "WIREFRAME", {}},
                                                        EnumRow{2, "POINT", {}}};
inline constexpr EnumRows kBackFaceFillModeValues{"back face fill mode", kBackFaceFillModeValuesList};

inline constexpr std::array kDxMultisampleRasterizationModeValuesList{
    EnumRow{0, "MSRASTMODE_ OFF_PIXEL", {}}, EnumRow{1, "MSRASTMODE_ OFF_PATTERN", {}},
    EnumRow{2, "MSRASTMODE_ ON_PIXEL", {}}, EnumRow{3, "MSRASTMODE_ ON_PATTERN", {}}};
inline constexpr EnumRows kDxMultisampleRasterizationModeValues{"dx multisample rasterization mode",
                                                                kDxMultisampleRasterizationModeValuesList};

inline constexpr std::array kCullModeValuesList{EnumRow{0, "BOTH", {}}, EnumRow{1, "NONE", {}}, EnumRow{2, "FRONT", {}},
                                                EnumRow{3, "BACK", {}}};
inline constexpr EnumRows kCullModeValues{"cull mode", kCullModeValuesList};

inline constexpr std::array kForcedSampleCountValuesList{
    EnumRow{0, "NUMRASTSAMPLES_0", {}}, EnumRow{1, "NUMRASTSAMPLES_1", {}}, EnumRow{2, "NUMRASTSAMPLES_2", {}},
    EnumRow{3, "NUMRASTSAMPLES_4", {}}, EnumRow{4, "NUMRASTSAMPLES_8", {}}, EnumRow{5, "NUMRASTSAMPLES_16", {}}};
inline constexpr EnumRows kForcedSampleCountValues{"forced sample count", kForcedSampleCountValuesList};

inline constexpr std::array kFrontWindingValuesList{EnumRow{0, "Clockwise", {}}, EnumRow{1, "Counter Clockwise", {}}};
inline constexpr EnumRows kFrontWindingValues{"front winding", kFrontWindingValuesList};

inline constexpr std::array kRasterApiModeValuesList{EnumRow{0, "DX9/OGL", {}}, EnumRow{1, "DX10.0", {}},
                                                     EnumRow{2, "DX10.1+", {}}};
inline constexpr EnumRows kRasterApiModeValues{"raster api mode", kRasterApiModeValuesList};

inline constexpr std::array kPointSpriteTextureCoordinateOriginValuesList{EnumRow{0, "UPPERLEFT", {}},
                                                                          EnumRow{1, "LOWERLEFT", {}}};
inline constexpr EnumRows kPointSpriteTextureCoordinateOriginValues{"point sprite texture coordinate origin",
                                                                    kPointSpriteTextureCoordinateOriginValuesList};

inline constexpr std::array kAttributeActiveComponentFormatValuesList{EnumRow{0, "DISABLED", {}}, EnumRow{1, "XY", {}},
                                                                      EnumRow{2, "XYZ", {}}, EnumRow{3, "XYZW", {}}};
inline constexpr EnumRows kAttributeActiveComponentFormatValues{"attribute active component format",
                                                                kAttributeActiveComponentFormatValuesList};

inline constexpr std::array kPointWidthSourceValuesList{EnumRow{0, "Vertex", {}}, EnumRow{1, "State", {}}};
inline constexpr EnumRows kPointWidthSourceValues{"point width source", kPointWidthSourceValuesList};

inline constexpr std::array kAaLineDistanceModeValuesList{EnumRow{1, "AALINEDISTANCE_TRUE", {}}};
inline constexpr EnumRows kAaLineDistanceModeValues{"aa line distance mode", kAaLineDistanceModeValuesList};

inline constexpr std::array kColorClampRangeValuesList{
    EnumRow{0, "COLORCLAMP_UNORM", {}}, EnumRow{1, "COLORCLAMP_SNORM", {}}, EnumRow{2, "COLORCLAMP_RTFORMAT", {}}};
inline constexpr EnumRows kColorClampRangeValues{"color clamp range", kColorClampRangeValuesList};

inline constexpr std::array kAlphaTestFormatValuesList{EnumRow{0, "ALPHATEST_UNORM8", {}},
                                                       EnumRow{1, "ALPHATEST_FLOAT32", {}}};
inline constexpr EnumRows kAlphaTestFormatValues{"alpha test format", kAlphaTestFormatValuesList};

inline constexpr std::array kSamplerL2RequestArbitrationValuesList{EnumRow{0, "Round Robin", {}},
                                                                   EnumRow{1, "Fetch are Highest Priority", {}},
                                                                   EnumRow{2, "Constants are Highest Priority", {}}};
inline constexpr EnumRows kSamplerL2RequestArbitrationValues{"sampler l2 request arbitration",
                                                             kSamplerL2RequestArbitrationValuesList};

inline constexpr std::array kSubsliceHashingValuesList{EnumRow{0, "8x8", {}}, EnumRow{1, "16x4", {}},
                                                       EnumRow{2, "8x4", {}}, EnumRow{3, "16x16", {}}};
inline constexpr EnumRows kSubsliceHashingValues{"subslice hashing", kSubsliceHashingValuesList};

inline constexpr std::array kSliceHashingValuesList{EnumRow{0, "NORMAL", {}}, EnumRow{1, "DISABLED", {}},
                                                    EnumRow{2, "32x16", {}}, EnumRow{3, "32x32", {}}};
inline constexpr EnumRows kSliceHashingValues{"slice hashing", kSliceHashingValuesList};

}  // namespace texpipe::gen9::command
