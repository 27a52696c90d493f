/** The arrows of the architecture: which file may know which, read off paths and suffixes. */
import { roomOf } from './rooms.ts'
import { type Finding, importsOf, resolveImport, type SourceFile } from './source.ts'

type Layer =
  | 'kernel'
  | 'entity'
  | 'facts'
  | 'verbs'
  | 'adapters'
  | 'data'
  | 'server'
  | 'demo'
  | 'web-ui'
  | 'web-generic'
  | 'screens'
  | 'web-app'

/** Registries that gather one suffix of all folders, named for what they gather. */
const REGISTRIES: Readonly<Record<string, Layer>> = {
  'src/business/entities.ts': 'facts',
  'src/business/related-entities.ts': 'facts',
  'src/business/report-rows.ts': 'facts',
  'src/business/templates.ts': 'facts',
  'src/business/access.ts': 'verbs',
  'src/business/verbs.ts': 'verbs',
  'src/business/contract-verbs.ts': 'verbs',
  'src/business/record-verbs.ts': 'verbs',
  'src/business/payroll-verbs.ts': 'verbs',
  'src/business/jobs.ts': 'verbs',
  'src/business/importers.ts': 'verbs',
  'src/business/screens.ts': 'screens',
}

/** The layer of a product file; null for tests and what stands outside src. */
function layerOf(path: string): Layer | null {
  if (!path.startsWith('src/') || /\.test\.tsx?$/.test(path)) return null
  if (REGISTRIES[path]) return REGISTRIES[path]
  if (path.startsWith('src/kernel/')) return 'kernel'
  if (path.startsWith('src/entity/')) return 'entity'
  if (path.startsWith('src/business/')) {
    if (/\.(entity|rules|template)\.ts$/.test(path)) return 'facts'
    if (/\.(mail|job|http)\.ts$/.test(path)) return 'adapters'
    return /\.(tsx|hook\.ts|view\.ts|screens\.ts)$/.test(path) ? 'screens' : 'verbs'
  }
  if (path.startsWith('src/data/')) return 'data'
  if (path.startsWith('src/server/')) return 'server'
  if (path.startsWith('src/demo/')) return 'demo'
  if (path.startsWith('src/web/ui/')) return 'web-ui'
  return path.startsWith('src/web/app/') ? 'web-app' : 'web-generic'
}

/** Whom each layer may know besides itself. */
const KNOWS: Readonly<Record<Layer, readonly Layer[]>> = {
  kernel: [],
  entity: ['kernel'],
  facts: ['kernel', 'entity'],
  verbs: ['kernel', 'entity', 'facts'],
  adapters: ['kernel', 'entity', 'facts', 'verbs', 'data', 'server'],
  data: ['kernel', 'entity', 'facts', 'verbs', 'server'],
  server: ['kernel', 'entity', 'facts', 'verbs', 'adapters', 'data', 'demo'],
  demo: ['kernel', 'entity', 'facts', 'verbs', 'adapters', 'data', 'server'],
  'web-ui': ['kernel'],
  'web-generic': ['kernel', 'entity', 'web-ui'],
  screens: ['kernel', 'entity', 'facts', 'web-ui', 'web-generic'],
  'web-app': ['kernel', 'entity', 'facts', 'web-ui', 'web-generic', 'screens'],
}

/**
 * What a verb may use of the layers above it: the doors it is entered by, the only reader for its viewer
 * (architecture, "A write"), and instruments that know nothing of the business.
 */
const DOORS = new Set([
  'src/server/verb.ts',
  'src/server/job.server.ts',
  'src/server/kept-statement.server.ts',
  'src/server/write-row.server.ts',
  'src/data/visible.ts',
  'src/server/pdf/pdf-file.ts',
  'src/server/pdf/pdf-render.ts',
  'src/server/pdf/pdf-typst.ts',
  'src/server/storage.server.ts',
])

/** Another folder's verbs are its .server.ts functions; its other files are its own affair. */
function reachesInside(from: string, to: string): boolean {
  const here = roomOf(from)
  const there = roomOf(to)
  if (here === null || there === null || here === there) return false
  return (
    !/\.(server|access|entity|rules|template|mail|job|http|hook|view)\.ts$/.test(to) && !to.endsWith('.tsx')
  )
}

/** An instrument that knows the business would lead a verb around its own arrows. */
export function doorFaults(file: SourceFile): Finding[] {
  if (!DOORS.has(file.path) || file.path === 'src/data/visible.ts') return []
  return importsOf(file).flatMap(({ from }) => {
    const to = resolveImport(file.path, from)
    // A job's own table is declared in the platform's room.
    const knows =
      to !== null &&
      !/^src\/business\/platform\/.*\.entity\.ts$/.test(to) &&
      !['kernel', 'entity', 'server'].includes(layerOf(to) ?? '')
    return knows
      ? [`${file.path} imports ${to}: an instrument of the verbs knows nothing of the business`]
      : []
  })
}

/** Where a file knows another that its layer must not. */
export function layerFaults(file: SourceFile): Finding[] {
  const layer = layerOf(file.path)
  if (layer === null) return []
  return importsOf(file).flatMap(({ from }) => {
    const to = resolveImport(file.path, from)
    if (to === null)
      return layer === 'kernel' && from !== 'decimal.js'
        ? [`${file.path} imports ${from}: the kernel imports nothing`]
        : []
    const other = layerOf(to)
    const arrow = `${file.path} imports ${to}`
    if (other === null) return [`${arrow}: the product does not know its tests and tools`]
    if (layer === 'verbs' && DOORS.has(to)) return []
    // The menu is computed from the table of screens; the browser parts in it load on opening.
    if (to === 'src/business/screens.ts' && layer === 'server') return []
    if (other !== layer && !KNOWS[layer].includes(other)) return [`${arrow}: ${layer} must not know ${other}`]
    return reachesInside(file.path, to) ? [`${arrow}: not a file that other folders may use`] : []
  })
}

/** Circles of files that import each other, types included. */
export function importCycles(files: readonly SourceFile[]): Finding[] {
  const needs = new Map(
    files.map((file) => [
      file.path,
      importsOf(file).flatMap(({ from }) => resolveImport(file.path, from) ?? []),
    ]),
  )
  const done = new Set<string>()
  const found: Finding[] = []
  const visit = (path: string, way: readonly string[]) => {
    const at = way.indexOf(path)
    if (at >= 0) found.push([...way.slice(at), path].join(' → '))
    if (at >= 0 || done.has(path)) return
    for (const next of needs.get(path) ?? []) visit(next, [...way, path])
    done.add(path)
  }
  for (const path of needs.keys()) visit(path, [])
  return found
}
