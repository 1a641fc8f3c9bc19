// The extension module behind the Python package: one file of functions per group. What a person sees is in texpipe/.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace texpipe::python {

void bind_runs(pybind11::module_& module);
void bind_sampling(pybind11::module_& module);
void bind_textures(pybind11::module_& module);
void bind_messages(pybind11::module_& module);
void bind_recordings(pybind11::module_& module);
void bind_states(pybind11::module_& module);
void bind_analysis(pybind11::module_& module);

}  // namespace texpipe::python
