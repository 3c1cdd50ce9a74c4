"""Kernels forked from one process, which has imported what most notebooks import.

``python forked_kernels.py serve FD`` is that process; it ends with the one that started it.
``python forked_kernels.py kernel FOLDER ...`` stands for a kernel that it forks, with the same
arguments, folder and environment: whichever of the two ends, the other ends as well.
"""

import gc
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from contextlib import suppress
from functools import cache
from importlib import import_module

IMPORTED_BEFORE_FORK = (
    "contourpy",
    "ipykernel.debugger",
    "ipykernel.ipkernel",
    "ipykernel.kernelapp",
    "matplotlib.backends.backend_svg",
    "matplotlib.pyplot",
    "perclib.data.files",
    "perclib.show.plots",
    "scipy.optimize",
    "sklearn.datasets",
    "sklearn.linear_model",
    "sympy",
    "sympy.combinatorics",  # by a sum and by simplify, as the next
    "sympy.physics.units",
    "tabulate",
)
# Threads of BLAS in kernels that run side by side would wait for each other.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    # A thread of pyarrow's, which pandas brings, must not be there when kernels are forked.
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
}
SOCKET = "socket"
SERVERS = []  # the processes, until this one ends


@cache
def fork_server(folder):
    """Start the process for the kernels of a folder, once; give its own folder, with its socket."""
    place = tempfile.mkdtemp(prefix="forked-")  # nobody else's
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.path.join(place, SOCKET))
    listener.listen()
    inherited = str(listener.fileno())
    # Its folder is that of the notebooks, in which matplotlib looks for its settings.
    process = subprocess.Popen(
        [sys.executable, __file__, "serve", inherited],
        stdin=subprocess.PIPE,  # closed when this process ends
        pass_fds=[listener.fileno()],
        cwd=folder,
        env={**os.environ, **ENVIRONMENT},
    )
    SERVERS.append(process)
    listener.close()
    return place


def kernel_command(place):
    """Give the command of a kernel that the process with this folder forks."""
    return [sys.executable, "-I", "-S", __file__, "kernel", place, "-f", "{connection_file}"]


def serve_kernels(inherited):
    """Fork a kernel for each that connects, until nothing can be read from the standard input."""
    listener = socket.socket(fileno=inherited)
    sys.path[:] = [place for place in sys.path if place != os.path.dirname(__file__)]
    sys.modules["debugpy"] = None  # nobody looks into a run, and each kernel would import it
    for name in IMPORTED_BEFORE_FORK:
        with suppress(Exception):  # the notebook that needs it will say so
            import_module(name)
    gc.collect()
    gc.freeze()  # kernels need not look through what was imported
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how they ended
    while True:
        ready, _, _ = select.select([listener, sys.stdin], [], [])
        if sys.stdin in ready:
            break
        asked, _ = listener.accept()
        if not os.fork():
            listener.close()
            try:
                become_kernel(asked)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)
        asked.close()
    shutil.rmtree(os.path.dirname(listener.getsockname()))


def become_kernel(asked):
    """Run the kernel that was asked for, in this process."""
    told = json.loads(asked.makefile().readline())
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    os.environ.clear()
    os.environ.update(told["environment"])
    os.chdir(told["folder"])

    def end_as_well():
        asked.recv(1)
        os._exit(1)

    threading.Thread(target=end_as_well, daemon=True).start()
    from ipykernel.kernelapp import IPKernelApp

    parent = f"--IPKernelApp.parent_handle={os.getppid()}"  # as one that is no user's own
    IPKernelApp.launch_instance([*told["arguments"], parent])


def stand_for_kernel(place, arguments):
    """Ask for a kernel, and wait for its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # sent before it is killed
    told = {"arguments": arguments, "environment": dict(os.environ), "folder": os.getcwd()}
    # The process that forks may end before it forks this kernel: then there is no end to wait for.
    with socket.socket(socket.AF_UNIX) as asked, suppress(ConnectionError):
        asked.connect(os.path.join(place, SOCKET))
        asked.sendall(json.dumps(told).encode() + b"\n")
        asked.recv(1)


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve_kernels(int(sys.argv[2]))
    else:
        stand_for_kernel(sys.argv[2], sys.argv[3:])
