#include "isa/gen9/fixed_function_id.h"

#include <array>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 8> kFixedFunctionIdRows{{
    {0, "Null", "no unit"},
    {4, "Hull Shader", "hull shader stage"},
    {5, "Domain Shader", "domain shader stage"},
    {7, "General Purpose Thread Spawner", "starts compute threads"},
    {9, "Vertex Shader", "vertex shader stage"},
    {10, "Command Stream", "command streamer"},
    {11, "Vertex Fetch", "vertex fetch stage"},
    {12, "Geometry Shader", "geometry shader stage"},
}};

}  // namespace

EnumRows enum_rows(FixedFunctionId) {
  return {"Fixed Function ID", kFixedFunctionIdRows};
}

}  // namespace texpipe::gen9
