// A pixel through the draws of a frame, in words and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/why/pixel_history.h"

namespace texpipe::study {

/// A paragraph for each primitive that covers the pixel, in the order of the draws: tests, thread, messages with their
/// cycles, colours. Empty for what is no pixel of a frame.
std::string coverage_text(const QueryAnswer& answer);
nlohmann::ordered_json coverage_json(const QueryAnswer& answer);

}  // namespace texpipe::study
