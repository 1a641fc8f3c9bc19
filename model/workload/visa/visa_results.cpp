#include "workload/visa/visa_results.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/text/json_text.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

/// A number where JSON has one, else (NaN, Inf) its text.
Json number(const std::string& text) {
  Json value = parse_json_or_discard<Json>(text);
  return value.is_discarded() ? Json(text) : value;
}

}  // namespace

std::uint32_t result_word(const VisaBufferResult& result, std::size_t place) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4 && place + i < result.bytes.size(); ++i) {
    word |= std::to_integer<std::uint32_t>(result.bytes[place + i]) << (8 * i);
  }
  return word;
}

Json visa_results(const VisaWorkload& workload, const VisaInputs& inputs) {
  Json json{{"kernel", workload.kernel->program.name}, {"registers", Json::array()}, {"buffers", Json::array()}};
  for (const VisaRegisterResult& result : register_results(workload, inputs)) {
    Json values = Json::array();
    for (const std::string& element : result.elements) values.push_back(number(element));
    json["registers"].push_back(
        {{"thread", result.thread}, {"variable", result.variable}, {"type", name_of(result.type)}, {"values", values}});
  }
  for (const VisaBufferResult& result : buffer_results(workload, inputs)) {
    Json words = Json::array();
    for (std::size_t i = 0; i < result.bytes.size(); i += 4)
      words.push_back(fmt::format("0x{:08x}", result_word(result, i)));
    json["buffers"].push_back({{"index", result.index}, {"words", words}});
  }
  return json;
}

}  // namespace texpipe::study
