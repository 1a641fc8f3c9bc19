#include "workload/opencl_kernel/kernel_launch.h"

#include <algorithm>
#include <utility>

#include "parameters/layers/launch_keys.h"
#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"
#include "workload/opencl_kernel/launch_arguments.h"

namespace texpipe::study {

namespace {

constexpr std::uint32_t kMostItems = 1u << 30;
constexpr std::uint32_t kMostGroupItems = 1024;

/// Reads one description; what is wrong is collected.
class LaunchReader {
 public:
  /// @param shared  arguments that earlier launches named for others; null: there are no other launches
  LaunchReader(std::filesystem::path folder, SharedArguments* shared, std::vector<Diagnostic>& problems)
      : folder_{std::move(folder)}, shared_{shared}, problems_{problems} {}

  /// @param path  of the launch in its file; empty: it is the file
  void read(const ConfigNode& root, const std::string& path, KernelLaunch& launch) {
    NodeReader reader{root, path, problems_};
    require(reader, root, launch_keys::kKernel);
    require(reader, root, launch_keys::kGlobalSize);
    require(reader, root, launch_keys::kArguments);
    reader.value(launch_keys::kKernel, launch.kernel);
    read_files(reader, root, launch);
    for (const char* told : {"device", "compiler", "reference", "note"}) {
      std::string text;
      reader.value(told, text);
    }
    for (const char* told : {"barriers", "slm_bytes"}) {  // the binary says them, too
      std::uint32_t number = 0;
      reader.value(told, number);
    }
    reader.find_list("inline_samplers");  // likewise
    if (std::uint32_t simd = 0; reader.find(launch_keys::kSimd) != nullptr) {
      reader.value(launch_keys::kSimd, simd, 8u, 32u);
      launch.simd = simd;
    }
    const std::size_t before = problems_.size();
    launch.dimensions = read_size(reader, launch_keys::kGlobalSize, 1, kMostItems, launch.global_size);
    const std::uint32_t local = read_size(reader, launch_keys::kLocalSize, 1, kMostGroupItems, launch.local_size);
    launch.local_size_given = root.find(launch_keys::kLocalSize) != nullptr;
    const std::uint32_t offset = read_size(reader, launch_keys::kGlobalOffset, 0, kMostItems, launch.global_offset);
    for (const auto& [name, count] :
         {std::pair{launch_keys::kLocalSize, local}, std::pair{launch_keys::kGlobalOffset, offset}}) {
      if (count > launch.dimensions)
        refuse(*reader.find(name), name,
               "has " + std::to_string(count) + " sizes, and global_size has " + std::to_string(launch.dimensions));
    }
    if (problems_.size() == before) check_sizes(reader, launch);
    launch.arguments = read_launch_arguments(reader, folder_, shared_, problems_);
    read_outputs(reader, launch);
    reader.finish();
  }

 private:
  void refuse(const ConfigNode& node, const std::string& path, std::string problem, std::string hint = {}) {
    problems_.push_back(
        {.position = node.position, .path = path, .problem = std::move(problem), .hint = std::move(hint)});
  }

  void require(NodeReader& reader, const ConfigNode& mapping, const char* key) {
    if (mapping.find(key) == nullptr) refuse(mapping, reader.path_of(key), "is missing");
  }

  void read_files(NodeReader& root, const ConfigNode& mapping, KernelLaunch& launch) {
    require(root, mapping, launch_keys::kFiles);
    const ConfigNode* node = root.find_mapping(launch_keys::kFiles);
    if (node == nullptr) return;
    NodeReader files{*node, root.path_of(launch_keys::kFiles), problems_};
    require(files, *node, "binary");
    files.value("binary", binary_);
    launch.binary = folder_ / binary_;
    for (const char* told : {"source", "disassembly", "visa_text", "visa_binary"}) {
      std::string text;
      files.value(told, text);
    }
    files.finish();
  }

  /// One to three numbers. @return how many
  std::uint32_t read_size(NodeReader& reader, const char* key, std::uint32_t low, std::uint32_t high, WorkSize& size) {
    const ConfigNode* list = reader.find_list(key);
    if (list == nullptr) return 0;
    if (list->items.empty() || list->items.size() > size.size()) {
      refuse(*list, key, "has " + std::to_string(list->items.size()) + " sizes", "expected 1 to 3, x first");
      return 0;
    }
    for (std::size_t i = 0; i < list->items.size(); ++i)
      reader.read(list->items[i], reader.path_of(key), size[i], low, high);
    return static_cast<std::uint32_t>(list->items.size());
  }

  void check_sizes(NodeReader& reader, KernelLaunch& launch) {
    const std::uint64_t items = std::uint64_t{launch.local_size[0]} * launch.local_size[1] * launch.local_size[2];
    if (items > kMostGroupItems) {
      refuse(*reader.find(launch_keys::kLocalSize), launch_keys::kLocalSize,
             "a group of " + std::to_string(items) + " work-items",
             "expected at most " + std::to_string(kMostGroupItems));
    }
    const std::uint64_t rows = std::uint64_t{launch.global_size[0]} * launch.global_size[1];
    const ConfigNode* global = reader.find(launch_keys::kGlobalSize);
    if (rows * launch.global_size[2] > kMostItems || rows > kMostItems) {
      refuse(*global, launch_keys::kGlobalSize, "asks for too many work-items",
             "expected at most " + std::to_string(kMostItems));
    }
    if (global != nullptr) launch.global_position = global->position;
  }

  void read_outputs(NodeReader& root, KernelLaunch& launch) {
    const ConfigNode* list = root.find_list(launch_keys::kOutputs);
    if (list == nullptr) return;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
      const ConfigNode& node = list->items[i];
      const std::string path = root.path_of(launch_keys::kOutputs) + "[" + std::to_string(i) + "]";
      if (node.kind != ConfigNode::Kind::kMapping) {
        refuse(node, path, "is not a group of keys", "expected {arg: 0, expected: FILE, tolerance: {abs: 0, rel: 0}}");
        continue;
      }
      launch.outputs.push_back(read_output(node, path, launch));
    }
  }

  LaunchOutput read_output(const ConfigNode& node, const std::string& path, const KernelLaunch& launch) {
    NodeReader reader{node, path, problems_};
    LaunchOutput output{.position = node.position};
    require(reader, node, "arg");
    reader.value("arg", output.argument, 0u, kMostLaunchArguments - 1);
    const auto found = std::find_if(launch.arguments.begin(), launch.arguments.end(),
                                    [&](const LaunchArgument& a) { return a.index == output.argument; });
    if (node.find("arg") != nullptr &&
        (found == launch.arguments.end() ||
         (!std::holds_alternative<LaunchImage>(found->value) && !std::holds_alternative<LaunchBuffer>(found->value)))) {
      refuse(*reader.find("arg"), reader.path_of("arg"),
             "argument " + std::to_string(output.argument) + " is no image or buffer of args");
    }
    std::string expected;
    reader.value("expected", expected);
    if (!expected.empty()) output.expected = folder_ / expected;
    if (const ConfigNode* mapping = reader.find_mapping("tolerance")) {
      constexpr double kMost = 1e30;
      NodeReader tolerance{*mapping, reader.path_of("tolerance"), problems_};
      tolerance.value("abs", output.tolerance.absolute, 0.0, kMost);
      tolerance.value("rel", output.tolerance.relative, 0.0, kMost);
      tolerance.value("max_outliers", output.tolerance.most_outliers);
      tolerance.finish();
    }
    reader.finish();
    return output;
  }

  std::filesystem::path folder_;
  SharedArguments* shared_;
  std::vector<Diagnostic>& problems_;
  std::string binary_;
};

}  // namespace

namespace {

constexpr std::size_t kMostLaunches = 64;

std::vector<KernelLaunch> read_row(const ConfigNode& root, const std::filesystem::path& file,
                                   std::vector<Diagnostic>& problems) {
  NodeReader reader{root, "", problems};
  std::string note;
  reader.value("note", note);
  const ConfigNode* list = reader.find_list(launch_keys::kLaunches);
  reader.finish();
  if (list == nullptr) return {};
  if (list->items.empty() || list->items.size() > kMostLaunches) {
    problems.push_back({.position = list->position,
                        .path = launch_keys::kLaunches,
                        .problem = "has " + std::to_string(list->items.size()) + " launches",
                        .hint = "expected 1 to " + std::to_string(kMostLaunches)});
  }
  std::vector<KernelLaunch> launches;
  SharedArguments shared;
  for (std::size_t n = 0; n < list->items.size() && n < kMostLaunches; ++n) {
    const ConfigNode& node = list->items[n];
    const std::string path = std::string{launch_keys::kLaunches} + "[" + std::to_string(n) + "]";
    if (node.kind != ConfigNode::Kind::kMapping) {
      problems.push_back({.position = node.position,
                          .path = path,
                          .problem = "is not the launch of a kernel",
                          .hint = "expected kernel, files, global_size, args and outputs"});
      continue;
    }
    LaunchReader{file.parent_path(), &shared, problems}.read(
        node, path, launches.emplace_back(KernelLaunch{.file = file.string(), .position = node.position}));
  }
  return launches;
}

}  // namespace

std::vector<KernelLaunch> read_kernel_launches(const std::filesystem::path& file) {
  std::vector<Diagnostic> problems;
  const ConfigNode root = read_yaml_file(file, problems);
  std::vector<KernelLaunch> launches;
  if (problems.empty() && root.kind != ConfigNode::Kind::kMapping) {
    problems.push_back({.position = root.position,
                        .problem = "is not the launch of a kernel",
                        .hint = "expected kernel, files, global_size, args and outputs"});
  }
  if (problems.empty() && root.find(launch_keys::kLaunches) != nullptr) {
    launches = read_row(root, file, problems);
  } else if (problems.empty()) {
    LaunchReader{file.parent_path(), nullptr, problems}.read(
        root, "", launches.emplace_back(KernelLaunch{.file = file.string(), .position = root.position}));
  }
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  return launches;
}

KernelLaunch read_kernel_launch(const std::filesystem::path& file) {
  std::vector<KernelLaunch> launches = read_kernel_launches(file);
  if (launches.size() == 1) return std::move(launches.front());
  throw Error{
      ExitCode::kInvalidConfiguration,
      Diagnostic{.position = launches[1].position, .problem = "several launches stand here", .hint = "expected one"}};
}

}  // namespace texpipe::study
