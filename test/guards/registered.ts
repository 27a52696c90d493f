/** Declarations that no registry lists: they compile, and nobody sees that they are missing. */
import { codeOf, type Finding, importsOf, isTest, resolveImport, type SourceFile } from './source.ts'

type Kind = { readonly of: RegExp; readonly declares?: RegExp; readonly list: string }

/** The registry of each kind of file. A file that another imports is in use. */
const KINDS: readonly Kind[] = [
  { of: /\.server\.ts$/, declares: /= verb[<(]/, list: 'src/business/verbs.ts' },
  { of: /\.entity\.ts$/, list: 'src/business/entities.ts' },
  { of: /\.access\.ts$/, list: 'src/business/access.ts' },
  { of: /\.screens\.ts$/, list: 'src/business/screens.ts' },
  { of: /\.(list|page)\.tsx$/, list: 'the .screens.ts of its room' },
  { of: /\.template\.ts$/, list: 'src/business/templates.ts' },
]

export function unregistered(files: readonly SourceFile[]): Finding[] {
  const business = files.filter(({ path }) => path.startsWith('src/business/') && !isTest(path))
  const importedBy = (importers: (path: string) => boolean) =>
    new Set(
      files
        .filter(({ path }) => path.startsWith('src/') && !isTest(path) && importers(path))
        .flatMap((file) => importsOf(file).map(({ from }) => resolveImport(file.path, from))),
    )
  const used = importedBy(() => true)
  // An access declaration imports its entity, listed or not.
  const used_entities = importedBy((path) => !path.endsWith('.access.ts'))
  return business.flatMap(({ path, text }) => {
    const kind = KINDS.find(({ of, declares }) => of.test(path) && (!declares || declares.test(codeOf(text))))
    return !kind || (path.endsWith('.entity.ts') ? used_entities : used).has(path)
      ? []
      : [`${path} is not in ${kind.list}`]
  })
}
