#include "isa/gen9/message_descriptor.h"

#include <exception>
#include <utility>

#include "isa/gen9/given_fields.h"

namespace texpipe::gen9 {

namespace {

AnyMessage empty_message(SharedFunction shared_function) {
  switch (shared_function) {
    case SharedFunction::kSampler:
      return SamplerMessage{};
    case SharedFunction::kPixelInterpolator:
      return PixelInterpolatorMessage{};
    case SharedFunction::kDataPort0:
    case SharedFunction::kDataPort1:
    case SharedFunction::kDataPort2:
    case SharedFunction::kReadOnlyDataPort: {
      DataPortMessage message;
      message.shared_function = shared_function;
      return message;
    }
    case SharedFunction::kRenderCache:
      return RenderTargetMessage{};
    case SharedFunction::kGateway:
      return GatewayMessage{};
    case SharedFunction::kThreadSpawner:
      return ThreadSpawnerMessage{};
    case SharedFunction::kUrb:
      return UrbMessage{};
    case SharedFunction::kNull:
    case SharedFunction::kVideoMotionEstimation:
    case SharedFunction::kCheckAndRefinement:
      break;
  }
  OtherMessage message;
  message.shared_function = shared_function;
  return message;
}

SharedFunction shared_function_named(std::string_view name) {
  const EnumRows sfids = enum_rows(SharedFunction{});
  const EnumRows ids = shared_function_id_rows();
  for (const EnumRows& rows : {sfids, ids}) {
    if (const EnumRow* row = rows.find(name)) return static_cast<SharedFunction>(row->value);
  }
  for (const EnumRow& row : sfids.rows) {
    if (!row.reserved() && (std::to_string(row.value) == name || field_key(row.name) == "sfid_" + field_key(name))) {
      return static_cast<SharedFunction>(row.value);
    }
  }
  for (const EnumRow& row : ids.rows) {
    if (field_key(row.name) == field_key(name)) return static_cast<SharedFunction>(row.value);
  }
  std::vector<std::string_view> names = sfids.names();
  for (const std::string_view id : ids.names()) names.push_back(id);
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = "no shared function is named \"" + std::string{name} + "\"",
                         .hint = spelling_hint(name, names)}};
}

}  // namespace

AnyMessage decode_message(MessageWords words) {
  const auto shared_function = decode_enum<SharedFunction>(words.extended & 0xFu);
  return std::visit([&](const auto& empty) -> AnyMessage { return std::decay_t<decltype(empty)>::decode(words); },
                    empty_message(shared_function));
}

MessageWords encode_message(const AnyMessage& message) {
  return std::visit([](const auto& m) { return m.encode(); }, message);
}

std::string describe_message(const AnyMessage& message) {
  return std::visit([](const auto& m) { return m.describe(); }, message);
}

std::vector<FieldValue> message_fields(const AnyMessage& message) {
  return std::visit([](const auto& m) { return m.fields(); }, message);
}

AnyMessage message_to(std::string_view shared_function) {
  return empty_message(shared_function_named(shared_function));
}

AnyMessage message_from_fields(std::string_view shared_function, std::span<const FieldAssignment> assignments) {
  AnyMessage message = message_to(shared_function);
  // A field may exist only once another has its value, which may stand behind it: assign until nothing is left or
  // nothing helps.
  std::vector<FieldAssignment> pending{assignments.begin(), assignments.end()};
  while (!pending.empty()) {
    std::vector<FieldAssignment> refused;
    std::exception_ptr first;
    for (const FieldAssignment& assignment : pending) {
      try {
        std::visit([&](auto& m) { m.assign(assignment); }, message);
        require_held(message_fields(message), assignment);
      } catch (const Error&) {
        if (!first) first = std::current_exception();
        refused.push_back(assignment);
      }
    }
    if (refused.size() == pending.size()) std::rethrow_exception(first);
    pending = std::move(refused);
  }
  encode_message(message);
  return message;
}

}  // namespace texpipe::gen9
