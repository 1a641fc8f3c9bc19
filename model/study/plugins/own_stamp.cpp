// Its own file, because it is compiled again whenever a header changes.
#include "study/plugins/plugin_stamp.h"

#include "study/plugins/stamp_check.h"

namespace texpipe::study {

std::string_view own_stamp() {
  return TEXPIPE_PLUGIN_STAMP;
}

}  // namespace texpipe::study
