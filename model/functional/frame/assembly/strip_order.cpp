#include "functional/frame/assembly/strip_order.h"

#include "isa/gen9/commands/geometry_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

StripOrder order_of(const PipelineState& state, gen9::FieldBits reorder_mode) {
  return state.flag(reorder_mode) ? StripOrder::kTrailing : StripOrder::kLeading;
}

}  // namespace

StripOrder input_strip_order(const PipelineState& state) {
  return state.flag(command::kGs["Enable"]) ? order_of(state, command::kGs["Reorder Mode"]) : output_strip_order(state);
}

StripOrder output_strip_order(const PipelineState& state) {
  if (state.flag(command::kStreamout["SO Function Enable"]))
    return order_of(state, command::kStreamout["Reorder Mode"]);
  return state.flag(command::kGs["Enable"]) ? order_of(state, command::kGs["Reorder Mode"]) : StripOrder::kLeading;
}

}  // namespace texpipe::functional
