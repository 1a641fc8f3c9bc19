// Title of a message: its request in a few words.
#pragma once

#include <string>

#include "functional/message/message.h"

namespace texpipe::study {

/// `sample_l`, `untyped surface read`, `local untyped surface write`, `barrier`; of others the shared function.
std::string message_title(const functional::Message& message);

}  // namespace texpipe::study
