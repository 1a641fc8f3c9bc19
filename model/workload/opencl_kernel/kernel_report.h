// Report of what a device binary needs to be launched, as text and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "workload/opencl_kernel/device_program.h"

namespace texpipe::study {

std::string kernel_report_text(const DeviceProgram& program, const std::string& file);
nlohmann::ordered_json kernel_report_json(const DeviceProgram& program, const std::string& file);

}  // namespace texpipe::study
