// Reports of SystemC modules: misuse of the library ends a run; a warning of somebody else's module is passed on.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include <systemc>

#include "base/diagnostic.h"

namespace texpipe::timing {

/// Whether SystemC or TLM wrote a report, and not a module: whoever caused it misused the library.
bool is_of_library(const sc_core::sc_report& report);

/// The error of a run in which a module reported one: kMismatch with its text, as for RTL that says $fatal.
Error error_of(const sc_core::sc_report& report);

/// While an object lives, SystemC reports of severity warning or above become exceptions (sc_core::sc_report) and
/// nothing is printed: a warning of the library means that the model misused it, and the model writes none itself.
/// Where somebody listens, warnings of modules go there instead: each text once, and at most kTexts of a type. Only the
/// object that was made last is active.
class StrictReports {
 public:
  using Warned = std::function<void(const std::string&)>;
  static constexpr std::size_t kTexts = 20;

  explicit StrictReports(Warned warned = {});
  ~StrictReports();
  StrictReports(const StrictReports&) = delete;
  StrictReports& operator=(const StrictReports&) = delete;

  /// Mark that a module of somebody else's is being made, while the object lives: then warnings of the library are that
  /// module's, too.
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
  unsigned foreign_ = 0;                               // number of OfForeignModule that live
  std::map<std::string, std::set<std::string>> told_;  // texts by type
  StrictReports* outer_;                               // object that is active again after this one
};

}  // namespace texpipe::timing
