// Bit layouts as tables: one row per field drives decode, encode, printing and reading of `field=value` lists.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/enum_table.h"
#include "base/quantity.h"
#include "isa/gen9/fixed_point.h"

namespace texpipe::gen9 {

/// Relation of a member's value to the bits: value = (bits + bias) << shift. `Width - 1` has bias 1, `QPitch / 4` shift
/// 2.
struct FieldCoding {
  std::uint8_t bias = 0;
  std::uint8_t shift = 0;
};
inline constexpr FieldCoding kPlain{};
inline constexpr FieldCoding kMinusOne{.bias = 1};
inline constexpr FieldCoding kDividedBy4{.shift = 2};

/// One field of a structure of `N` DWords. A field may reach into the next DWord (high above 31).
template <class State>
struct BitField {
  std::uint8_t dword;
  std::uint8_t high;
  std::uint8_t low;
  std::string_view name;     // as documented
  std::string_view meaning;  // in our words
  FieldCoding coding;
  std::uint64_t (*get)(const State&);  // member as 64 bits, sign-extended when signed
  void (*set)(State&, std::uint64_t);
  bool is_signed = false;
  bool is_boolean = false;
  std::uint8_t fraction_bits = 0;
  EnumRows (*rows)(const State&) = nullptr;  // documented values, for enumerations; without rows: any number will do
  bool (*present)(const State&) = nullptr;   // overlaid fields: whether the bits mean this; null: always

  constexpr unsigned width() const { return high - low + 1u; }
  constexpr std::uint64_t mask() const { return width() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width()) - 1; }
  bool is_present(const State& state) const { return present == nullptr || present(state); }
};

namespace detail {

template <class T>
std::uint64_t to_bits(const T& value) {
  if constexpr (requires { value.raw; }) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value.raw));
  } else if constexpr (requires { value.value(); }) {
    return value.value();
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<std::uint64_t>(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::signed_integral<T>) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  } else {
    return value;
  }
}

template <class T>
T from_bits(std::uint64_t bits) {
  if constexpr (requires(T t) { t.raw; }) {
    return T{static_cast<std::int32_t>(bits)};
  } else {
    return static_cast<T>(bits);
  }
}

template <class T>
constexpr unsigned fraction_bits_of() {
  if constexpr (requires { T::kFractionBits; }) return T::kFractionBits;
  return 0;
}

template <class T>
constexpr bool is_signed_member() {
  if constexpr (requires { T::kIsSigned; }) return T::kIsSigned;
  return std::signed_integral<T>;
}

template <class State, class T>
T member_type(T State::*);

}  // namespace detail

/// A table row for a member: unsigned or signed integer, bool, enumeration with enum_rows(), Quantity or FixedPoint.
template <class State, auto Member>
constexpr BitField<State> field(std::uint8_t dword, std::uint8_t high, std::uint8_t low, std::string_view name,
                                std::string_view meaning = {}, FieldCoding coding = kPlain,
                                bool (*present)(const State&) = nullptr) {
  using T = decltype(detail::member_type(Member));
  BitField<State> row{.dword = dword,
                      .high = high,
                      .low = low,
                      .name = name,
                      .meaning = meaning,
                      .coding = coding,
                      .get = [](const State& state) -> std::uint64_t { return detail::to_bits<T>(state.*Member); },
                      .set = [](State& state, std::uint64_t bits) { state.*Member = detail::from_bits<T>(bits); },
                      .is_signed = detail::is_signed_member<T>(),
                      .is_boolean = std::same_as<T, bool>,
                      .fraction_bits = detail::fraction_bits_of<T>(),
                      .present = present};
  if constexpr (requires { enum_rows(T{}); }) row.rows = [](const State&) { return enum_rows(T{}); };
  return row;
}

/// A table row for a bit or a number whose values have documented names although its member has no type of its own.
/// @tparam Codes  the names, an EnumRows of static storage
template <class State, auto Member, const EnumRows& Codes>
constexpr BitField<State> coded_field(std::uint8_t dword, std::uint8_t high, std::uint8_t low, std::string_view name,
                                      std::string_view meaning = {}, bool (*present)(const State&) = nullptr) {
  BitField<State> row = field<State, Member>(dword, high, low, name, meaning, kPlain, present);
  row.rows = [](const State&) { return Codes; };
  return row;
}

/// Non-template half: texts and errors.
struct FieldPlace {
  std::string_view structure;
  std::string_view field;
  std::string bits;  // `DW2 13:0`
};
[[noreturn]] void refuse_field_code(const FieldPlace& place, std::uint64_t code, const EnumRows& rows);
[[noreturn]] void refuse_field_value(const FieldPlace& place, std::int64_t value, std::int64_t low, std::int64_t high,
                                     unsigned step);
[[noreturn]] void refuse_reserved_bits(std::string_view structure, unsigned dword, std::string_view dword_name,
                                       std::uint32_t bits);
[[noreturn]] void refuse_absent_field(const FieldPlace& place);
[[noreturn]] void refuse_field_name(std::string_view structure, std::string_view name,
                                    std::span<const std::string_view> names);

/// `Surface Type` -> `surface_type`: how field names are spelled on the command line and in JSON.
std::string field_key(std::string_view name);

/// `DW2 13:0`; with a name, `descriptor 11:8`.
std::string field_bits(unsigned dword, unsigned high, unsigned low, std::string_view dword_name = {});

/// One field of a decoded structure, for printing.
struct FieldValue {
  std::string key;        // `surface_type`
  std::string name;       // `Surface Type`
  std::string bits;       // `DW0 31:29`
  std::uint64_t raw;      // as stored
  std::string value;      // documented name, number, true or false
  std::string meaning;    // of the value where it has one, else of the field
  bool reserved = false;  // a code that the field's enumeration reserves or does not list
};

/// A field as its table has it, for those who explain it.
struct FieldFacts {
  std::string key;
  std::string name;
  std::string bits;       // `DW0 31:29`
  std::string meaning;    // may be empty
  std::string holds;      // `1 to 16384: the bits + 1`
  EnumRows rows{};        // of an enumeration
  bool overlaid = false;  // exists beside some values of other fields only
};

/// Whether a number is taken for a field whose enumeration reserves it or does not list it.
enum class UnlistedCodes : std::uint8_t { kRefused, kTaken };

/// A `field=value` word of a command line.
struct FieldAssignment {
  std::string name;
  std::string value;
};

/// `name=value`. Throws Error (kUsage) when there is no `=`.
FieldAssignment parse_assignment(std::string_view text);

namespace detail {

/// Value as text: a documented name, a decimal fraction, true/false, or a decimal number.
std::string value_text(std::uint64_t value, bool is_signed, bool is_boolean, unsigned fraction_bits,
                       unsigned field_width, const EnumRow* row);
/// Member bits from text, or an error that names the field and the nearest spelling.
std::uint64_t parse_value(const FieldPlace& place, std::string_view text, bool is_boolean, unsigned fraction_bits,
                          const EnumRows* rows, UnlistedCodes unlisted);

/// The row whose name reads as this value again; null when there is none.
const EnumRow* named_row(const EnumRows& rows, std::uint64_t value);

/// Numbers that a field holds, and how its bits tell them.
struct FieldNumbers {
  unsigned width;
  FieldCoding coding;
  bool is_signed;
  bool is_boolean;
  unsigned fraction_bits;
};
std::string numbers_text(const FieldNumbers& numbers);

/// Meaning of a code that an enumeration reserves or does not list.
std::string reserved_text(const EnumRows& rows);

inline std::uint64_t sign_extend(std::uint64_t bits, unsigned width) {
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  return (bits ^ sign) - sign;
}

}  // namespace detail

/// A structure's name and fields.
template <class State, std::size_t Dwords>
struct BitLayout {
  std::string_view structure;
  std::span<const BitField<State>> fields;
  std::array<std::string_view, Dwords> dword_names{};  // empty: DW0, DW1, ...

  using Words = std::array<std::uint32_t, Dwords>;

  static std::uint64_t extract(std::span<const std::uint32_t, Dwords> words, const BitField<State>& f) {
    std::uint64_t pair = words[f.dword];
    if (f.dword + 1u < Dwords) pair |= std::uint64_t{words[f.dword + 1u]} << 32;
    return (pair >> f.low) & f.mask();
  }

  /// Bits that belong to no field of `state`.
  Words unclaimed(const State& state) const {
    Words rest;
    rest.fill(~0u);
    for (const BitField<State>& f : fields) {
      if (!f.is_present(state)) continue;
      rest[f.dword] &= ~static_cast<std::uint32_t>(f.mask() << f.low);
      if (Dwords > 1 && f.high > 31) rest[f.dword + 1u] &= ~static_cast<std::uint32_t>((f.mask() << f.low) >> 32);
    }
    return rest;
  }

  /// Sets every present field, in table order.
  void decode(std::span<const std::uint32_t, Dwords> words, State& state) const {
    for (const BitField<State>& f : fields) {
      if (!f.is_present(state)) continue;
      std::uint64_t bits = extract(words, f);
      if (f.is_signed) bits = detail::sign_extend(bits, f.width());
      f.set(state, (bits + f.coding.bias) << f.coding.shift);
    }
  }

  /// Throws Error (kMalformedInput) naming the first field that holds a reserved or unlisted code.
  void require_listed(const State& state) const {
    for (const BitField<State>& f : fields) {
      if (f.rows == nullptr || !f.is_present(state)) continue;
      const EnumRows rows = f.rows(state);
      const std::uint64_t code = f.get(state);
      if (!rows.rows.empty() && rows.find(static_cast<std::uint32_t>(code)) == nullptr)
        refuse_field_code(place(f), code, rows);
    }
  }

  /// Bits of every present field. Throws Error (kMalformedInput) for a value that its field cannot hold.
  Words encode(const State& state) const {
    Words words{};
    for (const BitField<State>& f : fields) {
      if (!f.is_present(state)) continue;
      const std::uint64_t bits = checked_bits(state, f) << f.low;
      words[f.dword] |= static_cast<std::uint32_t>(bits);
      if (Dwords > 1 && f.high > 31) words[f.dword + 1u] |= static_cast<std::uint32_t>(bits >> 32);
    }
    return words;
  }

  /// Decodes a structure that keeps bits of no field in its member `reserved`.
  State decode_keeping_reserved(std::span<const std::uint32_t, Dwords> words) const {
    State state;
    decode(words, state);
    state.reserved = unclaimed(state);
    for (std::size_t i = 0; i < Dwords; ++i) state.reserved[i] &= words[i];
    return state;
  }

  /// Encodes such a structure: bits of `reserved` that no present field claims come back.
  Words encode_with_reserved(const State& state) const {
    Words words = encode(state);
    const Words free = unclaimed(state);
    for (std::size_t i = 0; i < Dwords; ++i) words[i] |= state.reserved[i] & free[i];
    return words;
  }

  /// Throws Error (kMalformedInput) when a bit of no present field is set.
  void require_zero_reserved(std::span<const std::uint32_t, Dwords> words, const State& state) const {
    const Words free = unclaimed(state);
    for (std::size_t i = 0; i < Dwords; ++i) {
      if ((words[i] & free[i]) != 0)
        refuse_reserved_bits(structure, static_cast<unsigned>(i), dword_names[i], words[i] & free[i]);
    }
  }

  std::vector<FieldValue> values(const State& state) const {
    std::vector<FieldValue> list;
    for (const BitField<State>& f : fields) {
      if (!f.is_present(state)) continue;
      const std::uint64_t value = f.get(state);
      const EnumRows rows = f.rows ? f.rows(state) : EnumRows{};
      const EnumRow* row = rows.find(static_cast<std::uint32_t>(value));
      const EnumRow* named = detail::named_row(rows, value);
      const bool reserved = row == nullptr && !rows.rows.empty();
      list.push_back({.key = field_key(f.name),
                      .name = std::string{f.name},
                      .bits = bits_of(f),
                      .raw = checked_bits(state, f),
                      .value = detail::value_text(value, f.is_signed, f.is_boolean, f.fraction_bits, f.width(), named),
                      .meaning = reserved ? detail::reserved_text(rows)
                                          : std::string{row && !row->meaning.empty() ? row->meaning : f.meaning},
                      .reserved = reserved});
    }
    return list;
  }

  /// Every field, those that `state` does not have among them.
  std::vector<FieldFacts> facts(const State& state) const {
    std::vector<FieldFacts> list;
    for (const BitField<State>& f : fields) {
      list.push_back({.key = field_key(f.name),
                      .name = std::string{f.name},
                      .bits = bits_of(f),
                      .meaning = std::string{f.meaning},
                      .holds = detail::numbers_text({f.width(), f.coding, f.is_signed, f.is_boolean, f.fraction_bits}),
                      .rows = f.rows ? f.rows(state) : EnumRows{},
                      .overlaid = f.present != nullptr});
    }
    return list;
  }

  /// Sets one field from text: a documented name, a number (decimal, 0x..., 0b...), a decimal fraction, true or false.
  void assign(State& state, const FieldAssignment& assignment, UnlistedCodes unlisted = UnlistedCodes::kRefused) const {
    std::vector<std::string> keys;
    const std::string key = field_key(assignment.name);
    const BitField<State>* absent = nullptr;
    for (const BitField<State>& f : fields) {
      keys.push_back(field_key(f.name));
      if (keys.back() != key) continue;
      if (!f.is_present(state)) {
        absent = &f;
        continue;
      }
      const EnumRows rows = f.rows ? f.rows(state) : EnumRows{};
      const bool enumerated = !rows.rows.empty();
      f.set(state, detail::parse_value(place(f), assignment.value, f.is_boolean, f.fraction_bits,
                                       enumerated ? &rows : nullptr, unlisted));
      checked_bits(state, f);
      return;
    }
    if (absent != nullptr) refuse_absent_field(place(*absent));
    refuse_field_name(structure, assignment.name, std::vector<std::string_view>{keys.begin(), keys.end()});
  }

 private:
  std::string bits_of(const BitField<State>& f) const {
    return field_bits(f.dword, f.high, f.low, dword_names[f.dword]);
  }
  FieldPlace place(const BitField<State>& f) const { return {structure, f.name, bits_of(f)}; }

  std::uint64_t checked_bits(const State& state, const BitField<State>& f) const {
    const std::uint64_t value = f.get(state);
    const std::uint64_t step = std::uint64_t{1} << f.coding.shift;
    const std::uint64_t bits = f.is_signed ? value : (value >> f.coding.shift) - f.coding.bias;
    const bool exact = f.is_signed || (value % step == 0 && value >> f.coding.shift >= f.coding.bias);
    const bool fits = f.is_signed ? detail::sign_extend(bits & f.mask(), f.width()) == bits : bits <= f.mask();
    if (exact && fits) return bits & f.mask();
    const std::int64_t least =
        f.is_signed ? -static_cast<std::int64_t>((f.mask() >> 1) + 1) : f.coding.bias * static_cast<std::int64_t>(step);
    const std::int64_t most = f.is_signed ? static_cast<std::int64_t>(f.mask() >> 1)
                                          : static_cast<std::int64_t>((f.mask() + f.coding.bias) << f.coding.shift);
    refuse_field_value(place(f), static_cast<std::int64_t>(value), least, most, static_cast<unsigned>(step));
  }
};

}  // namespace texpipe::gen9
