// Names of a kernel while its text is read.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "isa/visa/program.h"
#include "isa/visa/text_cursor.h"

namespace texpipe::visa {

enum class NameKind : std::uint8_t { kVariable, kPredicate, kSampler, kSurface, kAddress, kLabel };

/// Finds the number of a name, or declares it when the text has no declarations: without a type or elements, which
/// declare_used() gives it.
class NameScope {
 public:
  /// Starts with the names that `program` declares already.
  NameScope(Program& program, bool implicit);

  /// Adds a declared name. False when the name is taken.
  bool declare(NameKind kind, const std::string& name, std::uint32_t number);

  std::uint32_t variable(const TextCursor& at, const Word& name);
  std::uint16_t predicate(const TextCursor& at, const Word& name);
  std::uint8_t sampler(const TextCursor& at, const Word& name);
  std::uint8_t surface(const TextCursor& at, const Word& name);
  std::uint16_t label(const Word& name, bool function);
  bool is_sampler(std::string_view name) const {
    return names_[static_cast<unsigned>(NameKind::kSampler)].contains(name);
  }
  bool is_surface(std::string_view name) const {
    return names_[static_cast<unsigned>(NameKind::kSurface)].contains(name);
  }
  bool is_predicate(std::string_view name) const {
    return names_[static_cast<unsigned>(NameKind::kPredicate)].contains(name);
  }
  bool is_address(std::string_view name) const {
    return names_[static_cast<unsigned>(NameKind::kAddress)].contains(name);
  }
  bool implicit() const { return implicit_; }

 private:
  std::map<std::string, std::uint32_t, std::less<>>& table(NameKind kind) {
    return names_[static_cast<unsigned>(kind)];
  }
  [[noreturn]] void unknown(const TextCursor& at, const Word& name, NameKind kind) const;

  Program& program_;
  bool implicit_;
  std::map<std::string, std::uint32_t, std::less<>> names_[6];
};

}  // namespace texpipe::visa
