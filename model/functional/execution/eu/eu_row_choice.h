// Which instructions a function of rows executes.
#pragma once

#include "functional/execution/eu/eu_operation.h"

namespace texpipe::functional::rows {

/// Gives a compiled instruction its function, if rows have one, and fills what that needs: `row`, `saturates` and the
/// sources' bits.
void choose_row(EuOperation& operation);

}  // namespace texpipe::functional::rows
