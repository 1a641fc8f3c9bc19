#include "exploration/sweep/sweep_schema.h"

#include <nlohmann/json.hpp>

#include "exploration/sweep/sweep_specification.h"
#include "study/definition/parameter_names.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

Json names_of(EnumRows rows) {
  Json names = Json::array();
  for (const EnumRow& row : rows.rows) names.push_back(row.name);
  return names;
}

Json object(Json properties, Json required) {
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

/// Whole paths of parameters, which editors complete; ends of paths are allowed, too.
Json parameters() {
  const ParameterNames names;
  Json properties = Json::object();
  for (const std::string& path : names.paths()) properties[path] = true;
  return {{"properties", properties}};
}

/// A group whose keys are parameters.
Json by_parameter(const char* what) {
  return {{"type", "object"},
          {"minProperties", 1},
          {"allOf", Json::array({{{"$ref", "#/definitions/parameters"}}})},
          {"additionalProperties", {{"$ref", std::string{"#/definitions/"} + what}}}};
}

Json reference(const char* definition, const std::string& description) {
  return {{"$ref", std::string{"#/definitions/"} + definition}, {"description", description}};
}

}  // namespace

nlohmann::ordered_json sweep_schema() {
  const Json value{{"type", Json::array({"string", "number", "boolean", "array"})}};
  const Json end{{"type", Json::array({"string", "number"})}};
  const Json expression{{"type", Json::array({"string", "number"})}};
  const Json scale{{"enum", names_of(enum_rows(AxisScale{}))}};
  const Json steps{{"type", "integer"}, {"minimum", 1}};
  const Json range = object({{"from", end}, {"to", end}, {"scale", scale}, {"steps", steps}}, {"from", "to"});
  const Json values{{"type", "array"}, {"minItems", 1}, {"items", value}};
  Json objective = object({{"value", expression}, {"goal", {{"enum", names_of(enum_rows(Goal{}))}}}}, {"value"});
  const Json sampled = object({{"points", {{"type", "integer"}, {"minimum", 1}}},
                               {"seed", {{"type", "integer"}, {"minimum", 0}, {"default", 0}}},
                               {"axes", {{"$ref", "#/definitions/axes"}}}},
                              {"points", "axes"});
  const Json search = object({{"population", {{"type", "integer"}, {"minimum", 4}, {"default", 24}}},
                              {"generations", {{"type", "integer"}, {"minimum", 1}, {"default", 10}}},
                              {"seed", {{"type", "integer"}, {"minimum", 0}, {"default", 0}}},
                              {"axes", {{"$ref", "#/definitions/axes"}}}},
                             {"axes"});
  Json definitions{{"parameters", parameters()},
                   {"value", value},
                   {"expression", expression},
                   {"axis", {{"anyOf", Json::array({values, range})}}},
                   {"settings", by_parameter("value")},
                   {"axes", by_parameter("axis")},
                   {"conditions", by_parameter("expression")},
                   {"points", {{"type", "array"}, {"items", {{"$ref", "#/definitions/settings"}}}}},
                   {"sampled", sampled},
                   {"search", search}};
  Json properties{{"schema_version", {{"enum", Json::array({1})}, {"description", "version of these keys"}}},
                  {"sweep", {{"type", "string"}, {"description", "name of the sweep and of its folder"}}},
                  {"study", {{"type", "string"}, {"description", "study file, from this file's folder"}}},
                  {"set", reference("settings", "values of all points")}};
  for (const EnumRow& row : kSectionKinds) {
    const auto kind = static_cast<SectionKind>(row.value);
    const char* definition = kind == SectionKind::kList     ? "points"
                             : kind == SectionKind::kSearch ? "search"
                             : is_sampled(kind)             ? "sampled"
                                                            : "axes";
    properties[std::string{row.name}] = reference(definition, std::string{row.meaning});
  }
  properties["when"] = reference("conditions", "an axis counts only where its expression holds");
  properties["constraints"] = {
      {"type", "array"},
      {"items", {{"$ref", "#/definitions/expression"}}},
      {"description",
       "points for which one does not hold are left out, or where only a run tells it, are on no front"}};
  properties["objectives"] = {{"type", "object"},
                              {"additionalProperties", {{"anyOf", Json::array({expression, objective})}}},
                              {"description", "expressions over statistics and parameters; cycles when there is none"}};
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "texpipe sweep"}};
  schema.update(object(std::move(properties), {"sweep", "study"}));
  schema["definitions"] = std::move(definitions);
  return schema;
}

}  // namespace texpipe::study
