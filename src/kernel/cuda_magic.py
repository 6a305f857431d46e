"""Adds %%cuda, %%shell, %%torchrun and %warpnotes_environment to an IPython kernel.

Sent after kernel_helper.py, whose tools it uses, before the first cell that needs it. Cells need a POSIX system.

Messages are display_data of type `application/vnd.warpnotes.cuda+json`, each with a text/plain twin:
  {kind: 'build', seconds, cached, command, diagnostics, resources, log}
  {kind: 'exit', code | null, signal | null, seconds}      of the program or script; with `rank`, of the rank that failed first
  {kind: 'no-device', driver}                              driver: whether libcuda is there
  {kind: 'check', tool, file, log}                         what compute-sanitizer or ncu wrote of the program
  {kind: 'no-tool', tool, searched}
  {kind: 'no-nvcc', searched, broken}                      broken: a path that is there and does not start
"""


def _warpnotes():
    import codecs, glob, hashlib, itertools, json, math, os, platform, re, selectors, shlex, shutil, signal, subprocess, sys, tempfile, time
    from importlib import metadata, util
    from types import SimpleNamespace

    from IPython import get_ipython
    from IPython.core.error import UsageError
    from IPython.core.magic import no_var_expand

    shell = get_ipython()
    state = shell.warpnotes_state
    tools = state.tools
    publish, text_of, find_nvcc, wheel_folders, nvcc_release = tools.publish, tools.text_of, tools.find_nvcc, tools.wheel_folders, tools.nvcc_release

    ENVIRONMENT_MIME = 'application/vnd.warpnotes.environment+json'
    PROGRAM_SUFFIXES = ('.cu', '.cpp', '.cc', '.cxx', '.c')
    NVCC_VARIABLES = ('NVCC_PREPEND_FLAGS', 'NVCC_APPEND_FLAGS', 'NVCC_CCBIN', 'CPATH', 'LIBRARY_PATH')
    # The server of a kernel drops output above 1,000 messages a second: output is passed on at most 20 times a second.
    PAUSE_SECONDS = 0.05
    PENDING_CHARACTERS = 1 << 18
    LOG_CHARACTERS = 1 << 18

    # ---- Failures: one line in the notebook, and an error reply, so that a queue of cells stops ----

    class QuietError(Exception):
        def _render_traceback_(self):
            return ['%s: %s' % (type(self).__name__, self)]

    CompileFailed, ProgramFailed, ShellFailed, RanksFailed, TimedOut, NotStarted = (
        type(name, (QuietError,), {})
        for name in ('CompileFailed', 'ProgramFailed', 'ShellFailed', 'RanksFailed', 'TimedOut', 'NotStarted'))
    # Clients know an interrupt by this name; the frames of the helper are of no use to the reader.
    Interrupted = type('KeyboardInterrupt', (KeyboardInterrupt,), {
        '_render_traceback_': lambda self: ['KeyboardInterrupt: everything that the cell had started was ended']})

    # ---- Messages ----

    def show(stream, text):
        """Writes to 'stdout' or 'stderr' of the cell, at once."""
        target = getattr(sys, stream)
        target.write(text)
        target.flush()

    def publish_exit(code, seconds, rank=None):
        """Publishes how a program ended; code is negative for a signal. Returns it in words."""
        name = signal_name(-code) if code < 0 else None
        words = 'killed by ' + name if name else 'exit code %d' % code
        message = {'kind': 'exit', 'code': None if name else code, 'signal': name, 'seconds': round(seconds, 3)}
        if rank is not None:
            message['rank'], words = rank, 'rank %d: %s' % (rank, words)
        publish(message, '%s after %.2f s' % (words, seconds))
        return words

    def signal_name(number):
        try:
            return signal.Signals(number).name
        except ValueError:
            return 'signal %d' % number  # real-time signals have no name

    # ---- Processes ----

    def open_terminal():
        """A pseudo-terminal makes C stdio line buffered; raw mode keeps the bytes as they were written."""
        import tty
        reader, writer = os.openpty()
        tty.setraw(writer)
        return reader, writer

    def run_process(argv, environment, deadline, on_text, terminal=None, others=None, when_closed=None, given=os.devnull):
        """Runs argv in the working folder to its end and passes its output on as it comes.

        terminal: which output goes through a pseudo-terminal: None, 'stdout' (then stderr is a pipe of its own), or
        'both' (one terminal, so the order of the two is kept, and all is stdout). Returns (return code, seconds).
        others: more descriptors to read, with their names; they are closed in the end. when_closed: called once the output of
        argv itself has ended. given: the file that argv reads as its standard input.
        Whatever stops it (an interrupt, the deadline) ends its whole process group.
        """
        started = time.monotonic()
        output, output_end = os.pipe() if terminal is None else open_terminal()
        errors, errors_end = (None, output_end) if terminal == 'both' else os.pipe()
        own = {output: 'stdout'} if errors is None else {output: 'stdout', errors: 'stderr'}
        readers, process = {**own, **(others or {})}, None
        try:
            try:
                with open(given, 'rb') as input_end:
                    process = subprocess.Popen(argv, stdin=input_end, stdout=output_end, stderr=errors_end,
                                               cwd=state.folder, env=environment, start_new_session=True)
            except OSError as cause:  # gone meanwhile, of another architecture, in a folder that is mounted noexec
                raise NotStarted('%s could not be started: %s' % (argv[0], cause.strerror)) from None
            finally:
                for end in {output_end, errors_end}:
                    os.close(end)
            pass_on(readers, deadline, on_text, set(own), when_closed)
            code = process.wait(None if deadline == math.inf else max(0, deadline - time.monotonic()))
        except BaseException as reason:
            if process:
                end_group(process)
            if isinstance(reason, KeyboardInterrupt):
                raise Interrupted() from None
            if isinstance(reason, subprocess.TimeoutExpired):
                raise TimeoutError() from None
            raise
        finally:
            for reader in readers:
                os.close(reader)
        return code, time.monotonic() - started

    def pass_on(readers, deadline, on_text, own, when_closed):
        """Decodes what comes from the descriptors until all are closed; many small writes become few calls."""
        by_name = lambda event: (not readers[event[0].fd].endswith('stdout'), readers[event[0].fd])
        decoders = {reader: codecs.getincrementaldecoder('utf-8')('replace') for reader in readers}
        pending, passed_on = [], 0.0
        with selectors.DefaultSelector() as selector:
            for reader in readers:
                selector.register(reader, selectors.EVENT_READ)
            try:
                while selector.get_map():
                    until = min(deadline, passed_on + PAUSE_SECONDS) if pending else deadline
                    ready = selector.select(None if until == math.inf else max(0, until - time.monotonic()))
                    for key, _ in sorted(ready, key=by_name):
                        data = read_some(key.fd)
                        pending.append((readers[key.fd], decoders[key.fd].decode(data, not data)))
                        if not data:
                            selector.unregister(key.fd)
                            own.discard(key.fd)
                    if when_closed and not own:
                        when_closed()
                        when_closed = None
                    now = time.monotonic()
                    if now >= passed_on + PAUSE_SECONDS or sum(len(text) for _, text in pending) > PENDING_CHARACTERS:
                        flush(pending, on_text)
                        passed_on = now
                    if now >= deadline:
                        raise TimeoutError()
            finally:
                flush(pending, on_text)

    def read_some(reader):
        try:
            return os.read(reader, 1 << 16)
        except OSError:
            return b''  # EIO: the last writer of a pseudo-terminal has closed it (Linux; elsewhere it reads empty)

    def flush(pending, on_text):
        chunks, pending[:] = list(pending), []
        for stream, group in itertools.groupby(chunks, key=lambda chunk: chunk[0]):
            text = ''.join(part for _, part in group)
            if text:
                on_text(stream, text)

    def end_group(process):
        """Ends a process and everything of its group within 2 seconds. A second interrupt makes it SIGKILL at once."""
        steps = [(signal.SIGINT, 0.8), (signal.SIGTERM, 0.6), (signal.SIGKILL, 0.5)]
        while steps:
            number, seconds = steps.pop(0)
            try:
                os.killpg(process.pid, number)
                if group_ended(process.pid, seconds, process.poll):
                    break
            except KeyboardInterrupt:
                steps = steps[-1:]
            except (ProcessLookupError, PermissionError):
                break  # nobody is left (macOS says EPERM for a group of zombies)
        process.wait()

    def group_ended(group, seconds, reap=lambda: None):
        """Waits until no process of a group runs any more, or the time is over; whether none does."""
        until, pause = time.monotonic() + seconds, 0.001
        while group_lives(group, reap):
            if time.monotonic() >= until:
                return False
            time.sleep(pause)
            pause = min(2 * pause, 0.02)
        return True

    def group_lives(group, reap):
        """Whether a process of the group still runs. Orphans stay as zombies where process 1 does not reap them."""
        reap()
        try:
            os.killpg(group, 0)
        except (ProcessLookupError, PermissionError):
            return False
        stats = glob.glob('/proc/[0-9]*/stat')
        return not stats or any(re.match(r'[^Z] \d+ %d ' % group, tools.stat_of(path)) for path in stats)

    # ---- The compiler and the machine ----

    def tool_environment(nvcc):
        """Variables for compilers, programs and scripts: the toolkit and the kernel's Python on PATH, no colours."""
        variables = {name: value for name, value in os.environ.items() if 'COLOR' not in name}
        variables.update(TERM='dumb', NO_COLOR='1')
        folders = ([os.path.dirname(nvcc)] if nvcc else []) + wheel_folders() + [os.path.dirname(sys.executable)]
        prepend(variables, 'PATH', folders)
        if nvcc:
            add_wheel_libraries(os.path.dirname(os.path.dirname(os.path.realpath(nvcc))), variables)
        return variables

    def add_wheel_libraries(root, variables):
        """nvcc looks for its libraries in lib64, the wheels have them in lib (CUDA 12: in a package of their own)."""
        if os.path.isdir(os.path.join(root, 'lib64')) or os.path.basename(os.path.dirname(root)) != 'nvidia':
            return
        roots = [root, os.path.join(os.path.dirname(root), 'cuda_runtime')]
        libraries = [path for path in (os.path.join(each, 'lib') for each in roots) if os.path.isdir(path)]
        links = os.path.join(state.folder, '.lib')  # the wheels have libcudart.so.13 but not the name the linker wants
        os.makedirs(links, exist_ok=True)
        for library in itertools.chain.from_iterable(glob.glob(path + '/libcudart.so.*') for path in libraries):
            if not os.path.lexists(links + '/libcudart.so'):
                os.symlink(library, links + '/libcudart.so')
        prepend(variables, 'LIBRARY_PATH', libraries + [links])
        prepend(variables, 'LD_LIBRARY_PATH', libraries)
        prepend(variables, 'CPATH', [path for path in [os.path.join(roots[1], 'include')] if os.path.isdir(path)])

    def prepend(variables, name, folders):
        if folders:
            variables[name] = os.pathsep.join(dict.fromkeys(folders + list(filter(None, [variables.get(name)]))))

    # Runs in a process of its own: cuInit would fix CUDA_VISIBLE_DEVICES for the kernel and for children it forks.
    PROBE = r'''
import ctypes, json
facts = dict(driver=False, count=0, name=None, capability=None, memory=None, cuda=None, release=None)
try:
    nvml = ctypes.CDLL('libnvidia-ml.so.1')
    text = ctypes.create_string_buffer(96)
    if nvml.nvmlInit_v2() == 0 and nvml.nvmlSystemGetDriverVersion(text, 96) == 0:
        facts['release'] = text.value.decode()
except (OSError, AttributeError):
    pass
try:
    cuda = ctypes.CDLL('libcuda.so.1')
    facts['driver'] = True
    number, size, text = ctypes.c_int(), ctypes.c_size_t(), ctypes.create_string_buffer(256)
    if cuda.cuDriverGetVersion(ctypes.byref(number)) == 0:
        facts['cuda'] = '%d.%d' % (number.value // 1000, number.value % 1000 // 10)
    if cuda.cuInit(0) == 0 and cuda.cuDeviceGetCount(ctypes.byref(number)) == 0 and number.value > 0:
        facts['count'] = number.value
        device = ctypes.c_int()
        cuda.cuDeviceGet(ctypes.byref(device), 0)
        cuda.cuDeviceGetName(text, 256, device)
        facts['name'] = text.value.decode()
        cuda.cuDeviceTotalMem_v2(ctypes.byref(size), device)
        facts['memory'] = size.value >> 20
        facts['capability'] = []
        for attribute in (75, 76):  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR
            cuda.cuDeviceGetAttribute(ctypes.byref(number), attribute, device)
            facts['capability'].append(number.value)
except OSError:
    pass
print(json.dumps(facts))
'''

    def gpu():
        """What the driver says of the first device, asked once for each value of CUDA_VISIBLE_DEVICES."""
        visible = os.environ.get('CUDA_VISIBLE_DEVICES')
        if visible not in state.gpus:
            answer = subprocess.run([sys.executable, '-I', '-c', PROBE], stdin=subprocess.DEVNULL, timeout=60,
                                    stdout=subprocess.PIPE, check=True).stdout
            state.gpus[visible] = json.loads(answer)
        return state.gpus[visible]

    def torch_version():
        try:
            return metadata.version('torch')
        except metadata.PackageNotFoundError:
            return None

    def environment_message():
        nvcc, device = find_nvcc()[0], gpu()
        host = os.environ.get('NVCC_CCBIN') or 'g++'
        host_version = tools.answer_of([host, '-dumpfullversion', '-dumpversion'], r'(\d[\w.]*)')
        return {
            'gpuName': device['name'], 'gpuCount': device['count'], 'gpuMemoryMiB': device['memory'],
            'computeCapability': device['capability'] and '%d.%d' % tuple(device['capability']),
            'driverVersion': device['release'] or tools.driver_release(), 'cudaVersion': device['cuda'],
            'nvccRelease': nvcc_release(nvcc),
            'hostCompiler': host_version and '%s %s' % (os.path.basename(host), host_version),
            'pythonVersion': platform.python_version(), 'torchVersion': torch_version(),
        }

    # ---- What nvcc says ----

    SEVERITIES = {'warning': 'warning', 'note': 'note', 'remark': 'note', 'info': 'note'}
    TOOLS = r'nvcc|nvrtc|ptxas|nvlink|cicc|fatbinary|cudafe\+\+|ld|g\+\+|gcc|cc1plus'
    DIAGNOSTICS = [re.compile(pattern) for pattern in (
        r'(?P<file>[^\s(:][^(:]*)\((?P<line>\d+)\): (?P<severity>(?:\w+ )?error|warning|remark|note)(?P<text>.*)',
        r'(?P<file>[^\s:][^:]*):(?P<line>\d+):(?:(?P<column>\d+):)? '
        r'(?P<severity>(?:fatal )?error|warning|note)(?P<text>.*)',
        r'ptxas (?P<file>\S+), line (?P<line>\d+); (?P<severity>error|fatal|warning|info)(?P<text>.*)',
        r'(?P<file>%s)(?: ?: | +)(?P<severity>(?:fatal )?error|fatal|warning|info)(?P<text> *:.*)' % TOOLS,
        r'(?P<text>.*(?:undefined reference to |multiple definition of |cannot find -l).*)')]
    # A line of `-Xptxas -v`; one with a code in parentheses is advice that ptxas gives without the option too.
    RESOURCE_LINE = re.compile(r'ptxas info +: (?!\()|\s+\d+ bytes stack frame, ')
    FOLDER = re.compile(r'(?:/+[^\s/"\'`():,;=]+)+/+')
    TEMPORARY = re.compile(r'tmpxft_[0-9a-f]+_[0-9a-f]+-\d+_')

    def hide_folders(text):
        """Takes the folders of this machine out of a line, and leaves the names of the files."""
        return TEMPORARY.sub('', FOLDER.sub(lambda found: '' if os.path.isdir(found.group()) else found.group(), text))

    class NvccOutput:
        """Lines of nvcc: `log` has all of them, `shown` those for the reader, without resource lines unless verbose."""

        def __init__(self, verbose):
            self.verbose, self.log, self.shown, self.partial = verbose, [], [], {'stdout': '', 'stderr': ''}

        def read(self, stream, text):
            """Takes text and shows nothing of it; returns its whole lines."""
            *lines, self.partial[stream] = (self.partial[stream] + text).split('\n')
            lines = [hide_folders(line) for line in lines]
            self.log += lines
            return lines

        def take(self, stream, text):
            visible = [line + '\n' for line in self.read(stream, text) if self.verbose or not RESOURCE_LINE.match(line)]
            if visible:
                self.shown.append([stream, ''.join(visible)])
                show(stream, ''.join(visible))

        def end(self):
            for stream, rest in self.partial.items():
                if rest:
                    self.take(stream, '\n')

    def parse_diagnostics(lines, file, source):
        """Diagnostics of the compilers in their order; the indented lines after one belong to its text."""
        found, current = [], None
        for line in lines:
            matches = (pattern.fullmatch(line) for pattern in DIAGNOSTICS if not RESOURCE_LINE.match(line))
            match = next(filter(None, matches), None)
            if match and not line[0].isspace():
                current = diagnostic(match.groupdict())
                found.append(current)
            elif current and line[:1].isspace() and line.strip():
                current['text'] += '\n' + line
            else:
                current = None
        for each in found:
            if each['column'] is None and each['file'] == file:
                each['column'] = caret_column(each, source)
        return found

    def diagnostic(groups):
        number = lambda name: int(groups[name]) if groups.get(name) else None
        return {'file': groups.get('file') or 'ld', 'line': number('line'), 'column': number('column'),
                'severity': SEVERITIES.get(groups.get('severity'), 'error'), 'text': groups['text'].lstrip(' :')}

    def caret_column(each, source):
        """nvcc's caret stands below macro-expanded text: what follows it is looked up in the line as it was written."""
        shown, lines = each['text'].split('\n'), source.split('\n')
        caret = next((index for index, line in enumerate(shown) if line.strip() == '^'), 0)
        if caret < 2 or not each['line'] or each['line'] > len(lines):
            return None
        written, tail = lines[each['line'] - 1].rstrip(), shown[caret - 1][shown[caret].index('^'):].rstrip()
        return len(written) - len(tail) + 1 if tail and written.endswith(tail) else None

    def parse_resources(lines, names_of=None):
        """Registers, spills, stack, shared and constant bytes of each kernel and architecture, from `-Xptxas -v`."""
        found, current = [], None
        counts = lambda pattern, line: sum(int(count) for count in re.findall(pattern, line))
        for line in lines:
            entry = re.match(r"ptxas info +: Compiling entry function '(\S+)' for '(\S+)'", line)
            if entry:
                current = {'kernel': entry.group(1), 'arch': entry.group(2), 'registers': 0, 'spillStores': 0,
                           'spillLoads': 0, 'stackBytes': 0, 'sharedBytes': 0, 'constantBytes': 0}
                found.append(current)
            elif current and 'bytes stack frame' in line:
                current.update(stackBytes=counts(r'(\d+) bytes stack frame', line),
                               spillStores=counts(r'(\d+) bytes spill stores', line),
                               spillLoads=counts(r'(\d+) bytes spill loads', line))
            elif current and re.match(r'ptxas info +: Used \d+ registers', line):
                current.update(registers=counts(r'Used (\d+) registers', line),
                               sharedBytes=counts(r'(\d+) bytes smem', line),
                               constantBytes=counts(r'(\d+) bytes cmem', line))
                current = None  # what follows may be a function that is not a kernel
        for each, name in zip(found, (names_of or demangle)([each['kernel'] for each in found])):
            each['kernel'] = name
        return found

    def demangle(names):
        """C++ names through cu++filt or c++filt; as they are where there is neither."""
        tool = shutil.which('cu++filt', path=tool_environment(find_nvcc()[0])['PATH']) or shutil.which('c++filt')
        if not names or not tool:
            return names
        done = subprocess.run([tool], input='\n'.join(names).encode(), stdout=subprocess.PIPE, check=True)
        return done.stdout.decode().split('\n')

    # ---- The build ----

    # Options with which nvcc makes no program to run.
    COMPILE_ONLY = {'-' + name for name in (
        'ptx cubin fatbin c compile dc device-c dw device-w cuda E preprocess M MM dlink device-link lib ltoir '
        'optix-ir dryrun h help V version list-gpu-arch list-gpu-code').split()}

    def plan_build(options):
        """What the cell asks of nvcc: words (arguments), hidden (ours), output (of `-o`), runs (makes a program)."""
        words, output = split_words(options['compiler_args'], '-c'), None
        if not any(re.match(r'--?(arch|gencode|gpu-architecture|generate-code)(=|$)', word) for word in words):
            words.append('-arch=sm_%d%d' % tuple(gpu()['capability'] or (9, 0)))
        flags = {re.sub('^--', '-', word) for word in words}
        runs, dry = not flags & COMPILE_ONLY, '-dryrun' in flags
        ptxas = ','.join(re.findall(r'(?:-Xptxas|--ptxas-options)[ =](\S+)', ' '.join(words))).split(',')
        verbose = bool(flags & {'-resource-usage', '-res-usage'} or {'-v', '--verbose'} & set(ptxas))
        at = next((index for index, word in enumerate(words) if re.match(r'(-o|--output-file)(=|$)', word)), None)
        command = 'nvcc ' + ' '.join(map(shlex.quote, words))
        if runs and at is not None:  # the program is built among the cached ones, and then copied
            output = checked_name(words[at].partition('=')[2] or ''.join(words[at + 1:at + 2]), '-o')
            del words[at:at + (1 if '=' in words[at] else 2)]
        hidden = [] if verbose or dry else ['-Xptxas', '-v']
        return SimpleNamespace(words=words, output=output, runs=runs, hidden=hidden, verbose=verbose or dry,
                               command=command)

    def build_key(nvcc, plan, source, file):
        """SHA-256 of all that a program depends on."""
        return hashlib.sha256(json.dumps([
            source, file, plan.words, nvcc, os.stat(nvcc).st_mtime_ns,
            [os.environ.get(name) for name in NVCC_VARIABLES],
            sorted(files_named_in(' '.join([source] + plan.words), file).items()),
        ]).encode()).hexdigest()

    def files_named_in(text, file):
        """Contents of the files in the working folder that a text names, or that these name in turn; all libraries."""
        paths = glob.glob(state.folder + '/**', recursive=True)
        waiting = {path for path in paths if '.' in os.path.basename(path) and os.path.isfile(path)}
        waiting.discard(os.path.join(state.folder, file))
        found, texts = {}, [text]
        while texts:
            text = texts.pop()
            named = {path for path in waiting if os.path.basename(path) in text or path.endswith(('.a', '.so'))}
            waiting -= named
            for path in named:
                with open(path, encoding='latin-1', newline='') as content:
                    found[path] = content.read()
                texts.append(found[path])
        return found

    def build(options, nvcc, source, file):
        """Builds the file and publishes the build message. Returns the program's path, None if nvcc makes none."""
        plan, started = plan_build(options), time.monotonic()
        # Its name is what host assertions, profilers and lists of processes call it.
        program = os.path.join(state.folder, '.build', build_key(nvcc, plan, source, file), os.path.splitext(file)[0])
        if plan.runs and os.path.exists(program + '.json'):
            with open(program + '.json') as saved:
                shown, message = json.load(saved)
            for stream, text in shown:
                show(stream, text)
            message.update(cached=True, seconds=round(time.monotonic() - started, 3))
            publish(message, 'nvcc: built before')
        else:
            shown, message = compile_file(nvcc, plan, source, file, program, options['deadline'])
            if plan.runs:
                with open(program + '.json', 'w') as saved:
                    json.dump([shown, message], saved)
        if plan.output:
            shutil.copy2(program, os.path.join(state.folder, plan.output))
        return program if plan.runs else None

    def compile_file(nvcc, plan, source, file, program, deadline):
        """Runs nvcc and publishes the build message. Returns (what was shown, the message); raises CompileFailed."""
        os.makedirs(os.path.dirname(program), exist_ok=True)
        command = [nvcc] + plan.words + plan.hidden + [file] + (['-o', program] if plan.runs else [])
        output = NvccOutput(plan.verbose)
        try:
            code, seconds = run_process(command, tool_environment(nvcc), deadline, output.take)
        except NotStarted as cause:
            no_nvcc('%s. Put one that runs on the PATH of the kernel, or set WARPNOTES_NVCC to its path.' % cause,
                    find_nvcc()[1], nvcc)
        output.end()
        diagnostics = parse_diagnostics(output.log, file, source)
        message = {'kind': 'build', 'seconds': round(seconds, 3), 'cached': False, 'diagnostics': diagnostics,
                   'command': hide_folders('%s %s' % (plan.command, file)), 'resources': parse_resources(output.log),
                   'log': '\n'.join(output.log)[:LOG_CHARACTERS]}
        publish(message, 'nvcc: %s %.1f s' % ('failed after' if code else 'built in', seconds))
        if code:
            errors = sum(each['severity'] == 'error' for each in diagnostics)
            raise CompileFailed('%d error%s in %s' % (errors, 's' * (errors > 1), file) if errors
                                else 'nvcc ended with exit code %d' % code)
        return output.shown, message

    # ---- The magics ----

    # Flag: (name, whether a value follows). All but --save, --timeout, --tool and --stdin are options of nvcc4jupyter as well.
    CUDA_OPTIONS = {
        '--name': ('name', True), '-n': ('name', True), '--compiler-args': ('compiler_args', True),
        '-c': ('compiler_args', True), '--save': ('save', True), '--timeout': ('timeout', True),
        '-t': ('timeit', False), '--timeit': ('timeit', False),
        '-p': ('profile', False), '--profile': ('profile', False),
        '-l': ('profiler', True), '--profiler': ('profiler', True), '-a': ('profiler_args', True),
        '--profiler-args': ('profiler_args', True), '-g': ('group', True), '--group': ('group', True),
        '--tool': ('tool', True), '--stdin': ('stdin', True)}
    SHELL_OPTIONS = {'--timeout': ('timeout', True)}
    KERNEL_OPTIONS = {flag: CUDA_OPTIONS[flag] for flag in ('--name', '-n', '--compiler-args', '-c')}
    RANK_OPTIONS = {'--name': ('name', True), '--processes': ('processes', True), '--gpus': ('gpus', True),
                    '--timeout': ('timeout', True)}

    def split_words(text, where):
        try:
            return shlex.split(text)
        except ValueError as cause:
            raise UsageError('%s: %s in %r' % (where, cause, text)) from cause

    def read_options(magic, line, known):
        """The options of a magic's line, with the deadline that --timeout sets for the whole cell."""
        options, words, passed_on = {'compiler_args': '', 'timeout': 'inf'}, split_words(line, magic), []
        while words:
            word = words.pop(0)
            flag, equals, value = word.partition('=')
            if flag not in known:
                # What other extensions and a shell take: `%%cuda -O2 -std c++20`.
                if known is CUDA_OPTIONS and (re.match('-[A-Za-z]', word) or passed_on and not word.startswith('-')):
                    passed_on.append(word)
                    continue
                raise UsageError('%s has no option %s; it has %s%s' % (
                    magic, flag, ' '.join(known), ' and passes options of one dash on to nvcc' if known is CUDA_OPTIONS else ''))
            name, takes_value = known[flag]
            if takes_value and not equals and not words:
                raise UsageError('%s: a value is missing after %s' % (magic, flag))
            options[name] = (value if equals else words.pop(0)) if takes_value else True
        options['compiler_args'] = ' '.join(filter(None, [options['compiler_args'], ' '.join(map(shlex.quote, passed_on))]))
        try:
            seconds = float(options['timeout'])
        except ValueError:
            seconds = -1
        if not seconds > 0:
            raise UsageError('%s: --timeout takes seconds, not %r' % (magic, options['timeout']))
        return dict(options, deadline=time.monotonic() + seconds)

    def checked_name(name, flag):
        """A plain file name in the working folder, or a UsageError."""
        if not re.fullmatch(r'\w[\w.+-]*', name, re.ASCII) or '..' in name:
            raise UsageError('%s takes a plain file name without / or .. (the file goes to the working folder), not %r'
                             % (flag, name))
        return name

    def input_file(name):
        """The path of a file in the working folder that a program is to read, or a UsageError."""
        path = os.devnull if name is None else os.path.join(state.folder, checked_name(name, '--stdin'))
        if not os.path.exists(path):
            raise UsageError('--stdin %s: there is no such file in the working folder; run the cell that writes it first' % name)
        return path

    def cuda_file(options):
        """The file of a cell as the reader knows it, never one that other cells have saved unless it is named."""
        if 'save' in options:
            return checked_name(options['save'], '--save')
        name = checked_name(options.get('name') or 'cell', '--name')
        stem = name[:-3] if name.endswith('.cu') else name
        while os.path.exists(os.path.join(state.folder, stem + '.cu')):
            stem += '-cell'
        return stem + '.cu'

    def run_cuda(options, source):
        """%%cuda [--name ID] [-c "NVCC ARGS"] [--save FILE] [--timeout SECONDS] [--tool TOOL] [--stdin FILE] [OPTIONS OF NVCC]: builds and
        runs it. FILE is of the working folder; without one the program's standard input is empty.
        """
        for name in ('timeit', 'profile'):
            if options.get(name):
                show('stderr', '%%%%cuda: --%s does nothing here: the program is run once, as without it.\n' % name)
        tool = options.get('tool')
        if tool is not None:
            if tool not in RUN_TOOLS:
                raise UsageError('%%%%cuda: --tool is one of %s, not %r' % (' '.join(RUN_TOOLS), tool))
            required_tool(tool)
            # What a tool says of an instruction then has its line.
            options = dict(options, compiler_args=(options['compiler_args'] + ' -lineinfo').lstrip())
        given = input_file(options.get('stdin'))
        file = cuda_file(options)
        path = os.path.join(state.folder, file)
        with open(path, 'w', encoding='utf-8') as target:
            target.write(source)
        if not file.endswith(PROGRAM_SUFFIXES):
            return
        try:
            program = build(options, required_nvcc(), source, file)
        finally:
            if 'save' not in options:
                os.remove(path)
        if program:
            run_program(program, options['deadline'], given, tool, file)

    def required_nvcc():
        nvcc, searched = find_nvcc()
        if not nvcc:
            no_nvcc('nvcc was not found on the server of this kernel; searched: %s. Put it on the PATH of the kernel, '
                    'or set WARPNOTES_NVCC to its path.' % ', '.join(searched), searched)
        return nvcc

    def no_nvcc(text, searched, broken=None):
        publish({'kind': 'no-nvcc', 'searched': searched, 'broken': broken}, text)
        raise CompileFailed('nvcc was not found (PATH, CUDA_HOME, /usr/local/cuda, nvidia wheels)' if broken is None
                            else '%s does not start' % broken) from None

    # What a program can be run under: the tools of compute-sanitizer, and ncu.
    RUN_TOOLS = ('memcheck', 'racecheck', 'synccheck', 'initcheck', 'ncu')
    CHECK_ARGUMENTS = ['--print-limit', '100']
    # A few launches tell most; each is run again for each group of counters. Clocks are those of the machine as it is.
    PROFILE_ARGUMENTS = ['--clock-control', 'none', '--launch-count', '24', '--csv', '--page', 'details', '--print-units', 'base',
                         '--section', 'SpeedOfLight', '--section', 'LaunchStats', '--section', 'Occupancy']

    def find_tool(name):
        """The path of a tool of the toolkit or of Nsight Compute, or None; and the places that were searched."""
        nvcc = find_nvcc()[0]
        folders = ([os.path.dirname(nvcc), os.path.dirname(os.path.realpath(nvcc))] if nvcc else []) + wheel_folders()
        folders += [os.path.join(os.environ[each], 'bin') for each in ('CUDA_HOME', 'CUDA_PATH') if os.environ.get(each)]
        folders += sorted(glob.glob('/usr/local/cuda*/bin')) + sorted(glob.glob('/opt/nvidia/nsight-compute/*'), reverse=True)
        paths = [shutil.which(name)] + [shutil.which(name, path=folder) for folder in folders]
        return next(filter(None, paths), None), ['PATH'] + list(dict.fromkeys(folders))

    def required_tool(tool):
        name = 'ncu' if tool == 'ncu' else 'compute-sanitizer'
        path, searched = find_tool(name)
        if not path:
            publish({'kind': 'no-tool', 'tool': name, 'searched': searched}, '%s was not found; searched: %s' % (name, ', '.join(searched)))
            raise ProgramFailed('%s was not found' % name)
        return path

    def tool_command(tool, program, log):
        arguments = PROFILE_ARGUMENTS if tool == 'ncu' else ['--tool', tool] + CHECK_ARGUMENTS
        return [required_tool(tool)] + arguments + ['--log-file', log, program]

    def run_program(program, deadline, given=os.devnull, tool=None, file=''):
        """Runs a program; under a tool, publishes after it what the tool wrote: {kind: 'check', tool, file, log}."""
        if not gpu()['count']:
            publish({'kind': 'no-device', 'driver': gpu()['driver']},
                    'There is no CUDA device here: kernels will not run, and results that need one are wrong.')
        log = program + '.log'
        command = tool_command(tool, program, log) if tool else [program]
        noted = []

        def show_and_note(stream, text):
            if 'out of memory' in text:
                noted.append(text)
            show(stream, text)

        try:
            code, seconds = run_process(command, tool_environment(find_nvcc()[0]), deadline, show_and_note, 'stdout', given=given)
        finally:
            said = taken_file(log)
        if tool:
            publish({'kind': 'check', 'tool': tool, 'file': file, 'log': hide_folders(said)[-LOG_CHARACTERS:]}, said[-LOG_CHARACTERS:])
        words = publish_exit(code, seconds)
        if code:
            if noted:
                tools.publish_holders()
            raise ProgramFailed(words)

    def taken_file(path):
        """What a file holds, which is removed; '' where there is none."""
        text = text_of(path)
        if os.path.exists(path):
            os.remove(path)
        return text

    def run_shell(options, script):
        """%%shell [--timeout SECONDS]: runs a bash script in the working folder, with nvcc and its tools on PATH.

        Its stdout and stderr share one pseudo-terminal: a script is read as a transcript, where the order of a tool's
        messages and its results counts for more than which stream they came from. All of it is stdout of the cell.
        """
        argv = [shutil.which('bash') or '/bin/sh', '-c', script, 'shell']
        code, seconds = run_process(argv, tool_environment(find_nvcc()[0]), options['deadline'], show, terminal='both')
        words = publish_exit(code, seconds)
        if code:
            raise ShellFailed(words)

    # ---- Ranks ----

    # What torchrun starts as a rank: it takes two terminals for its output, says who it is, and becomes the cell.
    RANK = r'''
import json, os, sys
terminals = json.loads(sys.argv[1])[int(os.environ['LOCAL_RANK'])]
with open(__file__ + '.' + os.environ['LOCAL_RANK'], 'w') as file:
    file.write(str(os.getpid()))
for number, path in enumerate(terminals, 1):
    os.dup2(os.open(path, os.O_WRONLY | os.O_NOCTTY), number)
os.execv(sys.executable, [sys.executable] + sys.argv[2:])
'''
    # In torchrun's account of a failure.
    FIRST_FAILURE = re.compile(r'Root Cause.*?\n +rank +: (\d+).*?\n +exitcode +: (-?\d+)', re.DOTALL)

    class RankOutput:
        """Shows whole lines of ranks, each after its rank, as PyTorch labels what it says of one; keeps what torchrun says."""

        def __init__(self, folder):
            self.folder, self.launcher, self.partial, self.unfinished = folder, '', {}, {}

        def take(self, name, text):
            rank, _, stream = name.rpartition(' ')
            if not rank:
                self.launcher += text
                return
            *lines, self.partial[name] = re.split(r'(?<=\n)|(?<=\r)(?!\n|\Z)', self.partial.get(name, '') + text)
            self.lines(rank, stream, lines)

        def lines(self, rank, stream, lines):
            label = '[rank%s]: ' % rank
            written = ''.join(line if line.startswith(label) else label + line for line in lines)
            if not written:
                return
            other = self.unfinished.get(stream, rank) != rank  # a progress bar of another rank: leave it its row
            self.unfinished[stream] = rank if written.endswith('\r') else None
            if self.unfinished[stream] is None:
                del self.unfinished[stream]
            show(stream, '\n' * other + written.replace(self.folder + os.sep, ''))

        def end(self):
            for name, rest in self.partial.items():
                rank, _, stream = name.rpartition(' ')
                self.lines(rank, stream, [rest + '\n'] if rest else [])

    def run_ranks(options, source):
        """%%torchrun --processes N [--gpus N] [--name ID] [--timeout SECONDS]: runs a Python cell as N ranks, under torchrun.

        The ranks share nothing with the kernel but its folder. They end together: where one fails, at an interrupt, and at
        the timeout.
        """
        count, gpus = whole_number(options, 'processes', 1), whole_number(options, 'gpus', 0)
        if not util.find_spec('torch'):
            raise RanksFailed('PyTorch is missing: torchrun, which is a part of it, starts the processes of this cell. Install '
                              'it for the Python of this kernel, with: pip install torch')
        if gpus > gpu()['count']:
            raise RanksFailed('this cell needs %d GPU%s, and the kernel sees %s' % (gpus, 's' * (gpus > 1), gpu()['count'] or 'none'))
        folder, terminals = tempfile.mkdtemp(prefix='.ranks-', dir=state.folder), []
        output, launcher = RankOutput(folder), os.path.join(folder, 'start-rank.py')
        # A name with a hyphen is none of a module: it hides no package from the ranks.
        file = os.path.join(folder, checked_name(options.get('name') or 'the', '--name') + '-cell.py')
        try:
            for path, text in ((file, source), (launcher, RANK)):
                with open(path, 'w', encoding='utf-8') as target:
                    target.write(text)
            for rank, stream in itertools.product(range(count), ('stdout', 'stderr')):
                terminals.append(('%d %s' % (rank, stream), *open_terminal()))
            paths = [os.ttyname(writer) for _, _, writer in terminals]
            words = [json.dumps(list(zip(paths[::2], paths[1::2]))), file]
            command = [sys.executable, '-m', 'torch.distributed.run', '--standalone', '--nproc-per-node', str(count), launcher]
            code, seconds = run_process(command + words, rank_environment(count), options['deadline'], output.take,
                                        others={reader: name for name, reader, _ in terminals},
                                        when_closed=lambda: end_ranks(launcher, terminals))
        except BaseException:
            show('stderr', output.launcher)
            raise
        finally:
            end_ranks(launcher, terminals)
            output.end()
            shutil.rmtree(folder)
        report_ranks(code, seconds, output.launcher)

    def whole_number(options, name, least):
        text = options.get(name, str(least))
        if not text.isdecimal() or int(text) < least:
            raise UsageError('%%%%torchrun: --%s takes a whole number from %d on, not %r' % (name, least, text))
        return int(text)

    def rank_environment(count):
        """Ranks find modules in the folder of the cells, and share the machine's cores (torchrun would give each one thread)."""
        variables = tool_environment(find_nvcc()[0])
        prepend(variables, 'PYTHONPATH', [state.folder])
        cores = len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count() or 1
        variables.setdefault('OMP_NUM_THREADS', str(max(1, cores // count)))
        return variables

    def end_ranks(launcher, terminals):
        """Ends what is left of the ranks, each of which leads a session, and closes our ends of their terminals."""
        for path in glob.glob(glob.escape(launcher) + '.*'):
            with open(path) as file:
                group = file.read()
            os.remove(path)
            try:
                os.killpg(int(group), signal.SIGKILL)
                group_ended(int(group), 0.5)  # a GPU is free once its processes are gone
            except (ValueError, ProcessLookupError, PermissionError):
                pass  # it has ended, or not begun
        for _, _, writer in terminals:
            os.close(writer)
        terminals.clear()

    def report_ranks(code, seconds, launcher):
        """Publishes how the ranks ended. What torchrun says is shown only where it does not name the rank that failed."""
        first = FIRST_FAILURE.search(launcher)
        if code and not first:
            show('stderr', launcher)
        words = publish_exit(int(first.group(2)), seconds, int(first.group(1))) if code and first else publish_exit(code, seconds)
        if code:
            raise RanksFailed(words if first else 'torchrun: ' + words)

    def report_environment(line):
        """%warpnotes_environment: publishes what this machine has, with None for what it has not."""
        message = environment_message()
        publish(message, ', '.join('%s %s' % item for item in message.items() if item[1]), ENVIRONMENT_MIME)

    # ---- Installation ----

    def cell_magic(name, known, body):
        @no_var_expand
        def magic(line, cell):
            options = read_options('%%' + name, line, known)
            try:
                body(options, cell)
            except TimeoutError:
                raise TimedOut('%s seconds' % options['timeout']) from None
        magic.__doc__ = body.__doc__
        shell.register_magic_function(magic, 'cell', name)

    def refuse(options, cell):
        raise UsageError('CUDA, shell and multi-process cells need a kernel on Linux, macOS or WSL; this one runs on Windows')

    # For compiler_view.py and kernel_cells.py.
    vars(tools).update(
        read_options=lambda magic: read_options('%%cuda', magic.partition(' ')[2], CUDA_OPTIONS), COMPILE_ONLY=COMPILE_ONLY,
        NvccOutput=NvccOutput, RESOURCE_LINE=RESOURCE_LINE, hide_folders=hide_folders, parse_diagnostics=parse_diagnostics,
        parse_resources=parse_resources, demangle=demangle, run_process=run_process, tool_environment=tool_environment,
        plan_build=plan_build, required_nvcc=required_nvcc, cuda_file=cuda_file, checked_name=checked_name,
        CompileFailed=CompileFailed, KERNEL_OPTIONS=KERNEL_OPTIONS, cell_magic=cell_magic, show=show, gpu=gpu,
        files_named_in=files_named_in, split_words=split_words, joined=lambda words: ' '.join(map(shlex.quote, words)))
    cell_magic('cuda', CUDA_OPTIONS, run_cuda if os.name == 'posix' else refuse)
    cell_magic('shell', SHELL_OPTIONS, run_shell if os.name == 'posix' else refuse)
    cell_magic('torchrun', RANK_OPTIONS, run_ranks if os.name == 'posix' else refuse)
    shell.register_magic_function(report_environment, 'line', 'warpnotes_environment')


_warpnotes()
del _warpnotes
