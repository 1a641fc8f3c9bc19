// YAML, strictly: what yaml-cpp lets pass is refused here, with its place.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "parameters/yaml/config_node.h"

namespace texpipe::study {

/// Reads one YAML document. Duplicate keys, merge keys, anchors, aliases, tags, keys that are not plain words, a second
/// document, nesting deeper than 32, texts above 1 MiB and bytes that are not UTF-8 text are refused.
/// @param name      file name for positions
/// @param problems  receives everything that is wrong; the tree is what could be read (a null node after a syntax
/// error)
ConfigNode parse_yaml(std::string_view text, const std::string& name, std::vector<Diagnostic>& problems);

/// Reads a YAML file, or - for standard input. Error with kMalformedInput when it cannot be read.
ConfigNode read_yaml_file(const std::filesystem::path& path, std::vector<Diagnostic>& problems);

}  // namespace texpipe::study
