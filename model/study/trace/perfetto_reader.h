// Reads the traces that PerfettoTrace writes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace texpipe::study {

/// A slice or a value of a counter, with the track that it is on.
struct PerfettoItem {
  std::string_view block;  // path of the block, without the slot
  bool is_counter = false;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::string_view message;  // `12.0`; empty: of none
  struct Note {
    std::string_view name;
    std::uint64_t value = 0;
  };
  std::vector<Note> notes;

  /// Null when the item has no such note.
  const std::uint64_t* find(std::string_view name) const;
};

/// Calls `visit` for each slice, in the order in which they end, and for each value of a counter.
/// @param bytes  of the file, @param name  for errors
/// @return the title of the trace. Errors: kMalformedInput with the byte where the reader stood.
std::string read_perfetto(std::string_view bytes, const std::string& name,
                          const std::function<void(const PerfettoItem&)>& visit);

}  // namespace texpipe::study
