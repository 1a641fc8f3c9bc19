#include "isa/gen9/primitive_topology.h"

#include <array>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 59> kPrimitiveTopologyRows{{
    {0x00, "Reserved", ""},
    {0x01, "3DPRIM_POINTLIST", "points"},
    {0x02, "3DPRIM_LINELIST", "separate lines"},
    {0x03, "3DPRIM_LINESTRIP", "connected lines"},
    {0x04, "3DPRIM_TRILIST", "separate triangles"},
    {0x05, "3DPRIM_TRISTRIP", "triangles that share an edge with the one before"},
    {0x06, "3DPRIM_TRIFAN", "triangles around the first vertex"},
    {0x07, "3DPRIM_QUADLIST", "quadrilaterals; drawn as polygons"},
    {0x08, "3DPRIM_QUADSTRIP", "quadrilaterals that share an edge; drawn as polygons"},
    {0x09, "3DPRIM_LINELIST_ADJ", "lines with adjacent vertices"},
    {0x0A, "3DPRIM_LINESTRIP_ADJ", "connected lines with adjacent vertices"},
    {0x0B, "3DPRIM_TRILIST_ADJ", "triangles with adjacent vertices"},
    {0x0C, "3DPRIM_TRISTRIP_ADJ", "triangle strip with adjacent vertices"},
    {0x0D, "3DPRIM_TRISTRIP_REVERSE", "triangle strip that begins with the other winding"},
    {0x0E, "3DPRIM_POLYGON", "one convex polygon"},
    {0x0F, "3DPRIM_RECTLIST", "axis-parallel rectangles by three corners"},
    {0x10, "3DPRIM_LINELOOP", "connected lines that close; drawn as a strip"},
    {0x11, "3DPRIM_POINTLIST_BF", "points that count as back-facing"},
    {0x12, "3DPRIM_LINESTRIP_CONT", "strip that continues one before"},
    {0x13, "3DPRIM_LINESTRIP_BF", "strip that counts as back-facing"},
    {0x14, "3DPRIM_LINESTRIP_CONT_BF", "continued strip that counts as back-facing"},
    {0x15, "Reserved", ""},
    {0x16, "3DPRIM_TRIFAN_NOSTIPPLE", "fan whose inner edges are not stippled"},
    {0x17, "Reserved", ""},
    {0x18, "Reserved", ""},
    {0x19, "Reserved", ""},
    {0x1A, "Reserved", "", "", 0x1F},
    {0x20, "3DPRIM_PATCHLIST_1", "patches of 1 control point"},
    {0x21, "3DPRIM_PATCHLIST_2", "patches of 2 control points"},
    {0x22, "3DPRIM_PATCHLIST_3", "patches of 3 control points"},
    {0x23, "3DPRIM_PATCHLIST_4", "patches of 4 control points"},
    {0x24, "3DPRIM_PATCHLIST_5", "patches of 5 control points"},
    {0x25, "3DPRIM_PATCHLIST_6", "patches of 6 control points"},
    {0x26, "3DPRIM_PATCHLIST_7", "patches of 7 control points"},
    {0x27, "3DPRIM_PATCHLIST_8", "patches of 8 control points"},
    {0x28, "3DPRIM_PATCHLIST_9", "patches of 9 control points"},
    {0x29, "3DPRIM_PATCHLIST_10", "patches of 10 control points"},
    {0x2A, "3DPRIM_PATCHLIST_11", "patches of 11 control points"},
    {0x2B, "3DPRIM_PATCHLIST_12", "patches of 12 control points"},
    {0x2C, "3DPRIM_PATCHLIST_13", "patches of 13 control points"},
    {0x2D, "3DPRIM_PATCHLIST_14", "patches of 14 control points"},
    {0x2E, "3DPRIM_PATCHLIST_15", "patches of 15 control points"},
    {0x2F, "3DPRIM_PATCHLIST_16", "patches of 16 control points"},
    {0x30, "3DPRIM_PATCHLIST_17", "patches of 17 control points"},
    {0x31, "3DPRIM_PATCHLIST_18", "patches of 18 control points"},
    {0x32, "3DPRIM_PATCHLIST_19", "patches of 19 control points"},
    {0x33, "3DPRIM_PATCHLIST_20", "patches of 20 control points"},
    {0x34, "3DPRIM_PATCHLIST_21", "patches of 21 control points"},
    {0x35, "3DPRIM_PATCHLIST_22", "patches of 22 control points"},
    {0x36, "3DPRIM_PATCHLIST_23", "patches of 23 control points"},
    {0x37, "3DPRIM_PATCHLIST_24", "patches of 24 control points"},
    {0x38, "3DPRIM_PATCHLIST_25", "patches of 25 control points"},
    {0x39, "3DPRIM_PATCHLIST_26", "patches of 26 control points"},
    {0x3A, "3DPRIM_PATCHLIST_27", "patches of 27 control points"},
    {0x3B, "3DPRIM_PATCHLIST_28", "patches of 28 control points"},
    {0x3C, "3DPRIM_PATCHLIST_29", "patches of 29 control points"},
    {0x3D, "3DPRIM_PATCHLIST_30", "patches of 30 control points"},
    {0x3E, "3DPRIM_PATCHLIST_31", "patches of 31 control points"},
    {0x3F, "3DPRIM_PATCHLIST_32", "patches of 32 control points"},
}};

}  // namespace

EnumRows enum_rows(PrimitiveTopology) {
  return {"3D_Prim_Topo_Type", kPrimitiveTopologyRows};
}

}  // namespace texpipe::gen9
