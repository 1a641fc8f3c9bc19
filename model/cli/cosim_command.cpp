// texpipe cosim FILE: model and RTL of a block side by side.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/verb.h"
#include "study/config/load_configuration.h"

#ifdef TEXPIPE_WITH_RTL
#include "rtl_cosim/scoreboard/filter_cosim.h"
#endif

extern char** environ;

namespace texpipe::cli {

namespace {

struct CosimOptions {
  std::string file;
  std::vector<std::string> assignments;
};

#ifdef TEXPIPE_WITH_RTL

enum class CosimBlock : std::uint32_t { kFilter };
constexpr EnumRow kCosimBlocks[] = {{0, "filter", "bilinear filter of the sampler"}};
EnumRows enum_rows(CosimBlock) {
  return {"co-simulated block", kCosimBlocks};
}

struct CosimParameters {
  CosimBlock block = CosimBlock::kFilter;
  rtl_cosim::FilterCosimParameters filter;

  template <class Visitor>
  void describe(Visitor& v) {
    v("cosim", block, {.help = "which block is compared", .required = true});
    filter.describe(v);
  }
};

ExitCode compare(const CosimOptions& options, bool json) {
  const study::ConfigurationLayers layers = study::load_layers(
      {.file = options.file, .assignments = options.assignments, .environment = environ}, study::FileKind::kStudy);
  CosimParameters parameters;
  study::ParameterReader reader;
  for (const Diagnostic& problem : layers.problems) reader.add_problem(problem);
  reader.read(parameters, {&layers.study, &layers.environment, &layers.command_line});
  reader.finish();

  const rtl_cosim::FilterCosimParameters& filter = parameters.filter;
  const rtl_cosim::FilterCosimResult result = rtl_cosim::run_filter_cosim(filter);
  const std::string rerun =
      result.first
          ? fmt::format(
                "texpipe cosim {} -p seed={} -p footprints={} -p offered_percent={} -p ready_percent={} -p rtl={}",
                options.file, filter.seed, result.first->index + 1, filter.offered_percent, filter.ready_percent,
                name_of(filter.rtl))
          : "";
  if (json) {
    std::cout << nlohmann::ordered_json{{"block", name_of(parameters.block)},
                                        {"compared", result.compared},
                                        {"mismatches", result.mismatches},
                                        {"cycles", result.cycles.value()},
                                        {"first_mismatch", result.first ? result.first->text() : ""},
                                        {"rerun", rerun}}
                     .dump(2)
              << '\n';
  } else {
    std::cout << fmt::format(
        "filter: {} footprints in {} cycles, {} of them differ between model and RTL in a result or its cycle\n",
        result.compared, result.cycles.value(), result.mismatches);
    if (result.first) std::cout << "first mismatch, " << result.first->text() << "reproduce with: " << rerun << '\n';
  }
  return result.mismatches == 0 ? ExitCode::kSuccess : ExitCode::kMismatch;
}

#else

ExitCode compare(const CosimOptions&, bool) {
  unsupported("RTL: this texpipe was built without Verilator");
}

#endif

}  // namespace

Action declare_cosim(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<CosimOptions>();
  app.add_option("FILE", options->file, "what to compare, as configs/cosim/filter.yaml")->required();
  app.add_option("-p", options->assignments, "path=value: changes one parameter")->allow_extra_args(false);
  return [options, &globals] { return compare(*options, globals.json); };
}

}  // namespace texpipe::cli
