// Reports of SystemC modules: misuse of the library ends a run, a warning of somebody else's module is passed on.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include <systemc>

#include "base/diagnostic.h"

namespace texpipe::timing {

/// True for a report that SystemC or TLM wrote and not a module: whoever caused it misused the library.
bool is_of_library(const sc_core::sc_report& report);

/// An error that a module reported, as that of a run: kMismatch with its text, as for RTL that says $fatal.
Error error_of(const sc_core::sc_report& report);

/// While it lives, SystemC reports of severity warning or above become exceptions (sc_core::sc_report) and nothing is
/// printed: a warning of the library means that the model misused it, and the model writes none itself. Where somebody
/// listens, warnings of modules go there instead: each text once, and kTexts of a type. One at a time.
class StrictReports {
 public:
  using Warned = std::function<void(const std::string&)>;
  static constexpr std::size_t kTexts = 20;

  explicit StrictReports(Warned warned = {});
  ~StrictReports();
  StrictReports(const StrictReports&) = delete;
  StrictReports& operator=(const StrictReports&) = delete;

  /// While it lives, a module of somebody else's is made: warnings of the library are its own, too.
  class OfForeignModule {
   public:
    OfForeignModule();
    ~OfForeignModule();
    OfForeignModule(const OfForeignModule&) = delete;
    OfForeignModule& operator=(const OfForeignModule&) = delete;
  };

 private:
  static void handle(const sc_core::sc_report& report, const sc_core::sc_actions& actions);
  void warn(const sc_core::sc_report& report);

  Warned warned_;
  unsigned foreign_ = 0;                               // OfForeignModule that live
  std::map<std::string, std::set<std::string>> told_;  // texts by type
  StrictReports* outer_;                               // whose turn it is again after this
};

}  // namespace texpipe::timing
