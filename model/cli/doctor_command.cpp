// texpipe doctor: what is installed, what is missing, what would be slow.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/doctor_programs.h"
#include "cli/verb.h"
#include "host/build/build_info.h"
#include "host/files/descriptor.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "study/plugins/rtl_plugin.h"

namespace texpipe::cli {

namespace {

namespace fs = std::filesystem;

Finding rtl_finding() {
  try {
    if (study::load_rtl_plugin()) return {"RTL", Health::kGood, "cosim, implementation: rtl"};
    return {"RTL", Health::kMissing,
            "its plug-in is not there: cosim and implementation: rtl give exit 8; scripts/build.sh release texpipe_rtl "
            "builds it"};
  } catch (const Error& error) {
    return {"RTL", Health::kMissing, error.what()};
  }
}

Finding build_finding() {
  const std::string flags{study::build_info().flags};
  if (flags.find("-fsanitize") != std::string::npos)
    return {"build", Health::kSlow, "with sanitizers, several times slower: " + flags};
  if (flags.find("-O2") == std::string::npos && flags.find("-O3") == std::string::npos)
    return {"build", Health::kSlow, "without optimisation: " + flags};
  return {"build", Health::kGood, std::string{study::build_info().compiler} + ' ' + flags};
}

Finding processor_finding() {
  const unsigned count = std::thread::hardware_concurrency();
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") == 0)
    return {"processors", Health::kSlow,
            fmt::format("{}, without AVX2: untimed sampling takes one lane at a time", count)};
#endif
  return {"processors", count > 1 ? Health::kGood : Health::kSlow,
          count > 1 ? fmt::format("{}", count) : "one: sweeps and untimed pictures use all that there are"};
}

/// Finding about the disk: time that a run's files wait for it when they are written.
Finding disk_finding() {
  const fs::path file = fmt::format(".texpipe_doctor_{}", getpid());
  const study::Descriptor out{open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)};
  if (!out) return {"this folder", Health::kMissing, "cannot be written: runs need --out DIR"};
  const auto begin = std::chrono::steady_clock::now();
  const bool written = study::write_all(out.number(), "texpipe\n") && fsync(out.number()) == 0;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  unlink(file.c_str());
  if (!written) return {"this folder", Health::kMissing, "cannot be written: the disk is full"};
  constexpr double kSlow = 0.1;
  struct statvfs space {};
  statvfs(".", &space);
  const double gigabytes = static_cast<double>(space.f_bavail) * static_cast<double>(space.f_frsize) / 1e9;
  const std::string text =
      fmt::format("a file reaches the disk in {:.0f} ms, {:.1f} GB free", 1e3 * wall.count(), gigabytes);
  return {"this folder", wall.count() > kSlow || gigabytes < 1 ? Health::kSlow : Health::kGood, text};
}

const char* word(Health health) {
  return health == Health::kGood ? "ok" : health == Health::kSlow ? "slow" : "missing";
}

}  // namespace

Action declare_doctor(CLI::App&, const GlobalOptions& globals) {
  return [&globals] {
    std::vector<Finding> findings{build_finding(), processor_finding(), disk_finding(), rtl_finding()};
    for (Finding& finding : optional_findings()) findings.push_back(std::move(finding));
    if (globals.json) {
      nlohmann::ordered_json list = nlohmann::ordered_json::array();
      for (const Finding& f : findings)
        list.push_back({{"what", f.what}, {"health", word(f.health)}, {"text", f.text}});
      std::cout << study::json_text(list, 2) << '\n';
    } else {
      const study::FittedOutput fitted{std::cout};
      for (const Finding& f : findings) std::cout << fmt::format("{:<8} {:<17} {}\n", word(f.health), f.what, f.text);
    }
    return ExitCode::kSuccess;
  };
}

}  // namespace texpipe::cli
