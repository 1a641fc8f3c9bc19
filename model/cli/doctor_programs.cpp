#include "cli/doctor_programs.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "base/diagnostic.h"
#include "cli/capture_place.h"
#include "host/processes/other_program.h"

namespace texpipe::cli {

namespace {

namespace fs = std::filesystem;

/// Something that is there or not, for what it is used, and the package that has it.
struct Optional {
  const char* name;
  const char* gives;
  const char* package;
};

constexpr Optional kPrograms[] = {
    {"parallel", "sweep --engine parallel", "the Debian package parallel"},
    {"sbatch", "sweep --engine slurm", "the Debian package slurm-wlm"},
    {"dot", "pictures of topology.dot", "the Debian package graphviz"},
    {"gtkwave", "looking at waves", "the Debian package gtkwave"},
    {"ocloc", "binaries of OpenCL kernels", "the Debian package intel-opencl-icd"},
    {"chromium", "looking at pages, and their tests", "the Debian package chromium"},
    {"Xvfb", "capture of programs with windows", "the Debian package xvfb"},
    {"python3", "the scripts of this project", "the Debian package python3"},
};

constexpr Optional kModules[] = {
    {"numpy", "pictures and numbers as arrays", "the Debian package python3-numpy"},
    {"matplotlib", "charts in notebooks", "the Debian package python3-matplotlib"},
    {"pandas", "tables of sweeps", "the Debian package python3-pandas"},
    {"texpipe", "the model in Python", "pip install . in the source folder"},
};

Finding found(const Optional& row, const std::string& what, bool there) {
  if (there) return {what, Health::kGood, row.gives};
  return {what, Health::kMissing, fmt::format("for {}; {} has it", row.gives, row.package)};
}

/// Whether python3 finds each module; no module where there is no python3.
std::vector<bool> modules_found() {
  std::vector<bool> all(std::size(kModules), false);
  if (!study::find_program("python3")) return all;
  std::string names;
  for (const Optional& module : kModules) names += fmt::format("\"{}\",", module.name);
  const std::string line = "python3 -c 'import importlib.util as u\nfor n in (" + names +
                           "): print(int(u.find_spec(n) is not None))' 2>/dev/null";
  std::FILE* const pipe = popen(line.c_str(), "r");
  if (pipe == nullptr) return all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    char text[8] = "";
    all[i] = std::fgets(text, sizeof text, pipe) != nullptr && text[0] == '1';
  }
  pclose(pipe);
  return all;
}

Finding vulkan_finding(const char* what, CapturedDriver driver, const char* gives) {
  try {
    return {what, Health::kGood, fmt::format("{}: {}", gives, driver_file(driver).string())};
  } catch (const Error&) {
    return {what, Health::kMissing, fmt::format("for {}; the Debian package mesa-vulkan-drivers has it", gives)};
  }
}

/// Mesa's OpenGL driver in LIBGL_DRIVERS_PATH or a folder of libraries.
bool has_opengl_driver() {
  constexpr const char* kName = "iris_dri.so";
  std::error_code ignored;
  const char* const path = std::getenv("LIBGL_DRIVERS_PATH");
  std::istringstream folders{path == nullptr ? "" : path};
  for (std::string folder; std::getline(folders, folder, ':');)
    if (fs::exists(fs::path{folder} / kName, ignored)) return true;
  for (const char* libraries : {"/usr/lib", "/usr/local/lib"}) {
    if (fs::exists(fs::path{libraries} / "dri" / kName, ignored)) return true;
    for (fs::directory_iterator entry{libraries, ignored}, end; !ignored && entry != end; entry.increment(ignored))
      if (fs::exists(entry->path() / "dri" / kName, ignored)) return true;
  }
  return false;
}

}  // namespace

std::vector<Finding> optional_findings() {
  std::vector<Finding> findings;
  for (const Optional& row : kPrograms)
    findings.push_back(found(row, row.name, study::find_program(row.name).has_value()));
  const std::vector<bool> modules = modules_found();
  for (std::size_t i = 0; i < modules.size(); ++i)
    findings.push_back(found(kModules[i], fmt::format("python {}", kModules[i].name), modules[i]));
  findings.push_back(vulkan_finding("intel vulkan", CapturedDriver::kRecorded, "capture of Vulkan programs"));
  findings.push_back(vulkan_finding("lavapipe", CapturedDriver::kReference, "capture --reference"));
  findings.push_back(found({"", "capture of OpenGL programs", "the Debian package libgl1-mesa-dri"}, "intel opengl",
                           has_opengl_driver()));
  return findings;
}

}  // namespace texpipe::cli
