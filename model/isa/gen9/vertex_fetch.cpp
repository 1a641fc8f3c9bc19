#include "isa/gen9/vertex_fetch.h"

#include <array>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 7> kVertexComponentControlRows{{
    {0, "VFCOMP_NOSTORE", "not stored, nor any later component"},
    {1, "VFCOMP_STORE_SRC", "the next component of the source; unpredictable when the format lacks it"},
    {2, "VFCOMP_STORE_0", "0"},
    {3, "VFCOMP_STORE_1_FP", "1.0"},
    {4, "VFCOMP_STORE_1_INT", "integer 1"},
    {5, "Reserved", "", "", 6},
    {7, "VFCOMP_STORE_PID", "primitive number; of no use any more"},
}};

constexpr std::array<EnumRow, 4> kAttributeComponentFormatRows{{
    {0, "disabled [Default]", "no component"},
    {1, ".xy", "two components"},
    {2, ".xyz", "three components"},
    {3, ".xyzw", "four components"},
}};

constexpr std::array<EnumRow, 16> kComponentEnablesRows{{
    {0, "NONE", "stores nothing"},
    {1, "X", "stores x"},
    {2, "Y", "stores y"},
    {3, "XY", "stores x y"},
    {4, "Z", "stores z"},
    {5, "XZ", "stores x z"},
    {6, "YZ", "stores y z"},
    {7, "XYZ", "stores x y z"},
    {8, "W", "stores w"},
    {9, "XW", "stores x w"},
    {10, "YW", "stores y w"},
    {11, "XYW", "stores x y w"},
    {12, "ZW", "stores z w"},
    {13, "XZW", "stores x z w"},
    {14, "YZW", "stores y z w"},
    {15, "XYZW", "stores x y z w"},
}};

constexpr std::array<EnumRow, 15> kWrapShortestEnableRows{{
    {1, "X", "the shorter way round for x"},
    {2, "Y", "the shorter way round for y"},
    {3, "XY", "the shorter way round for x y"},
    {4, "Z", "the shorter way round for z"},
    {5, "XZ", "the shorter way round for x z"},
    {6, "YZ", "the shorter way round for y z"},
    {7, "XYZ", "the shorter way round for x y z"},
    {8, "W", "the shorter way round for w"},
    {9, "XW", "the shorter way round for x w"},
    {10, "YW", "the shorter way round for y w"},
    {11, "XYW", "the shorter way round for x y w"},
    {12, "ZW", "the shorter way round for z w"},
    {13, "XZW", "the shorter way round for x z w"},
    {14, "YZW", "the shorter way round for y z w"},
    {15, "XYZW", "the shorter way round for x y z w"},
}};

}  // namespace

EnumRows enum_rows(VertexComponentControl) {
  return {"3D_Vertex_Component_Control", kVertexComponentControlRows};
}
EnumRows enum_rows(AttributeComponentFormat) {
  return {"Attribute_Component_Format", kAttributeComponentFormatRows};
}
EnumRows enum_rows(ComponentEnables) {
  return {"COMPONENT_ENABLES", kComponentEnablesRows};
}
EnumRows enum_rows(WrapShortestEnable) {
  return {"WRAP_SHORTEST_ENABLE", kWrapShortestEnableRows};
}

}  // namespace texpipe::gen9
