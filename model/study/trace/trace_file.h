// Reads traces back: what they hold, and one format from another.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "host/files/output_file.h"
#include "study/trace/run_trace.h"

namespace texpipe::study {

/// Content of a trace about one block.
struct TracedBlock {
  std::string path;
  std::uint64_t slices = 0;  // messages, footprints, lines
  std::uint64_t cycles = 0;  // their sum
  std::uint64_t levels = 0;  // values of counters
};

struct TraceContent {
  TraceFormat format = TraceFormat::kPerfetto;
  std::string title;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t messages = 0;       // with a slice
  std::vector<TracedBlock> blocks;  // in the order of the file
};

/// Errors: kMalformedInput, with file and place, for what texpipe did not write.
TraceContent read_trace(const std::filesystem::path& file);

std::string content_text(const TraceContent& content, const std::string& file);
nlohmann::ordered_json content_json(const TraceContent& content);

/// A .pftrace as the .kanata that the run would have written in the same window. Errors: as above; kUsage for other
/// ways.
void convert_trace(const std::filesystem::path& from, const std::filesystem::path& to, Existing existing);

}  // namespace texpipe::study
