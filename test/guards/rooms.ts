/** One order of the business rooms: a room imports only rooms below it, verbs and screens included. */
import { type Finding, importsOf, resolveImport, type SourceFile } from './source.ts'

/** Lowest first. */
export const ROOMS: readonly string[] = [
  'shared',
  'platform',
  'parties',
  'bank-accounts',
  'rates',
  'fees',
  'ledger',
  'funding',
  'terms',
  'invoices',
  'timesheets',
  'expenses',
  'placements',
  'single-documents',
  'credit-control',
  'bank',
  'receipts',
  'payments',
  'corrections',
  'consolidated',
  'payroll',
  'change-requests',
  'imports',
  'accounting',
  'report-mailing',
  'reports',
  'tax',
  'portfolio',
  'dashboard',
]

/** Imports that still run upwards, by pair of rooms; each number may only fall. */
const UPWARDS: Readonly<Record<string, number>> = {
  'bank → payments': 5,
  'bank → receipts': 8,
  'bank-accounts → payments': 1,
  'bank-accounts → receipts': 1,
  'credit-control → receipts': 2,
  'fees → invoices': 8,
  'fees → placements': 2,
  'funding → corrections': 1,
  'funding → credit-control': 1,
  'funding → invoices': 12,
  'funding → payments': 3,
  'funding → receipts': 30,
  'invoices → corrections': 2,
  'invoices → credit-control': 5,
  'invoices → placements': 2,
  'invoices → receipts': 1,
  'invoices → reports': 2,
  'invoices → single-documents': 2,
  'ledger → invoices': 3,
  'ledger → payments': 1,
  'parties → bank-accounts': 6,
  'parties → consolidated': 1,
  'parties → invoices': 1,
  'payments → reports': 1,
  'placements → change-requests': 1,
  'placements → corrections': 1,
  'rates → placements': 2,
  'receipts → corrections': 2,
  'receipts → payments': 8,
  'reports → dashboard': 1,
  'reports → portfolio': 2,
  'reports → tax': 1,
  'shared → change-requests': 1,
  'shared → consolidated': 1,
  'shared → credit-control': 1,
  'shared → expenses': 1,
  'shared → invoices': 1,
  'shared → placements': 3,
  'shared → timesheets': 1,
  'timesheets → corrections': 2,
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
