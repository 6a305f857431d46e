"""Adds %%kernel to an IPython kernel that has cuda_magic.py: CUDA C++ for the device alone, compiled in the kernel's own process.

NVRTC compiles it through NVIDIA's cuda.core in a few hundredths of a second. The functions are then there for Python, under the
name `kernels`: `kernels.saxpy[grid, block](n, a, x, y)`, with `[grid, block, stream, shared_bytes]` where these matter. Pointers
take arrays of torch, cupy and whatever has `__cuda_array_interface__`; a NumPy array is copied to the GPU and, unless the pointer
is to const, back again. A launch is in the stream that torch or cupy uses then, and does not wait for its end.
"""


def _warpnotes_kernels():
    import ctypes, functools, hashlib, io, json, math, numbers, os, re, sys, time, types

    from IPython import get_ipython
    from IPython.core.error import UsageError

    state = get_ipython().warpnotes_state
    tools = state.tools

    # ---- Compiling ----

    VALUE = r'(?:=|$)(.*)'
    # What nvcc and NVRTC both have, by the field of cuda.core's ProgramOptions; None for what means nothing here.
    OPTIONS = [(re.compile('--?(?:%s)%s' % (names, VALUE)), field) for names, field in (
        ('arch|gpu-architecture', 'arch'), ('std', 'std'), ('use_fast_math', 'use_fast_math'), ('lineinfo|generate-line-info', None),
        ('G|device-debug', 'debug'), ('maxrregcount', 'max_register_count'), ('ftz', 'ftz'), ('prec-sqrt', 'prec_sqrt'),
        ('prec-div', 'prec_div'), ('fmad', 'fma'), ('restrict', 'restrict'), ('extra-device-vectorization', 'extra_device_vectorization'),
        ('expt-relaxed-constexpr|expt-extended-lambda|extended-lambda|O|optimize|t|threads', None), ('Xptxas|ptxas-options', 'ptxas_options'),
        ('diag-suppress', 'diag_suppress'), ('w|disable-warnings', 'disable_warnings'), ('device-int128', 'device_int128'))]
    TAKE_VALUE = {'arch', 'std', 'max_register_count', 'ftz', 'prec_sqrt', 'prec_div', 'fma', 'ptxas_options', 'diag_suppress'}
    TRUTH = {'true': True, 'false': False}

    def program_options(text):
        """Fields of ProgramOptions for arguments as nvcc takes them, and the words themselves with the architecture in them."""
        words, fields = tools.split_words(text, 'nvcc='), {'ptxas_options': ['-v']}
        shown, waiting = list(words), list(words)
        while waiting:
            word = waiting.pop(0)
            macro = re.fullmatch(r'-([DUI])(.*)', word)
            if macro:
                kind, value = macro.group(1), macro.group(2) or (waiting.pop(0) if waiting else '')
                name, equals, body = value.partition('=')
                add_to(fields, {'D': 'define_macro', 'U': 'undefine_macro', 'I': 'include_path'}[kind],
                       (name, body) if equals and kind == 'D' else value)
                continue
            if re.fullmatch(r'-O[0-3]?', word):
                continue  # of the host's code
            found = next(((match.group(1), field) for match, field in ((each.fullmatch(word), field) for each, field in OPTIONS) if match), None)
            if not found:
                raise UsageError('nvcc=: a kernel cell has no option %s; it takes -arch, -std, -D, -U, -I, -Xptxas, -maxrregcount, '
                                 '-use_fast_math, -ftz, -prec-div, -prec-sqrt, -fmad, -restrict, -G' % word)
            value, field = found
            if field in TAKE_VALUE and not value:
                value = waiting.pop(0) if waiting else ''
            if field == 'ptxas_options':
                fields[field] += [each for each in value.split(',') if each != '-v']
            elif field:
                fields[field] = int(value) if value.isdecimal() else TRUTH.get(value, value or True)
        if 'arch' not in fields:
            fields['arch'] = 'sm_%d%d' % tuple(tools.gpu()['capability'] or (9, 0))
            shown.append('-arch=' + fields['arch'])
        return fields, shown

    def add_to(fields, name, value):
        fields.setdefault(name, []).append(value)

    def include_folders(nvcc):
        """The folder of the cells, and the headers of the toolkit that nvcc belongs to."""
        folders = [state.folder]
        if nvcc:
            root = os.path.dirname(os.path.dirname(os.path.realpath(nvcc)))
            folders += [os.path.join(root, 'include'), os.path.join(os.path.dirname(root), 'cuda_runtime', 'include')]
        folders += [os.path.join(each, 'cccl') for each in folders[1:]]
        return [folder for folder in folders if os.path.isdir(folder)]

    def missing(reason):
        major = (tools.gpu()['cuda'] or '13').partition('.')[0]
        cure = "Install both for the Python of this kernel, with: pip install 'cuda-core[cu%s]'" % major
        if sys.version_info < (3, 10):
            cure = 'cuda.core needs Python 3.10 or newer, and this kernel runs on %d.%d: choose a kernel of a newer one' % sys.version_info[:2]
        return tools.CompileFailed('kernel cells are compiled by NVRTC through cuda.core, and it is missing here (%s). %s' % (reason, cure))

    class Compiled:
        """A compiled cell: cubin and PTX as bytes, the log, and how long it took; `error` says why there is none."""

        def __init__(self, source, file, text):
            try:
                from cuda.bindings import nvrtc
                from cuda.core import Program, ProgramOptions
            except ImportError as reason:
                raise missing(reason) from None
            fields, self.words = program_options(text)
            fields['include_path'] = include_folders(tools.find_nvcc()[0]) + fields.get('include_path', [])
            _, *release = nvrtc.nvrtcVersion()
            self.release = '.'.join(map(str, release))
            started, self.cubin, self.ptx, self.error, self.code = time.monotonic(), b'', '', None, None
            try:
                program = Program(source, 'c++', ProgramOptions(name=file, lineinfo=True, **fields))
            except Exception as reason:  # its own class says that a library was not found
                if type(reason).__name__ == 'DynamicLibNotFoundError':
                    raise missing(str(reason).partition('\n')[0]) from None
                raise UsageError('nvcc=: %s' % reason) from None
            try:
                self.code = program.compile('cubin')
                self.cubin = bytes(self.code.code)
                self.ptx = tools.hide_folders(self.text(nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX, program.handle))
            except Exception as reason:
                self.error = str(reason)
            self.seconds = time.monotonic() - started
            log = self.text(nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog, program.handle) or self.error or ''
            # ptxas says this in a form of its own where NVRTC calls it.
            log = re.sub(r'(?m)^ptxas +\. +(?=\d+ bytes stack frame)', '    ', log)
            self.log = [tools.hide_folders(line) for line in log.rstrip('\n').split('\n')] if log else []
            program.close()

        def text(self, size_of, get, handle):
            size = size_of(handle)[-1]
            data = bytearray(size or 0)
            if not size or int(get(handle, data)[0]):
                return ''
            return data.rstrip(b'\0').decode('utf-8', 'replace')

    def run_kernel(options, source):
        """%%kernel [--name ID] [-c "NVCC ARGS"]: compiles functions for the device; Python calls them as kernels.NAME[grid, block](…)."""
        name = tools.checked_name(options.get('name') or 'cell', '--name')
        file, text, started = name + '.cu', options['compiler_args'], time.monotonic()
        key = hashlib.sha256(json.dumps([
            source, file, text, tools.gpu()['capability'],
            sorted(tools.files_named_in(source + ' ' + text, file).items())]).encode()).hexdigest()
        compiled, cached = state.compiled.get(key), True
        if not compiled:
            compiled, cached = Compiled(source, file, text), False
        diagnostics = tools.parse_diagnostics(compiled.log, file, source)
        said = ''.join(line + '\n' for line in compiled.log if not tools.RESOURCE_LINE.match(line))
        if said.strip():
            tools.show('stderr', said)
        tools.publish({
            'kind': 'build', 'seconds': round(time.monotonic() - started if cached else compiled.seconds, 3), 'cached': cached,
            'diagnostics': diagnostics, 'command': tools.hide_folders('nvrtc %s %s' % (tools.joined(compiled.words), file)),
            'resources': tools.parse_resources(compiled.log, demangled), 'log': '\n'.join(compiled.log),
        }, 'NVRTC: %s' % ('compiled before' if cached else '%s %.2f s' % ('failed after' if compiled.error else 'compiled in', compiled.seconds)))
        if compiled.error:
            errors = sum(each['severity'] == 'error' for each in diagnostics)
            raise tools.CompileFailed('%d error%s in %s' % (errors, 's' * (errors > 1), file) if errors else compiled.log[0])
        state.compiled[key] = compiled
        state.kernels.take(name, compiled, source)
        get_ipython().user_ns['kernels'] = state.kernels

    # ---- Signatures ----

    @functools.lru_cache(None)
    def demangler():
        try:
            function = ctypes.CDLL('libstdc++.so.6').__cxa_demangle
        except (OSError, AttributeError):
            return None
        function.restype = ctypes.c_void_p
        return function

    def demangled(names):
        """C++ names of symbols, by the C++ library of this process where it has one: no tool to start."""
        if not demangler():
            return tools.demangle(names)
        return [cxa_demangled(name) for name in names]

    def cxa_demangled(name):
        status = ctypes.c_int()
        text = demangler()(name.encode(), None, None, ctypes.byref(status))
        if not text:
            return name
        try:
            return ctypes.string_at(text).decode()
        finally:
            ctypes.CDLL(None).free(ctypes.c_void_p(text))

    def split_top(text):
        """Splits at the commas that stand in no brackets."""
        parts, depth = [''], 0
        for sign in text:
            depth += (sign in '(<[{') - (sign in ')>]}')
            if sign == ',' and depth == 0:
                parts.append('')
            else:
                parts[-1] += sign
        return [part.strip() for part in parts if part.strip() not in ('', 'void')]

    def parameters_written(source, name):
        """The parameters of a __global__ function as the source has them; [] where they are not found."""
        plain = re.sub(r'//[^\n]*|/\*.*?\*/', ' ', source, flags=re.DOTALL)
        found = re.search(r'__global__[^;{}]*?\b%s\s*\(' % re.escape(name), plain)
        if not found:
            return []
        depth, end = 1, found.end()
        while depth and end < len(plain):
            depth += (plain[end] == '(') - (plain[end] == ')')
            end += 1
        return [' '.join(part.partition('=')[0].split()) for part in split_top(plain[found.end():end - 1])]

    ALIASES = {
        'unsigned': 'unsigned int', 'signed': 'int', 'signed int': 'int', 'long int': 'long', 'unsigned long int': 'unsigned long',
        'long long int': 'long long', 'unsigned long long int': 'unsigned long long', 'short int': 'short',
        'unsigned short int': 'unsigned short', 'half': '__half', 'nv_bfloat16': '__nv_bfloat16', 'half2': '__half2', 'size_t': 'unsigned long',
        'int8_t': 'signed char', 'uint8_t': 'unsigned char', 'int16_t': 'short', 'uint16_t': 'unsigned short', 'int32_t': 'int',
        'uint32_t': 'unsigned int', 'int64_t': 'long', 'uint64_t': 'unsigned long', 'ptrdiff_t': 'long'}
    SCALARS = {
        'bool': 'bool', 'char': 'int8', 'signed char': 'int8', 'unsigned char': 'uint8', 'short': 'int16', 'unsigned short': 'uint16',
        'int': 'int32', 'unsigned int': 'uint32', 'long': 'int64', 'unsigned long': 'uint64', 'long long': 'int64',
        'unsigned long long': 'uint64', 'float': 'float32', 'double': 'float64', '__half': 'float16'}
    ELEMENTS = dict({name: (dtype,) for name, dtype in SCALARS.items()}, **{
        'char': ('int8', 'uint8'), '__nv_bfloat16': ('bfloat16',), '__nv_bfloat162': ('bfloat16',), '__half2': ('float16',)})
    VECTORS = {
        'char': 'int8', 'uchar': 'uint8', 'short': 'int16', 'ushort': 'uint16', 'int': 'int32', 'uint': 'uint32', 'long': 'int64',
        'ulong': 'uint64', 'longlong': 'int64', 'ulonglong': 'uint64', 'float': 'float32', 'double': 'float64'}
    COMPLEX = {'float2': ('complex64',), 'double2': ('complex128',)}

    class Parameter:
        """One parameter: its type as the compiler knows it, and what the source calls it."""

        def __init__(self, index, type_text, written):
            words = re.sub(r'\b(?:__restrict__|__restrict|restrict|__grid_constant__|std::)\b', '', type_text)
            self.const = bool(re.search(r'\bconst\b[^*]*\*|^[^*]*\bconst\s*\*', words))
            plain = ' '.join(re.sub(r'\bconst\b', '', words).replace('*', ' * ').replace('&', ' & ').split())
            self.pointer = plain.endswith('*')
            base = plain[:-1].strip() if self.pointer else plain
            self.base = ALIASES.get(base, base.replace(' *', '*'))
            self.name = written or 'argument %d' % (index + 1)
            self.takes, self.dtype, self.limits = None, None, None
            self.text = '%s%s%s' % ('const ' if self.const else '', self.base, '*' if self.pointer else '') + (' ' + written if written else '')

        def prepare(self):
            """What an argument must be, looked up at the first call: the compiler alone needs no NumPy."""
            import numpy
            if self.pointer:
                self.takes = self.element()
            elif self.base in SCALARS:
                self.dtype = numpy.dtype(SCALARS[self.base])
                self.limits = (numpy.iinfo(self.dtype).min, numpy.iinfo(self.dtype).max) if self.dtype.kind in 'iu' else None

        def element(self):
            """The names of the dtypes that a pointer takes, None for any; and the bytes by which its address must be divisible."""
            if self.base == 'void':
                return None, 1
            if self.base in ELEMENTS:
                return ELEMENTS[self.base], 1
            vector = re.fullmatch(r'([a-z]+)([1234])', self.base)
            if vector and vector.group(1) in VECTORS:
                import numpy
                dtype, count = VECTORS[vector.group(1)], int(vector.group(2))
                return (dtype,) + COMPLEX.get(self.base, ()), min(16, numpy.dtype(dtype).itemsize * (count if count != 3 else 1))
            return ('uint64', 'int64') if self.base.endswith('*') else ('uint8',), 1

    def parameters_of(symbol, name, source):
        written = parameters_written(source, re.sub(r'<.*', '', name).split('::')[-1])
        names = [(re.findall(r'[A-Za-z_]\w*', re.sub(r'\[.*', '', each)) or [''])[-1] for each in written]
        full = demangled([symbol])[0]
        if full == symbol:  # extern "C": the symbol has no types, so they are those of the source
            types = [re.sub(r'\b%s\b(?:\[[^\]]*\])?$' % re.escape(word), '', each).strip() + ('*' if '[' in each else '') for each, word in zip(written, names)]
        else:
            types = split_top(full[full.index('(', full.rfind('>(')if '>(' in full else 0) + 1:full.rindex(')')])
        if len(names) != len(types):
            names = [''] * len(types)
        return [Parameter(index, *each) for index, each in enumerate(zip(types, names))]

    # ---- Arguments ----

    class Array:
        """What is needed of an array: its address (None: in the host's memory), dtype, and whether a kernel may have it."""

        def __init__(self, value):
            torch, numpy = sys.modules.get('torch'), sys.modules['numpy']
            self.value, self.pointer, self.readonly, self.device = value, None, False, None
            if torch and isinstance(value, torch.Tensor):
                self.dtype, self.contiguous, self.of = torch_dtype(value.dtype), value.is_contiguous(), 'torch'
                if value.is_cuda:
                    self.pointer, self.device = value.data_ptr(), value.get_device()
                else:
                    self.of = 'torch on the host'
            elif hasattr(value, '__cuda_array_interface__'):
                facts = value.__cuda_array_interface__
                dtype, strides = numpy.dtype(facts['typestr']), facts.get('strides')
                self.dtype, self.of = dtype.name, type(value).__module__.partition('.')[0]
                self.contiguous = strides is None or tuple(strides) == dense_strides(facts['shape'], dtype.itemsize)
                self.pointer, self.readonly = facts['data']
                self.device = getattr(getattr(value, 'device', None), 'id', None)
            else:
                self.dtype, self.contiguous, self.of = value.dtype.name, value.flags.c_contiguous, 'numpy'
                self.readonly, self.bytes = not value.flags.writeable, value.nbytes

        def __str__(self):
            place = ' on %s' % self.value.device if self.of.startswith('torch') else ''
            return '%s %s of %s%s' % (self.dtype, 'tensor' if place else 'array', self.of.partition(' ')[0], place)

    @functools.lru_cache(None)
    def torch_dtype(dtype):
        return str(dtype)[len('torch.'):]

    def dense_strides(shape, size):
        strides = []
        for length in reversed(shape):
            strides.append(size)
            size *= length
        return tuple(reversed(strides))

    def is_array(value):
        torch, numpy = sys.modules.get('torch'), sys.modules['numpy']
        return bool(torch and isinstance(value, torch.Tensor)) or isinstance(value, numpy.ndarray) or hasattr(value, '__cuda_array_interface__')

    def is_float16(value):
        return isinstance(value, sys.modules['numpy'].floating)

    def described(value):
        if is_array(value):
            return 'a %s' % Array(value)
        return '%s %s' % (type(value).__name__, (repr(value)[:40]))

    def scalar_of(parameter, value):
        """A NumPy scalar of the parameter's type; ValueError with what was expected."""
        dtype, limits = parameter.dtype, parameter.limits
        if limits:
            if (type(value) is int or isinstance(value, numbers.Integral)) and limits[0] <= value <= limits[1]:
                return dtype.type(value)
            raise ValueError('an integer from %d to %d' % limits)
        if type(value) is float and dtype.kind == 'f':
            return dtype.type(value)
        if dtype.kind == 'b' and type(value).__name__ in ('bool', 'bool_'):
            return dtype.type(value)
        if dtype.kind == 'f' and (isinstance(value, numbers.Real) or is_float16(value)) and not isinstance(value, bool):
            return dtype.type(value)
        raise ValueError('True or False' if dtype.kind == 'b' else 'a number')

    def array_of(parameter, value):
        """The array for a pointer; ValueError with what was expected."""
        dtypes, alignment = parameter.takes
        expected = lambda: '%s array on the GPU (torch, cupy) or of numpy' % ('any' if dtypes is None else 'a ' + ' or '.join(dtypes))
        if not is_array(value):
            raise ValueError(expected())
        array = Array(value)
        if array.of == 'torch on the host':
            raise ValueError('%s; move the tensor with .cuda()' % expected())
        if dtypes is not None and array.dtype not in dtypes:
            raise ValueError(expected())
        if not array.contiguous:
            raise ValueError('an array without gaps, row after row; make a copy with .contiguous() or ascontiguousarray()')
        if array.readonly and not parameter.const:
            raise ValueError('an array that may be written')
        if array.pointer and array.pointer % alignment:
            raise ValueError('an array whose address is divisible by %d' % alignment)
        return array

    # ---- Errors: with the reader's line, without the lines of this file ----

    def rendered(self):
        frames, each = [], self.__traceback__
        while each and each.tb_frame.f_code.co_filename != rendered.__code__.co_filename:
            frames.append(each)
            each = each.tb_next
        shown = None
        for each in reversed(frames):
            shown = types.TracebackType(shown, each.tb_frame, each.tb_lasti, each.tb_lineno)
        return get_ipython().InteractiveTB.structured_traceback(type(self), self, shown)

    def for_reader(function):
        @functools.wraps(function)
        def call(*args):
            try:
                return function(*args)
            except Exception as reason:
                kind = type(reason)
                raise type(kind.__name__, (kind,), {'_render_traceback_': rendered, '__module__': kind.__module__})(*reason.args) from None
        return call

    # ---- Launching ----

    @functools.lru_cache(None)
    def bindings():
        """cuda.core and the driver: the compiler alone needs neither."""
        import cuda.core as core
        from cuda.bindings import driver
        return core, driver

    def checked(answer):
        """Results of a call of the driver; RuntimeError with its name and text where it failed."""
        code, *results = answer
        if int(code):
            _, text = bindings()[1].cuGetErrorString(code)
            raise RuntimeError('%s: %s' % (code.name, text.decode() if text else ''))
        return results[0] if results else None

    # Of every GPU (CUDA C++ Programming Guide, Compute Capabilities).
    MOST = {'grid': ((1 << 31) - 1, 65535, 65535), 'block': (1024, 1024, 64)}

    def dimensions(value, what):
        """Three extents of a grid or a block."""
        if type(value) is int and 0 < value <= MOST[what][0]:
            return value, 1, 1
        extents = value if isinstance(value, (tuple, list)) else (value,)
        if not 1 <= len(extents) <= 3 or not all(isinstance(each, numbers.Integral) and each > 0 for each in extents):
            raise ValueError('%s is one to three whole numbers above 0, not %r' % (what, value))
        if any(each > most for each, most in zip(extents, MOST[what])):
            raise ValueError('%s is at most %r, not %r' % (what, MOST[what], value))
        return tuple(map(int, extents)) + (1,) * (3 - len(extents))

    @functools.lru_cache(64)
    def stream_at(address):
        return bindings()[0].Stream.from_handle(address)

    @functools.lru_cache(256)
    def launch_config(grid, block, shared):
        return bindings()[0].LaunchConfig(grid=grid, block=block, shmem_size=shared)

    def current_stream(library):
        """The stream, or the address of the one, that a library uses now; None for one that has none."""
        if library == 'torch':
            torch = sys.modules['torch']
            try:  # what Triton's and the compiler's launches ask too: current_stream() takes twenty times as long
                return torch._C._cuda_getCurrentRawStream(torch._C._cuda_getDevice())
            except AttributeError:
                return torch.cuda.current_stream()
        return sys.modules['cupy'].cuda.get_current_stream() if library == 'cupy' else None

    def stream_of(device, stream, arrays):
        """The stream that was asked for, else the one that the library of the first array on the GPU uses now."""
        if stream is None:
            stream = current_stream(next((array.of for array in arrays if array.pointer is not None), None))
        handle = stream if type(stream) is int else next(
            (getattr(stream, name) for name in ('cuda_stream', 'ptr', 'handle') if hasattr(stream, name)), stream)
        if not handle:
            return device.default_stream
        if not isinstance(handle, int) and not hasattr(handle, '__int__'):
            raise TypeError('a stream is one of torch, cupy or cuda.core, or its address, not %r' % (stream,))
        return stream_at(int(handle))

    class Launcher:
        """A function with its launch configuration: call it with the arguments."""

        def __init__(self, function, config):
            self.function, self.config = function, config

        @for_reader
        def __call__(self, *args):
            self.function.launch(self.config, args)

    class Function:
        """A __global__ function of a kernel cell: `function[grid, block](arguments)`."""

        def __init__(self, name, symbol, compiled, source):
            self.name, self.symbol, self.compiled = name, symbol, compiled
            self.parameters, self.kernel, self.ready = parameters_of(symbol, name, source), None, False
            self.accepted, self.granted = set(), {}

        def __repr__(self):
            return 'kernels.%s[grid, block](%s)' % (self.name, ', '.join(each.text for each in self.parameters))

        @for_reader
        def __getitem__(self, config):
            if not isinstance(config, tuple) or not 2 <= len(config) <= 4:
                raise TypeError('%r takes [grid, block], [grid, block, stream] or [grid, block, stream, shared_bytes]' % self)
            grid, block, stream, shared = config + (None, 0)[len(config) - 2:]
            return Launcher(self, (dimensions(grid, 'grid'), dimensions(block, 'block'), stream, shared))

        @for_reader
        def __call__(self, *args):
            raise TypeError('%r: say first on how many blocks of how many threads: kernels.%s[grid, block](…)' % (self, self.name))

        def arguments(self, args):
            if len(args) != len(self.parameters):
                raise TypeError('%r takes %d argument%s, got %d' % (self, len(self.parameters), 's' * (len(self.parameters) != 1), len(args)))
            if not self.ready:
                import numpy  # noqa: F401: the arguments are looked at with it
                for parameter in self.parameters:
                    parameter.prepare()
                self.ready = True
            found = []
            for parameter, value in zip(self.parameters, args):
                try:
                    if parameter.pointer:
                        found.append(array_of(parameter, value))
                    elif parameter.dtype:
                        found.append(scalar_of(parameter, value))
                    else:
                        raise ValueError('nothing from Python: kernel cells pass numbers and arrays')
                except ValueError as reason:
                    raise TypeError('%r: %s (%s) takes %s, got %s' % (
                        self, parameter.name, parameter.text.rpartition(' ')[0] or parameter.text, reason, described(value))) from None
            return found

        def accept(self, device, block, shared):
            """Refuses a block that this kernel cannot have on a device; where it takes more shared memory than all may have, asks for it."""
            driver = bindings()[1]
            static = self.kernel.attributes.shared_size_bytes
            most_shared = checked(driver.cuDeviceGetAttribute(
                driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device)) - static
            for amount, most, what in ((math.prod(block), self.kernel.attributes.max_threads_per_block, 'threads'),
                                       (shared, most_shared, 'bytes of dynamic shared memory')):
                if amount > most:
                    raise ValueError('%r: a block of %d %s is more than this kernel can have here, %d' % (self, amount, what, most))
            if shared > self.granted.get(device, 48 << 10):
                checked(driver.cuKernelSetAttribute(driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                    shared, self.kernel.handle, device))
                self.granted[device] = shared
            self.accepted.add((device, block, shared))

        def load(self):
            """The kernel, at its first launch."""
            if not tools.gpu()['count']:
                raise RuntimeError('kernels.%s cannot be launched: %s' % (
                    self.name, 'the NVIDIA driver here shows no GPU' if tools.gpu()['driver'] else 'this machine has no NVIDIA driver'))
            bindings()[0].Device().set_current()
            self.kernel = self.compiled.code.get_kernel(self.symbol)

        def launch(self, config, args):
            found = self.arguments(args)
            if self.kernel is None:
                self.load()
            core, device = bindings()[0], bindings()[0].Device()
            device.set_current()
            grid, block, stream, shared = config
            arrays, place = [each for each in found if type(each) is Array], device.device_id
            for each in arrays:
                if each.device is not None and each.device != place:
                    raise TypeError('%r: the %s is on another GPU than the current one, %d' % (self, each, place))
            if (place, block, shared) not in self.accepted:
                self.accept(place, block, shared)
            stream, setup = stream_of(device, stream, arrays), launch_config(grid, block, shared)
            if any(each.pointer is None for each in arrays):
                self.launch_with_copies(stream, setup, found, arrays)
            else:
                core.launch(stream, setup, self.kernel, *[each.pointer if type(each) is Array else each for each in found])

        def launch_with_copies(self, stream, setup, found, arrays):
            """Launches with arrays of the host: they are copied to the GPU, and those that may be written back again."""
            core, driver = bindings()
            on_host, copies = {id(each.value): each for each in arrays if each.pointer is None}, {}
            written = {id(each.value) for parameter, each in zip(self.parameters, found) if parameter.pointer and not parameter.const}
            try:
                for key, array in on_host.items():
                    copies[key] = checked(driver.cuMemAlloc(max(array.bytes, 1)))
                    checked(driver.cuMemcpyHtoDAsync(copies[key], array.value.ctypes.data, array.bytes, stream.handle))
                values = [each if type(each) is not Array else int(copies[id(each.value)]) if each.pointer is None else each.pointer
                          for each in found]
                core.launch(stream, setup, self.kernel, *values)
                for key in on_host.keys() & written:
                    checked(driver.cuMemcpyDtoHAsync(on_host[key].value.ctypes.data, copies[key], on_host[key].bytes, stream.handle))
                stream.sync()
            finally:
                for copy in copies.values():
                    driver.cuMemFree(copy)

    class Kernels:
        """The functions of all kernel cells that have run, by name; `kernels['ns::scale<float>']` for one that is no name of Python."""

        def __init__(self):
            self._cells, self._found = {}, {}

        def take(self, cell, compiled, source):
            symbols = re.findall(r'\.entry\s+([\w$]+)', compiled.ptx)
            names = [re.sub(r'^void ', '', re.sub(r'\(.*', '', name.replace('(anonymous namespace)::', ''))) for name in demangled(symbols)]
            self._cells.pop(cell, None)  # the cell that ran last comes first
            self._cells[cell] = {name: Function(name, symbol, compiled, source) for name, symbol in zip(names, symbols)}
            self._found = self._all()

        def _all(self):
            return {name: function for cell in self._cells.values() for name, function in cell.items()}

        @for_reader
        def __getitem__(self, name):
            return self._find(name)

        def _find(self, name):
            found = self._found
            if name in found:
                return found[name]
            plain = [each for each in found if re.sub(r'<.*', '', each).split('::')[-1] == name]
            if len(plain) != 1:
                raise KeyError('no kernel cell that has run has a __global__ function %s; there %s %s' % (
                    name, 'is' if len(found) == 1 else 'are', ', '.join(found) or 'none'))
            return found[plain[0]]

        @for_reader
        def __getattr__(self, name):
            if name.startswith('_'):
                raise AttributeError(name)
            try:
                return self._find(name)
            except KeyError as reason:
                raise AttributeError(reason.args[0]) from None

        def __dir__(self):
            return list(self._found)

        def __repr__(self):
            return '\n'.join(map(repr, self._found.values())) or 'no kernel cell has run'

    if not hasattr(state, 'kernels'):
        state.kernels, state.compiled = Kernels(), {}
    tools.Compiled, tools.demangled = Compiled, demangled
    tools.cell_magic('kernel', tools.KERNEL_OPTIONS, run_kernel)


_warpnotes_kernels()
del _warpnotes_kernels
