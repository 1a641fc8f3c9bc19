// The functions for every host.
#include <array>
#include <bit>
#include <cstring>

#include "functional/execution/eu/eu_execution.h"
#include "functional/execution/eu/eu_lane_functions.h"
#include "functional/execution/eu/eu_row_kernels.h"
#include "functional/execution/eu/eu_value.h"

namespace texpipe::functional::rows::portable {

#include "functional/execution/eu/eu_rows.inc.h"
#include "functional/execution/eu/eu_rows_flags.inc.h"
#include "functional/execution/eu/eu_rows_list.inc.h"

const RowKernels kKernels{"portable", find};

}  // namespace texpipe::functional::rows::portable
