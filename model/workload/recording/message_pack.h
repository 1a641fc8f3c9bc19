// MessagePack as recordings have it: maps of numbers, texts, columns, lists and maps.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>

namespace texpipe::study {

/// Value that bytes of MessagePack encode; a discarded value when they are damaged, go on behind the value, nest deeper
/// than a recording does or hold more values than it may have outside of columns. Columns are copied whole, which a
/// reader for all of JSON does byte by byte.
nlohmann::json read_message_pack(std::span<const std::uint8_t> bytes);

}  // namespace texpipe::study
