#include "isa/gen9/states/structure_text.h"

#include <array>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "isa/gen9/binding_table_entry.h"
#include "isa/gen9/border_color_state.h"
#include "isa/gen9/commands/command_size.h"
#include "isa/gen9/commands/command_text.h"
#include "isa/gen9/commands/commands.h"
#include "isa/gen9/interface_descriptor.h"
#include "isa/gen9/render_surface_state.h"
#include "isa/gen9/sampler_message.h"
#include "isa/gen9/sampler_state.h"

namespace texpipe::gen9 {

using TextWords = std::span<const std::uint32_t>;

struct StructureText::State {
  std::string_view name;
  std::string_view source;
  unsigned dwords;
  std::vector<std::uint32_t> (*usual)();  // of a state that nobody set
  std::vector<FieldValue> (*fields)(TextWords);
  std::vector<std::uint32_t> (*reserved)(TextWords);
  std::vector<FieldFacts> (*facts)();
  void (*assign)(std::vector<std::uint32_t>&, const FieldAssignment&);
};

namespace {

/// Fields of the words, reserved codes as they are.
template <class S>
S state_of(TextWords words) {
  S state;
  S::layout().decode(words.first<S::kDwords>(), state);
  return state;
}

template <class S>
std::vector<std::uint32_t> usual_words() {
  const typename S::Words words = S{}.encode();
  return {words.begin(), words.end()};
}

template <class S>
std::vector<FieldValue> fields_of(TextWords words) {
  return S::layout().values(state_of<S>(words));
}

template <class S>
std::vector<std::uint32_t> reserved_of(TextWords words) {
  auto bits = S::layout().unclaimed(state_of<S>(words));
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] &= words[i];
  return {bits.begin(), bits.end()};
}

template <class S>
std::vector<FieldFacts> facts_of() {
  return S::layout().facts(S{});
}

template <class S>
void assign_to(std::vector<std::uint32_t>& words, const FieldAssignment& assignment) {
  S state = state_of<S>(words);
  S::layout().assign(state, assignment, UnlistedCodes::kTaken);
  const auto encoded = S::layout().encode(state);
  const auto free = S::layout().unclaimed(state);
  for (std::size_t i = 0; i < encoded.size(); ++i) words[i] = encoded[i] | (words[i] & free[i]);
}

template <class S>
constexpr StructureText::State state_row(std::string_view name, std::string_view source) {
  return {name, source, S::kDwords, usual_words<S>, fields_of<S>, reserved_of<S>, facts_of<S>, assign_to<S>};
}

constexpr std::string_view kStateSource =
    "Apollo Lake (Gen9) PRM vol. 2c and Mesa's genxml gen9.xml; docs/specification/state.md";
constexpr std::string_view kMessageSource = "docs/specification/messages.md, 3.4";
constexpr std::string_view kTableSource = "Mesa's genxml gen9.xml; docs/specification/3d-pipeline.md";

constexpr std::array kStates{state_row<RenderSurfaceState>(kRenderSurfaceState, kStateSource),
                             state_row<SamplerState>(kSamplerState, kStateSource),
                             state_row<BorderColorState>(kBorderColorState, kStateSource),
                             state_row<InterfaceDescriptor>(kInterfaceDescriptor, kStateSource),
                             state_row<BindingTableEntry>(kBindingTableState, kStateSource),
                             state_row<SamplerHeader>(kSamplerMessageHeader, kMessageSource)};

}  // namespace

std::string_view StructureText::name() const {
  return layout_ != nullptr ? layout_->name : state_->name;
}

unsigned StructureText::usual_dwords() const {
  return layout_ != nullptr ? gen9::usual_dwords(*layout_) : state_->dwords;
}

bool StructureText::may_have(std::size_t dwords) const {
  if (state_ != nullptr) return dwords == state_->dwords;
  for (const CommandField& f : layout_->fields) {
    if (f.repeats != kToTheEnd) continue;
    const std::size_t before = f.dword, each = (f.stride + 31u) / 32;
    return dwords >= before && (dwords - before) % each == 0 && dwords <= most_dwords(*layout_);
  }
  if (is_command()) return dwords >= 1 && dwords <= most_dwords(*layout_);
  return dwords == usual_dwords();
}

std::string_view StructureText::source() const {
  return state_ != nullptr ? state_->source : kTableSource;
}

std::vector<FieldValue> StructureText::fields(TextWords words) const {
  return layout_ != nullptr ? field_values(*layout_, words) : state_->fields(words);
}

std::vector<ReservedWord> StructureText::reserved(TextWords words) const {
  const std::vector<std::uint32_t> bits = layout_ != nullptr ? reserved_bits(*layout_, words) : state_->reserved(words);
  std::vector<ReservedWord> list;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i] != 0) list.push_back({static_cast<unsigned>(i), bits[i]});
  }
  return list;
}

std::vector<FieldFacts> StructureText::facts() const {
  return layout_ != nullptr ? field_facts(*layout_) : state_->facts();
}

std::vector<std::uint32_t> StructureText::blank(unsigned dwords) const {
  if (layout_ != nullptr) return blank_words(*layout_, dwords);
  if (dwords != state_->dwords) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = std::string{state_->name} + " cannot have " + std::to_string(dwords) + " DWords",
                           .hint = "expected " + std::to_string(state_->dwords)}};
  }
  return state_->usual();
}

void StructureText::assign(std::vector<std::uint32_t>& words, const FieldAssignment& assignment) const {
  if (layout_ != nullptr) {
    assign_field(*layout_, words, assignment);
  } else {
    state_->assign(words, assignment);
  }
}

StructureText StructureText::named(std::string_view name) {
  for (const State& state : kStates) {
    if (state.name == name) return StructureText{state};
  }
  if (const CommandLayout* layout = find_layout(name)) return StructureText{*layout};
  std::vector<std::string_view> names;
  for (const State& state : kStates) names.push_back(state.name);
  for (const auto group : {all_commands(), all_state_structures()}) {
    for (const CommandLayout* layout : group) names.push_back(layout->name);
  }
  const std::string_view nearest = nearest_spelling(name, names);
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = "no command or structure is called \"" + std::string{name} + '"',
                         .hint = nearest.empty() ? "expected a documented name, as RENDER_SURFACE_STATE"
                                                 : "did you mean " + std::string{nearest} + "?"}};
}

std::vector<StructureText> StructureText::states() {
  std::vector<StructureText> list;
  for (const State& state : kStates) list.push_back(StructureText{state});
  for (const CommandLayout* layout : all_state_structures()) list.push_back(StructureText{*layout});
  return list;
}

}  // namespace texpipe::gen9
