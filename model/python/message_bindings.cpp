// Descriptor words of messages.
#include <pybind11/stl.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "isa/gen9/message_descriptor.h"
#include "isa/gen9/message_reading.h"
#include "python/bindings.h"

namespace py = pybind11;

namespace texpipe::python {

namespace {

py::dict decode(std::uint32_t extended, std::uint32_t descriptor) {
  const gen9::AnyMessage message = gen9::decode_message({.descriptor = descriptor, .extended = extended});
  py::dict fields;
  for (const gen9::FieldValue& field : gen9::message_fields(message)) {
    py::dict entry;
    entry["name"] = field.name;
    entry["bits"] = field.bits;
    entry["raw"] = field.raw;
    entry["value"] = field.value;
    entry["meaning"] = field.meaning;
    fields[py::str{field.key}] = entry;
  }
  py::dict decoded;
  decoded["description"] = gen9::describe_message(message);
  decoded["fields"] = fields;
  return decoded;
}

py::dict decode_instruction(const std::array<std::uint32_t, 4>& dwords) {
  const gen9::MessageWords words = gen9::words_of_instruction(dwords).words;
  return decode(words.extended, words.descriptor);
}

std::pair<std::uint32_t, std::uint32_t> encode(const std::string& shared_function,
                                               const std::vector<std::pair<std::string, std::string>>& fields) {
  std::vector<gen9::FieldAssignment> assignments;
  for (const auto& [name, value] : fields) assignments.push_back({name, value});
  const gen9::AnyMessage message = gen9::message_from_fields(shared_function, assignments);
  for (const std::string& problem : gen9::send_problems(message)) throw Error{ExitCode::kMalformedInput, problem};
  const gen9::MessageWords words = gen9::encode_message(message);
  return {words.extended, words.descriptor};
}

}  // namespace

void bind_messages(py::module_& module) {
  module.def("decode_message", decode, py::arg("extended"), py::arg("descriptor"));
  module.def("decode_instruction", decode_instruction);
  module.def("encode_message", encode);
}

}  // namespace texpipe::python
