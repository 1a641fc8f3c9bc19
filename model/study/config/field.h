// A parameter whatever its type: what every visitor of describe() that is not a template works on.
#pragma once

#include <algorithm>
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/enum_table.h"
#include "base/fraction.h"
#include "base/parameter.h"
#include "base/unit_text.h"

namespace texpipe::study {

enum class FieldType : std::uint8_t { kBoolean, kWhole, kReal, kFraction, kText, kQuantity, kEnumeration };

/// Facts of one parameter and access to it. Lives during the visit only.
struct Field {
  std::string_view name;
  FieldType type = FieldType::kText;
  std::string_view unit;  // "bytes", "hertz", ...; empty for plain values
  std::string low, high;  // allowed range as text; empty when there is none
  bool power_of_two = false;
  bool required = false;
  bool is_path = false;
  bool is_list = false;                   // one value or several: a sequence in YAML, commas between them in a text
  std::vector<std::string_view> choices;  // allowed words; empty: no such list
  std::vector<std::string_view> choice_meanings;
  std::span<const std::string_view> units;  // of a quantity
  std::string_view help;
  ParameterSource source;
  std::function<std::string()> text;                                   // the current value
  std::function<std::optional<TextProblem>(std::string_view)> assign;  // parses, checks, sets
};

/// Receives the parameters of a struct in the order of its describe().
class FieldVisitor {
 public:
  virtual ~FieldVisitor() = default;
  virtual void field(Field& field) = 0;
  virtual void begin_group(std::string_view name, std::string_view help) = 0;
  /// A group that a word may give as a whole; `word` assigns it and reads the one that the group equals, or "".
  virtual void begin_preset_group(Field& word) = 0;
  virtual void end_group() = 0;
  /// A list of `count` equal groups; begin_element and end_element surround each.
  virtual void begin_list(std::string_view name, std::size_t count, std::string_view help) = 0;
  virtual void begin_element(std::size_t index) = 0;
  virtual void end_element() = 0;
  virtual void end_list() = 0;
};

template <class T>
concept DocumentedEnumeration = std::is_enum_v<T> && requires(T e) {
  { enum_rows(e) } -> std::convertible_to<EnumRows>;
};

template <class T>
std::string_view unit_of() {
  if constexpr (std::same_as<T, Cycles>) return "cycles";
  if constexpr (std::same_as<T, ByteSize>) return "bytes";
  if constexpr (std::same_as<T, Frequency>) return "hertz";
  if constexpr (std::same_as<T, TimeSpan>) return "picoseconds";
  if constexpr (std::same_as<T, Bandwidth>) return "bytes per second";
  return "";
}

template <class T>
constexpr FieldType field_type() {
  if constexpr (std::same_as<T, bool>)
    return FieldType::kBoolean;
  else if constexpr (std::same_as<T, Fraction>)
    return FieldType::kFraction;
  else if constexpr (std::integral<T>)
    return FieldType::kWhole;
  else if constexpr (std::floating_point<T>)
    return FieldType::kReal;
  else if constexpr (std::is_enum_v<T>)
    return FieldType::kEnumeration;
  else if constexpr (requires(T t) { t.value(); })
    return FieldType::kQuantity;
  else
    return FieldType::kText;
}

template <class T>
std::string text_of(const T& value) {
  if constexpr (DocumentedEnumeration<T>)
    return std::string{name_of(value)};
  else
    return value_text(value);
}

template <class T>
bool is_power_of_two(const T& value) {
  if constexpr (std::unsigned_integral<T>)
    return value != 0 && (value & (value - 1)) == 0;
  else if constexpr (requires { value.value(); })
    return is_power_of_two(value.value());
  else
    return true;
}

/// Checks a value against its parameter's range; empty when it fits.
template <class T>
std::optional<TextProblem> misfit(const T& value, const ParameterInfo<T>& info) {
  if (info.power_of_two && !is_power_of_two(value)) return TextProblem{text_of(value) + " is not a power of two", ""};
  if constexpr (std::totally_ordered<T>) {
    if (!info.range || (value >= info.range->low && value <= info.range->high)) return {};
    const std::string low = text_of(info.range->low), high = text_of(info.range->high);
    const std::string expected = low == high ? "expected " + low : "expected " + low + " to " + high;
    return TextProblem{text_of(value) + " is out of range", expected};
  }
  return {};
}

template <class T>
struct ListElement {
  using Type = T;
};
template <class T>
struct ListElement<std::vector<T>> {
  using Type = T;
};

/// A list of values, or a type that reads several from one text and says so with kIsList.
template <class T>
constexpr bool is_list_type() {
  if constexpr (requires { T::kIsList; }) return T::kIsList;
  return !std::same_as<T, typename ListElement<T>::Type>;
}

/// The values of a list's text, without brackets and spaces: `1, 2` or `[1, 2]`.
std::vector<std::string> list_items(std::string_view text);

/// Problem of a word that is not in a list of words.
TextProblem not_a_choice(std::string_view word, const std::vector<std::string_view>& choices);

/// Hands the fields of a describe() to a FieldVisitor; this is the `Visitor` that parameter structs see.
class FieldAdapter {
 public:
  explicit FieldAdapter(FieldVisitor& visitor) : visitor_{visitor} {}

  template <class T>
  void operator()(std::string_view name, T& value,
                  const std::type_identity_t<ParameterInfo<typename ListElement<T>::Type>>& info) {
    using Element = typename ListElement<T>::Type;
    Field field{.name = name, .type = field_type<Element>(), .unit = unit_of<Element>()};
    if (info.range) field.low = text_of(info.range->low), field.high = text_of(info.range->high);
    field.is_list = is_list_type<T>();
    field.power_of_two = info.power_of_two;
    field.required = info.required;
    field.is_path = info.is_path;
    field.choices.assign(info.choices.begin(), info.choices.end());
    if constexpr (field_type<Element>() == FieldType::kQuantity) field.units = unit_names(Element{});
    field.help = info.help;
    field.source = info.source;
    field.text = [&value] { return whole_text(value); };
    if constexpr (DocumentedEnumeration<Element>) {
      for (const EnumRow& row : enum_rows(Element{}).rows) {
        if (row.name == "Reserved") continue;
        field.choices.push_back(row.name);
        field.choice_meanings.push_back(row.meaning);
      }
    }
    field.assign = [&value, &info, &field](std::string_view text) { return assign(text, value, info, field.choices); };
    visitor_.field(field);
  }

  template <class Struct, class Presets>
  void preset_group(std::string_view name, Struct& members, const Presets& presets, std::string_view help) {
    Field word{.name = name, .type = FieldType::kEnumeration};
    for (const auto& preset : presets) {
      word.choices.push_back(preset.name);
      word.choice_meanings.push_back(preset.meaning);
    }
    word.help = help;
    word.text = [&] {
      for (const auto& preset : presets) {
        if (preset.value == members) return std::string{preset.name};
      }
      return std::string{};
    };
    word.assign = [&](std::string_view text) -> std::optional<TextProblem> {
      for (const auto& preset : presets) {
        if (preset.name == text) return members = preset.value, std::nullopt;
      }
      return not_a_choice(text, word.choices);
    };
    visitor_.begin_preset_group(word);
    members.describe(*this);
    visitor_.end_group();
  }

  template <class Struct>
  void group(std::string_view name, Struct& members, std::string_view help) {
    visitor_.begin_group(name, help);
    members.describe(*this);
    visitor_.end_group();
  }

  template <class Struct>
  void list(std::string_view name, std::vector<Struct>& members, std::size_t count, std::string_view help) {
    // New ones know the same implementations as the first, which is not read yet.
    members.resize(count, members.empty() ? Struct{} : members.front());
    visitor_.begin_list(name, count, help);
    for (std::size_t i = 0; i < count; ++i) {
      visitor_.begin_element(i);
      members[i].describe(*this);
      visitor_.end_element();
    }
    visitor_.end_list();
  }

 private:
  template <class T>
  static std::string whole_text(const T& value) {
    return text_of(value);
  }
  template <class T>
  static std::string whole_text(const std::vector<T>& values) {
    std::string text;
    for (const T& value : values) text += (text.empty() ? "" : ", ") + text_of(value);
    return text;
  }

  template <class T>
  static std::optional<TextProblem> assign(std::string_view text, std::vector<T>& values, const ParameterInfo<T>& info,
                                           const std::vector<std::string_view>& choices) {
    std::vector<T> parsed;
    for (const std::string& item : list_items(text)) {
      parsed.emplace_back();
      if (auto problem = assign(item, parsed.back(), info, choices)) return problem;
    }
    values = std::move(parsed);
    return {};
  }

  template <class T>
  static std::optional<TextProblem> assign(std::string_view text, T& value, const ParameterInfo<T>& info,
                                           const std::vector<std::string_view>& choices) {
    T parsed{};
    if constexpr (DocumentedEnumeration<T>) {
      if (std::find(choices.begin(), choices.end(), text) == choices.end()) return not_a_choice(text, choices);
      parsed = *value_of<T>(text);
    } else {
      if (auto problem = parse_text(text, parsed)) return problem;
      if constexpr (std::same_as<T, std::string>) {
        if (!choices.empty() && std::find(choices.begin(), choices.end(), parsed) == choices.end()) {
          return not_a_choice(text, choices);
        }
        if (parsed.empty() && info.required) return TextProblem{"is empty", ""};
      }
      if (auto problem = misfit(parsed, info)) return problem;
    }
    value = parsed;
    return {};
  }

  FieldVisitor& visitor_;
};

/// Visits every parameter of a struct.
template <class Struct>
void visit_fields(Struct& parameters, FieldVisitor& visitor) {
  FieldAdapter adapter{visitor};
  parameters.describe(adapter);
}

}  // namespace texpipe::study
