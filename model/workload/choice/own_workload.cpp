#include "workload/choice/own_workload.h"

namespace texpipe::study {

WordRegistry<WorkloadKind, OwnWorkload>& workload_kinds() {
  static WordRegistry<WorkloadKind, OwnWorkload> kinds = [] {
    WordRegistry<WorkloadKind, OwnWorkload> own{"workload kind"};
    for (const EnumRow& row : kWorkloadKinds) own.add(row.name, row.meaning, {});
    return own;
  }();
  return kinds;
}

EnumRows enum_rows(WorkloadKind) {
  return workload_kinds().rows();
}

const OwnParameters* brought_parameters(WorkloadKind kind) {
  const OwnParameters& brought = workload_kinds().at(kind).parameters;
  return brought.empty() ? nullptr : &brought;
}

}  // namespace texpipe::study
