// A parameter whatever its type: what every visitor of describe() that is not a template works on.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/enum_table.h"
#include "base/fraction.h"
#include "base/parameter.h"
#include "base/unit_text.h"
#include "base/units.h"

namespace texpipe::study {

enum class FieldType : std::uint8_t { kBoolean, kWhole, kReal, kFraction, kText, kQuantity, kEnumeration };

/// Facts of one parameter and access to it. Lives during the visit only; what few visitors ask for is made when they
/// ask.
class Field {
 public:
  virtual ~Field() = default;

  std::string_view name;
  FieldType type = FieldType::kText;
  std::string_view unit;  // "bytes", "hertz", ...; empty for plain values
  bool power_of_two = false;
  bool required = false;
  bool decides_keys = false;
  bool is_path = false;
  bool is_list = false;  // one value or several: a sequence in YAML, commas between them in a text
  std::string_view help;
  ParameterSource source;

  virtual std::string text() const = 0;                                        // the current value
  virtual std::optional<TextProblem> assign(std::string_view text) const = 0;  // parses, checks, sets

  /// Allowed range as text; empty when there is none.
  virtual std::string low() const { return {}; }
  virtual std::string high() const { return {}; }
  /// Allowed words and what they mean; empty: no such list.
  virtual std::vector<std::string_view> choices() const { return {}; }
  virtual std::vector<std::string_view> choice_meanings() const { return {}; }
  /// Units of a quantity; none for other types.
  virtual std::span<const std::string_view> units() const { return {}; }
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
  /// The group of a unit of which there could be several; end_group() follows.
  virtual void begin_only_unit(std::string_view name, std::string_view help) { begin_group(name, help); }
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
  using texpipe::value_text;  // those of this namespace, declared before or not, do not hide it
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

/// A parameter of type T: one value, or a list of them.
template <class T>
class TypedField final : public Field {
 public:
  using Element = typename ListElement<T>::Type;

  TypedField(std::string_view field_name, T& value, const ParameterInfo<Element>& info) : value_{value}, info_{info} {
    name = field_name;
    type = field_type<Element>();
    unit = unit_of<Element>();
    is_list = is_list_type<T>();
    power_of_two = info.power_of_two;
    required = info.required;
    decides_keys = info.decides_keys;
    is_path = info.is_path;
    help = info.help;
    source = info.source;
  }

  std::string text() const override {
    if constexpr (std::same_as<T, Element>) {
      return text_of(value_);
    } else {
      std::string text;
      for (const Element& element : value_) text += (text.empty() ? "" : ", ") + text_of(element);
      return text;
    }
  }

  std::optional<TextProblem> assign(std::string_view text) const override {
    if constexpr (std::same_as<T, Element>) {
      return assign_element(text, value_);
    } else {
      T parsed;
      for (const std::string& item : list_items(text)) {
        parsed.emplace_back();
        if (auto problem = assign_element(item, parsed.back())) return problem;
      }
      value_ = std::move(parsed);
      return {};
    }
  }

  std::string low() const override { return info_.range ? text_of(info_.range->low) : std::string{}; }
  std::string high() const override { return info_.range ? text_of(info_.range->high) : std::string{}; }

  std::vector<std::string_view> choices() const override {
    std::vector<std::string_view> words{info_.choices.begin(), info_.choices.end()};
    for_each_row([&](const EnumRow& row) { words.push_back(row.name); });
    return words;
  }

  std::vector<std::string_view> choice_meanings() const override {
    std::vector<std::string_view> meanings;
    for_each_row([&](const EnumRow& row) { meanings.push_back(row.meaning); });
    return meanings;
  }

  std::span<const std::string_view> units() const override {
    if constexpr (field_type<Element>() == FieldType::kQuantity) return unit_names(Element{});
    return {};
  }

 private:
  template <class Take>
  void for_each_row(Take take) const {
    if constexpr (DocumentedEnumeration<Element>) {
      for (const EnumRow& row : enum_rows(Element{}).rows) {
        if (row.name != "Reserved") take(row);
      }
    }
  }

  std::optional<TextProblem> assign_element(std::string_view text, Element& value) const {
    Element parsed{};
    const auto is_one_of = [&](const auto& words) {
      return std::find(words.begin(), words.end(), text) != words.end();
    };
    if constexpr (DocumentedEnumeration<Element>) {
      const std::vector<std::string_view> words = choices();
      if (!is_one_of(words)) return not_a_choice(text, words);
      parsed = *value_of<Element>(text);
    } else {
      using texpipe::parse_text;
      if (auto problem = parse_text(text, parsed)) return problem;
      if constexpr (std::same_as<Element, std::string>) {
        if (!info_.choices.empty() && !is_one_of(info_.choices)) return not_a_choice(text, choices());
        if (parsed.empty() && info_.required) return TextProblem{"is empty", ""};
      }
      if (auto problem = misfit(parsed, info_)) return problem;
    }
    value = parsed;
    return {};
  }

  T& value_;
  const ParameterInfo<Element>& info_;
};

/// A word that gives a whole group.
template <class Struct, class Presets>
class PresetField final : public Field {
 public:
  PresetField(std::string_view field_name, Struct& members, const Presets& presets, std::string_view field_help)
      : members_{members}, presets_{presets} {
    name = field_name;
    type = FieldType::kEnumeration;
    help = field_help;
  }

  std::string text() const override {
    for (const auto& preset : presets_) {
      if (preset.value == members_) return std::string{preset.name};
    }
    return {};
  }

  std::optional<TextProblem> assign(std::string_view text) const override {
    for (const auto& preset : presets_) {
      if (preset.name == text) return members_ = preset.value, std::nullopt;
    }
    return not_a_choice(text, choices());
  }

  std::vector<std::string_view> choices() const override {
    std::vector<std::string_view> words;
    for (const auto& preset : presets_) words.push_back(preset.name);
    return words;
  }

  std::vector<std::string_view> choice_meanings() const override {
    std::vector<std::string_view> meanings;
    for (const auto& preset : presets_) meanings.push_back(preset.meaning);
    return meanings;
  }

 private:
  Struct& members_;
  const Presets& presets_;
};

/// Hands the fields of a describe() to a FieldVisitor; this is the `Visitor` that parameter structs see.
class FieldAdapter {
 public:
  explicit FieldAdapter(FieldVisitor& visitor) : visitor_{visitor} {}

  template <class T>
  void operator()(std::string_view name, T& value,
                  const std::type_identity_t<ParameterInfo<typename ListElement<T>::Type>>& info) {
    TypedField<T> field{name, value, info};
    visitor_.field(field);
  }

  template <class Struct, class Presets>
  void preset_group(std::string_view name, Struct& members, const Presets& presets, std::string_view help) {
    PresetField word{name, members, presets, help};
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
  void units(std::string_view name, Units<Struct>& members, std::size_t count, std::string_view help) {
    members.resize(count);
    if (count == 1) {
      visitor_.begin_only_unit(name, help);
      members[0].describe(*this);
      visitor_.end_group();
      return;
    }
    visitor_.begin_list(name, count, help);
    for (std::size_t i = 0; i < count; ++i) {
      visitor_.begin_element(i);
      members[i].describe(*this);
      visitor_.end_element();
    }
    visitor_.end_list();
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
  FieldVisitor& visitor_;
};

/// Visits every parameter of a struct.
template <class Struct>
void visit_fields(Struct& parameters, FieldVisitor& visitor) {
  FieldAdapter adapter{visitor};
  parameters.describe(adapter);
}

}  // namespace texpipe::study
