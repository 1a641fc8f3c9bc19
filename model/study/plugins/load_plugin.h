// Plug-ins: shared libraries that bring words of their own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::study {

/// A plug-in is named by one study, or for all that the process does: by an option or a call.
enum class PluginScope : std::uint8_t { kOneStudy, kProcess };

struct LoadedPlugin {
  std::filesystem::path file;  // absolute
  std::string sha256;          // of the file when it was loaded; empty for RTL: a hash costs half as much as a bench
  PluginScope scope = PluginScope::kOneStudy;
  std::vector<std::string> words;  // that it has brought, as "replacement policy `mine`"
};

/// Loads a plug-in, unless this process has it: from then on its words are there. It stays loaded.
/// @param named_at  place in a study that names it; for error texts
/// Errors: Error with kMalformedInput for a file that is not there or is no plug-in; kUnsupported for one that was
/// built for another texpipe or by another compiler, misses a symbol, or needs RTL where there is none;
/// kInvalidConfiguration for words that are taken and for code that throws. Code that crashes ends the process, with
/// the file's name and kInvalidConfiguration.
void load_plugin(const std::filesystem::path& file, PluginScope scope, const SourcePosition& named_at = {});

/// Those that this process has, in the order in which they were loaded.
const std::vector<LoadedPlugin>& loaded_plugins();

}  // namespace texpipe::study
