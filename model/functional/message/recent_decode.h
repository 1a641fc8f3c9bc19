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
  thread_local std::array<Recent, 16> recent;
  const std::uint32_t mixed = words.descriptor ^ words.descriptor >> 12 ^ words.extended >> 6;
  Recent& entry = recent[(mixed ^ mixed >> 4) % recent.size()];
  if (!entry.known || entry.words != words) entry = {words, Fields::decode(words), true};
  return entry.fields;
}

}  // namespace texpipe::functional
