// Fields that every message descriptor has (specification/messages 1.1).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/gen9/bit_field.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::gen9 {

/// A message's two descriptor words.
struct MessageWords {
  std::uint32_t descriptor = 0;
  std::uint32_t extended = 0;

  bool operator==(const MessageWords&) const = default;
};

struct MessageFields {
  SharedFunction shared_function = SharedFunction::kNull;
  bool end_of_thread = false;
  std::uint8_t extended_message_length = 0;  // registers of source 1, 0..15
  bool header_present = false;
  std::uint8_t response_length = 0;  // registers, 0..31
  std::uint8_t message_length = 0;   // registers of source 0, 0..15

  bool operator==(const MessageFields&) const = default;

  /// Registers of the whole payload, header included.
  unsigned payload_length() const { return message_length + extended_message_length; }
};

/// The common rows of a message's table.
template <class M>
constexpr std::array<BitField<M>, 6> common_message_fields() {
  return {field<M, &M::shared_function>(1, 3, 0, "Shared Function", "where the message goes"),
          field<M, &M::end_of_thread>(1, 5, 5, "End of Thread", "last message of the thread"),
          field<M, &M::extended_message_length>(1, 9, 6, "Extended Message Length", "registers of source 1"),
          field<M, &M::header_present>(0, 19, 19, "Header Present", "the first register is a header"),
          field<M, &M::response_length>(0, 24, 20, "Response Length", "registers"),
          field<M, &M::message_length>(0, 28, 25, "Message Length", "registers of source 0")};
}

/// Offset of a bindless surface state; counts when the binding table index is 252.
template <class M>
constexpr BitField<M> bindless_surface_field() {
  return field<M, &M::bindless_surface_offset>(1, 31, 12, "Bindless Surface Offset",
                                               "bytes from bindless surface state base", {.shift = 6});
}

inline constexpr EnumRow kSimd8Or16Rows[] = {
    {0, "SIMD8", "8 channels"},
    {1, "SIMD16", "16 channels"},
};
/// A SIMD mode of one bit.
inline constexpr EnumRows kSimd8Or16{"SIMD mode", kSimd8Or16Rows};

/// Common rows, then a message's own.
template <class M, std::size_t N>
constexpr std::array<BitField<M>, N + 6> message_table(const std::array<BitField<M>, N>& own) {
  const std::array<BitField<M>, 6> common = common_message_fields<M>();
  std::array<BitField<M>, N + 6> all{};
  for (std::size_t i = 0; i < 6; ++i) all[i] = common[i];
  for (std::size_t i = 0; i < N; ++i) all[6 + i] = own[i];
  return all;
}

template <class M>
using MessageLayout = BitLayout<M, 2>;

inline constexpr std::array<std::string_view, 2> kMessageWordNames{"descriptor", "extended descriptor"};

/// Throws Error (kMalformedInput): a message of this kind goes to another shared function.
[[noreturn]] void refuse_shared_function(std::string_view structure, SharedFunction found);

/// Kinds of message with one shared function refuse every other; the rest have a member `accepts`.
template <class M>
void require_shared_function(const MessageLayout<M>& layout, const M& message) {
  if constexpr (requires { M::accepts(message.shared_function); }) {
    if (!M::accepts(message.shared_function)) refuse_shared_function(layout.structure, message.shared_function);
  } else if (message.shared_function != M{}.shared_function) {
    refuse_shared_function(layout.structure, message.shared_function);
  }
}

/// Decodes a message and refuses (Error, kMalformedInput) another shared function, reserved codes and set bits of no
/// field, by the field's name.
template <class M>
M decode_message_fields(const MessageLayout<M>& layout, MessageWords words) {
  const std::array<std::uint32_t, 2> raw{words.descriptor, words.extended};
  M message;
  layout.decode(raw, message);
  layout.require_listed(message);
  require_shared_function(layout, message);
  layout.require_zero_reserved(raw, message);
  return message;
}

template <class M>
MessageWords encode_message_fields(const MessageLayout<M>& layout, const M& message) {
  layout.require_listed(message);
  require_shared_function(layout, message);
  const auto words = layout.encode(message);
  return {words[0], words[1]};
}

/// `header, message 1+5, response 8, end of thread`: the common tail of a one-line description.
std::string describe_lengths(const MessageFields& message);

}  // namespace texpipe::gen9
