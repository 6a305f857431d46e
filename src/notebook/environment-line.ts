import { cellLabels } from '../i18n/cell-labels-of-all.ts';
import type { Locale } from '../i18n/locale.ts';
import type { GpuEnvironment } from './gpu-environment.ts';

/** One line that says where and when a recording was made: `Recorded on NVIDIA H200 · nvcc 13.0.88 · driver 580.159 · 2026-11-30`. */
export function environmentLine(environment: GpuEnvironment, locale: Locale): string {
  const { gpuName, gpuCount, nvccRelease, driverVersion, recordedAt } = environment;
  const labels = cellLabels[locale];
  const parts = [
    gpuName === null ? labels.recordedWithoutGpu : labels.recordedOn(`${gpuCount > 1 ? `${gpuCount} × ` : ''}${gpuName}`),
    nvccRelease === null ? null : `nvcc ${nvccRelease}`,
    driverVersion === null ? null : `${labels.driver} ${driverVersion}`,
    recordedAt.slice(0, 10),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** What a kind of machine is called in a choice: its GPU, or that it has none. */
export function machineName({ gpuName }: GpuEnvironment, locale: Locale): string {
  return gpuName ?? cellLabels[locale].noGpu;
}
