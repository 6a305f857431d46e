import { describe, expect, it } from 'vitest';
import { machineAdvice, machineProblem } from '../../src/kernel/machine-advice.ts';

const gpu = { name: 'NVIDIA H200', memoryUsedBytes: 0, memoryTotalBytes: 150_000_000_000 };
const machine = { pythonVersion: '3.12.1', nvccRelease: '13.0', driverVersion: '580.65.06', gpus: [gpu] };

describe('machineProblem', () => {
  it('is null where the machine has what the cells need', () => {
    expect(machineProblem(machine, ['gpu', 'nvcc', 'python'])).toBeNull();
    expect(machineProblem({ nvccRelease: null, driverVersion: null, gpus: [] }, ['python', 'torch'])).toBeNull();
    expect(machineProblem({ ...machine, driverVersion: null, gpus: [] }, ['nvcc'])).toBeNull();
  });

  it('names the compiler first, then the driver, then the GPU', () => {
    expect(machineProblem({ nvccRelease: null, driverVersion: null, gpus: [] }, ['gpu'])).toEqual({ kind: 'no-nvcc' });
    expect(machineProblem({ ...machine, driverVersion: null, gpus: [] }, ['gpu'])).toEqual({ kind: 'no-driver' });
    expect(machineProblem({ ...machine, gpus: [] }, ['gpu'])).toEqual({ kind: 'no-gpu' });
  });

  it.each([
    ['13.0', '575.57.08', 580], ['12.8', '470.82.01', 525], ['11.8', '418.40', 450],
  ])('finds that for CUDA %s the driver %s is too old', (nvccRelease, driverVersion, neededMajor) => {
    expect(machineProblem({ ...machine, nvccRelease, driverVersion }, ['gpu'])).toMatchObject({ kind: 'driver-old', neededMajor });
  });

  it.each([['12.8', '525.60.13'], ['12.4', '580.65.06'], ['14.0', '580.65.06']])('lets CUDA %s use the driver %s', (nvccRelease, driverVersion) => {
    expect(machineProblem({ ...machine, nvccRelease, driverVersion }, ['gpu'])).toBeNull();
  });
});

describe('machineAdvice', () => {
  it('says in both languages what is missing', () => {
    expect(machineAdvice(machine, ['gpu'], 'en')).toBeNull();
    expect(machineAdvice({ ...machine, driverVersion: '550.54.14' }, ['gpu'], 'en')?.sentence).toContain('550.54.14');
    expect(machineAdvice({ ...machine, nvccRelease: null }, ['nvcc'], 'zh-cn')?.sentence).toContain('nvcc');
  });
});
