#include "isa/spa/register_use.h"

#include <algorithm>

namespace texpipe::spa {

namespace {

std::optional<Predicate> unless_true(Predicate predicate) {
  return predicate.is_true() ? std::nullopt : std::optional{predicate};
}

void append(std::vector<Register>& registers, Register r) {
  if (!r.is_zero()) registers.push_back(r);
}

RegisterUse use_of(const Txq& txq) {
  RegisterUse use{
      .guard = unless_true(txq.guard.predicate), .destination = txq.destination, .components = result_count(txq)};
  for (unsigned i = 0; i < parameter_count(txq); ++i)
    append(use.reads, {static_cast<std::uint8_t>(txq.source.number + i)});
  return use;
}

RegisterUse use_of(const Pixld& pixld) {
  RegisterUse use{.guard = unless_true(pixld.guard.predicate), .destination = pixld.destination, .components = 1};
  if (pixld.address && pixld.address->base && reads_address(pixld.mode)) append(use.reads, *pixld.address->base);
  if (pixld.predicate && writes_predicate(pixld.mode)) use.predicate_written = unless_true(*pixld.predicate);
  return use;
}

bool within(Register r, const RegisterUse& writer) {
  return !writer.destination.is_zero() && writer.destination.number <= r.number &&
         r.number < writer.destination.number + writer.components;
}

}  // namespace

RegisterUse register_use(const Instruction& instruction) {
  return std::visit([](const auto& i) { return use_of(i); }, instruction);
}

const Scheduling& scheduling_of(const Instruction& instruction) {
  return std::visit([](const auto& i) -> const Scheduling& { return i.scheduling; }, instruction);
}

bool write_same(const RegisterUse& a, const RegisterUse& b) {
  if (a.predicate_written && a.predicate_written == b.predicate_written) return true;
  return (!a.destination.is_zero() && within(a.destination, b)) ||
         (!b.destination.is_zero() && within(b.destination, a));
}

bool reads_result(const RegisterUse& reader, const RegisterUse& writer) {
  if (reader.guard && reader.guard == writer.predicate_written) return true;
  return std::any_of(reader.reads.begin(), reader.reads.end(), [&](Register r) { return within(r, writer); });
}

}  // namespace texpipe::spa
