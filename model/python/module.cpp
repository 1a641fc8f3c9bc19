// The module itself: what is thrown inside becomes texpipe.Error, with the command's messages and exit codes.
#include <cstdlib>
#include <string>

#include "base/diagnostic.h"
#include "host/build/build_info.h"
#include "python/bindings.h"

namespace py = pybind11;

// libsystemc's own main would call this; in Python nothing does.
extern "C" __attribute__((visibility("default"))) int sc_main(int, char**) {
  return 0;
}

namespace texpipe::python {

namespace {

py::list diagnostics_of(const Error& error) {
  py::list list;
  for (const Diagnostic& d : error.diagnostics()) {
    py::dict entry;
    entry["file"] = d.position.file;
    entry["line"] = d.position.line;
    entry["column"] = d.position.column;
    entry["path"] = d.path;
    entry["problem"] = d.problem;
    entry["hint"] = d.hint;
    entry["text"] = d.text();
    list.append(entry);
  }
  return list;
}

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const Error& error) {
    if (error.code() == ExitCode::kInterrupted) return PyErr_SetNone(PyExc_KeyboardInterrupt);
    const py::object type = py::module_::import("texpipe.errors").attr("Error");
    const py::object instance = type(static_cast<int>(error.code()), diagnostics_of(error));
    PyErr_SetObject(type.ptr(), instance.ptr());
  }
}

}  // namespace

}  // namespace texpipe::python

PYBIND11_MODULE(_texpipe, module) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  py::register_exception_translator(texpipe::python::translate);
  module.attr("version") = std::string{texpipe::study::build_info().version};
  texpipe::python::bind_runs(module);
  texpipe::python::bind_sampling(module);
  texpipe::python::bind_textures(module);
  texpipe::python::bind_messages(module);
  texpipe::python::bind_recordings(module);
  texpipe::python::bind_states(module);
  texpipe::python::bind_analysis(module);
}
