#include "functional/c_interface/guard.h"

#include <exception>
#include <new>

namespace texpipe::functional::c_interface {

namespace {

texpipe_status fail(texpipe_status status, const char* message) noexcept {
  try {
    last_error() = message;
  } catch (...) {  // no memory for the message: the status says enough
  }
  return status;
}

}  // namespace

std::string& last_error() {
  thread_local std::string message;
  return message;
}

texpipe_status refused() noexcept {
  try {
    throw;
  } catch (const Error& error) {
    return fail(static_cast<texpipe_status>(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return fail(TEXPIPE_INTERNAL_ERROR, "out of memory");
  } catch (const std::exception& error) {
    return fail(TEXPIPE_INTERNAL_ERROR, error.what());
  } catch (...) {
    return fail(TEXPIPE_INTERNAL_ERROR, "unknown failure");
  }
}

}  // namespace texpipe::functional::c_interface
