#include "workload/frame/structure_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "isa/gen9/border_color_state.h"
#include "isa/gen9/commands/command_size.h"
#include "isa/gen9/commands/command_text.h"
#include "isa/gen9/commands/commands.h"
#include "isa/gen9/interface_descriptor.h"
#include "isa/gen9/render_surface_state.h"
#include "isa/gen9/sampler_state.h"

namespace texpipe::study {

using TextWords = std::span<const std::uint32_t>;

struct StructureText::State {
  std::string_view name;
  unsigned dwords;
  std::vector<std::uint32_t> (*usual)();  // of a state that nobody set
  std::vector<gen9::FieldValue> (*fields)(TextWords);
  std::vector<std::uint32_t> (*reserved)(TextWords);
  void (*assign)(std::vector<std::uint32_t>&, const gen9::FieldAssignment&);
};

namespace {

template <class S>
std::span<const std::uint32_t, S::kDwords> whole(TextWords words) {
  return words.first<S::kDwords>();
}

template <class S>
std::vector<std::uint32_t> usual_words() {
  const typename S::Words words = S{}.encode();
  return {words.begin(), words.end()};
}

template <class S>
std::vector<gen9::FieldValue> fields_of(TextWords words) {
  return S::decode(whole<S>(words)).fields();
}

template <class S>
std::vector<std::uint32_t> reserved_of(TextWords words) {
  if constexpr (requires(S state) { state.reserved; }) {
    const typename S::Words reserved = S::decode(whole<S>(words)).reserved;
    return {reserved.begin(), reserved.end()};
  }
  return {};
}

template <class S>
void assign_to(std::vector<std::uint32_t>& words, const gen9::FieldAssignment& assignment) {
  S state = S::decode(whole<S>(words));
  state.assign(assignment);
  const typename S::Words encoded = state.encode();
  words.assign(encoded.begin(), encoded.end());
}

template <class S>
constexpr StructureText::State state_row(std::string_view name) {
  return {name, S::kDwords, usual_words<S>, fields_of<S>, reserved_of<S>, assign_to<S>};
}

constexpr std::array kStates{
    state_row<gen9::RenderSurfaceState>(kRenderSurfaceState), state_row<gen9::SamplerState>(kSamplerState),
    state_row<gen9::InterfaceDescriptor>(kInterfaceDescriptor), state_row<gen9::BorderColorState>(kBorderColorState)};

}  // namespace

std::string_view StructureText::name() const {
  return layout_ != nullptr ? layout_->name : state_->name;
}

unsigned StructureText::usual_dwords() const {
  return layout_ != nullptr ? gen9::usual_dwords(*layout_) : state_->dwords;
}

std::vector<gen9::FieldValue> StructureText::fields(TextWords words) const {
  if (layout_ != nullptr) return gen9::field_values(*layout_, words);
  try {
    return state_->fields(words);
  } catch (const Error&) {
    return {};
  }
}

std::vector<ReservedWord> StructureText::reserved(TextWords words) const {
  std::vector<std::uint32_t> bits;
  try {
    bits = layout_ != nullptr ? gen9::reserved_bits(*layout_, words) : state_->reserved(words);
  } catch (const Error&) {
  }
  std::vector<ReservedWord> list;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i] != 0) list.push_back({static_cast<unsigned>(i), bits[i]});
  }
  return list;
}

std::vector<std::uint32_t> StructureText::blank(unsigned dwords) const {
  if (layout_ != nullptr) return gen9::blank_words(*layout_, dwords);
  if (dwords != state_->dwords) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = fmt::format("{} cannot have {} DWords", state_->name, dwords),
                           .hint = fmt::format("expected {}", state_->dwords)}};
  }
  return state_->usual();
}

void StructureText::assign(std::vector<std::uint32_t>& words, const gen9::FieldAssignment& assignment) const {
  if (layout_ != nullptr) {
    gen9::assign_field(*layout_, words, assignment);
  } else {
    state_->assign(words, assignment);
  }
}

StructureText StructureText::named(std::string_view name) {
  for (const State& state : kStates) {
    if (state.name == name) return StructureText{state};
  }
  if (const gen9::CommandLayout* layout = gen9::find_layout(name)) return StructureText{*layout};
  std::vector<std::string_view> names;
  for (const State& state : kStates) names.push_back(state.name);
  for (const auto group : {gen9::all_commands(), gen9::all_state_structures()}) {
    for (const gen9::CommandLayout* layout : group) names.push_back(layout->name);
  }
  const std::string_view nearest = nearest_spelling(name, names);
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = fmt::format("no command or structure is called \"{}\"", name),
                         .hint = nearest.empty() ? "expected a name as frame dump prints it"
                                                 : fmt::format("did you mean {}?", nearest)}};
}

}  // namespace texpipe::study
