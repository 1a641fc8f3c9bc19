// Fixed Function ID: the unit that started a thread.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class FixedFunctionId : std::uint8_t {
  kNull = 0,
  kHullShader = 4,
  kDomainShader = 5,
  kThreadSpawner = 7,
  kVertexShader = 9,
  kCommandStream = 10,
  kVertexFetch = 11,
  kGeometryShader = 12,
};
EnumRows enum_rows(FixedFunctionId);

}  // namespace texpipe::gen9
