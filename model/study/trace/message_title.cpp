#include "study/trace/message_title.h"

#include "functional/message/recent_decode.h"
#include "functional/message/sampler_request.h"
#include "isa/gen9/binding_table_entry.h"
#include "isa/gen9/data_port_message.h"
#include "isa/gen9/gateway_message.h"
#include "isa/gen9/sampler_message.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::study {

namespace {

std::string data_port_title(gen9::MessageWords words) {
  const auto& fields = functional::recently_decoded<gen9::DataPortMessage>(words);
  const bool local =
      fields.category == gen9::DataPortCategory::kTyped && fields.binding_table_index == gen9::kSharedLocalMemoryIndex;
  return (local ? "local " : "") + fields.type_name();
}

}  // namespace

std::string message_title(const functional::Message& message) {
  if (message.variant == functional::OperationVariant::kSpa) return "SPA";
  const gen9::MessageWords words{message.descriptor, message.extended_descriptor};
  const auto function = static_cast<gen9::SharedFunction>(message.shared_function);
  if (message.shared_function == functional::kSamplerSfid)
    return std::string{functional::recently_decoded<gen9::SamplerMessage>(words).facts().name};
  if (gen9::DataPortMessage::accepts(function)) return data_port_title(words);
  if (function == gen9::SharedFunction::kGateway)
    return std::string{texpipe::name_of(functional::recently_decoded<gen9::GatewayMessage>(words).function)};
  return std::string{texpipe::name_of(function)};
}

}  // namespace texpipe::study
