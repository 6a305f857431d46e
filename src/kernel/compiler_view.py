"""Shows what nvcc makes of a CUDA cell, and NVRTC of a kernel cell, without running it. Sent after cuda_magic.py, whose tools it uses, when it is asked for.

`_warpnotes_view(request)` publishes one display_data of type `application/vnd.warpnotes.compiler+json`:
  request {magic, source, files, flags}: the first line of the cell and its code, named files of other cells that may not have
    been saved yet ({name: text}), and arguments for nvcc in place of the cell's own, or None
  -> {kind: 'view', file, command, nvcc, seconds, ok, diagnostics, log, dryrun, names, resources, ptx, cubins, images, kept}
  request {open: NAME}: a file that nvcc kept for the last view -> {kind: 'file', name, bytes, text | None}; None for no text
"""


def _warpnotes_view(request):
    import contextlib, glob, os, re, shutil, struct, subprocess, tempfile

    from IPython import get_ipython
    from IPython.core.error import UsageError

    MIME = 'application/vnd.warpnotes.compiler+json'
    LISTING_BYTES = 1 << 22
    OPENED_BYTES = 1 << 19
    state = get_ipython().warpnotes_state
    tools = state.tools

    def text_of(path, limit):
        """The beginning of a file in whole lines, without the folders of this machine; None for a file that is no text."""
        with open(path, 'rb') as file:
            data = file.read(limit + 1)
        if b'\0' in data:
            return None
        text = data.decode('utf-8', 'replace')
        return tools.hide_folders(text if len(data) <= limit else text[:text.rfind('\n') + 1])

    def sections(path):
        """Names and bytes of the sections of an ELF file."""
        with open(path, 'rb') as file:
            data = file.read()
        start, = struct.unpack_from('<Q', data, 40)
        size, count, names = struct.unpack_from('<HHH', data, 58)
        headers = [struct.unpack_from('<IIQQQQ', data, start + index * size) for index in range(count)]
        table = headers[names][4]
        name = lambda at: data[table + at:data.index(b'\0', table + at)].decode()
        return {name(header[0]): header[5] for header in headers}

    def images(path):
        """The images of a fatbinary, in their order, from its headers."""
        with open(path, 'rb') as file:
            data = file.read()
        found, start = [], 0
        while start + 16 <= len(data):
            magic, _, head, size = struct.unpack_from('<IHHQ', data, start)
            if magic != 0xBA55ED50:
                break
            at, start = start + head, start + head + size
            while at < start:
                kind, _, header, payload, compressed, _, _, _, arch = struct.unpack_from('<HHIQIIHHI', data, at)
                whole = struct.unpack_from('<Q', data, at + 56)[0] if compressed else payload
                found.append({'kind': {1: 'ptx', 2: 'elf'}.get(kind, 'ir'), 'arch': arch, 'bytes': compressed or payload, 'whole': whole})
                at += header + payload
        return found

    def disassembly(nvcc, cubin):
        """SASS with the lines of its source; None without nvdisasm."""
        environment = tools.tool_environment(nvcc)
        tool = shutil.which('nvdisasm', path=environment['PATH'])
        if not tool:
            return None
        done = subprocess.run([tool, '-g', '-c', cubin], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=environment)
        return done.stdout[:LISTING_BYTES].decode('utf-8', 'replace') if done.returncode == 0 else None

    def words_of(options, flags):
        """What the cell gives nvcc, without what would end the compilation early or name its output."""
        plan = tools.plan_build(dict(options, compiler_args=options['compiler_args'] if flags is None else flags))
        words, skip = [], False
        for word in plan.words:
            plain = re.sub('^--', '-', word)
            if skip or plain in tools.COMPILE_ONLY or plain in ('-keep', '-save-temps', '-resource-usage', '-lineinfo', '-g', '-G'):
                skip = False
            elif re.match(r'-(o|output-file|keep-dir)(=|$)', plain):
                skip = '=' not in plain
            else:
                words.append(word)
        return words + [word for word in ('-G',) if word in plan.words or '--device-debug' in plan.words]

    def view():
        options = tools.read_options(request['magic'])
        shutil.rmtree(getattr(state, 'kept', ''), ignore_errors=True)
        state.kept = tempfile.mkdtemp(prefix='.view-', dir=state.folder)
        if request['magic'].startswith('%%kernel'):
            with written_files(request['files']):
                publish_kernels(options)
            return
        nvcc, file = tools.required_nvcc(), tools.cuda_file(options)
        words = words_of(options, request['flags'])
        files = dict(request['files'])
        if os.path.exists(os.path.join(state.folder, file)) and file not in files:
            file = 'view-' + file
        files[file] = request['source']
        with written_files(files, file):
            publish_view(nvcc, words, file, options['deadline'])

    @contextlib.contextmanager
    def written_files(files, own=None):
        """Files that are there for a time: `own`, and what is not there yet."""
        written = {name: text for name, text in files.items() if name == own or not os.path.exists(os.path.join(state.folder, name))}
        for name, text in written.items():
            with open(os.path.join(state.folder, tools.checked_name(name, 'files')), 'w', encoding='utf-8') as target:
                target.write(text)
        try:
            yield
        finally:
            for name in written:
                os.remove(os.path.join(state.folder, name))

    def publish_kernels(options):
        """The view of a kernel cell: no stages and no fatbinary, since NVRTC makes PTX and cubin in one call."""
        file = tools.checked_name(options.get('name') or 'cell', '--name') + '.cu'
        flags = options['compiler_args'] if request['flags'] is None else request['flags']
        compiled = tools.Compiled(request['source'], file, flags)
        stem = os.path.join(state.kept, file[:-3])
        for path, data in ((stem + '.ptx', compiled.ptx.encode()), (stem + '.cubin', compiled.cubin)):
            if data:
                with open(path, 'wb') as target:
                    target.write(data)
        cubins = [cubin_of(tools.find_nvcc()[0], stem + '.cubin')] if compiled.cubin else []
        publish(file, 'nvrtc %s %s' % (tools.joined(compiled.words), file), compiled.release, compiled.seconds, not compiled.error,
                compiled.log, [], [compiled.ptx], cubins, [], tools.demangled)

    def publish_view(nvcc, words, file, deadline):
        debug = [] if '-G' in words else ['-lineinfo']
        fatbin = os.path.join(state.kept, 'images.fatbin')
        command = [nvcc] + words + debug + ['-Xptxas', '-v', '-fatbin', '-keep', '-keep-dir', state.kept, '-o', fatbin, file]
        code, log, seconds = log_of(nvcc, command, deadline)
        _, dryrun, _ = log_of(nvcc, [nvcc] + words + ['--dryrun', file], deadline)
        kept = sorted(glob.glob(state.kept + '/*'))
        ptx = [text_of(path, LISTING_BYTES) or '' for path in kept if path.endswith('.ptx')]
        cubins = [] if code else [cubin_of(nvcc, path) for path in kept if path.endswith('.cubin')]
        publish(file, tools.hide_folders('nvcc ' + tools.joined(words) + ' ' + file), tools.nvcc_release(nvcc), seconds, code == 0, log, dryrun,
                ptx, cubins, images(fatbin) if code == 0 else [], tools.demangle)

    def cubin_of(nvcc, path):
        return {'name': os.path.basename(path), 'sass': disassembly(nvcc, path),
                'constants': {name: size for name, size in sections(path).items() if name.startswith('.nv.constant')}}

    def publish(file, command, release, seconds, ok, log, dryrun, ptx, cubins, fatbinary, demangle):
        symbols = sorted(set(re.findall(r'\b_Z\w+', '\n'.join(
            re.findall(r'\.(?:entry|func).*', '\n'.join(ptx)) + [key for each in cubins for key in each['constants']]
            + [line for each in cubins for line in re.findall(r'\.section\s+\.text\.\S+', each['sass'] or '')]))))
        message = {
            'kind': 'view', 'file': file, 'command': command, 'nvcc': release, 'seconds': round(seconds, 3), 'ok': ok,
            'diagnostics': tools.parse_diagnostics(log, file, request['source']),
            'log': '\n'.join(line for line in log if not tools.RESOURCE_LINE.match(line)),
            'dryrun': dryrun, 'names': dict(zip(symbols, demangle(symbols))), 'resources': tools.parse_resources(log, demangle),
            'ptx': ptx, 'cubins': cubins, 'images': fatbinary,
            'kept': [{'name': os.path.basename(path), 'bytes': os.path.getsize(path)} for path in sorted(glob.glob(state.kept + '/*'))]}
        tools.publish(message, '%s: looked at in %.1f s' % (command.split()[0], seconds), MIME)

    def log_of(nvcc, command, deadline):
        """Runs nvcc and shows nothing: (exit code, lines of its output, seconds)."""
        output = tools.NvccOutput(True)
        code, seconds = tools.run_process(command, tools.tool_environment(nvcc), deadline, output.read)
        for stream, rest in output.partial.items():
            output.read(stream, '\n' if rest else '')
        return code, output.log, seconds

    def open_file(name):
        path = os.path.join(getattr(state, 'kept', ''), os.path.basename(name))
        if not hasattr(state, 'kept') or not os.path.isfile(path):
            raise UsageError('%s is there no more: look at the cell again' % name)
        message = {'kind': 'file', 'name': name, 'bytes': os.path.getsize(path), 'text': text_of(path, OPENED_BYTES)}
        tools.publish(message, name, MIME)

    if 'open' in request:
        open_file(request['open'])
    else:
        view()
