// Commands and state structures by their documented names, as text and back, whichever table describes them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/gen9/bit_field.h"
#include "isa/gen9/commands/command_layout.h"

namespace texpipe::gen9 {

/// Bits that no field of a structure has.
struct ReservedWord {
  unsigned dword = 0;
  std::uint32_t bits = 0;
};

/// A command or structure that text can tell and be read as. Any words have a text, reserved codes too, and a blank
/// structure becomes the same words again when every field and reserved word of it is assigned in order.
class StructureText {
 public:
  explicit StructureText(const CommandLayout& layout) : layout_{&layout} {}

  std::string_view name() const;
  /// DWords of one that nobody gives another length.
  unsigned usual_dwords() const;
  /// True when it may have this many DWords.
  bool may_have(std::size_t dwords) const;
  /// True for a command, false for a structure in memory.
  bool is_command() const { return layout_ != nullptr && layout_->opcode.mask != 0; }
  /// True when a blank one has no bit set but those of a command's opcode and length.
  bool is_blank_zero() const { return layout_ != nullptr; }
  /// Documents that its table follows.
  std::string_view source() const;

  /// Fields of the words. @param words  as many as it may have
  std::vector<FieldValue> fields(std::span<const std::uint32_t> words) const;
  std::vector<ReservedWord> reserved(std::span<const std::uint32_t> words) const;
  std::vector<FieldFacts> facts() const;
  /// Words that nobody set a field of: 0, or of a state with a type of its own what that type begins with. Errors:
  /// Error (kMalformedInput) for a number of DWords that it cannot have.
  std::vector<std::uint32_t> blank(unsigned dwords) const;
  /// Sets a field. A number may be a reserved code. Errors: Error (kMalformedInput) that names the field.
  void assign(std::vector<std::uint32_t>& words, const FieldAssignment& assignment) const;

  /// A command, structure or state by its documented name. Errors: Error (kMalformedInput) with the nearest name.
  static StructureText named(std::string_view name);
  /// States with types of their own, then the structures of the tables: all that stands in memory.
  static std::vector<StructureText> states();

  /// Table of a state that has a type of its own.
  struct State;

 private:
  explicit StructureText(const State& state) : state_{&state} {}

  const CommandLayout* layout_ = nullptr;
  const State* state_ = nullptr;
};

/// Names of the states that have types of their own.
inline constexpr std::string_view kRenderSurfaceState = "RENDER_SURFACE_STATE";
inline constexpr std::string_view kSamplerState = "SAMPLER_STATE";
inline constexpr std::string_view kInterfaceDescriptor = "INTERFACE_DESCRIPTOR_DATA";
inline constexpr std::string_view kBorderColorState = "SAMPLER_BORDER_COLOR_STATE";
inline constexpr std::string_view kBindingTableState = "BINDING_TABLE_STATE";
inline constexpr std::string_view kSamplerMessageHeader = "SAMPLER_MESSAGE_HEADER";

}  // namespace texpipe::gen9
