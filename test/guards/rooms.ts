/** One order of the business rooms: a room imports only rooms below it, verbs and screens included. */
import { type Finding, importsOf, resolveImport, type SourceFile } from './source.ts'

/** Groups of rooms and the rooms in each, lowest first. */
export const TIERS: Readonly<Record<string, readonly string[]>> = {
  base: ['shared', 'approvable-work', 'platform'],
  parties: ['parties', 'impersonation', 'people', 'single-sign-on', 'away', 'webhooks', 'rates', 'fees'],
  debts: ['ledger', 'invoices', 'credit-control', 'settlement', 'funding', 'terms'],
  cash: ['bank', 'receipts', 'payments', 'payment-files', 'bank-accounts', 'taking-on', 'own-details'],
  documents: ['corrections', 'consolidated', 'raising'],
  work: [
    'timesheets',
    'expenses',
    'decisions',
    'placements',
    'perm-placements',
    'single-documents',
    'payroll',
    'document-templates',
    'signing',
    'change-requests',
  ],
  exchange: ['imports', 'accounting', 'report-mailing'],
  reading: ['reports', 'tax', 'portfolio', 'inbox', 'dashboard', 'records'],
}

/** Lowest first. */
export const ROOMS: readonly string[] = Object.values(TIERS).flat()

/** The business room of a path; null outside of the rooms. */
export function roomOf(path: string): string | null {
  return /^src\/business\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** Rooms without a place in the order. */
export function unknownRooms(files: readonly SourceFile[]): Finding[] {
  const rooms = new Set(files.map((file) => roomOf(file.path)).filter((room) => room !== null))
  return [...rooms].filter((room) => !ROOMS.includes(room)).map((room) => `${room} has no place in the order`)
}

/** Files that look a declaration up by its address, so they need the registry of all rooms. The list may only shrink. */
const READS_REGISTRIES = new Set([
  // An export takes any list of any noun by its address.
  'src/business/platform/start-export.server.ts',
  // A mailed report is an export too.
  'src/business/report-mailing/save-report-schedule.server.ts',
  'src/business/report-mailing/report-send.job.ts',
  // The run of an import finds the importer of its noun.
  'src/business/imports/import-parts.job.ts',
])

/** Files of a room that are in no sub-room. */
export const TOP = 'top'

/** Sub-rooms of large rooms, lowest first: a sub-room imports only sub-rooms below it, types included. */
export const SUB_ROOMS: Readonly<Record<string, readonly string[]>> = {
  payroll: [
    'engine',
    'years',
    'figures',
    'schemes',
    'sender',
    'employment',
    'agreed',
    'pension',
    'absence',
    'holiday',
    'overpayments',
    'takeover',
    'payslips',
    'deemed',
    'runs',
    'run-sources',
    'ahead',
    'run-reports',
    'what-if',
    'history',
    'months',
    'cis',
    'returns',
    'ended-years',
    'letters',
    'compared',
    'illustration',
    'umbrella',
    'workspace',
    TOP,
  ],
  parties: [
    'client-sizes',
    'compliance',
    TOP,
    'company-profile',
    'company-status',
    'features',
    'look-alikes',
    'mail-domains',
    'papers',
    'payees',
    'self-dealing',
    'vat-check',
    'self-billing',
    'client-details',
    'onboarding',
    'lists',
    'self-service',
    'new-party',
  ],
  placements: [
    'notice',
    'schedule',
    'paye-scheme',
    TOP,
    'checks',
    'agency-workers',
    'contacts',
    'opt-out',
    'client-sizes',
    'construction',
    'determinations',
    'papers',
    'steps',
    'form',
  ],
}

/** The sub-room of a path in a room with sub-rooms; null in other rooms. */
function subRoomOf(path: string): { readonly room: string; readonly sub: string } | null {
  const [, room = '', sub = TOP] = /^src\/business\/([^/]+)\/(?:([^/]+)\/)?[^/]+$/.exec(path) ?? []
  return SUB_ROOMS[room] === undefined ? null : { room, sub }
}

const heightOf = (room: string, sub: string): number => (SUB_ROOMS[room] ?? []).indexOf(sub)

/** Sub-rooms without a place in the order of their room, and places without a sub-room. */
export function misplacedSubRooms(files: readonly SourceFile[]): Finding[] {
  const found = files.map((file) => subRoomOf(file.path)).filter((one) => one !== null)
  return Object.entries(SUB_ROOMS).flatMap(([room, order]) => {
    const subs = new Set(found.filter((one) => one.room === room).map(({ sub }) => sub))
    return [
      ...[...subs]
        .filter((sub) => heightOf(room, sub) < 0)
        .map((sub) => `${room}/${sub} has no place in the order`),
      ...order.filter((sub) => !subs.has(sub)).map((sub) => `${room}/${sub} has no file`),
    ]
  })
}

/** Imports of a higher sub-room of the same room. */
export function upwardSubImports(file: SourceFile): Finding[] {
  const from = subRoomOf(file.path)
  if (from === null || /\.test\.tsx?$/.test(file.path)) return []
  return importsOf(file).flatMap((one) => {
    const target = resolveImport(file.path, one.from) ?? ''
    const to = subRoomOf(target)
    const isAbove = to?.room === from.room && heightOf(from.room, to.sub) > heightOf(from.room, from.sub)
    return isAbove ? [`${file.path} imports ${target}: ${to.sub} is above ${from.sub}`] : []
  })
}

/** The folder of a path within its room; TOP for files of the room itself. */
function folderOf(path: string): { readonly room: string; readonly folder: string } | null {
  const [, room, folder = TOP] = /^src\/business\/([^/]+)\/(?:(.+)\/)?[^/]+$/.exec(path) ?? []
  return room === undefined ? null : { room, folder }
}

/** Pairs of folders of one room that import each other, types included. */
export function twoWayFaults(files: readonly SourceFile[]): Finding[] {
  const imports = new Set(
    files
      .filter((file) => !/\.test\.tsx?$/.test(file.path))
      .flatMap((file) => {
        const from = folderOf(file.path)
        if (from === null) return []
        return importsOf(file)
          .map((one) => folderOf(resolveImport(file.path, one.from) ?? ''))
          .filter((to) => to?.room === from.room && to.folder !== from.folder)
          .map((to) => `${from.room}: ${from.folder} > ${to?.folder}`)
      }),
  )
  return [...imports].flatMap((one) => {
    const [, room, from = '', to = ''] = /^(.+): (.+) > (.+)$/.exec(one) ?? []
    return from < to && imports.has(`${room}: ${to} > ${from}`)
      ? [`${room}: ${from} and ${to} import each other`]
      : []
  })
}

/** The registries at the top of src/business gather every room, so they are above every room. */
const isRegistry = (path: string) => /^src\/business\/[^/]+\.ts$/.test(path)

/** Imports of a higher room, or of a registry. */
export function upwardImports(file: SourceFile): Finding[] {
  const from = roomOf(file.path)
  if (from === null || /\.test\.tsx?$/.test(file.path)) return []
  return importsOf(file).flatMap((one) => {
    const target = resolveImport(file.path, one.from)
    if (target === null) return []
    if (isRegistry(target))
      return READS_REGISTRIES.has(file.path)
        ? []
        : [`${file.path} imports ${target}: a registry is above every room`]
    const to = roomOf(target)
    const isAbove = to !== null && ROOMS.indexOf(to) > ROOMS.indexOf(from)
    return isAbove ? [`${file.path} imports ${target}: ${to} is above ${from}`] : []
  })
}

/** Entries of the allow-list that are no longer needed. */
export function unusedExceptions(files: readonly SourceFile[]): Finding[] {
  const used = new Set(
    files
      .filter((file) => importsOf(file).some((one) => isRegistry(resolveImport(file.path, one.from) ?? '')))
      .map((file) => file.path),
  )
  return [...READS_REGISTRIES].filter((path) => !used.has(path))
}

/** The rooms that each room imports, in their order. */
export function roomImports(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const product = files.filter((file) => !/\.test\.tsx?$/.test(file.path))
  return new Map(
    ROOMS.map((room) => {
      const targets = product
        .filter((file) => roomOf(file.path) === room)
        .flatMap((file) => importsOf(file).map(({ from }) => roomOf(resolveImport(file.path, from) ?? '')))
      return [room, ROOMS.filter((other) => other !== room && targets.includes(other))]
    }),
  )
}
