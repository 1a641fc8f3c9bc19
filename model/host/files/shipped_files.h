// Machines, studies, sweeps and textures that come with texpipe, found by their names: from the source folder and from
// an installed package alike.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace texpipe::study {

enum class ShippedKind : std::uint8_t { kMachine, kStudy, kSweep, kTexture, kEnergyTable };

struct ShippedFolder {
  ShippedKind kind;
  std::string_view folder;  // below that of all
  std::string_view word;    // of one file
};
inline constexpr std::array<ShippedFolder, 5> kShippedFolders{{
    {ShippedKind::kMachine, "machines", "machine"},
    {ShippedKind::kStudy, "studies", "study"},
    {ShippedKind::kSweep, "sweeps", "sweep"},
    {ShippedKind::kTexture, "textures", "texture"},
    {ShippedKind::kEnergyTable, "energy", "energy table"},
}};
/// Kind of the files that a parameter of a study names.
inline ShippedKind shipped_kind_of(std::string_view parameter) {
  if (parameter == "machine") return ShippedKind::kMachine;
  return parameter == "energy" ? ShippedKind::kEnergyTable : ShippedKind::kTexture;
}

struct ShippedFile {
  std::string name;  // of the file, without the ending of its format
  std::filesystem::path path;
};

/// All files of a kind, by name; none where the folder is missing. Folders inside count, too.
std::vector<ShippedFile> shipped_files(ShippedKind kind);

/// The file itself where it is there, or is more than a name; else the shipped file of this name, with or without its
/// ending, or the path as it is.
std::filesystem::path found_or_shipped(const std::filesystem::path& file, ShippedKind kind);

/// A file that is named in another one, from whose folder paths count: as found_or_shipped.
std::filesystem::path beside_or_shipped(const std::filesystem::path& folder, const std::string& file, ShippedKind kind);

/// Whether a path may be a shipped file's name: a word without folders.
bool is_bare_name(const std::filesystem::path& file);

/// `did you mean NAME?` with the nearest name of a shipped file, or of a file in the folder of a path that is none; may
/// be empty.
std::string missing_or_shipped_hint(const std::filesystem::path& missing, ShippedKind kind);

/// First comment of a YAML file that is no note to editors, up to its first full stop; empty: it has none.
std::string first_comment(const std::filesystem::path& file);

}  // namespace texpipe::study
