// Treatment of one input of the instruction sets by the fuzzers and the corpus replay: read it, and take what was
// accepted through every later step. An Error is the only way to refuse it.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "isa/gen9/eu_text.h"
#include "isa/gen9/message_descriptor.h"
#include "isa/gen9/render_surface_state.h"
#include "isa/gen9/sampler_state.h"
#include "isa/spa/spa_instruction.h"
#include "isa/visa/encoding.h"
#include "isa/visa/isa_file.h"
#include "isa/visa/isa_file_writer.h"
#include "isa/visa/lowering.h"
#include "isa/visa/text.h"

namespace texpipe::fuzz {

inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline std::span<const std::uint8_t> as_octets(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

/// A broken promise of the library: stops like a crash.
inline void require(bool kept) {
  if (!kept) std::abort();
}

/// A program that was accepted can be printed, lowered and stored, or says why not; its text is accepted again.
inline void take_through(const visa::Program& program) {
  const std::string text = visa::print(program);
  try {
    require(visa::print(visa::parse_text(text, "printed")) == text);
  } catch (const Error&) {  // bytes can name what text cannot spell
  }
  try {
    visa::lower(program, "fuzz");
  } catch (const Error&) {
  }
  try {
    visa::write_isa(program);
  } catch (const Error&) {
  }
}

inline void visa_text(std::span<const std::byte> bytes) try {
  take_through(visa::parse_text(as_text(bytes), "fuzz"));
} catch (const Error&) {
}

inline void isa_file(std::span<const std::byte> bytes) try {
  for (const visa::Program& program : visa::read_isa(as_octets(bytes), "fuzz")) take_through(program);
} catch (const Error&) {
}

/// Bare instructions; the first byte chooses layout and generation.
inline void visa_bytes(std::span<const std::byte> bytes) try {
  if (bytes.empty()) return;
  const auto choice = std::to_integer<unsigned>(bytes[0]);
  const auto layout = (choice & 1) != 0 ? visa::Layout::kIgc : visa::Layout::kDocument;
  take_through(visa::decode_bare(as_octets(bytes.subspan(1)), "fuzz", layout,
                                 (choice & 2) != 0 ? visa::Generation::kIcllp : visa::Generation::kKbl));
} catch (const Error&) {
}

inline void spa_text(std::span<const std::byte> bytes) try {
  for (const spa::PlacedInstruction& placed : spa::parse_program(as_text(bytes), "fuzz")) {
    const auto again = spa::parse_program(spa::text_of(placed.instruction), "printed");
    require(again.size() == 1 && again[0].instruction == placed.instruction);
  }
} catch (const Error&) {
}

/// A shared function and `field=value` words, apart by white space.
inline void message_text(std::span<const std::byte> bytes) try {
  std::vector<std::string> words(1);
  for (const char c : as_text(bytes)) {
    if (c == ' ' || c == '\n') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  std::vector<gen9::FieldAssignment> assignments;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!words[i].empty()) assignments.push_back(gen9::parse_assignment(words[i]));
  }
  const gen9::AnyMessage message = gen9::message_from_fields(words[0], assignments);
  gen9::describe_message(message);
  require(gen9::decode_message(gen9::encode_message(message)) == message);
} catch (const Error&) {
}

template <class State>
void state_words(std::span<const std::byte> bytes) try {
  typename State::Words words{};
  std::memcpy(words.data(), bytes.data(), std::min(bytes.size(), sizeof words));
  const State state = State::decode(words);
  state.fields();
  require(state.encode() == words);
} catch (const Error&) {
}

/// Descriptor words and state structures as bits.
inline void message_bits(std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  state_words<gen9::RenderSurfaceState>(bytes);
  state_words<gen9::SamplerState>(bytes);
  try {
    std::uint32_t words[2]{};
    std::memcpy(words, bytes.data(), std::min(bytes.size(), sizeof words));
    const gen9::AnyMessage message = gen9::decode_message({words[0], words[1]});
    gen9::message_fields(message);
    gen9::describe_message(message);
    require(gen9::encode_message(message) == gen9::MessageWords{words[0], words[1]});
  } catch (const Error&) {
  }
}

/// Native instructions: what is accepted prints, and its bytes, but for bits that compacted words do not use, come
/// back.
inline void eu_program(std::span<const std::byte> bytes) try {
  const std::vector<gen9::EuInstruction> program = gen9::read_eu_program(as_octets(bytes));
  require(!gen9::eu_listing(program, gen9::EuListingColumns::kOffsetBitsAndText).empty() || program.empty());
  std::vector<std::uint8_t> again;
  for (const gen9::EuInstruction& instruction : program) gen9::append_eu(again, instruction);
  require(gen9::read_eu_program(again) == program);
} catch (const Error&) {
}

}  // namespace texpipe::fuzz
