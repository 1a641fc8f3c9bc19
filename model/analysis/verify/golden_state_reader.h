// Surfaces and samplers of golden cases, as their file gives them.
#pragma once

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "analysis/verify/golden_case.h"
#include "parameters/yaml/node_reader.h"

namespace texpipe::study {

/// Reads surface, sampler and files of one case. What is wrong is added to `problems`, what is only told to `notes`.
class GoldenStateReader {
 public:
  GoldenStateReader(std::filesystem::path file, std::shared_ptr<CaseArchives> archives,
                    std::vector<Diagnostic>& problems, std::vector<Diagnostic>& notes)
      : file_{std::move(file)}, archives_{std::move(archives)}, problems_{problems}, notes_{notes} {}

  GoldenSurface read_surface(const NodeReader& outer, const ConfigNode& node);
  GoldenSampler read_sampler(const NodeReader& outer, const ConfigNode& node);

  /// The file of an array that a key names; empty when there is no such key.
  CaseFile array(NodeReader& reader, const char* key) const;

 private:
  std::filesystem::path file_;
  std::shared_ptr<CaseArchives> archives_;
  std::vector<Diagnostic>& problems_;
  std::vector<Diagnostic>& notes_;
};

}  // namespace texpipe::study
