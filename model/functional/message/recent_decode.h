// Decoded descriptors of recent messages.
#pragma once

#include <array>
#include <cstdint>

#include "isa/gen9/message_fields.h"

namespace texpipe::functional {

/// The fields of a descriptor; recent ones are kept by thread of the host, because a program's threads repeat their
/// messages. The reference is good until the next call for the same kind of message. Errors: those of Fields::decode.
template <class Fields>
const Fields& recently_decoded(gen9::MessageWords words) {
  struct Recent {
    gen9::MessageWords words;
    Fields fields;
    bool known = false;
  };
  constexpr unsigned kBits = 6;
  thread_local std::array<Recent, 1u << kBits> recent;
  // Odd factors, the first by the golden ratio: neighbouring words fall into different places.
  const std::uint32_t mixed = words.descriptor * 0x9E3779B1u ^ words.extended * 0x85EBCA6Bu;
  Recent& entry = recent[mixed >> (32 - kBits)];
  if (!entry.known || entry.words != words) entry = {words, Fields::decode(words), true};
  return entry.fields;
}

}  // namespace texpipe::functional
