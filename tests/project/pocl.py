"""Kernels on the host, by pocl. Whoever imports this is skipped (77) where numpy, PyOpenCL or pocl is missing."""
import sys
import warnings

try:
    import numpy as np
    import pyopencl as cl
    import pyopencl.cltypes
except ImportError:
    print("skipped: numpy or PyOpenCL (scripts/install_dependencies.sh --with-pocl) is not installed")
    sys.exit(77)

from kernel_cases import Buffer, Image, Local, Scalar

warnings.filterwarnings("ignore")  # PyOpenCL warns of what compilers print


def there(argument, context):
    """The argument as pocl takes it."""
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    if isinstance(argument, Buffer):
        return cl.Buffer(context, flags, hostbuf=argument.array.copy())
    if isinstance(argument, Image):
        channels = cl.ImageFormat(getattr(cl.channel_order, argument.order), getattr(cl.channel_type, argument.channels))
        return cl.Image(context, flags, channels, shape=argument.size, hostbuf=argument.array.copy())
    if isinstance(argument, Local):
        return cl.LocalMemory(argument.size)
    if isinstance(argument, Scalar):
        return argument.element(argument.values[0]) if len(argument.values) == 1 else getattr(cl.cltypes, f"make_{argument.type_name}")(*argument.values)
    return np.int32(argument.value)


def result(argument, queue, place):
    found = np.empty_like(argument.array)
    if isinstance(argument, Image):
        cl.enqueue_copy(queue, found, place, origin=(0, 0, 0), region=(*argument.size, 1, 1)[:3])
    else:
        cl.enqueue_copy(queue, found, place)
    return found


class Pocl:
    """Runs kernels; a source is compiled once."""

    def __init__(self):
        try:
            platforms = [p for p in cl.get_platforms() if "Portable" in p.name]
        except cl.Error:  # there is none at all
            platforms = []
        if not platforms:
            print("skipped: pocl (scripts/install_dependencies.sh --with-pocl) is not installed")
            sys.exit(77)
        self.context = cl.Context(platforms[0].get_devices())
        self.queue = cl.CommandQueue(self.context)
        self.programs = {}

    def results(self, name, case):
        key = case.source, case.options
        if key not in self.programs:
            self.programs[key] = cl.Program(self.context, case.source).build(options=case.options)
        places = [there(argument, self.context) for argument in case.arguments]
        getattr(self.programs[key], name)(self.queue, case.items, case.group, *places)
        return [result(argument, self.queue, place) for argument, place in zip(case.arguments, places) if argument.out]
