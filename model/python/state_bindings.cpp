// State structures as words and as fields, texel addresses, and messages of dumps.
#include <pybind11/stl.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "analysis/why/dumped_message.h"
#include "base/diagnostic.h"
#include "functional/surface/texel_query.h"
#include "host/text/json_text.h"
#include "isa/gen9/states/structure_search.h"
#include "isa/gen9/states/word_dump.h"
#include "python/bindings.h"
#include "workload/dump/error_state.h"

namespace py = pybind11;

namespace texpipe::python {

namespace {

using StateWords = std::vector<std::uint32_t>;

void require_words(const gen9::StructureText& structure, const StateWords& words) {
  if (structure.may_have(words.size())) return;
  throw Error{ExitCode::kMalformedInput, std::string{structure.name()} + " has " +
                                             std::to_string(structure.usual_dwords()) + " DWords; " +
                                             std::to_string(words.size()) + " given"};
}

py::dict decode_state(const std::string& name, const StateWords& words) {
  const gen9::StructureText structure = gen9::find_structure(name);
  require_words(structure, words);
  py::dict fields;
  for (const gen9::FieldValue& field : structure.fields(words)) {
    py::dict entry;
    entry["name"] = field.name;
    entry["bits"] = field.bits;
    entry["raw"] = field.raw;
    entry["value"] = field.value;
    entry["meaning"] = field.meaning;
    fields[py::str{field.key}] = entry;
  }
  py::dict reserved;
  for (const gen9::ReservedWord& word : structure.reserved(words)) reserved[py::int_{word.dword}] = word.bits;
  py::dict decoded;
  decoded["name"] = std::string{structure.name()};
  decoded["fields"] = fields;
  decoded["reserved"] = reserved;
  return decoded;
}

StateWords encode_state(const std::string& name, const std::vector<std::pair<std::string, std::string>>& fields,
                        const std::optional<StateWords>& begin) {
  const gen9::StructureText structure = gen9::find_structure(name);
  if (begin) require_words(structure, *begin);
  std::vector<gen9::FieldAssignment> assignments;
  for (const auto& [key, value] : fields) assignments.push_back({key, value});
  return gen9::words_from_fields(structure, begin ? *begin : structure.blank(structure.usual_dwords()), assignments);
}

using Places = py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast>;

/// Addresses of texels (x[n], y[n]).
py::array_t<std::uint64_t> texel_addresses(const StateWords& words, const Places& x, const Places& y,
                                           const functional::TexelQuestion& where) {
  constexpr std::size_t kDwords = gen9::RenderSurfaceState::kDwords;
  require_words(gen9::find_structure(gen9::kRenderSurfaceState), words);
  const functional::TexelQuery query{gen9::RenderSurfaceState::decode(std::span{words}.first<kDwords>())};
  py::array_t<std::uint64_t> addresses{x.size()};
  for (py::ssize_t n = 0; n < x.size(); ++n) {
    functional::TexelQuestion texel = where;
    texel.x = x.at(n);
    texel.y = y.at(n);
    addresses.mutable_at(n) = query.answer(texel).address.value();
  }
  return addresses;
}

py::list read_dump(const std::string& text) {
  py::list blocks;
  for (const gen9::DumpBlock& block : study::read_dump(text, "dump"))
    blocks.append(
        py::make_tuple(block.address ? py::object{py::int_{*block.address}} : py::object{py::none()},
                       py::array_t<std::uint32_t>(static_cast<py::ssize_t>(block.words.size()), block.words.data())));
  return blocks;
}

/// @param places  payload, surface state base, dynamic state base, binding table offset, sampler state offset
std::string execute_message(const std::string& dump, std::uint32_t extended, std::uint32_t descriptor,
                            const std::array<std::uint64_t, 5>& places, std::optional<std::uint32_t> mask) {
  const auto blocks = study::read_dump(dump, "dump");
  const study::ReplayedMessage replayed =
      study::replay_dumped_message(blocks, {.words = {.descriptor = descriptor, .extended = extended},
                                            .payload = places[0],
                                            .surface_state_base = places[1],
                                            .dynamic_state_base = places[2],
                                            .binding_table_offset = static_cast<std::uint32_t>(places[3]),
                                            .sampler_state_offset = static_cast<std::uint32_t>(places[4]),
                                            .execution_mask = mask,
                                            .channels = {}});
  nlohmann::ordered_json result = study::answered_message_json(replayed.message);
  result["warnings"] = nlohmann::ordered_json::array();
  for (const Diagnostic& warning : replayed.warnings) result["warnings"].push_back(warning.text());
  return study::json_text(result);
}

}  // namespace

void bind_states(py::module_& module) {
  module.def("decode_state", decode_state);
  module.def("encode_state", encode_state);
  module.def("texel_addresses", [](const StateWords& words, const Places& x, const Places& y, std::uint32_t level,
                                   std::uint32_t slice, std::uint32_t sample) {
    return texel_addresses(words, x, y, {.level = level, .x = 0, .y = 0, .slice = slice, .sample = sample});
  });
  module.def("read_dump", read_dump);
  module.def("execute_message", execute_message);
}

}  // namespace texpipe::python
