// Parameters of a block that the program does not know when it is compiled: those that a user's implementation brings.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "base/parameter.h"
#include "base/quantity.h"

namespace texpipe {

/// An ordered set of parameters with describe(), so that configuration, `config show` and error texts treat them as any
/// other.
///
///   OwnParameters{}.add("refresh_interval", TimeSpan{7'800'000}, "between two refreshes")
class OwnParameters {
 public:
  /// @param preset  bool, std::uint32_t, double, std::string, Cycles, TimeSpan, ByteSize or Bandwidth
  template <class T>
  OwnParameters& add(std::string name, T preset, std::string help, std::optional<ParameterRange<T>> range = {}) {
    parameters_.push_back({std::move(name), std::move(help), Content<T>{std::move(preset), std::move(range)}});
    return *this;
  }

  bool empty() const { return parameters_.empty(); }

  /// The value of the parameter that was added under this name with a preset of this type.
  /// Errors: kInternalError when there is none.
  template <class T>
  const T& get(std::string_view name) const {
    for (const Parameter& parameter : parameters_) {
      const auto* content = std::get_if<Content<T>>(&parameter.content);
      if (parameter.name == name && content != nullptr) return content->value;
    }
    throw Error{ExitCode::kInternalError, "no parameter of this type is named " + std::string{name}};
  }

  template <class Visitor>
  void describe(Visitor& v) {
    for (Parameter& parameter : parameters_) {
      std::visit(
          [&](auto& content) {
            using Value = std::remove_cvref_t<decltype(content.value)>;
            v(parameter.name, content.value, ParameterInfo<Value>{.range = content.range, .help = parameter.help});
          },
          parameter.content);
    }
  }

 private:
  template <class T>
  struct Content {
    T value;
    std::optional<ParameterRange<T>> range;
  };
  struct Parameter {
    std::string name;
    std::string help;
    std::variant<Content<bool>, Content<std::uint32_t>, Content<double>, Content<std::string>, Content<Cycles>,
                 Content<TimeSpan>, Content<ByteSize>, Content<Bandwidth>>
        content;
  };
  std::vector<Parameter> parameters_;
};

}  // namespace texpipe
