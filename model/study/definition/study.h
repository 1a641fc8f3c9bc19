// A study: what a person wants to find out, on which machine, with which timing.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/enum_table.h"
#include "base/parameter.h"
#include "base/quantity.h"
#include "functional/message/message.h"
#include "machine/graph/machine_parameters.h"
#include "parameters/layers/load_configuration.h"
#include "workload/choice/workload_parameters.h"

namespace texpipe::timing {
class BlockRegistry;
}

namespace texpipe::study {

enum class Timing : std::uint8_t { kUntimed, kLooselyTimed, kApproximatelyTimed };

inline constexpr EnumRow kTimings[] = {
    {0, "untimed", "values only, no clock"},
    {1, "loosely_timed", "samplers, L3 and memory by recurrence, message by message: the same cycles, sooner"},
    {2, "approximately_timed", "event-driven stages with real back-pressure: waves, RTL, foreign blocks"},
};
inline EnumRows enum_rows(Timing) {
  return {"timing", kTimings};
}

/// Switches of what the documents leave open about queries and gradients.
struct QueryParameters {
  struct Resinfo {
    bool literal_shift = false;

    template <class Visitor>
    void describe(Visitor& v) {
      v("literal_shift", literal_shift,
        {.help = "sizes are the document's plain shift, without a minimum of 1",
         .source = {"resolution R2: sizes that resinfo returns for a level"}});
    }
  };
  struct Sampleinfo {
    bool palette_plus_one = false;

    template <class Visitor>
    void describe(Visitor& v) {
      v("palette_plus_one", palette_plus_one,
        {.help = "the sample position palette index counts from 1, as an older manual has it",
         .source = {"resolution R4: results of sampleinfo"}});
    }
  };

  struct Pixld {
    bool grid_integer = false;
    bool covered_all_ones = false;

    template <class Visitor>
    void describe(Visitor& v) {
      v("grid_integer", grid_integer,
        {.help = "OFFSET gives whole steps of the 16x16 grid, -8 to 7, instead of 4.12 pixels",
         .source = {"resolution R20: pixel offsets are packed 4.12"}});
      v("covered_all_ones", covered_all_ones,
        {.help = "COVERED writes all ones for TRUE instead of 1",
         .source = {"resolution R21: raster samples, COVERED and MY_INDEX"}});
    }
  };

  struct SampleD {
    bool cube_direction = false;

    template <class Visitor>
    void describe(Visitor& v) {
      v("cube_direction", cube_direction,
        {.help = "on a cube, sample_d and sample_d_c take a direction and its gradients, instead of a place on the "
                 "face r and the gradients there",
         .source = {"resolution R28: gradients of cubes belong to the face"}});
    }
  };

  Resinfo resinfo;
  Sampleinfo sampleinfo;
  SampleD sample_d;
  Pixld pixld;

  template <class Visitor>
  void describe(Visitor& v) {
    v.group("resinfo", resinfo, "the message resinfo");
    v.group("sampleinfo", sampleinfo, "the message sampleinfo");
    v.group("sample_d", sample_d, "the messages sample_d and sample_d_c");
    v.group("pixld", pixld, "the instruction PIXLD");
  }

  functional::QueryOptions options() const {
    return {.literal_shift = resinfo.literal_shift,
            .palette_plus_one = sampleinfo.palette_plus_one,
            .cube_direction = sample_d.cube_direction,
            .pixld = {.grid_integer = pixld.grid_integer, .covered_all_ones = pixld.covered_all_ones}};
  }
};

struct StudyParameters {
  std::uint32_t schema_version = 1;
  std::string name;
  std::string machine;
  std::vector<std::string> plugins;
  Timing timing = Timing::kApproximatelyTimed;
  Cycles watchdog{1'000'000};
  std::string energy;
  QueryParameters queries;
  WorkloadParameters workload;

  template <class Visitor>
  void describe(Visitor& v) {
    v("schema_version", schema_version, {.range = {{1, 1}}, .help = "version of these keys"});
    v("study", name,
      {.help = "name of the study and of its run folder", .source = {"the study file"}, .required = true});
    v("machine", machine,
      {.help = "machine file, or the machine's own keys",
       .source = {"the study file"},
       .required = true,
       .is_path = true});
    v("plugins", plugins,
      {.help =
           "shared libraries that bring replacement policies, hashes and blocks of their own (docs/how-to/plug-ins.md)",
       .is_path = true});
    v("timing", timing, {.help = "how time is kept"});
    v("watchdog", watchdog,
      {.range = {{Cycles{0}, Cycles{1'000'000'000'000}}},
       .help =
           "a machine in which nothing is asked or answered for this long ends the run with exit 6, and so does one in "
           "which a unit waits while the others get 16 answers for each of these cycles; 0 switches it off; the "
           "default grows with the latencies of a slow machine"});
    v("energy", energy,
      {.help = "table of energies and areas (docs/how-to/energy.md); configs/energy/generic_14nm.yaml where none is "
               "given",
       .is_path = true});
    queries.describe(v);
    v.group("workload", workload, "what the machine executes");
  }
};

// Trees of all parameters are large: they are collected in study.cpp alone.
extern template ParameterNode parameter_tree(StudyParameters& parameters);
extern template ParameterNode parameter_tree(machine::MachineParameters& parameters);

/// A study with its machine, as read from all layers.
struct Configuration {
  bool is_study = true;
  StudyParameters study;
  bool machine_is_inline = false;  // the study's own file holds the machine's keys
  MachineName machine_name;
  machine::MachineParameters machine;
  ParameterReader reader;                    // knows the origin of every value
  ValueSources sources;                      // of the machine's values, as its file has them; trees() looks into it
  MachineConstants constants;                // of its file
  std::vector<std::filesystem::path> files;  // that hold it
  std::vector<Diagnostic> superseded;        // keys of earlier versions in it, and what they are read as
  std::vector<std::string> environment;      // TEXPIPE_* variables that gave values, as NAME=value

  /// `config.resolved.yaml`: one file that holds every value, the machine's under `machine`. Its paths of files are
  /// absolute, so that it can be moved.
  /// @param keep  which values; all when it is empty
  std::string resolved_yaml(const Annotate& annotate = {}, const std::function<bool(const ParameterNode&)>& keep = {});

  /// Study and machine as one list of values. A value's path is the one that -p takes.
  std::vector<ParameterNode> values();
  /// Trees of all parameters, with the machine file's own words on where its values come from.
  std::vector<ParameterNode> trees();
};

/// Whether values are checked against each other. Where they are not, only each value alone is: what a sweep sets for
/// all of its points may be a machine only together with a value of an axis.
enum class ValuesTogether : std::uint8_t { kChecked, kUnchecked };

/// Reads a study, or a machine where `kind` allows it, and checks all that its parameters have to keep together.
/// Words of -p may name parameters by their last words.
/// @param blocks  the implementations that a machine may name; null: any
/// Errors: load_named_layers, read_configuration; kUnsupported for `rtl` when `blocks` was built without it.
Configuration load_configuration(const ConfigurationSources& sources, FileKind kind,
                                 const timing::BlockRegistry* blocks = nullptr,
                                 ValuesTogether together = ValuesTogether::kChecked);

/// Configuration from layers that were read before, as those of another command line over the same files.
/// @param environment  TEXPIPE_* variables that gave the layers' values, as NAME=value
Configuration load_configuration(const ConfigurationLayers& layers, std::vector<std::string> environment,
                                 const timing::BlockRegistry* blocks,
                                 ValuesTogether together = ValuesTogether::kChecked);

/// The parameters of a study, whatever its kind of workload, and of a machine, with their defaults. What only some
/// kinds of workload have is not required.
std::vector<ParameterNode> trees_of_all_kinds();

/// JSON Schema (draft-07) of study files (or of machine files), which needs no other file.
nlohmann::ordered_json configuration_schema(FileKind kind);
/// That of study files which refers to machine.schema.json beside it for all that a machine has.
nlohmann::ordered_json study_schema_beside_machine();

}  // namespace texpipe::study
