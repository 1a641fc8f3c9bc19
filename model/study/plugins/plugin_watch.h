// Words for code of plug-ins that fails while a run asks it.
#pragma once

#include <optional>
#include <string>

#include "study/plugins/crash_words.h"

namespace texpipe::study {

/// Files of the plug-ins that this process has, as text; texpipe's own RTL is none of them. Empty: there is none.
std::string strange_plugins();

/// As long as it lives and where a plug-in is loaded, code that crashes, or ends the process, does so with a line that
/// names the plug-ins, and with kMismatch. One at a time.
class PluginWatch {
 public:
  PluginWatch();
  ~PluginWatch();
  PluginWatch(const PluginWatch&) = delete;
  PluginWatch& operator=(const PluginWatch&) = delete;

 private:
  std::optional<CrashWords> crash_;
};

/// Within a handler: throws what is being handled. What no code of texpipe throws becomes, where a plug-in is loaded,
/// an Error (kMismatch) that names the plug-ins.
[[noreturn]] void rethrow_with_plugins();

}  // namespace texpipe::study
