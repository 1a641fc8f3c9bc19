#include "functional/shared_function/execute_message.h"

#include <utility>

#include "functional/shared_function/fixed_function_message.h"
#include "functional/shared_function/pixel_coverage_message.h"
#include "functional/shared_function/spa_message.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::functional {

MessageResponse& MessageExecutor::execute(GpuMemory& memory, const Message& message) {
  using gen9::SharedFunction;
  const auto shared_function = static_cast<SharedFunction>(message.shared_function);
  switch (shared_function) {
    case SharedFunction::kSampler:
      if (message.variant == OperationVariant::kSpa) return other_ = execute_txq_message(memory, message);
      execute_sampler_message(memory, message, plan_, sampler_);
      return sampler_.response;
    case SharedFunction::kDataPort0:
    case SharedFunction::kDataPort1:
    case SharedFunction::kDataPort2:
    case SharedFunction::kReadOnlyDataPort:
      execute_data_port_message(memory, message, data_port_);
      return data_port_.response;
    case SharedFunction::kPixelInterpolator:
      return other_ = execute_pixel_coverage_message(message);
    default:
      execute_fixed_function_message(message, other_);
      return other_;
  }
}

MessageResponse execute_message(GpuMemory& memory, const Message& message) {
  return std::move(MessageExecutor{}.execute(memory, message));
}

}  // namespace texpipe::functional
