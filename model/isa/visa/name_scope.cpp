#include "isa/visa/name_scope.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/spelling.h"

namespace texpipe::visa {

namespace {

constexpr std::uint32_t kMostImplicit = 4096;

/// Number of `V0032`, `T6`, ...: the letter, then digits only.
std::optional<std::uint32_t> number_in(std::string_view name, char letter) {
  std::uint32_t number = 0;
  if (name.size() < 2 || name[0] != letter) return std::nullopt;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size() || number >= kMostImplicit) return std::nullopt;
  return number;
}

std::string numbered_variable(std::uint32_t number) {
  std::string digits = std::to_string(number);
  return "V" + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

const char* kind_name(NameKind kind) {
  switch (kind) {
    case NameKind::kVariable:
      return "variable";
    case NameKind::kPredicate:
      return "predicate";
    case NameKind::kSampler:
      return "sampler";
    case NameKind::kSurface:
      return "surface";
    case NameKind::kAddress:
      return "address";
    case NameKind::kLabel:
      return "label";
  }
  return "name";
}

}  // namespace

NameScope::NameScope(Program& program, bool implicit) : program_{program}, implicit_{implicit} {
  const auto variables = predefined_variables();
  for (std::uint32_t i = 0; i < variables.size(); ++i) table(NameKind::kVariable)[variables[i].name] = i;
  const auto surfaces = predefined_surfaces();
  for (std::uint32_t i = 0; i < surfaces.size(); ++i) table(NameKind::kSurface)[std::string{surfaces[i]}] = i;
  table(NameKind::kSampler)["S31"] = kBindlessSampler;
  const auto known = [this](NameKind kind, const auto& declared, std::uint32_t first) {
    for (std::uint32_t i = 0; i < declared.size(); ++i) declare(kind, declared[i].name, first + i);
  };
  known(NameKind::kVariable, program.variables, kFirstUserVariable);
  known(NameKind::kPredicate, program.predicates, kFirstUserPredicate);
  known(NameKind::kSampler, program.samplers, 0);
  known(NameKind::kSurface, program.surfaces, kFirstUserSurface);
}

bool NameScope::declare(NameKind kind, const std::string& name, std::uint32_t number) {
  return table(kind).emplace(name, number).second;
}

void NameScope::unknown(const TextCursor& at, const Word& name, NameKind kind) const {
  for (const NameKind other :
       {NameKind::kVariable, NameKind::kPredicate, NameKind::kSampler, NameKind::kSurface, NameKind::kAddress}) {
    if (!names_[static_cast<unsigned>(other)].contains(name.text)) continue;
    at.fail(name.column, std::string{name.text} + " is declared as " + kind_name(other),
            std::string{"expected a "} + kind_name(kind));
  }
  std::vector<std::string_view> candidates;
  for (const auto& [known, number] : names_[static_cast<unsigned>(kind)]) candidates.push_back(known);
  const std::string_view near = nearest_spelling(name.text, candidates);
  at.fail(name.column, std::string{kind_name(kind)} + " " + std::string{name.text} + " is not declared",
          near.empty() ? std::string{} : "did you mean " + std::string{near} + "?");
}

std::uint32_t NameScope::variable(const TextCursor& at, const Word& name) {
  const auto found = table(NameKind::kVariable).find(name.text);
  if (found != table(NameKind::kVariable).end()) return found->second;
  if (!implicit_ || name.text[0] == '%') unknown(at, name, NameKind::kVariable);
  const auto next = kFirstUserVariable + static_cast<std::uint32_t>(program_.variables.size());
  const std::uint32_t number = std::max(next, number_in(name.text, 'V').value_or(0));
  for (std::uint32_t added = next; added <= number; ++added) {
    const std::string declared = added == number ? std::string{name.text} : numbered_variable(added);
    program_.variables.push_back({.name = declared, .elements = 0, .alignment = Alignment::kHword});
    declare(NameKind::kVariable, declared, added);
  }
  return number;
}

std::uint16_t NameScope::predicate(const TextCursor& at, const Word& name) {
  const auto found = table(NameKind::kPredicate).find(name.text);
  if (found != table(NameKind::kPredicate).end()) return static_cast<std::uint16_t>(found->second);
  if (!implicit_) unknown(at, name, NameKind::kPredicate);
  const auto next = static_cast<std::uint32_t>(kFirstUserPredicate + program_.predicates.size());
  const std::uint32_t number = std::max(next, number_in(name.text, 'P').value_or(0));
  for (std::uint32_t added = next; added <= number; ++added) {
    const std::string declared = added == number ? std::string{name.text} : "P" + std::to_string(added);
    program_.predicates.push_back({.name = declared, .elements = 0});
    declare(NameKind::kPredicate, declared, added);
  }
  return static_cast<std::uint16_t>(number);
}

std::uint8_t NameScope::sampler(const TextCursor& at, const Word& name) {
  const auto found = table(NameKind::kSampler).find(name.text);
  if (found != table(NameKind::kSampler).end()) return static_cast<std::uint8_t>(found->second);
  if (!implicit_) unknown(at, name, NameKind::kSampler);
  const auto next = static_cast<std::uint32_t>(program_.samplers.size());
  const std::uint32_t number = std::max(next, std::min(255u, number_in(name.text, 'S').value_or(0)));
  if (number > 255) at.fail(name.column, "more than 256 samplers");
  for (std::uint32_t filler = next; filler < number; ++filler) {
    program_.samplers.push_back({.name = "S" + std::to_string(filler)});
    declare(NameKind::kSampler, program_.samplers.back().name, filler);
  }
  program_.samplers.push_back({.name = std::string{name.text}});
  declare(NameKind::kSampler, std::string{name.text}, number);
  return static_cast<std::uint8_t>(number);
}

std::uint8_t NameScope::surface(const TextCursor& at, const Word& name) {
  const auto found = table(NameKind::kSurface).find(name.text);
  if (found != table(NameKind::kSurface).end()) return static_cast<std::uint8_t>(found->second);
  if (!implicit_ || name.text[0] == '%') unknown(at, name, NameKind::kSurface);
  const auto next = static_cast<std::uint32_t>(kFirstUserSurface + program_.surfaces.size());
  const std::uint32_t number = std::max(next, std::min(255u, number_in(name.text, 'T').value_or(0)));
  if (number > 255) at.fail(name.column, "more than 250 surfaces");
  for (std::uint32_t filler = next; filler < number; ++filler) {
    program_.surfaces.push_back({.name = "T" + std::to_string(filler)});
    declare(NameKind::kSurface, program_.surfaces.back().name, filler);
  }
  program_.surfaces.push_back({.name = std::string{name.text}});
  declare(NameKind::kSurface, std::string{name.text}, number);
  return static_cast<std::uint8_t>(number);
}

std::uint16_t NameScope::label(const Word& name, bool function) {
  const auto found = table(NameKind::kLabel).find(name.text);
  if (found != table(NameKind::kLabel).end()) return static_cast<std::uint16_t>(found->second);
  const auto number = static_cast<std::uint32_t>(program_.labels.size());
  program_.labels.push_back({.name = std::string{name.text}, .function = function});
  declare(NameKind::kLabel, std::string{name.text}, number);
  return static_cast<std::uint16_t>(number);
}

}  // namespace texpipe::visa
