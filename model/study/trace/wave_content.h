// Files of waves read back: what they hold, and one format from another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "host/files/output_file.h"
#include "study/trace/fst_file.h"

namespace texpipe::study {

struct WavedBlock {
  std::string path;
  std::uint64_t signals = 0;
  std::uint64_t changes = 0;  // 0 after the declarations counted, too
};

struct WaveContent {
  WaveFormat format = WaveFormat::kVcd;
  std::uint64_t from = 0;  // picoseconds
  std::uint64_t to = 0;
  std::uint64_t scopes = 0;
  std::uint64_t signals = 0;
  std::vector<WavedBlock> blocks;  // with signals; of a dump: FST tells what its header has
};

/// True for names that end in .vcd or .fst.
bool is_wave_file(const std::filesystem::path& file);

/// Errors: kMalformedInput with the line for a dump that is not as `run --waves` writes it, and for what is no FST.
WaveContent read_waves(const std::filesystem::path& file);

std::string content_text(const WaveContent& content, const std::string& file);
nlohmann::ordered_json content_json(const WaveContent& content);

/// .vcd to .fst. Errors: those of read_waves and wave_file; kUsage for other ways.
void convert_waves(const std::filesystem::path& from, const std::filesystem::path& to, Existing existing);

}  // namespace texpipe::study
