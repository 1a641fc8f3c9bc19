#include "study/run/picture_file.h"

#include <cstddef>
#include <vector>

namespace texpipe::study {

void write_picture(RunFolder& folder, std::string_view name, const Picture& picture) {
  const std::vector<std::byte> bytes = png_bytes(picture);
  folder.write(name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace texpipe::study
