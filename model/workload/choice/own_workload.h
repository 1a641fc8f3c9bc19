// Kinds of workload that plug-ins bring.
#pragma once

#include <functional>

#include "base/own_parameters.h"
#include "base/word_registry.h"
#include "functional/device/workload.h"
#include "workload/choice/workload_parameters.h"

namespace texpipe::study {

/// Makes a workload of the values of the parameters that its kind brings.
using MakeWorkload = std::function<functional::Workload(const OwnParameters&)>;

struct OwnWorkload {
  MakeWorkload make;  // none for the model's own kinds, which make_workload() knows
  OwnParameters parameters;
};

/// The kinds of this process: at first the model's own.
WordRegistry<WorkloadKind, OwnWorkload>& workload_kinds();

}  // namespace texpipe::study
