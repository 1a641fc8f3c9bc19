#include "cli/linked_blocks.h"

namespace texpipe::cli {

timing::BlockRegistry linked_blocks() {
  return timing::model_blocks();
}

}  // namespace texpipe::cli
