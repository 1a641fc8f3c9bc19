// A parameter tree as JSON Schema, for editors and validators.
#include <nlohmann/json.hpp>
#include <utility>

#include "parameters/tree/parameter_tree.h"

#include "host/text/json_text.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

std::string description(const ParameterNode& node) {
  std::string text = node.help;
  if (!node.low.empty()) text += "; " + node.low + " to " + node.high;
  if (node.power_of_two) text += "; a power of two";
  if (!node.source.text.empty()) text += " (" + std::string{node.source.text} + ")";
  return text;
}

Json quantity(const ParameterNode& node) {
  std::string units;
  for (const std::string& unit : node.units) units += (units.empty() ? "" : "|") + unit;
  if (units.empty()) return {{"type", Json::array({"integer", "string"})}};  // an address
  const bool unit_optional = node.unit == "cycles";
  const std::string pattern = "^[0-9]+(\\.[0-9]+)? ?(" + units + (unit_optional ? ")?$" : ")$");
  if (unit_optional) return {{"type", Json::array({"integer", "string"})}, {"pattern", pattern}};
  return {{"type", "string"}, {"pattern", pattern}};
}

/// A number, exactly: whole, decimal or a quotient.
Json fraction(const ParameterNode& node) {
  Json schema{{"type", Json::array({"number", "string"})}, {"pattern", "^[0-9]+(\\.[0-9]+|/[1-9][0-9]*)?$"}};
  const bool whole = node.text.find('/') == std::string::npos;
  schema["default"] = whole ? parse_json<Json>(node.text) : Json(node.text);
  return schema;
}

Json one_value(const ParameterNode& node) {
  Json schema;
  switch (node.type) {
    case FieldType::kBoolean:
      schema["type"] = "boolean";
      schema["default"] = node.text == "true";
      break;
    case FieldType::kWhole:
    case FieldType::kReal:
      schema["type"] = node.type == FieldType::kWhole ? "integer" : "number";
      if (!node.low.empty())
        schema["minimum"] = parse_json<Json>(node.low), schema["maximum"] = parse_json<Json>(node.high);
      schema["default"] = parse_json<Json>(node.text);
      break;
    case FieldType::kFraction:
      schema = fraction(node);
      break;
    case FieldType::kQuantity:
      schema = quantity(node);
      schema["default"] = node.text;
      break;
    case FieldType::kEnumeration:
    case FieldType::kText:
      schema["type"] = "string";
      if (!node.choices.empty()) schema["enum"] = node.choices;
      if (!node.required) schema["default"] = node.text;
      break;
  }
  schema["description"] = description(node);
  return schema;
}

Json value(const ParameterNode& node) {
  if (!node.is_list) return one_value(node);
  ParameterNode element = node;
  const std::vector<std::string> items = list_items(node.text);
  element.text = items.empty() ? "0" : items.front();
  Json item = one_value(element);
  item.erase("default");
  item.erase("description");
  // A number among texts, such as `draws: 3`, is a number to YAML.
  if (node.type == FieldType::kText && node.choices.empty()) item["type"] = Json::array({"string", "integer"});
  return {{"anyOf", Json::array({item, {{"type", "array"}, {"items", item}}})},
          {"default", node.text},
          {"description", description(node)}};
}

Json object(const ParameterNode& group, const std::string& pattern, Json& definitions);

/// Name of a group's definition: its path without indices, with a number where another group has this path, too.
std::string defined(const ParameterNode& group, const std::string& path, Json& definitions) {
  Json schema = object(group, path, definitions);
  std::string name = path;
  for (unsigned n = 2; definitions.contains(name) && definitions[name] != schema; ++n) {
    name = path + '_' + std::to_string(n);
  }
  definitions[name] = std::move(schema);
  return name;
}

/// The object of a group. Groups inside it become definitions, each once.
Json object(const ParameterNode& group, const std::string& pattern, Json& definitions) {
  Json schema{{"type", "object"}, {"additionalProperties", false}};
  if (!group.help.empty()) schema["description"] = group.help;
  Json required = Json::array();
  for (const ParameterNode& child : group.children) {
    if (child.required) required.push_back(child.name);
    Json& property = schema["properties"][child.name];
    const Json other = std::exchange(property, Json{});  // of the same name
    const auto join = [&] {
      if (!other.is_null()) property = {{"anyOf", Json::array({other, std::move(property)})}};
    };
    if (child.kind == ParameterNode::Kind::kValue) {
      property = value(child);
      join();
      continue;
    }
    const bool list = child.kind == ParameterNode::Kind::kList;
    if (list && child.children.empty()) continue;
    const std::string path = pattern.empty() ? child.name : pattern + '.' + child.name;
    const Json reference{
        {"$ref", "#/definitions/" + defined(list ? child.children.front() : child, path, definitions)}};
    if (!child.choices.empty()) {
      property = {{"anyOf", Json::array({Json{{"enum", child.choices}}, reference})}};
      join();
      continue;
    }
    property = list || child.only_unit
                   ? Json{{"anyOf", Json::array({reference, {{"type", "array"}, {"items", reference}}})}}
                   : reference;
    join();
  }
  if (!required.empty()) schema["required"] = required;
  return schema;
}

}  // namespace

nlohmann::ordered_json to_schema(const ParameterNode& group, nlohmann::ordered_json& definitions) {
  return object(group, "", definitions);
}

}  // namespace texpipe::study
