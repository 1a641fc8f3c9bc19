#include "study/run_folder/manifest.h"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/stop_request.h"
#include "host/build/build_info.h"
#include "host/hashes/input_hashes.h"
#include "host/hashes/sha256.h"
#include "host/text/json_text.h"
#include "study/plugins/load_plugin.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

/// As 2025-01-31T12:00:00Z.
std::string utc(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string read_processor() {
  std::ifstream info{"/proc/cpuinfo"};
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

const std::string& processor() {
  static const std::string name = read_processor();
  return name;
}

Json host() {
  utsname names{};
  uname(&names);
  return {{"name", names.nodename},
          {"system", std::string{names.sysname} + ' ' + names.release},
          {"machine", names.machine},
          {"processor", processor()},
          {"cores", sysconf(_SC_NPROCESSORS_ONLN)}};
}

Json build() {
  const BuildInfo& info = build_info();
  Json libraries = Json::object();
  for (const LibraryVersion& library : info.libraries) libraries[library.name] = library.version;
  return {{"version", info.version},   {"git_hash", info.git_hash}, {"git_dirty", info.git_dirty},
          {"compiler", info.compiler}, {"flags", info.flags},       {"libraries", libraries}};
}

Json input(const InputFile& file) {
  Json entry{{"path", file.path.string()}, {"sha256", nullptr}};
  if (file.sha256) entry["sha256"] = *file.sha256;
  return entry;
}

Json plugins() {
  Json loaded = Json::array();
  for (const LoadedPlugin& plugin : loaded_plugins()) {
    Json entry{{"path", plugin.file.string()}};
    if (!plugin.sha256.empty()) entry["sha256"] = plugin.sha256;
    loaded.push_back(std::move(entry));
  }
  return loaded;
}

Json environment(const std::vector<std::string>& variables) {
  Json values = Json::object();
  for (const std::string& variable : variables) {
    const std::size_t equals = variable.find('=');
    values[variable.substr(0, equals)] = equals == std::string::npos ? "" : variable.substr(equals + 1);
  }
  return values;
}

std::uint64_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

InputFile hashed_input(const std::filesystem::path& path, ByteSize most) {
  InputFile file{.path = path, .sha256 = {}};
  std::error_code error;
  if (std::filesystem::file_size(path, error) > most.value() || error) return file;
  try {
    file.sha256 = sha256_of_input(path);
  } catch (const Error&) {
    throw_if_stop_requested();
  }
  return file;
}

std::string manifest_text(const ManifestFacts& facts) {
  const std::chrono::duration<double> wall = facts.finished - facts.started;
  Json inputs = Json::array();
  for (const InputFile& file : facts.inputs) inputs.push_back(input(file));
  Json files = Json::array();
  for (const RunFile& file : facts.files)
    files.push_back({{"name", file.name}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  Json manifest{{"schema_version", 1},
                {"program", kManifestProgram},
                {"complete", facts.exit_code == ExitCode::kSuccess},
                {"study", facts.study},
                {"command_line", facts.command_line},
                {"environment", environment(facts.environment)},
                {"working_folder", std::filesystem::current_path().string()},
                {"texpipe", build()},
                {"plugins", plugins()},
                {"host", host()},
                {"started", utc(facts.started)},
                {"finished", utc(facts.finished)},
                {"wall_seconds", wall.count()},
                {"peak_memory_bytes", peak_memory_bytes()},
                {"seed", facts.seed},
                {"config_sha256", sha256(facts.configuration)},
                {"inputs", inputs},
                {"files", files},
                {"exit_status", static_cast<int>(facts.exit_code)}};
  if (!facts.failure.empty()) manifest["failure"] = facts.failure;
  return json_text(manifest, 2, InvalidUtf8::kReplaced) + '\n';
}

std::string unfinished_manifest_text() {
  return json_text(Json{{"schema_version", 1}, {"program", kManifestProgram}, {"complete", false}}, 2) + '\n';
}

}  // namespace texpipe::study
