#include "functional/shared_function/execute_message.h"

#include <string>

#include "base/diagnostic.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "functional/shared_function/pixel_coverage_message.h"
#include "functional/shared_function/spa_message.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::functional {

MessageResponse execute_message(GpuMemory& memory, const Message& message) {
  using gen9::SharedFunction;
  const auto shared_function = static_cast<SharedFunction>(message.shared_function);
  switch (shared_function) {
    case SharedFunction::kSampler:
      if (message.variant == OperationVariant::kSpa) return execute_txq_message(memory, message);
      return execute_sampler_message(memory, message, PlanDetail::kNone).response;
    case SharedFunction::kDataPort0:
    case SharedFunction::kDataPort1:
    case SharedFunction::kDataPort2:
    case SharedFunction::kReadOnlyDataPort:
      return execute_data_port_message(memory, message).response;
    case SharedFunction::kPixelInterpolator:
      return execute_pixel_coverage_message(message);
    case SharedFunction::kThreadSpawner:
      return {};
    default:
      unsupported("a message to " + std::string{texpipe::name_of(shared_function)});
  }
}

}  // namespace texpipe::functional
