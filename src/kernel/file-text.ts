/** Files as people read them: their kind and their size. */

const sizeIn = (unit: 'byte' | 'kilobyte' | 'megabyte') =>
  new Intl.NumberFormat('en-GB', {
    style: 'unit',
    unit,
    // The short form of a byte has no plural.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  })
const [in_bytes, in_kilobytes, in_megabytes] = [sizeIn('byte'), sizeIn('kilobyte'), sizeIn('megabyte')]

/** `1.2 MB` */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return in_bytes.format(bytes)
  return bytes < 1_000_000 ? in_kilobytes.format(bytes / 1000) : in_megabytes.format(bytes / 1_000_000)
}

/** The map of spec §9. */
const kinds = ['docx', 'doc', 'xlsx', 'pdf', 'txt', 'csv', 'eml', 'jpg', 'png', 'bin'] as const
type FileKind = (typeof kinds)[number] | 'unknown'

/** The kind of a file by the end of its name. */
export function fileKind(file_name: string): FileKind {
  const end = /\.([^.]+)$/.exec(file_name)?.[1]?.toLowerCase() ?? ''
  return kinds.find((kind) => kind === (end === 'jpeg' ? 'jpg' : end)) ?? 'unknown'
}
