"""What every run of the site's cells needs of an IPython kernel: a working folder, a report of the machine, what C code prints.

A client sends this file as source, silently, to every fresh kernel; nothing has to be installed there. It needs Python 3.9 or
newer and IPython. What only some cells need is sent before the first of them: cuda_magic.py, kernel_cells.py (helper-files.ts).
Each file is one function, so that none of it is among the reader's names; the last line takes the function away too. Sending
one twice keeps the working folder and the builds in it.

Its message is display_data of type `application/vnd.warpnotes.cuda+json` with a text/plain twin:
  {kind: 'memory', processes: [{pid, name, bytes, role}]}  who holds the memory of the GPUs, after a failed allocation
"""


def _warpnotes_helper():
    import atexit, ctypes, functools, glob, os, platform, re, shutil, subprocess, sys, tempfile, time
    from types import SimpleNamespace

    from IPython import get_ipython

    CUDA_MIME = 'application/vnd.warpnotes.cuda+json'

    def publish(message, text, mime=CUDA_MIME):
        get_ipython().display_pub.publish({mime: message, 'text/plain': text})

    def stat_of(path):
        """State, parent, group and more of a process, from what Linux says of it; '' if it is gone."""
        return text_of(path).rpartition(') ')[2]

    def text_of(path):
        """What a file holds; '' where there is none."""
        try:
            with open(path, errors='replace') as file:
                return file.read()
        except OSError:
            return ''

    # ---- What C code in this process prints ----

    def open_c_stdio():
        """Has the C library write its stdout line by line: it goes to a pipe, which it would fill first. None on Windows.

        ipykernel reads the descriptors 1 and 2 beside Python's streams, so what extensions and kernels of a GPU print comes too.
        """
        if os.name != 'posix':
            return None
        libc = ctypes.CDLL(None)
        try:
            stdout = ctypes.c_void_p.in_dll(libc, '__stdoutp' if sys.platform == 'darwin' else 'stdout')
            libc.setvbuf(stdout, None, 1, ctypes.c_size_t(0))  # _IOLBF
        except (AttributeError, ValueError):
            pass  # a C library that names it otherwise: the flush after each cell is left
        return libc

    def flush_c_stdio():
        """What C code printed in a cell belongs to it: a thread of the kernel takes it out of a pipe, and is waited for."""
        if not state.libc:
            return
        import fcntl, stat, termios  # not on Windows

        def has_unread(number):
            count = bytearray(4)
            fcntl.ioctl(number, termios.FIONREAD, count)
            return any(count)

        state.libc.fflush(None)
        until = time.monotonic() + 0.2
        for stream, number in ((sys.stdout, 1), (sys.stderr, 2)):
            if getattr(stream, 'watch_fd_thread', None) is None or not stat.S_ISFIFO(os.fstat(number).st_mode):
                continue
            time.sleep(0)  # the thread may have read, and wait for its turn
            while has_unread(number) and time.monotonic() < until:
                time.sleep(0.001)

    # ---- The machine ----

    def find_nvcc():
        """Returns (path of nvcc or None, the places that were searched)."""
        named = [os.environ.get('WARPNOTES_NVCC'), shutil.which('nvcc')]
        folders = [os.path.join(os.environ[name], 'bin') for name in ('CUDA_HOME', 'CUDA_PATH') if os.environ.get(name)]
        folders += sorted(glob.glob('/usr/local/cuda*/bin')) or ['/usr/local/cuda/bin']
        searched = [path for path in named if path] + ['PATH'] + folders + ['the nvidia wheels of ' + sys.prefix]
        candidates = [path for path in named if path]
        candidates += [os.path.join(folder, 'nvcc') for folder in folders + wheel_folders()]
        return next((path for path in candidates if os.access(path, os.X_OK) and os.path.isfile(path)), None), searched

    def wheel_folders():
        """The bin folders of NVIDIA's wheels: nvidia/cu13/bin, and one a tool for CUDA 12 (nvidia/cuda_nvcc/bin)."""
        return [folder for entry in sys.path if entry for folder in sorted(glob.glob(entry + '/nvidia/*/bin'))]

    def driver_release():
        """The driver's version from its kernel module, for a machine without NVML."""
        try:
            with open('/proc/driver/nvidia/version') as file:
                found = re.search(r'Kernel Module.*?\s(\d+\.\d+(?:\.\d+)?)\s', file.read())
        except OSError:
            return None
        return found and found.group(1)

    def answer_of(argv, pattern):
        """The first group of pattern in what a tool prints, or None if there is no such tool."""
        try:
            done = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=60)
        except OSError:
            return None
        found = re.search(pattern, done.stdout.decode('utf-8', 'replace'))
        return found and found.group(1)

    @functools.lru_cache
    def nvcc_release(nvcc):
        return nvcc and answer_of([nvcc, '--version'], r'V(\d[\d.]*)')

    class NvmlMemory(ctypes.Structure):
        _fields_ = [('total', ctypes.c_ulonglong), ('free', ctypes.c_ulonglong), ('used', ctypes.c_ulonglong)]

    def open_nvml():
        """NVIDIA's management library in this process: unlike cuInit it fixes nothing for it. None where there is no driver."""
        try:
            nvml = ctypes.CDLL('libnvidia-ml.so.1' if os.name == 'posix' else 'nvml.dll')
            return nvml if nvml.nvmlInit_v2() == 0 else None
        except (OSError, AttributeError):
            return None

    def nvml_device(find, *place):
        """A device as NVML knows it; None where it gives none."""
        device = ctypes.c_void_p()
        return None if find(*place, ctypes.byref(device)) else device

    def nvml_devices(nvml):
        """All GPUs, in the order of their indices."""
        count = ctypes.c_uint()
        if nvml.nvmlDeviceGetCount_v2(ctypes.byref(count)):
            return []
        return [nvml_device(nvml.nvmlDeviceGetHandleByIndex_v2, index) for index in range(count.value)]

    def mig_devices(nvml, device):
        """The instances that a GPU is divided into."""
        count = ctypes.c_uint()
        if not hasattr(nvml, 'nvmlDeviceGetMaxMigDeviceCount') or nvml.nvmlDeviceGetMaxMigDeviceCount(device, ctypes.byref(count)):
            return []
        return [nvml_device(nvml.nvmlDeviceGetMigDeviceHandleByIndex, device, index) for index in range(count.value)]

    def has_uuid(nvml, device, start):
        uuid = ctypes.create_string_buffer(96)
        return device and nvml.nvmlDeviceGetUUID(device, uuid, 96) == 0 and uuid.value.decode().startswith(start)

    def visible_devices(nvml):
        """The GPUs that CUDA shows to programs of this kernel, in its order; NVML itself shows all.

        CUDA_VISIBLE_DEVICES lists indices and beginnings of UUIDs; the first that names none ends the list (CUDA C++ Programming
        Guide, CUDA Environment Variables).
        """
        devices, visible, found = nvml_devices(nvml), os.environ.get('CUDA_VISIBLE_DEVICES'), []
        if visible is None:
            return devices
        for name in map(str.strip, visible.split(',')):
            if name.isdecimal():
                named = devices[int(name):int(name) + 1]
            elif name.startswith(('GPU-', 'MIG-')):
                among = devices if name.startswith('GPU-') else [mig for each in devices if each for mig in mig_devices(nvml, each)]
                named = [device for device in among if has_uuid(nvml, device, name)]
            else:
                named = []
            if not named:
                break
            found.append(named[0])
        return found

    def nvml_gpu(nvml, device):
        """Name and memory of a GPU in use now; None where NVML does not tell."""
        name, memory = ctypes.create_string_buffer(96), NvmlMemory()
        if not device or nvml.nvmlDeviceGetName(device, name, 96) or nvml.nvmlDeviceGetMemoryInfo(device, ctypes.byref(memory)):
            return None
        return {'name': name.value.decode(), 'memoryUsedBytes': memory.used, 'memoryTotalBytes': memory.total}

    class Report:
        """The machine in a few milliseconds, for `user_expressions`."""

        def _repr_json_(self):
            nvml, text = state.nvml(), ctypes.create_string_buffer(96)
            known = nvml and nvml.nvmlSystemGetDriverVersion(text, 96) == 0
            gpus = [nvml_gpu(nvml, device) for device in visible_devices(nvml)] if nvml else []
            return {
                'pythonVersion': platform.python_version(), 'nvccRelease': nvcc_release(find_nvcc()[0]),
                'driverVersion': text.value.decode() if known else driver_release(),
                'gpus': [gpu for gpu in gpus if gpu],
            }

    # ---- Who holds the memory of the GPUs ----

    class NvmlProcess(ctypes.Structure):
        _fields_ = [('pid', ctypes.c_uint), ('used', ctypes.c_ulonglong), ('gpu_instance', ctypes.c_uint),
                    ('compute_instance', ctypes.c_uint)]

    def memory_holders():
        """Processes with memory on the GPUs that this kernel sees, the largest first: pid, name, bytes, and what they are.

        role: 'kernel' for this process and its children, 'orphan' for one whose parent has ended without it, 'other' for any
        other, 'unseen' for one of another container, whose number here would name something else.
        """
        nvml, found = state.nvml(), {}
        for device in visible_devices(nvml) if nvml and hasattr(nvml, 'nvmlDeviceGetComputeRunningProcesses_v3') else []:
            count, processes = ctypes.c_uint(256), (NvmlProcess * 256)()
            if device and nvml.nvmlDeviceGetComputeRunningProcesses_v3(device, ctypes.byref(count), processes) == 0:
                for each in processes[:count.value]:
                    known = each.used < 1 << 63  # else the driver does not tell
                    found[each.pid] = found.get(each.pid, 0) + (each.used if known else 0)
        holders = [dict(process_facts(pid), pid=pid, bytes=used) for pid, used in found.items()]
        return sorted(holders, key=lambda holder: -holder['bytes'])

    def process_facts(pid):
        """Name and role of a process, from what Linux says of it."""
        stat = stat_of('/proc/%d/stat' % pid).split()
        if len(stat) < 4:
            return {'name': None, 'role': 'unseen'}
        words = command_line(pid)
        name = os.path.basename(words[0]) if words and words[0] else 'process'
        ancestor = pid
        while ancestor > 1:
            if ancestor == os.getpid():
                return {'name': name, 'role': 'kernel'}
            parent = stat_of('/proc/%d/stat' % ancestor).split()
            ancestor = int(parent[1]) if len(parent) > 1 else 0
        # In a container the server of the kernels may be process 1 itself: then its children have a parent.
        adopted = stat[1] == '1' and not re.search('jupyter|notebook|python', ' '.join(command_line(1)))
        return {'name': name, 'role': 'orphan' if adopted and not any('ipykernel' in word for word in words) else 'other'}

    def command_line(pid):
        return text_of('/proc/%d/cmdline' % pid).split('\0')

    def publish_holders():
        holders = memory_holders()
        if holders:
            publish({'kind': 'memory', 'processes': holders[:8]}, '\n'.join(
                'process %(pid)d (%(name)s) holds %(bytes)d bytes: %(role)s' % holder for holder in holders[:8]))

    def after_cell(result=None):
        """Says who holds the memory where a Python cell of the kernel found none. Errors that render themselves are a magic's, which did it."""
        flush_c_stdio()
        error = getattr(result, 'error_in_exec', None)
        if error is not None and not hasattr(error, '_render_traceback_') and re.search(
                r'out of memory|OutOfMemory|MEMORY_ALLOCATION', '%s: %s' % (type(error).__name__, error), re.IGNORECASE):
            publish_holders()

    # ---- Installation ----

    def new_state():
        """A working folder for all cells of this kernel, Python ones too; it is removed when the kernel ends."""
        folder, owner = os.path.realpath(tempfile.mkdtemp(prefix='warpnotes-')), os.getpid()
        atexit.register(lambda: owner == os.getpid() and shutil.rmtree(folder, ignore_errors=True))
        os.chdir(folder)
        return SimpleNamespace(folder=folder, gpus={}, tools=SimpleNamespace())

    shell = get_ipython()
    if not hasattr(shell, 'warpnotes_state'):
        shell.warpnotes_state = new_state()
    state = shell.warpnotes_state
    state.nvml, state.report = functools.lru_cache(open_nvml), Report
    if not hasattr(state, 'libc'):
        state.libc = open_c_stdio()
        shell.events.register('post_run_cell', after_cell)
    # For what is sent after it.
    vars(state.tools).update(
        publish=publish, text_of=text_of, stat_of=stat_of, find_nvcc=find_nvcc, wheel_folders=wheel_folders, answer_of=answer_of,
        nvcc_release=nvcc_release, driver_release=driver_release, publish_holders=publish_holders)


_warpnotes_helper()
del _warpnotes_helper
