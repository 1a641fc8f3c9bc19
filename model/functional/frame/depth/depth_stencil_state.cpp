#include "functional/frame/depth/depth_stencil_state.h"

#include "isa/gen9/commands/depth_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

/// Fields of one side's stencil test.
struct SideFields {
  gen9::FieldBits function, fail, depth_fail, pass, reference, test_mask, write_mask;
};
constexpr SideFields kFront{
    command::kWmDepthStencil["Stencil Test Function"],      command::kWmDepthStencil["Stencil Fail Op"],
    command::kWmDepthStencil["Stencil Pass Depth Fail Op"], command::kWmDepthStencil["Stencil Pass Depth Pass Op"],
    command::kWmDepthStencil["Stencil Reference Value"],    command::kWmDepthStencil["Stencil Test Mask"],
    command::kWmDepthStencil["Stencil Write Mask"]};
constexpr SideFields kBack{command::kWmDepthStencil["Backface Stencil Test Function"],
                           command::kWmDepthStencil["Backface Stencil Fail Op"],
                           command::kWmDepthStencil["Backface Stencil Pass Depth Fail Op"],
                           command::kWmDepthStencil["Backface Stencil Pass Depth Pass Op"],
                           command::kWmDepthStencil["Backface Stencil Reference Value"],
                           command::kWmDepthStencil["Backface Stencil Test Mask"],
                           command::kWmDepthStencil["Backface Stencil Write Mask"]};

StencilSide side_of(const PipelineState& state, const SideFields& fields) {
  const auto operation = [&](gen9::FieldBits field) { return static_cast<gen9::StencilOperation>(state.value(field)); };
  return {.function = static_cast<gen9::CompareFunction>(state.value(fields.function)),
          .fail = operation(fields.fail),
          .depth_fail = operation(fields.depth_fail),
          .pass = operation(fields.pass),
          .reference = static_cast<std::uint8_t>(state.value(fields.reference)),
          .test_mask = static_cast<std::uint8_t>(state.value(fields.test_mask)),
          .write_mask = static_cast<std::uint8_t>(state.value(fields.write_mask))};
}

}  // namespace

DepthStencilState depth_stencil_state(const PipelineState& state) {
  DepthStencilState result;
  const bool depth = !state.words(gen9::CommandId::kDepthBuffer).empty() &&
                     state.value(command::kDepthBuffer["Surface Type"]) != kNullSurface;
  const bool stencil = state.flag(command::kStencilBuffer["Stencil Buffer Enable"]);
  result.depth_test = depth && state.flag(command::kWmDepthStencil["Depth Test Enable"]);
  result.depth_write = depth && state.flag(command::kDepthBuffer["Depth Write Enable"]) &&
                       state.flag(command::kWmDepthStencil["Depth Buffer Write Enable"]);
  result.depth_function =
      static_cast<gen9::CompareFunction>(state.value(command::kWmDepthStencil["Depth Test Function"]));
  result.stencil_test = stencil && state.flag(command::kWmDepthStencil["Stencil Test Enable"]);
  result.stencil_write = result.stencil_test && state.flag(command::kDepthBuffer["Stencil Write Enable"]) &&
                         state.flag(command::kWmDepthStencil["Stencil Buffer Write Enable"]);
  result.sides[0] = side_of(state, kFront);
  result.sides[1] =
      state.flag(command::kWmDepthStencil["Double Sided Stencil Enable"]) ? side_of(state, kBack) : result.sides[0];
  return result;
}

}  // namespace texpipe::functional
