// JSON Schema (draft-07) of sweep files, for editors and validators.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace texpipe::study {

nlohmann::ordered_json sweep_schema();

}  // namespace texpipe::study
