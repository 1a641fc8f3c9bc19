#include "isa/gen9/shader_channel_select.h"

#include <array>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 8> kRows{{
    {0, "ZERO", "constant 0"},
    {1, "ONE", "constant 1"},
    {2, "Reserved", ""},
    {3, "Reserved", ""},
    {4, "RED", "the surface's red"},
    {5, "GREEN", "the surface's green"},
    {6, "BLUE", "the surface's blue"},
    {7, "ALPHA", "the surface's alpha"},
}};

}  // namespace

EnumRows enum_rows(ShaderChannelSelect) {
  return {"Shader Channel Select", kRows};
}

}  // namespace texpipe::gen9
