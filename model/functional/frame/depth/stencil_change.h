// Changes of a stencil value: 3D_Stencil_Operation.
#pragma once

#include <array>
#include <cstdint>

#include "isa/gen9/stencil_operation.h"

namespace texpipe::functional {

struct StencilChange {
  gen9::StencilOperation operation;
  std::uint8_t (*result)(std::uint8_t stored, std::uint8_t reference);
};

inline constexpr std::array<StencilChange, 8> kStencilChanges{{
    {gen9::StencilOperation::kKeep, [](std::uint8_t stored, std::uint8_t) { return stored; }},
    {gen9::StencilOperation::kZero, [](std::uint8_t, std::uint8_t) { return std::uint8_t{0}; }},
    {gen9::StencilOperation::kReplace, [](std::uint8_t, std::uint8_t reference) { return reference; }},
    {gen9::StencilOperation::kIncrementSaturate,
     [](std::uint8_t s, std::uint8_t) { return static_cast<std::uint8_t>(s < 255 ? s + 1 : 255); }},
    {gen9::StencilOperation::kDecrementSaturate,
     [](std::uint8_t s, std::uint8_t) { return static_cast<std::uint8_t>(s > 0 ? s - 1 : 0); }},
    {gen9::StencilOperation::kIncrement, [](std::uint8_t s, std::uint8_t) { return static_cast<std::uint8_t>(s + 1); }},
    {gen9::StencilOperation::kDecrement, [](std::uint8_t s, std::uint8_t) { return static_cast<std::uint8_t>(s - 1); }},
    {gen9::StencilOperation::kInvert, [](std::uint8_t s, std::uint8_t) { return static_cast<std::uint8_t>(~s); }},
}};

/// New value of a stencil element, before the write mask.
constexpr std::uint8_t changed_stencil(gen9::StencilOperation operation, std::uint8_t stored, std::uint8_t reference) {
  return kStencilChanges[static_cast<unsigned>(operation)].result(stored, reference);
}

}  // namespace texpipe::functional
