#include "study/run/run_statistics.h"

#include <span>

#include "host/files/json_writer.h"
#include "host/hashes/sha256.h"
#include "study/sampled_run/sample_report.h"
#include "study/summary/statistics_text.h"

namespace texpipe::study {

std::string run_statistics_json(const Configuration& configuration, const Execution& execution, const Picture& picture,
                                const std::string& unfinished) {
  JsonWriter json{1};
  json.begin_object();
  json.member("schema_version", 1u);
  json.member("study", configuration.study.name);
  json.member("machine", configuration.machine_name.name);
  json.member("timing", name_of(configuration.study.timing));
  if (!unfinished.empty()) json.member("unfinished", unfinished);
  if (execution.cycles) {
    json.member("clock_hz", configuration.machine.clock.value());
    json.member("cycles", execution.cycles->value());
  }
  if (execution.sample) write_sample(json, *execution.sample);
  if (picture.width != 0) {
    Sha256 hash;
    hash.add(std::span{picture.rgba});
    json.key("image");
    json.begin_object();
    json.member("width", picture.width);
    json.member("height", picture.height);
    json.member("rgba_sha256", hash.finish());
    json.end_object();
  }
  json.key("groups");
  write_statistics(json, *execution.statistics);
  json.end_object();
  return json.take() + '\n';
}

}  // namespace texpipe::study
