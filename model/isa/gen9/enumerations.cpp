#include "isa/gen9/enumerations.h"

#include <array>
#include <string>
#include <vector>

#include "isa/gen9/blend.h"
#include "isa/gen9/compare_function.h"
#include "isa/gen9/eu_control.h"
#include "isa/gen9/eu_opcode.h"
#include "isa/gen9/eu_operand.h"
#include "isa/gen9/fixed_function_id.h"
#include "isa/gen9/performance_counter.h"
#include "isa/gen9/primitive_topology.h"
#include "isa/gen9/shader_channel_select.h"
#include "isa/gen9/shared_function.h"
#include "isa/gen9/simd_mode.h"
#include "isa/gen9/stencil_operation.h"
#include "isa/gen9/surface_format.h"
#include "isa/gen9/texture_coordinate_mode.h"
#include "isa/gen9/vertex_fetch.h"

namespace texpipe::gen9 {

namespace {

template <class E>
Enumeration of(unsigned bits, std::string_view source) {
  return {enum_rows(E{}), bits, source};
}

struct Repair {
  std::string_view printed;
  std::string_view meant;
};

// The scan reads l as I and o as 0; some letters are Cyrillic or Greek; the last two rows of SrcIndex print a whole row
// as a name.
constexpr std::array kRepairs{
    Repair{"Irp", "lrp"},
    Repair{"Izd", "lzd"},
    Repair{"cos", "COS"},
    Repair{".0", ".o"},
    Repair{"3DPRIM_POINTLIST _BF", "3DPRIM_POINTLIST_BF"},
    Repair{"\u0445", "x"},
    Repair{"\u0443", "y"},
    Repair{"\u0425", "X"},
    Repair{"\u03A5", "Y"},
    Repair{"00000000000", "000000000000"},
    Repair{"00000000010", "000000000010"},
    Repair{"00000010000", "000000010000"},
    Repair{"00000010010", "000000010010"},
    Repair{"00000011000", "000000011000"},
    Repair{"00000100000", "000000100000"},
    Repair{"30 010001101010 (-) dir <8;8,1>", "010001101010"},
    Repair{"31 010110001000 dir <16;16,1>", "010110001000"},
};

}  // namespace

std::span<const Enumeration> enumerations() {
  static const std::array<Enumeration, 39> kAll{
      of<BlendFactor>(5, "BSpec"),
      of<BlendFunction>(3, "BSpec"),
      of<CompareFunction>(3, "BSpec"),
      of<LogicOp>(4, "BSpec"),
      of<PrimitiveTopology>(6, "RenderCS"),
      of<StencilOperation>(3, "RenderCS"),
      of<VertexComponentControl>(3, "RenderCS"),
      of<AddrMode>(1, "EuIsa"),
      of<AttributeComponentFormat>(2, "RenderCS"),
      of<ChanEn>(1, "EuIsa"),
      of<ChanSel>(2, "EuIsa"),
      of<ComponentEnables>(4, "RenderCS"),
      of<CondModifier>(4, "EuIsa"),
      of<DepCtrl>(2, "EuIsa"),
      of<DstType>(4, "EuIsa"),
      of<EuOpcode>(7, "EuIsa"),
      of<ExecSize>(3, "EuIsa"),
      of<MathFunction>(4, "EuIsa"),
      of<FixedFunctionId>(4, "BSpec"),
      of<HorzStride>(2, "EuIsa"),
      of<PerformanceCounterReportFormat>(3, "BSpec"),
      of<PredCtrl>(4, "EuIsa"),
      of<QtrCtrl>(2, "EuIsa"),
      of<RegFile>(2, "EuIsa"),
      of<RepCtrl>(1, "EuIsa"),
      of<SharedFunction>(4, "EuIsa"),
      of<ShaderChannelSelect>(3, "BSpec"),
      {shared_function_id_rows(), 4, "BSpec"},
      of<SimdMode>(2, "BSpec"),
      of<SrcImmType>(4, "EuIsa"),
      of<SrcIndex>(5, "EuIsa"),
      of<SrcMod>(2, "EuIsa"),
      of<SrcType>(4, "EuIsa"),
      of<SurfaceFormat>(9, "BSpec"),
      of<TextureCoordinateMode>(3, "BSpec"),
      of<ThreadCtrl>(2, "EuIsa"),
      of<VertStride>(4, "EuIsa"),
      of<Width>(3, "EuIsa"),
      of<WrapShortestEnable>(4, "RenderCS"),
  };
  return kAll;
}

const Enumeration& enumeration(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Enumeration& e : enumerations()) {
    if (e.rows.enumeration == name) return e;
    names.push_back(e.rows.enumeration);
  }
  throw Error{ExitCode::kMalformedInput, Diagnostic{.problem = "no enumeration is named \"" + std::string{name} + "\"",
                                                    .hint = spelling_hint(name, names)}};
}

std::string_view repaired_name(std::string_view name) {
  for (const Repair& repair : kRepairs) {
    if (repair.printed == name) return repair.meant;
  }
  return name;
}

}  // namespace texpipe::gen9
