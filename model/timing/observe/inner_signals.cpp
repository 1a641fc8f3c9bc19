#include "timing/observe/inner_signals.h"

#include <systemc>

namespace texpipe::timing {

namespace {

void add_below(const std::vector<sc_core::sc_object*>& objects, std::vector<InnerSignals*>& all) {
  for (sc_core::sc_object* object : objects) {
    if (auto* signals = dynamic_cast<InnerSignals*>(object)) all.push_back(signals);
    add_below(object->get_child_objects(), all);
  }
}

}  // namespace

std::vector<InnerSignals*> all_inner_signals() {
  std::vector<InnerSignals*> all;
  add_below(sc_core::sc_get_top_level_objects(), all);
  return all;
}

}  // namespace texpipe::timing
