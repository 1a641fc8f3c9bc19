#include "functional/sampling/line_collector.h"

#include <bit>

namespace texpipe::functional {

void collect_lines(LineShape shape, const FootprintAddresses& addresses, Footprint& footprint) {
  LineCollector lines{shape, footprint};
  for (unsigned bits = footprint.texels; bits != 0; bits &= bits - 1)
    lines.add(addresses[static_cast<unsigned>(std::countr_zero(bits))]);
}

}  // namespace texpipe::functional
