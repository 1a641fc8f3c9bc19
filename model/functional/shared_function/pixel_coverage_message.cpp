#include "functional/shared_function/pixel_coverage_message.h"

#include "functional/shared_function/execute_pixel_interpolator_message.h"
#include "functional/shared_function/spa_message.h"

namespace texpipe::functional {

const CoverageStore& coverage_store_of(const Message& message) {
  static const CoverageStore kNothing{0};
  return message.context != nullptr && message.context->coverage != nullptr ? *message.context->coverage : kNothing;
}

MessageResponse execute_pixel_coverage_message(const Message& message) {
  if (message.variant == OperationVariant::kSpa) return execute_pixld_message(coverage_store_of(message), message);
  return execute_pixel_interpolator_message(coverage_store_of(message), message);
}

}  // namespace texpipe::functional
