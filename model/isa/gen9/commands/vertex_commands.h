// Commands of vertex fetch, and the draw command, as bit rows (specification/3d-pipeline; facts of Mesa's genxml for
// Gen9).
#pragma once

#include <array>

#include "isa/gen9/commands/command_layout.h"
#include "isa/gen9/commands/command_values.h"
#include "isa/gen9/primitive_topology.h"
#include "isa/gen9/surface_format.h"
#include "isa/gen9/vertex_fetch.h"

namespace texpipe::gen9::command {

inline constexpr std::array kVertexBufferStateFields{
    CommandField{"Buffer Pitch", 0, 11, 0, FieldKind::kUnsigned},
    CommandField{"Null Vertex Buffer", 0, 13, 13, FieldKind::kBoolean},
    CommandField{"Address Modify Enable", 0, 14, 14, FieldKind::kBoolean},
    CommandField{"MOCS", 0, 22, 16, FieldKind::kUnsigned},
    CommandField{"Vertex Buffer Index", 0, 31, 26, FieldKind::kUnsigned},
    CommandField{"Buffer Starting Address", 1, 63, 0, FieldKind::kAddress},
    CommandField{"Buffer Size", 3, 31, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kVertexBufferState{"VERTEX_BUFFER_STATE", CommandId::kNone, kVertexBufferStateFields};

inline constexpr std::array kVertexElementStateFields{
    CommandField{"Source Element Offset", 0, 11, 0, FieldKind::kUnsigned},
    CommandField{"Edge Flag Enable", 0, 15, 15, FieldKind::kBoolean},
    CommandField{.name = "Source Element Format",
                 .dword = 0,
                 .high = 24,
                 .low = 16,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<SurfaceFormat>},
    CommandField{"Valid", 0, 25, 25, FieldKind::kBoolean},
    CommandField{"Vertex Buffer Index", 0, 31, 26, FieldKind::kUnsigned},
    CommandField{.name = "Component 3 Control",
                 .dword = 1,
                 .high = 18,
                 .low = 16,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<VertexComponentControl>},
    CommandField{.name = "Component 2 Control",
                 .dword = 1,
                 .high = 22,
                 .low = 20,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<VertexComponentControl>},
    CommandField{.name = "Component 1 Control",
                 .dword = 1,
                 .high = 26,
                 .low = 24,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<VertexComponentControl>},
    CommandField{.name = "Component 0 Control",
                 .dword = 1,
                 .high = 30,
                 .low = 28,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<VertexComponentControl>},
};
inline constexpr CommandLayout kVertexElementState{"VERTEX_ELEMENT_STATE", CommandId::kNone, kVertexElementStateFields};

inline constexpr std::array kPrimitiveFields{
    CommandField{"Predicate Enable", 0, 8, 8, FieldKind::kBoolean},
    CommandField{"UAV Coherency Required", 0, 9, 9, FieldKind::kBoolean},
    CommandField{"Indirect Parameter Enable", 0, 10, 10, FieldKind::kBoolean},
    CommandField{.name = "Primitive Topology Type",
                 .dword = 1,
                 .high = 5,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<PrimitiveTopology>},
    CommandField{.name = "Vertex Access Type",
                 .dword = 1,
                 .high = 8,
                 .low = 8,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kVertexAccessTypeValues>},
    CommandField{"End Offset Enable", 1, 9, 9, FieldKind::kBoolean},
    CommandField{"Vertex Count Per Instance", 2, 31, 0, FieldKind::kUnsigned},
    CommandField{"Start Vertex Location", 3, 31, 0, FieldKind::kUnsigned},
    CommandField{"Instance Count", 4, 31, 0, FieldKind::kUnsigned},
    CommandField{"Start Instance Location", 5, 31, 0, FieldKind::kUnsigned},
    CommandField{"Base Vertex Location", 6, 31, 0, FieldKind::kSigned},
};
inline constexpr CommandLayout kPrimitive{
    "3DPRIMITIVE", CommandId::kPrimitive, kPrimitiveFields, {.mask = 0xFFFF0000, .value = 0x7B000000}};

inline constexpr std::array kIndexBufferFields{
    CommandField{"MOCS", 1, 6, 0, FieldKind::kUnsigned},
    CommandField{.name = "Index Format",
                 .dword = 1,
                 .high = 9,
                 .low = 8,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kIndexFormatValues>},
    CommandField{"Buffer Starting Address", 2, 63, 0, FieldKind::kAddress},
    CommandField{"Buffer Size", 4, 31, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kIndexBuffer{
    "3DSTATE_INDEX_BUFFER", CommandId::kIndexBuffer, kIndexBufferFields, {.mask = 0xFFFF0000, .value = 0x780A0000}};

inline constexpr std::array kVertexBuffersFields{
    CommandField{.name = "Vertex Buffer State",
                 .dword = 1,
                 .high = 127,
                 .low = 0,
                 .kind = FieldKind::kStructure,
                 .structure = &kVertexBufferState,
                 .repeats = kToTheEnd,
                 .stride = 128},
};
inline constexpr CommandLayout kVertexBuffers{"3DSTATE_VERTEX_BUFFERS",
                                              CommandId::kVertexBuffers,
                                              kVertexBuffersFields,
                                              {.mask = 0xFFFF0000, .value = 0x78080000}};

inline constexpr std::array kVertexElementsFields{
    CommandField{.name = "Element",
                 .dword = 1,
                 .high = 63,
                 .low = 0,
                 .kind = FieldKind::kStructure,
                 .structure = &kVertexElementState,
                 .repeats = kToTheEnd,
                 .stride = 64},
};
inline constexpr CommandLayout kVertexElements{"3DSTATE_VERTEX_ELEMENTS",
                                               CommandId::kVertexElements,
                                               kVertexElementsFields,
                                               {.mask = 0xFFFF0000, .value = 0x78090000}};

inline constexpr std::array kVfFields{
    CommandField{"Indexed Draw Cut Index Enable", 0, 8, 8, FieldKind::kBoolean},
    CommandField{"Component Packing Enable", 0, 9, 9, FieldKind::kBoolean},
    CommandField{"Sequential Draw Cut Index Enable", 0, 10, 10, FieldKind::kBoolean},
    CommandField{"Cut Index", 1, 31, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kVf{"3DSTATE_VF", CommandId::kVf, kVfFields, {.mask = 0xFFFF0000, .value = 0x780C0000}};

inline constexpr std::array kVfInstancingFields{
    CommandField{"Vertex Element Index", 1, 5, 0, FieldKind::kUnsigned},
    CommandField{"Instancing Enable", 1, 8, 8, FieldKind::kBoolean},
    CommandField{"Instance Data Step Rate", 2, 31, 0, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kVfInstancing{
    "3DSTATE_VF_INSTANCING", CommandId::kVfInstancing, kVfInstancingFields, {.mask = 0xFFFF0000, .value = 0x78490000}};

inline constexpr std::array kVfSgvsFields{
    CommandField{"VertexID Element Offset", 1, 5, 0, FieldKind::kUnsigned},
    CommandField{.name = "VertexID Component Number",
                 .dword = 1,
                 .high = 14,
                 .low = 13,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kVertexIDComponentNumberValues>},
    CommandField{"VertexID Enable", 1, 15, 15, FieldKind::kBoolean},
    CommandField{"InstanceID Element Offset", 1, 21, 16, FieldKind::kUnsigned},
    CommandField{.name = "InstanceID Component Number",
                 .dword = 1,
                 .high = 30,
                 .low = 29,
                 .kind = FieldKind::kUnsigned,
                 .values = listed<kVertexIDComponentNumberValues>},
    CommandField{"InstanceID Enable", 1, 31, 31, FieldKind::kBoolean},
};
inline constexpr CommandLayout kVfSgvs{
    "3DSTATE_VF_SGVS", CommandId::kVfSgvs, kVfSgvsFields, {.mask = 0xFFFF0000, .value = 0x784A0000}};

inline constexpr std::array kVfStatisticsFields{
    CommandField{"Statistics Enable", 0, 0, 0, FieldKind::kBoolean},
};
inline constexpr CommandLayout kVfStatistics{
    "3DSTATE_VF_STATISTICS", CommandId::kVfStatistics, kVfStatisticsFields, {.mask = 0xFFFF0000, .value = 0x680B0000}};

inline constexpr std::array kVfTopologyFields{
    CommandField{.name = "Primitive Topology Type",
                 .dword = 1,
                 .high = 5,
                 .low = 0,
                 .kind = FieldKind::kUnsigned,
                 .values = enumerated<PrimitiveTopology>},
};
inline constexpr CommandLayout kVfTopology{
    "3DSTATE_VF_TOPOLOGY", CommandId::kVfTopology, kVfTopologyFields, {.mask = 0xFFFF0000, .value = 0x784B0000}};

inline constexpr std::array kVfComponentPackingFields{
    CommandField{"Vertex Element 00 Enables", 1, 3, 0, FieldKind::kUnsigned},
    CommandField{"Vertex Element 01 Enables", 1, 7, 4, FieldKind::kUnsigned},
    CommandField{"Vertex Element 02 Enables", 1, 11, 8, FieldKind::kUnsigned},
    CommandField{"Vertex Element 03 Enables", 1, 15, 12, FieldKind::kUnsigned},
    CommandField{"Vertex Element 04 Enables", 1, 19, 16, FieldKind::kUnsigned},
    CommandField{"Vertex Element 05 Enables", 1, 23, 20, FieldKind::kUnsigned},
    CommandField{"Vertex Element 06 Enables", 1, 27, 24, FieldKind::kUnsigned},
    CommandField{"Vertex Element 07 Enables", 1, 31, 28, FieldKind::kUnsigned},
    CommandField{"Vertex Element 08 Enables", 2, 3, 0, FieldKind::kUnsigned},
    CommandField{"Vertex Element 09 Enables", 2, 7, 4, FieldKind::kUnsigned},
    CommandField{"Vertex Element 10 Enables", 2, 11, 8, FieldKind::kUnsigned},
    CommandField{"Vertex Element 11 Enables", 2, 15, 12, FieldKind::kUnsigned},
    CommandField{"Vertex Element 12 Enables", 2, 19, 16, FieldKind::kUnsigned},
    CommandField{"Vertex Element 13 Enables", 2, 23, 20, FieldKind::kUnsigned},
    CommandField{"Vertex Element 14 Enables", 2, 27, 24, FieldKind::kUnsigned},
    CommandField{"Vertex Element 15 Enables", 2, 31, 28, FieldKind::kUnsigned},
    CommandField{"Vertex Element 16 Enables", 3, 3, 0, FieldKind::kUnsigned},
    CommandField{"Vertex Element 17 Enables", 3, 7, 4, FieldKind::kUnsigned},
    CommandField{"Vertex Element 18 Enables", 3, 11, 8, FieldKind::kUnsigned},
    CommandField{"Vertex Element 19 Enables", 3, 15, 12, FieldKind::kUnsigned},
    CommandField{"Vertex Element 20 Enables", 3, 19, 16, FieldKind::kUnsigned},
    CommandField{"Vertex Element 21 Enables", 3, 23, 20, FieldKind::kUnsigned},
    CommandField{"Vertex Element 22 Enables", 3, 27, 24, FieldKind::kUnsigned},
    CommandField{"Vertex Element 23 Enables", 3, 31, 28, FieldKind::kUnsigned},
    CommandField{"Vertex Element 24 Enables", 4, 3, 0, FieldKind::kUnsigned},
    CommandField{"Vertex Element 25 Enables", 4, 7, 4, FieldKind::kUnsigned},
    CommandField{"Vertex Element 26 Enables", 4, 11, 8, FieldKind::kUnsigned},
    CommandField{"Vertex Element 27 Enables", 4, 15, 12, FieldKind::kUnsigned},
    CommandField{"Vertex Element 28 Enables", 4, 19, 16, FieldKind::kUnsigned},
    CommandField{"Vertex Element 29 Enables", 4, 23, 20, FieldKind::kUnsigned},
    CommandField{"Vertex Element 30 Enables", 4, 27, 24, FieldKind::kUnsigned},
    CommandField{"Vertex Element 31 Enables", 4, 31, 28, FieldKind::kUnsigned},
};
inline constexpr CommandLayout kVfComponentPacking{"3DSTATE_VF_COMPONENT_PACKING",
                                                   CommandId::kVfComponentPacking,
                                                   kVfComponentPackingFields,
                                                   {.mask = 0xFFFF0000, .value = 0x78550000}};

}  // namespace texpipe::gen9::command
