#include "study/plugins/load_plugin.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "base/printable.h"
#include "host/files/byte_reader.h"
#include "host/hashes/sha256.h"
#include "study/plugins/crash_words.h"
#include "study/plugins/plugin.h"
#include "study/plugins/rtl_plugin.h"
#include "study/plugins/stamp_check.h"
#include "timing/system/without_rtl.h"

namespace texpipe::study {

namespace {

std::vector<LoadedPlugin>& loaded() {
  static std::vector<LoadedPlugin> plugins;
  return plugins;
}

/// An error about a plug-in: at its file, and at the place that names it where there is one.
[[noreturn]] void refuse(ExitCode code, const std::filesystem::path& file, const SourcePosition& named_at,
                         std::string problem, std::string hint) {
  const bool named = !named_at.file.empty();
  throw Error{code, Diagnostic{.position = named ? named_at : SourcePosition{.file = file.string()},
                               .path = named ? "plugins" : "",
                               .problem = (named ? file.string() + ' ' : "") + std::move(problem),
                               .hint = std::move(hint)}};
}

/// `symbol` as a C++ programmer wrote it.
std::string readable(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text{abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                         &std::free};
  return status == 0 ? text.get() : symbol;
}

/// The dynamic loader's words for what went wrong.
std::string loader_problem() {
  const char* const told = dlerror();
  const std::string text = told == nullptr ? "unknown" : told;
  constexpr std::string_view kMissing = "undefined symbol: ";
  const std::size_t at = text.find(kMissing);
  if (at == std::string::npos) return "cannot be loaded: " + printable(text);
  const std::string symbol = text.substr(at + kMissing.size());
  return "needs what this texpipe does not have: " + printable(readable(symbol.substr(0, symbol.find_first_of(" ,"))));
}

/// A plug-in finds the model in this program, which may be a library itself that was loaded for itself alone, as
/// Python's module is.
void show_own_symbols() {
  Dl_info own{};
  if (dladdr(reinterpret_cast<const void*>(&own_stamp), &own) == 0 || own.dli_fname == nullptr) return;
  dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
  dlerror();  // a program is no library, and shows its symbols anyway
}

using Entry = void (*)(Plugin&);

/// @param scope  RTLD_LOCAL, or RTLD_GLOBAL for one that other plug-ins find functions in
Entry open_plugin(const std::filesystem::path& file, int scope, const SourcePosition& named_at) {
  show_own_symbols();
  void* const library = dlopen(file.c_str(), RTLD_NOW | scope);
  if (library == nullptr)
    refuse(ExitCode::kUnsupported, file, named_at, loader_problem(), "build it with the package of this texpipe");
  const auto entry = reinterpret_cast<Entry>(dlsym(library, "texpipe_plugin"));
  if (entry == nullptr)
    refuse(ExitCode::kUnsupported, file, named_at, "has no entry",
           "it needs extern \"C\" void texpipe_plugin(texpipe::study::Plugin&)");
  return entry;
}

/// Checks a plug-in by its stamp.
/// @return the stamp
std::string checked_stamp(const std::string& bytes, const std::filesystem::path& file,
                          const SourcePosition& named_at) try {
  std::string stamp = read_stamp(bytes, file);
  check_stamp(stamp, own_stamp(), file);
  return stamp;
} catch (const Error& error) {
  refuse(error.code(), file, named_at, error.diagnostics().front().problem, error.diagnostics().front().hint);
}

/// The plug-in that has brought a word; nothing when none has.
std::string brought_by(const std::string& word) {
  for (const LoadedPlugin& plugin : loaded()) {
    if (std::find(plugin.words.begin(), plugin.words.end(), word) != plugin.words.end())
      return "plug-in " + plugin.file.string() + " brought it";
  }
  return "";
}

/// @return the words that it brings
std::vector<std::string> enter(Entry entry, const std::filesystem::path& file, const SourcePosition& named_at) {
  Plugin plugin{timing::plugged_blocks(), rtl_comparison()};
  try {
    entry(plugin);
  } catch (const Error& error) {
    const Diagnostic& first = error.diagnostics().front();
    refuse(error.code(), file, named_at, "brings what cannot be taken: " + first.problem,
           first.hint.empty() && !plugin.words().empty() ? brought_by(plugin.words().back()) : first.hint);
  } catch (const std::exception& error) {
    refuse(ExitCode::kInvalidConfiguration, file, named_at, std::string{"fails in its entry: "} + error.what(), "");
  } catch (...) {
    refuse(ExitCode::kInvalidConfiguration, file, named_at, "fails in its entry with an exception of its own", "");
  }
  return plugin.words();
}

}  // namespace

void load_plugin(const std::filesystem::path& named, PluginScope scope, const SourcePosition& named_at) {
  std::error_code error;
  const std::filesystem::path file = std::filesystem::canonical(named, error);
  if (error)
    refuse(ExitCode::kMalformedInput, named, named_at, "cannot be opened: " + error.message(),
           "expected a plug-in, a shared library");
  const auto known = std::find_if(loaded().begin(), loaded().end(), [&](const auto& p) { return p.file == file; });
  if (known != loaded().end()) {
    if (scope == PluginScope::kProcess) known->scope = scope;
    return;
  }
  // A pipe would be waited for, and the loader opens the file once more.
  if (!std::filesystem::is_regular_file(file) && !std::filesystem::is_directory(file))
    refuse(ExitCode::kMalformedInput, file, named_at, "is no regular file", "expected a plug-in, a shared library");
  const std::string bytes = read_text(file);
  const std::string stamp = checked_stamp(bytes, file, named_at);
  if (stamp_says(stamp, "needs", "rtl") && !load_rtl_plugin())
    refuse(ExitCode::kUnsupported, file, named_at, "needs RTL, and " + std::string{timing::kWithoutRtl}, "");
  const bool gives_rtl = stamp_says(stamp, "gives", "rtl");
  std::vector<std::string> words;
  {
    const CrashWords crash{file.string() + " crashes while it is loaded", ExitCode::kInvalidConfiguration};
    words = enter(open_plugin(file, gives_rtl ? RTLD_GLOBAL : RTLD_LOCAL, named_at), file, named_at);
  }
  loaded().push_back(
      {.file = file, .sha256 = gives_rtl ? "" : sha256(bytes), .scope = scope, .words = std::move(words)});
}

const std::vector<LoadedPlugin>& loaded_plugins() {
  return loaded();
}

}  // namespace texpipe::study
