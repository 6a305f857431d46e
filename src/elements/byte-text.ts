const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size for reading, in powers of 1000: `3.4 MB`. */
export function byteText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  if (power === 0) return `${bytes} B`;
  const value = bytes / 1000 ** power;
  const maximumFractionDigits = value >= 100 ? 0 : 1;
  return new Intl.NumberFormat('en', { style: 'unit', unit: UNITS[power] ?? 'byte', unitDisplay: 'short', maximumFractionDigits }).format(value);
}
