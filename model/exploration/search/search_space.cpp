#include "exploration/search/search_space.h"

#include "base/stop_request.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

void check_sections(const SweepSpecification& sweep, const fs::path& file) {
  const bool alone = sweep.sections.size() == 1 && sweep.sections.front().kind == SectionKind::kSearch;
  if (alone) return;
  const bool none = sweep.sections.empty() || sweep.sections.front().kind != SectionKind::kSearch;
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.position = {file.string()},
                         .path = "search",
                         .problem = none ? "is missing" : "stands beside other axes",
                         .hint = none ? "expected search: {axes: {parameter: {from: LOW, to: HIGH}, ...}}"
                                      : "all axes of a search belong to its section"}};
}

}  // namespace

SearchSpace::SearchSpace(const SweepOptions& options, SweepEngine& engine, const timing::BlockRegistry& blocks)
    : options_{options}, engine_{engine}, blocks_{blocks}, sweep_{read_sweep(options.file, options.words, names_)} {
  check_sections(sweep_, options.file);
  folder_ = options.out.empty() ? fs::path{"out"} / sweep_.name : options.out;
  goes_on_ = options.resume && is_sweep_folder(folder_);
  if (!goes_on_) check_sweep_folder(folder_, options.overwrite);
  planned_ = std::make_unique<GrowingPlan>(sweep_, names_, options.environment, blocks);
}

Campaign& SearchSpace::campaign() {
  if (campaign_) return *campaign_;
  if (goes_on_) {
    SweepFolder folder = SweepFolder::open(folder_);
    SweepPlan before = read_plan(folder_ / kPlanName);
    check_same_request(folder_, before, sweep_.request);
    check_unchanged(before);
    campaign_ =
        std::make_unique<Campaign>(options_, std::move(folder), std::move(before), blocks_, run_again(options_));
  } else {
    SweepFolder folder = SweepFolder::create(folder_, plan(), options_.overwrite);
    campaign_ = std::make_unique<Campaign>(options_, std::move(folder), plan(), blocks_, run_again(options_));
  }
  return *campaign_;
}

std::optional<std::size_t> SearchSpace::at(const std::vector<double>& place) {
  std::vector<AxisValue> values;
  for (std::size_t i = 0; i < section().axes.size(); ++i) values.push_back(section().axes[i].at(place[i]));
  return add(values);
}

bool SearchSpace::run() {
  campaign().extend(plan());
  campaign().run(&engine_);
  return !stop_requested();
}

}  // namespace texpipe::study
