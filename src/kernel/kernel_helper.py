"""What every run of the site's cells needs of an IPython kernel: a working folder, a report of the machine, what C code prints.

A client sends this file as source, silently, to every fresh kernel; nothing has to be installed there. It needs Python 3.9 or
newer and IPython. What only some cells need is sent before the first of them: cuda_magic.py, kernel_cells.py (helper-files.ts).
Each file is one function, so that none of it is among the reader's names; the last line takes the function away too. Sending
one twice keeps the working folder and the builds in it.

Its message is display_data of type `application/vnd.warpnotes.cuda+json` with a text/plain twin:
  {kind: 'memory', processes: [{pid, name, bytes, role}]}  who holds the memory of the GPUs, after a failed allocation
"""


def _warpnotes_helper():
    import array, atexit, codecs, contextvars, ctypes, functools, glob, os, platform, re, select, shutil, subprocess, sys, tempfile, threading
    from types import SimpleNamespace
    if os.name == 'posix':
        import fcntl, termios

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

    def take_over_descriptors():
        """Has what C code prints shown in order. Returns what does it for stdout and stderr; nothing where ipykernel shows none of it."""
        if os.name != 'posix':
            return []
        libc = ctypes.CDLL(None)
        try:
            stdout = ctypes.c_void_p.in_dll(libc, '__stdoutp' if sys.platform == 'darwin' else 'stdout')
            libc.setvbuf(stdout, None, 1, ctypes.c_size_t(0))  # _IOLBF: it goes to a pipe, which it would fill first
        except (AttributeError, ValueError):
            stdout = None  # a C library that names it otherwise: all of its files are flushed
        return [DescriptorText(stream, number, functools.partial(libc.fflush, stdout))
                for number, stream in ((1, sys.stdout), (2, sys.stderr)) if hasattr(stream, 'watch_fd_thread')]

    class DescriptorText(threading.Thread):
        """What C code and children of the kernel write to a descriptor, shown in its order with what Python writes to the stream.

        ipykernel reads it out of a pipe in a thread, which may have to wait for Python's lock while it holds what it has read, until
        after the cell. Here text is taken out and shown under one lock by whoever comes first: the thread; the stream before it takes a
        text of Python's, of which its echo is told; or the stream when it is flushed, as it is at each display and each end of a cell.
        """

        def __init__(self, stream, number, flush_c):
            super().__init__(daemon=True)
            self.stream, self.flush_c, self.owner, self.taking = stream, flush_c, os.getpid(), False
            self.lock, self.decoder = threading.RLock(), codecs.getincrementaldecoder('utf-8')('replace')
            self.unread = array.array('i', [0])
            self.reader, self.writer = os.pipe()  # the writer stays open, so that the pipe never ends
            if sys.platform == 'linux':
                try:
                    # Code that holds Python's lock while it prints stops for good at a full pipe, of 64 KiB unless asked for.
                    fcntl.fcntl(self.writer, 1031, 1 << 20)  # F_SETPIPE_SZ
                except OSError:
                    pass  # the user's pipes are at their limit
            # Who has the pipe of ipykernel already keeps it, and its thread.
            os.dup2(self.writer, number)
            # The method itself cannot be replaced: IPython 9 does so in each cell, and puts back what it found.
            self.echo, stream.echo = stream.echo, self
            self.flush_stream, stream.flush = stream.flush, self.flush_in_order
            stream.watch_fd_thread = self  # which a stream that is closed waits for
            self.start()

        def run(self):
            """The thread. It begins without a context, and ipykernel 6 does not hear of it: both would give its texts to this cell."""
            contextvars.Context().run(self.watch)

        def watch(self):
            poll = select.poll()
            poll.register(self.reader, select.POLLIN)
            while self.stream._should_watch:
                poll.poll()
                self.take()

        def take(self):
            """Shows what was written until now. A forked child shares the pipe and leaves it alone."""
            if os.getpid() != self.owner:
                return
            with self.lock:
                fcntl.ioctl(self.reader, termios.FIONREAD, self.unread)
                if self.taking or not self.unread[0]:
                    return
                self.taking = True
                try:
                    data = os.read(self.reader, self.unread[0])
                    self.stream.write(self.decoder.decode(data))
                    self.copy(data)
                finally:
                    self.taking = False

        def copy(self, data):
            """The server's terminal shows it too, as with ipykernel, as far as it is not full: nobody may read there."""
            terminal = self.stream._original_stdstream_copy
            poll = select.poll()
            poll.register(terminal, select.POLLOUT)
            for at in range(0, len(data), select.PIPE_BUF):
                if poll.poll(0) != [(terminal, select.POLLOUT)]:
                    break
                os.write(terminal, data[at:at + select.PIPE_BUF])

        def flush_in_order(self):
            if os.getpid() == self.owner:
                self.flush_c()
            self.take()
            self.flush_stream()

        # As the echo of the stream.

        def write(self, text):
            self.take()
            if self.echo is not None:
                self.echo.write(text)

        def flush(self):
            if self.echo is not None:
                self.echo.flush()

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
    if not hasattr(state, 'descriptors'):
        state.descriptors = take_over_descriptors()
        shell.events.register('post_run_cell', after_cell)
    # For what is sent after it.
    vars(state.tools).update(
        publish=publish, text_of=text_of, stat_of=stat_of, find_nvcc=find_nvcc, wheel_folders=wheel_folders, answer_of=answer_of,
        nvcc_release=nvcc_release, driver_release=driver_release, publish_holders=publish_holders)


_warpnotes_helper()
del _warpnotes_helper
