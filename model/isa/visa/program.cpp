#include "isa/visa/program.h"

namespace texpipe::visa {

std::span<const Variable> predefined_variables() {
  using enum DataType;
  static const std::vector<Variable> kVariables = {
      {.name = "%null", .type = kUd, .elements = 1},
      {.name = "%thread_x", .type = kUw, .elements = 1},
      {.name = "%thread_y", .type = kUw, .elements = 1},
      {.name = "%group_id_x", .type = kUd, .elements = 1},
      {.name = "%group_id_y", .type = kUd, .elements = 1},
      {.name = "%group_id_z", .type = kUd, .elements = 1},
      {.name = "%tsc", .type = kUd, .elements = 5},
      {.name = "%r0", .type = kUd, .elements = 8},
      {.name = "%arg", .type = kUd, .elements = 256},
      {.name = "%retval", .type = kUd, .elements = 96},
      {.name = "%sp", .type = kUq, .elements = 1},
      {.name = "%fp", .type = kUq, .elements = 1},
      {.name = "%hw_id", .type = kUd, .elements = 1},
      {.name = "%sr0", .type = kUd, .elements = 4},
      {.name = "%cr0", .type = kUd, .elements = 3},
      {.name = "%ce0", .type = kUd, .elements = 1},
      {.name = "%dbg0", .type = kUd, .elements = 2},
      {.name = "%color", .type = kUw, .elements = 1},
      {.name = "%impl_arg_buf_ptr", .type = kUq, .elements = 1},
      {.name = "%local_id_buf_ptr", .type = kUq, .elements = 1},
      {.name = "%msg0", .type = kUd, .elements = 3},
  };
  return kVariables;
}

std::span<const std::string_view> predefined_surfaces() {
  static constexpr std::string_view kSurfaces[] = {"%slm", "T1", "T2", "TSS", "%bss", "%scratch"};
  return kSurfaces;
}

const Variable* find_variable(const Program& program, std::uint32_t number) {
  if (number < predefined_variables().size()) return &predefined_variables()[number];
  if (number < kFirstUserVariable || number - kFirstUserVariable >= program.variables.size()) return nullptr;
  return &program.variables[number - kFirstUserVariable];
}

VariablePlace owner_of(const Program& program, std::uint32_t variable) {
  VariablePlace place{variable};
  // An alias refers to an earlier variable, so this ends.
  for (const Variable* found = find_variable(program, variable); found && found->alias != 0;
       found = find_variable(program, place.variable)) {
    place = {found->alias, place.byte + found->alias_offset};
  }
  return place;
}

std::optional<std::string> surface_name(const Program& program, std::uint16_t number) {
  if (number < kFirstUserSurface) return std::string{predefined_surfaces()[number]};
  const std::size_t index = number - kFirstUserSurface;
  return index < program.surfaces.size() ? std::optional{program.surfaces[index].name} : std::nullopt;
}

std::optional<std::string> sampler_name(const Program& program, std::uint16_t number) {
  if (number < program.samplers.size()) return program.samplers[number].name;
  return number == kBindlessSampler ? std::optional<std::string>{"S31"} : std::nullopt;
}

std::optional<std::string> predicate_name(const Program& program, std::uint16_t number) {
  if (number < kFirstUserPredicate) return std::nullopt;
  const std::size_t index = number - kFirstUserPredicate;
  return index < program.predicates.size() ? std::optional{program.predicates[index].name} : std::nullopt;
}

Diagnostic diagnostic_at(const StatementPlace& place, const std::string& file) {
  return {.position = {.file = file, .line = place.line, .column = place.column},
          .path = place.line == 0 ? "byte " + std::to_string(place.byte) : std::string{}};
}

std::uint16_t pack_offsets(const TexelOffsets& offsets) {
  for (int offset : {offsets.u, offsets.v, offsets.r}) {
    if (offset < -8 || offset > 7) {
      throw Error{
          ExitCode::kMalformedInput,
          Diagnostic{.path = "aoffimmi", .problem = "texel offset " + std::to_string(offset) + " is out of -8..7"}};
    }
  }
  return static_cast<std::uint16_t>((offsets.u & 0xF) << 8 | (offsets.v & 0xF) << 4 | (offsets.r & 0xF));
}

TexelOffsets unpack_offsets(std::uint16_t aoffimmi) {
  const auto nibble = [&](unsigned shift) { return static_cast<int>((aoffimmi >> shift & 0xF) ^ 8) - 8; };
  return {.u = nibble(8), .v = nibble(4), .r = nibble(0)};
}

}  // namespace texpipe::visa
