import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A build backend (PEP 517) that needs no network. While the file `hold` is there it builds for ever. */
const BACKEND = `
import os, time, zipfile
HERE = os.path.dirname(os.path.abspath(__file__))
INFO = 'probe_package-1.0.dist-info'
def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with open(os.path.join(HERE, 'builder.pid'), 'w') as file: file.write(str(os.getpid()) + '\\n')
    while os.path.exists(os.path.join(HERE, 'hold')): time.sleep(0.05)
    name = 'probe_package-1.0-py3-none-any.whl'
    with zipfile.ZipFile(os.path.join(wheel_directory, name), 'w') as wheel:
        wheel.writestr('probe_package.py', 'VALUE = 42\\n')
        wheel.writestr(INFO + '/METADATA', 'Metadata-Version: 2.1\\nName: probe-package\\nVersion: 1.0\\n')
        wheel.writestr(INFO + '/WHEEL', 'Wheel-Version: 1.0\\nGenerator: probe\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
        wheel.writestr(INFO + '/RECORD', '')
    return name
`;

const PROJECT = `
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
[project]
name = "probe-package"
version = "1.0"
`;

export interface ProbePackage {
  /** A requirements file that asks for the package alone. */
  readonly requirements: string;
  /** While this file is there, installing the package does not come to an end. */
  readonly hold: string;
  /** Holds the builder's process id and a line feed, once it builds. */
  readonly builderPid: string;
}

/** Writes the source of a Python package `probe_package` that pip can install without a network. */
export async function writeProbePackage(root: string): Promise<ProbePackage> {
  const folder = join(root, 'probe-package');
  await mkdir(folder);
  await writeFile(join(folder, 'backend.py'), BACKEND);
  await writeFile(join(folder, 'pyproject.toml'), PROJECT);
  const requirements = join(root, 'requirements.txt');
  await writeFile(requirements, `probe-package @ ${pathToFileURL(folder).href}\n`);
  return { requirements, hold: join(folder, 'hold'), builderPid: join(folder, 'builder.pid') };
}
