// Parameters as text, to tell which of a machine's the RTL is not built for.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/enum_table.h"
#include "base/parameter.h"
#include "base/unit_text.h"

namespace texpipe::rtl_cosim {

/// Every parameter's path and value as text.
class ValueTexts {
 public:
  explicit ValueTexts(std::string path) : path_{std::move(path)} {}

  template <class T>
  void operator()(std::string_view name, T& value, const ParameterInfo<T>&) {
    std::string& text = texts.emplace_back(path_ + "." + std::string{name}, std::string{}).second;
    if constexpr (std::is_enum_v<T>) {
      text = name_of(value);
    } else {
      text = value_text(value);
    }
  }
  template <class Struct>
  void group(std::string_view name, Struct& value, std::string_view) {
    const std::string outer = std::exchange(path_, path_ + "." + std::string{name});
    value.describe(*this);
    path_ = outer;
  }

  template <class Struct, class Presets>
  void preset_group(std::string_view name, Struct& value, const Presets&, std::string_view help) {
    group(name, value, help);
  }

  std::vector<std::pair<std::string, std::string>> texts;

 private:
  std::string path_;
};

/// Errors: kUnsupported, naming the first parameter whose text is another one than the RTL is built for.
/// @param what  the RTL, for the error text
inline void refuse_other(const ValueTexts& built, const ValueTexts& wanted, const std::string& what) {
  for (std::size_t i = 0; i < built.texts.size(); ++i) {
    if (wanted.texts[i] == built.texts[i]) continue;
    throw Error{ExitCode::kUnsupported, Diagnostic{.path = built.texts[i].first,
                                                   .problem = what + " is not built for " + wanted.texts[i].second,
                                                   .hint = "it is built for " + built.texts[i].second +
                                                           "; see configs/machines/rtl_sampler.yaml"}};
  }
}

}  // namespace texpipe::rtl_cosim
