/** One order of the business rooms: a room imports only rooms below it, verbs and screens included. */
import { type Finding, importsOf, resolveImport, type SourceFile } from './source.ts'

/** Lowest first. */
export const ROOMS: readonly string[] = [
  'shared',
  'approvable-work',
  'platform',
  'parties',
  'rates',
  'fees',
  'ledger',
  'invoices',
  'credit-control',
  'settlement',
  'funding',
  'terms',
  'bank',
  'receipts',
  'payments',
  'payment-files',
  'bank-accounts',
  'corrections',
  'consolidated',
  'raising',
  'timesheets',
  'expenses',
  'placements',
  'single-documents',
  'payroll',
  'change-requests',
  'imports',
  'accounting',
  'report-mailing',
  'reports',
  'tax',
  'portfolio',
  'dashboard',
  'records',
]

/** Imports that still run upwards, by pair of rooms; each number may only fall. */
const UPWARDS: Readonly<Record<string, number>> = {
  'bank → receipts': 3,
  'corrections → timesheets': 1,
  'credit-control → receipts': 2,
  'fees → invoices': 1,
  'fees → placements': 2,
  'funding → corrections': 1,
  'funding → payments': 1,
  'invoices → funding': 1,
  'invoices → placements': 2,
  'invoices → receipts': 1,
  'ledger → invoices': 1,
  'ledger → payments': 1,
  'ledger → reports': 1,
  'parties → invoices': 1,
  'payments → bank-accounts': 2,
  'placements → change-requests': 1,
  'raising → single-documents': 2,
  'rates → placements': 2,
  'receipts → payment-files': 2,
  'reports → dashboard': 1,
  'reports → portfolio': 2,
  'reports → tax': 1,
  'settlement → payments': 1,
  'shared → change-requests': 1,
  'shared → consolidated': 1,
  'shared → expenses': 1,
  'shared → invoices': 1,
  'shared → placements': 3,
  'shared → timesheets': 1,
  'timesheets → placements': 1,
}

/** The business room of a path; null outside of the rooms. */
export function roomOf(path: string): string | null {
  return /^src\/business\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** Rooms without a place in the order. */
export function unknownRooms(files: readonly SourceFile[]): Finding[] {
  const rooms = new Set(files.map((file) => roomOf(file.path)).filter((room) => room !== null))
  return [...rooms].filter((room) => !ROOMS.includes(room)).map((room) => `${room} has no place in the order`)
}

/** Imports of a higher room. */
export function upwardImports(files: readonly SourceFile[], allowed = UPWARDS): Finding[] {
  const found = new Map<string, Finding[]>()
  for (const file of files) {
    const from = roomOf(file.path)
    if (from === null || /\.test\.tsx?$/.test(file.path)) continue
    for (const one of importsOf(file)) {
      const target = resolveImport(file.path, one.from)
      const to = target && roomOf(target)
      if (!to || ROOMS.indexOf(to) <= ROOMS.indexOf(from)) continue
      const pair = `${from} → ${to}`
      found.set(pair, [...(found.get(pair) ?? []), `${file.path} imports ${target}: ${to} is above ${from}`])
    }
  }
  return [...found].flatMap(([pair, lines]) => (lines.length > (allowed[pair] ?? 0) ? lines : []))
}
