#include "isa/gen9/binding_table_entry.h"

namespace texpipe::gen9 {

namespace {

using S = BindingTableEntry;

// Source: specification/state 1.
constexpr std::array kFields{
    field<S, &S::surface_state_offset>(0, 31, 6, "Surface State Pointer", "bytes from surface state base",
                                       {.shift = 6}),
};

constexpr BitLayout<S, S::kDwords> kLayout{"BINDING_TABLE_STATE", kFields};

}  // namespace

BindingTableEntry BindingTableEntry::decode(std::span<const std::uint32_t, kDwords> words) {
  S state;
  kLayout.decode(words, state);
  kLayout.require_zero_reserved(words, state);
  return state;
}

BindingTableEntry::Words BindingTableEntry::encode() const {
  return kLayout.encode(*this);
}

std::vector<FieldValue> BindingTableEntry::fields() const {
  return kLayout.values(*this);
}

void BindingTableEntry::assign(const FieldAssignment& assignment) {
  kLayout.assign(*this, assignment);
}

const BitLayout<BindingTableEntry, BindingTableEntry::kDwords>& BindingTableEntry::layout() {
  return kLayout;
}

}  // namespace texpipe::gen9
