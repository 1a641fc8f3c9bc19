#include "study/definition/file_sorts.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <span>
#include <string>

#include "pictures/texture/texture.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;

constexpr const char* kByTexture = "a study names it, as workload.texture";
constexpr const char* kByRun = "texpipe run FILE makes a run folder of it";

constexpr std::array kFileFacts{
    FileSortFacts{FileSort::kStudy, "a study", kByRun, "run"},
    FileSortFacts{FileSort::kMachine, "a machine", "a study names it, as machine", "config show"},
    FileSortFacts{FileSort::kSweep, "a sweep", "texpipe sweep runs it", "sweep"},
    FileSortFacts{FileSort::kSearch, "a search", "texpipe search runs it", "search"},
    FileSortFacts{FileSort::kBench, "a bench of RTL", "texpipe cosim runs it", "cosim"},
    FileSortFacts{FileSort::kEnergyTable, "an energy table", "texpipe energy RUN --table FILE reads it", ""},
    FileSortFacts{FileSort::kSpaWarps, "warps of an SPA program", "texpipe spa run FILE runs it", "spa run"},
    FileSortFacts{FileSort::kSpaText, "SPA text", "texpipe spa check FILE reads it, and warps name it", "spa check"},
    FileSortFacts{FileSort::kVisaText, "vISA text", "texpipe visa run FILE runs it", "visa run"},
    FileSortFacts{FileSort::kVisaInputs, "inputs of a vISA program", "texpipe visa run PROGRAM --inputs FILE reads it",
                  ""},
    FileSortFacts{FileSort::kLaunch, "a kernel's launch", "a study names it, as workload.file", ""},
    FileSortFacts{FileSort::kKernelSource, "OpenCL source", "ocloc makes a binary that ocloc made of it", ""},
    FileSortFacts{FileSort::kVerilog, "Verilog", "texpipe_add_rtl_block() of the CMake package makes a plug-in of it",
                  ""},
    FileSortFacts{FileSort::kScene, "a scene", "a study names it, as workload.scene", ""},
    FileSortFacts{FileSort::kSchema, "a JSON schema", "editors read it", ""},
    FileSortFacts{FileSort::kStatistics, "statistics of a run", "texpipe stats reads them", "stats"},
    FileSortFacts{FileSort::kManifest, "the manifest of a run", "config.resolved.yaml beside it is the run's study",
                  ""},
    FileSortFacts{FileSort::kRunFolder, "a run folder", "texpipe stats, explain and report read it", "stats"},
    FileSortFacts{FileSort::kPng, "a PNG picture", kByTexture, "texture info"},
    FileSortFacts{FileSort::kDds, "a DDS texture", kByTexture, "texture info"},
    FileSortFacts{FileSort::kKtx, "a KTX texture", kByTexture, "texture info"},
    FileSortFacts{FileSort::kPkm, "a PKM texture", kByTexture, "texture info"},
    FileSortFacts{FileSort::kOtherPicture, "a picture of a format that texpipe does not read",
                  "textures are DDS, KTX, KTX 2, PKM or PNG", ""},
    FileSortFacts{FileSort::kElf, "an ELF file", "texpipe kernel info reads those of ocloc, which launches name",
                  "kernel info"},
    FileSortFacts{FileSort::kZstd, "compressed by zstd, as recordings of frames are",
                  "texpipe frame info reads these, and a study of kind frame names them", "frame info"},
    FileSortFacts{FileSort::kArchive, "a compressed archive", "unpack it first", ""},
};

struct Magic {
  std::string_view bytes;
  FileSort sort;
};
constexpr Magic kMagics[] = {
    {"\x89PNG", FileSort::kPng},
    {"DDS ", FileSort::kDds},
    {"\xabKTX", FileSort::kKtx},
    {"PKM ", FileSort::kPkm},
    {"\x7f"
     "ELF",
     FileSort::kElf},
    {"\x28\xb5\x2f\xfd", FileSort::kZstd},
    {"\x1f\x8b", FileSort::kArchive},  // gzip
    {"PK\x03\x04", FileSort::kArchive},
};

struct Suffix {
  std::string_view name;
  FileSort sort;
};
constexpr Suffix kSuffixes[] = {{".spa", FileSort::kSpaText},
                                {".visaasm", FileSort::kVisaText},
                                {".cl", FileSort::kKernelSource},
                                {".sv", FileSort::kVerilog},
                                {".v", FileSort::kVerilog}};

/// A file has the sort when it has all of the keys; the first row counts.
struct KeyRow {
  std::array<std::string_view, 2> keys;
  FileSort sort;
};
constexpr KeyRow kKeyRows[] = {
    {{"definitions", "$schema"}, FileSort::kSchema},
    {{"command_line", "program"}, FileSort::kManifest},
    {{"groups", "schema_version"}, FileSort::kStatistics},
    {{"search", ""}, FileSort::kSearch},
    {{"sweep", ""}, FileSort::kSweep},
    {{"grid", ""}, FileSort::kSweep},
    {{"objectives", ""}, FileSort::kSweep},
    {{"cosim", ""}, FileSort::kBench},
    {{"energy_table", ""}, FileSort::kEnergyTable},
    {{"study", ""}, FileSort::kStudy},
    {{"workload", ""}, FileSort::kStudy},
    {{"kernel", "global_size"}, FileSort::kLaunch},
    {{"program", "warps"}, FileSort::kSpaWarps},
    {{"program", "scene"}, FileSort::kSpaWarps},
    {{"program", "textures"}, FileSort::kSpaWarps},
    {{"program", "registers"}, FileSort::kSpaWarps},
    {{"triangles", ""}, FileSort::kScene},
    {{"registers", "surfaces"}, FileSort::kVisaInputs},
    {{"machine", "slice"}, FileSort::kMachine},
    {{"machine", "memory"}, FileSort::kMachine},
};

bool is_key_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/// Keys that begin a line of YAML.
void add_line_keys(std::string_view text, std::set<std::string_view>& keys) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::size_t length = 0;
    while (at + length < end && is_key_letter(text[at + length])) ++length;
    if (length > 0 && at + length < end && text[at + length] == ':') keys.insert(text.substr(at, length));
    at = end + 1;
  }
}

/// Texts in quotes at the first level of a JSON object: its keys, and its plain values, which do no harm.
void add_object_keys(std::string_view text, std::set<std::string_view>& keys) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c != '"') continue;
    const std::size_t begin = at + 1;
    for (++at; at < text.size() && text[at] != '"'; ++at)
      if (text[at] == '\\') ++at;
    std::size_t next = std::min(at + 1, text.size());
    while (next < text.size() && text[next] == ' ') ++next;
    const bool is_key = next < text.size() && text[next] == ':';
    if (depth == 1 && is_key) keys.insert(text.substr(begin, at - begin));
  }
}

std::optional<FileSort> sort_of_text(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::set<std::string_view> keys;
  const bool is_object = text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size())).starts_with('{');
  if (is_object)
    add_object_keys(text, keys);
  else
    add_line_keys(text, keys);
  for (const KeyRow& row : kKeyRows) {
    const bool all = std::all_of(row.keys.begin(), row.keys.end(),
                                 [&](std::string_view key) { return key.empty() || keys.contains(key); });
    if (all) return row.sort;
  }
  return {};
}

}  // namespace

const FileSortFacts& facts_of(FileSort sort) {
  return *std::find_if(kFileFacts.begin(), kFileFacts.end(),
                       [&](const FileSortFacts& facts) { return facts.sort == sort; });
}

std::optional<FileSort> sort_of(const fs::path& file) {
  constexpr std::size_t kMost = 64 << 10;
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    return fs::exists(file / "stats.json", ignored) ? std::optional{FileSort::kRunFolder} : std::nullopt;
  }
  if (!fs::is_regular_file(file, ignored)) return {};
  std::string bytes(kMost, '\0');
  std::ifstream in{file, std::ios::binary};
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  for (const Magic& magic : kMagics)
    if (bytes.starts_with(magic.bytes)) return magic.sort;
  if (is_unread_picture(std::as_bytes(std::span{bytes}))) return FileSort::kOtherPicture;
  if (bytes.find('\0') != std::string::npos) return {};
  const std::string extension = file.extension().string();
  for (const Suffix& suffix : kSuffixes)
    if (extension == suffix.name) return suffix.sort;
  return sort_of_text(bytes);
}

void require_sort(const fs::path& file, std::initializer_list<FileSort> accepted, ExitCode code) {
  const std::optional<FileSort> sort = sort_of(file);
  if (!sort || std::find(accepted.begin(), accepted.end(), *sort) != accepted.end()) return;
  const FileSortFacts& facts = facts_of(*sort);
  throw Error{code, Diagnostic{.position = {file.string()},
                               .problem = "the file is " + std::string{facts.what},
                               .hint = std::string{facts.taken_by}}};
}

}  // namespace texpipe::study
