// Arguments of a kernel's launch, as its description gives them: images, samplers, buffers, values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "parameters/yaml/node_reader.h"
#include "workload/opencl_kernel/kernel_launch.h"

namespace texpipe::study {

/// Most arguments of a kernel; indices are smaller.
inline constexpr std::uint32_t kMostLaunchArguments = 256;

/// Images and buffers by the name that launches share them by.
using SharedArguments = std::map<std::string, decltype(LaunchArgument::value), std::less<>>;

/// Reads the arguments of a launch, by their index. What is wrong is added to `problems`.
/// @param folder  the launch's, in which its files are
/// @param shared  arguments that earlier launches named for others, to which this launch adds its own; null: there are
///     no other launches
std::vector<LaunchArgument> read_launch_arguments(NodeReader& launch, const std::filesystem::path& folder,
                                                  SharedArguments* shared, std::vector<Diagnostic>& problems);

}  // namespace texpipe::study
