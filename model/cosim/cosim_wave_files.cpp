#include "cosim/cosim_wave_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <sstream>
#include <system_error>

#include "base/diagnostic.h"
#include "base/printable.h"
#include "base/shell_word.h"
#include "host/files/output_file.h"
#include "study/trace/fst_file.h"

namespace texpipe::cosim {

namespace fs = std::filesystem;

namespace {

/// The waves and their save files, which lie side by side.
struct WaveFiles {
  explicit WaveFiles(const fs::path& file)
      : waves{file},
        gtkwave{fs::path{file}.replace_extension(".gtkw")},
        surfer{fs::path{file}.replace_extension(".sucl")} {}

  /// Errors: kUsage when one of them exists.
  void check_free() const {
    std::error_code ignored;
    for (const fs::path& file : {waves, gtkwave, surfer}) {
      if (fs::exists(file, ignored)) {
        throw Error{ExitCode::kUsage,
                    Diagnostic{.problem = file.string() + " exists already", .hint = "--force replaces it"}};
      }
    }
  }

  fs::path waves, gtkwave, surfer;
};

}  // namespace

void check_waves(const WavesAsked& asked) {
  if (!asked.given()) return;
  study::wave_format(asked.file, "--waves");
  if (!asked.force) WaveFiles{asked.file}.check_free();
}

std::string store_waves(const rtl_cosim::CosimWaves& waves, const WavesAsked& asked, const std::string& preset) {
  if (!waves.any()) return {};
  const WaveFiles files{asked.given() ? asked.file : preset};
  try {
    if (!asked.force) files.check_free();
    std::error_code ignored;
    if (!asked.given()) fs::create_directories(files.waves.parent_path(), ignored);
    std::ostringstream bytes;
    const auto file = study::wave_file(study::wave_format(files.waves, "--waves"), bytes);
    waves.write(*file);
    file->close("");
    if (!bytes) throw Error{ExitCode::kInternalError, "waves do not fit into the folder for temporary files"};
    const std::string name = files.waves.filename().string();
    const study::Existing existing = asked.force ? study::Existing::kReplace : study::Existing::kRefuse;
    study::write_output(files.waves, bytes.str(), existing);
    study::write_output(files.gtkwave, timing::gtkwave_save_file(name, waves.shown()), existing);
    study::write_output(files.surfer, timing::surfer_commands(name, waves.shown()), existing);
  } catch (const Error& error) {
    if (asked.given()) throw;
    // Nobody asked for them: what was found is told all the same.
    if (!asked.quiet) std::cerr << "no waves: " << printable(error.what()) << '\n';
    return {};
  }
  if (!asked.quiet) std::cerr << "wrote " << printable(files.waves.string()) << '\n';
  return files.waves.string();
}

std::string how_to_open(const std::string& waves) {
  const std::string name = fs::path{waves}.filename().string();
  const std::string stem = fs::path{waves}.stem().string();
  const std::string folder = fs::path{waves}.has_parent_path() ? fs::path{waves}.parent_path().string() : ".";
  return fmt::format("waves: cd {} && gtkwave {} {}, or surfer -c {}", shell_word(folder), shell_word(name),
                     shell_word(stem + ".gtkw"), shell_word(stem + ".sucl"));
}

}  // namespace texpipe::cosim
