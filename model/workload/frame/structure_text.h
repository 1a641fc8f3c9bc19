// Commands and state structures by their documented names, as text and back, whichever table describes them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/gen9/bit_field.h"
#include "isa/gen9/commands/command_layout.h"

namespace texpipe::study {

/// Bits that no field of a structure has.
struct ReservedWord {
  unsigned dword = 0;
  std::uint32_t bits = 0;
};

/// A command or structure that text can tell and be read as.
class StructureText {
 public:
  explicit StructureText(const gen9::CommandLayout& layout) : layout_{&layout} {}

  std::string_view name() const;
  unsigned usual_dwords() const;
  /// True for a command, false for a structure in memory.
  bool is_command() const { return layout_ != nullptr && layout_->opcode.mask != 0; }

  /// True for what CommandLayout describes, whose text gives any words back.
  bool has_table() const { return layout_ != nullptr; }

  /// Fields of the words; none when they hold a code that a state's decoder refuses.
  std::vector<gen9::FieldValue> fields(std::span<const std::uint32_t> words) const;
  std::vector<ReservedWord> reserved(std::span<const std::uint32_t> words) const;
  /// Words that nobody set a field of: 0, or of a state with a type of its own what that type begins with. Errors:
  /// Error (kMalformedInput) for a number of DWords that it cannot have.
  std::vector<std::uint32_t> blank(unsigned dwords) const;
  /// Errors: Error (kMalformedInput) that names the field.
  void assign(std::vector<std::uint32_t>& words, const gen9::FieldAssignment& assignment) const;

  /// A command, structure or state by its documented name. Errors: Error (kMalformedInput) with the nearest name.
  static StructureText named(std::string_view name);

  /// Table of a state that has a type of its own.
  struct State;

 private:
  explicit StructureText(const State& state) : state_{&state} {}

  const gen9::CommandLayout* layout_ = nullptr;
  const State* state_ = nullptr;
};

/// Names of the states that have types of their own.
inline constexpr std::string_view kRenderSurfaceState = "RENDER_SURFACE_STATE";
inline constexpr std::string_view kSamplerState = "SAMPLER_STATE";
inline constexpr std::string_view kInterfaceDescriptor = "INTERFACE_DESCRIPTOR_DATA";
inline constexpr std::string_view kBorderColorState = "SAMPLER_BORDER_COLOR_STATE";

}  // namespace texpipe::study
