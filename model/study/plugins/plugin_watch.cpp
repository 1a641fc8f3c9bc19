#include "study/plugins/plugin_watch.h"

#include <unistd.h>

#include <cstdlib>
#include <new>

#include "base/diagnostic.h"
#include "base/printable.h"
#include "study/plugins/load_plugin.h"

namespace texpipe::study {

namespace {

constexpr ExitCode kFailed = ExitCode::kMismatch;

// A handler of exits may not rely on objects: the text is made before. Empty: nobody watches.
std::string& text_of_exit() {
  static auto* const text = new std::string;  // never destroyed
  return *text;
}

void refuse_to_exit() {
  const std::string& text = text_of_exit();
  if (text.empty()) return;
  const auto told = write(STDERR_FILENO, text.data(), text.size());
  _exit(told < 0 ? 1 : static_cast<int>(kFailed));
}

}  // namespace

std::string strange_plugins() {
  std::string files;
  for (const LoadedPlugin& plugin : loaded_plugins()) {
    if (plugin.sha256.empty()) continue;
    files += (files.empty() ? "" : ", ") + plugin.file.string();
  }
  return files;
}

PluginWatch::PluginWatch() {
  const std::string files = strange_plugins();
  if (files.empty()) return;
  crash_.emplace("a run crashes in which this plug-in takes part: " + files, kFailed);
  static const int registered = std::atexit(refuse_to_exit);
  if (registered == 0)
    text_of_exit() =
        printable("a run is ended by code that calls exit(), and this plug-in takes part: " + files) + '\n';
}

PluginWatch::~PluginWatch() {
  text_of_exit().clear();
}

void rethrow_with_plugins() {
  const std::string files = strange_plugins();
  if (files.empty()) throw;
  const auto told = [&files](const std::string& problem) {
    return Error{kFailed, Diagnostic{.problem = "the run fails with an exception that is not texpipe's: " + problem,
                                     .hint = "this plug-in takes part: " + files}};
  };
  try {
    throw;
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw told(error.what());
  } catch (...) {
    throw told("one of a type of its own");
  }
}

}  // namespace texpipe::study
