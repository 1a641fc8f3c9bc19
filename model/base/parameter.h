// Declaration of a parameter struct's fields, once, for every reader: YAML, error texts, `config show`, JSON schema,
// reference.
//
//   struct TextureCacheParameters {
//     ByteSize size{16_KiB};
//     template <class Visitor> void describe(Visitor& v) {
//       v("size", size, {.range = {{1_KiB, 1_MiB}}, .power_of_two = true, .help = "data capacity",
//                        .source = kAssumed});
//     }
//   };
//
// A visitor has these members:
//   operator()(name, T& field, ParameterInfo<T>)
//       a value: bool, std::uint32_t, std::uint64_t, std::int32_t, double, std::string, a Quantity, an enumeration
//       with enum_rows(), a type with parse_text() and value_text() beside it (unit_text.h), or a std::vector of one
//       of these: a list of values
//   group(name, Struct& field, help)
//       a nested struct with describe()
//   preset_group(name, Struct& field, presets, help)
//       a nested struct that one word may give as a whole
//   list(name, std::vector<Struct>& field, count, help)
//       `count` equal structs: one YAML mapping describes all of them, a path with an index or [*]
//       (`subslice[0].eus`) one or each; resized to `count` here
//   units(name, Units<Struct>& field, count, help)
//       a list whose only element is a group: `sampler.l1` where there is one sampler, `sampler[1].l1` where there are
//       more
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace texpipe {

/// Source of a parameter's default. `texpipe config show` marks assumed values;
/// docs/explanation/what-is-assumed.md lists what else is assumed.
struct ParameterSource {
  std::string_view text;
  bool assumed = false;
};
inline constexpr ParameterSource kAssumed{"assumed", true};
inline constexpr ParameterSource kChoice{"modelling choice", false};

template <class T>
struct ParameterRange {
  T low;
  T high;
};

/// A word that stands for all parameters of a group.
template <class Struct>
struct ParameterPreset {
  std::string_view name;
  Struct value;
  std::string_view meaning;
};

template <class T>
struct ParameterInfo {
  std::optional<ParameterRange<T>> range{};
  bool power_of_two = false;
  std::string_view help;
  ParameterSource source = kChoice;
  bool required = false;      // has no default that a user may rely on
  bool decides_keys = false;  // which keys follow it in its group: none is looked at where it has no value
  bool is_path = false;       // text: a file; relative ones are resolved against the file that holds them
  std::span<const std::string_view> choices{};  // text: the allowed words; empty: any
};

}  // namespace texpipe
