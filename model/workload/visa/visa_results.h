// Results of a vISA run as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "workload/visa/visa_workload.h"

namespace texpipe::study {

/// `registers` (thread, variable, type, values) and `buffers` (index, words), as the inputs ask for.
nlohmann::ordered_json visa_results(const VisaWorkload& workload, const VisaInputs& inputs);

/// 32 bits of a result's bytes; what lies beyond the end reads 0.
std::uint32_t result_word(const VisaBufferResult& result, std::size_t place);

}  // namespace texpipe::study
