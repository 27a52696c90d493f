/** Suffixes, folders and names: a suffix matches the exports, a folder stays small, a name occurs once. */
import { codeOf, type Finding, importsOf, isCode, isTest, resolveImport, type SourceFile } from './source.ts'

/** Exports in PascalCase; constants in capitals are no components. */
const exportsComponent = (code: string) =>
  /^export (?:default )?(?:async )?(?:function|const|class) [A-Z]\w*[a-z]/m.test(code)
const exportsHook = (code: string) => /^export (?:default )?(?:function|const) use[A-Z]/m.test(code)

type Facts = { readonly component: boolean; readonly hook: boolean; readonly route: boolean }

const misplaced_hook = 'exports a hook, which belongs in a .hook.ts'

/** The fault of a file with this suffix; null for none. */
const FAULT_OF: Readonly<Record<string, (facts: Facts) => string | null>> = {
  page: ({ hook, route }) => {
    if (hook) return misplaced_hook
    return route ? null : 'no .screens.ts loads it'
  },
  card: ({ component, hook, route }) => {
    if (route) return 'a .screens.ts loads it, so it is a page'
    if (hook) return misplaced_hook
    return component ? null : 'exports no component'
  },
  form: ({ component, hook }) => {
    if (hook) return misplaced_hook
    return component ? null : 'exports no component'
  },
  hook: ({ component, hook }) => {
    if (component) return 'exports a component'
    return hook ? null : 'exports no use…'
  },
  view: ({ component, hook }) => {
    if (component) return 'exports a component'
    return hook ? misplaced_hook : null
  },
}

const isProduct = ({ path }: SourceFile) => path.startsWith('src/') && isCode(path) && !isTest(path)
const opensRoutes = (path: string) => path.endsWith('.screens.ts') || path.startsWith('src/web/app/')

/** Files with a suffix that their exports or their readers contradict. */
export function falseSuffixes(files: readonly SourceFile[]): Finding[] {
  const product = files.filter(isProduct)
  const routes = new Set(
    product
      .filter(({ path }) => opensRoutes(path))
      .flatMap((file) => importsOf(file).map(({ from }) => resolveImport(file.path, from))),
  )
  return product.flatMap(({ path, text }) => {
    const fault_of = FAULT_OF[/\.(\w+)\.tsx?$/.exec(path)?.[1] ?? '']
    if (!fault_of) return []
    const code = codeOf(text)
    const fault = fault_of({
      component: exportsComponent(code),
      hook: exportsHook(code),
      route: routes.has(path),
    })
    return fault === null ? [] : [`${path}: ${fault}`]
  })
}

const FOLDER_MAX = 50

/** Folders of src with too many code files; tests and printed files do not count. */
export function fullFolders(files: readonly SourceFile[]): Finding[] {
  const counts = new Map<string, number>()
  for (const { path } of files.filter(isProduct)) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > FOLDER_MAX)
    .map(([folder, count]) => `${folder} holds ${count} code files; ${FOLDER_MAX} are the most`)
}

/** Files that share their name with another on purpose. */
const SHARED_NAMES = new Set([
  // The registry of all access declarations, beside the types of one.
  'src/business/access.ts',
  // Entry points of two programs.
  'src/web/app/main.tsx',
  // A kind of field is named for the type of the field.
  'src/web/kinds/human-id.tsx',
  // Fields of a form, beside fields of an entity.
  'src/web/form/fields.ts',
])

/** Names that occur twice in src/: a search for one finds the other. */
export function repeatedNames(files: readonly SourceFile[]): Finding[] {
  const paths = new Map<string, string[]>()
  for (const { path } of files) {
    if (!path.startsWith('src/') || !isCode(path) || SHARED_NAMES.has(path)) continue
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
    paths.set(name, [...(paths.get(name) ?? []), path])
  }
  return [...paths.values()].filter((same) => same.length > 1).map((same) => same.join(' and '))
}

/** Entries of the allow-list without a file. */
export const unusedNames = (files: readonly SourceFile[]): Finding[] =>
  [...SHARED_NAMES].filter((path) => !files.some((file) => file.path === path))
