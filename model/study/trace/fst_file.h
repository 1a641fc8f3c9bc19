// Waves as FST, the compressed format of GTKWave and Surfer.
#pragma once

#include <filesystem>
#include <memory>
#include <ostream>

#include "timing/observe/wave_file.h"

namespace texpipe::study {

/// The format of a file of waves.
enum class WaveFormat { kVcd, kFst };
/// Format of a wave file, by the end of its name. Error (kUsage) for another one.
WaveFormat wave_format(const std::filesystem::path& file, std::string_view option);

/// A writer of a format to a stream. Errors: kUnsupported for FST where texpipe was built without its writer.
std::unique_ptr<timing::WaveFile> wave_file(WaveFormat format, std::ostream& out);

}  // namespace texpipe::study
