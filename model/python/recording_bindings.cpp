// Recordings as columns, and names of the columns of files of accesses.
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

#include "functional/message/recent_decode.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "isa/gen9/sampler_message.h"
#include "python/bindings.h"
#include "study/accesses/access_output.h"
#include "workload/accesses/access_columns.h"
#include "workload/recording/recording.h"

namespace py = pybind11;

namespace texpipe::python {

namespace {

/// A column that grows.
template <class T>
struct Column {
  std::vector<T> values;
  void operator()(auto value) { values.push_back(static_cast<T>(value)); }
  py::array_t<T> array() const { return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data()); }
};

/// Columns of the messages of a recording.
struct MessageColumns {
  Column<std::uint64_t> thread, first_footprint;
  Column<std::uint32_t> phase, shared_function, descriptor, extended_descriptor, mask, footprints;
  std::vector<std::uint32_t> payload;  // registers of eight words
  Column<std::uint64_t> first_register;
  Column<std::uint32_t> registers;

  py::dict arrays() const {
    py::dict all;
    all["thread"] = thread.array();
    all["phase"] = phase.array();
    all["shared_function"] = shared_function.array();
    all["descriptor"] = descriptor.array();
    all["extended_descriptor"] = extended_descriptor.array();
    all["mask"] = mask.array();
    all["first_register"] = first_register.array();
    all["registers"] = registers.array();
    all["first_footprint"] = first_footprint.array();
    all["footprints"] = footprints.array();
    return all;
  }
};

/// Columns of their footprints.
struct FootprintColumns {
  Column<std::uint64_t> message, first_word;
  Column<std::uint32_t> subspan, pixels, level, tap, slice_half, texels, format, words;
  std::vector<std::uint64_t> addresses;

  void add(std::uint64_t of_message, unsigned of_subspan, const functional::Footprint& footprint) {
    message(of_message);
    subspan(of_subspan);
    pixels(footprint.pixels);
    level(footprint.level);
    tap(footprint.tap);
    slice_half(footprint.slice_half);
    texels(footprint.texels);
    format(static_cast<std::uint32_t>(footprint.format));
    first_word(addresses.size());
    words(footprint.line_count);
    for (unsigned n = 0; n < footprint.line_count; ++n)
      addresses.push_back(footprint.lines[n] << functional::kPlannedUnitBits);
  }

  py::dict arrays() const {
    py::dict all;
    all["message"] = message.array();
    all["subspan"] = subspan.array();
    all["pixels"] = pixels.array();
    all["level"] = level.array();
    all["tap"] = tap.array();
    all["slice_half"] = slice_half.array();
    all["texels"] = texels.array();
    all["format"] = format.array();
    all["first_word"] = first_word.array();
    all["words"] = words.array();
    return all;
  }
};

class RecordingReader {
 public:
  explicit RecordingReader(const study::Recording& recording) : recording_{recording} {
    const bool planned = recording.head().footprints;
    for (std::size_t n = 0; n < recording.starts().size(); ++n) {
      const std::vector<study::RecordedPhase>& phases = recording.phases();
      while (phase_ + 1 < phases.size() && phases[phase_ + 1].first_group <= recording.starts()[n]) ++phase_;
      add(*recording.batch(n, planned ? study::Plans::kRead : study::Plans::kNone, contexts_));
    }
  }

  MessageColumns messages;
  FootprintColumns footprints;

 private:
  void add(const study::ThreadBatch& batch) {
    for (const study::ThreadBatch::Thread& thread : batch.threads()) {
      std::uint64_t message = thread.first_message, first = thread.first_register, plan = thread.first_plan;
      for (std::uint64_t n = 0; n < thread.entries; ++n) {
        const study::PathEntry& entry = batch.entry(thread.first_entry + n);
        if (entry.message == 0) continue;
        const study::MessageKind& kind = batch.kind(entry);
        const functional::Message& sent = kind.send.message;
        const std::uint64_t number = messages.thread.values.size();
        messages.thread(threads_);
        messages.phase(phase_);
        messages.shared_function(sent.shared_function);
        messages.descriptor(sent.descriptor);
        messages.extended_descriptor(sent.extended_descriptor);
        messages.mask(batch.mask(message++));
        messages.first_register(messages.payload.size() / 8);
        messages.registers(kind.registers);
        for (const functional::Grf& grf : batch.payload(first, kind.registers))
          messages.payload.insert(messages.payload.end(), grf.begin(), grf.end());
        first += kind.registers;
        messages.first_footprint(footprints.message.values.size());
        if (study::has_plan(sent)) add_plan(batch.plan(plan++), number);
        messages.footprints(footprints.message.values.size() - messages.first_footprint.values.back());
      }
      ++threads_;
    }
  }

  void add_plan(const functional::PlannedMessage* plan, std::uint64_t message) {
    if (plan == nullptr) return;
    plan->plan({functional::PlanDetail::kFootprints, {.bits = functional::kPlannedUnitBits, .decoded = false}},
               outcome_);
    for (std::size_t subspan = 0; subspan < outcome_.subspans.size(); ++subspan) {
      for (const functional::Footprint& footprint : outcome_.subspans[subspan].footprints)
        footprints.add(message, static_cast<unsigned>(subspan), footprint);
    }
  }

  const study::Recording& recording_;
  study::ContextTable contexts_;
  functional::SamplerOutcome outcome_;
  std::uint64_t threads_ = 0;
  std::size_t phase_ = 0;
};

py::list phases_of(const study::Recording& recording) {
  py::list list;
  for (const study::RecordedPhase& phase : recording.phases()) {
    py::dict one;
    one["stage"] = phase.stage;
    one["groups"] = phase.groups;
    one["threads_per_group"] = phase.threads_per_group;
    list.append(one);
  }
  return list;
}

/// Head, messages, payload [registers, 8], footprints, and addresses of the words of 8 bytes that they touch.
py::tuple read_recording(const std::string& file) {
  const study::Recording recording{file};
  const RecordingReader reader{recording};
  py::dict head;
  head["study"] = recording.head().study;
  head["kind"] = recording.head().kind;
  head["groups"] = recording.head().groups;
  head["threads_per_group"] = recording.head().threads_per_group;
  head["phases"] = phases_of(recording);
  head["has_scene"] = recording.scene().has_value();
  const auto& payload = reader.messages.payload;
  py::array_t<std::uint32_t> registers{std::vector<py::ssize_t>{static_cast<py::ssize_t>(payload.size() / 8), 8},
                                       payload.data()};
  const auto& addresses = reader.footprints.addresses;
  return py::make_tuple(head, reader.messages.arrays(), registers, reader.footprints.arrays(),
                        py::array_t<std::uint64_t>{static_cast<py::ssize_t>(addresses.size()), addresses.data()});
}

std::vector<std::string> access_columns() {
  std::vector<std::string> names;
  for (unsigned n = 0; n < study::kColumns; ++n)
    names.push_back(study::column_name(static_cast<study::ColumnNumber>(n)));
  return names;
}

}  // namespace

void bind_recordings(py::module_& module) {
  module.def("read_recording", read_recording);
  module.def("access_columns", access_columns);
  module.def("zstd_packed", [](const std::string& text) { return py::bytes{study::zstd_packed(text)}; });
}

}  // namespace texpipe::python
