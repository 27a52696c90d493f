/**
 * A program in a few files instead of 2,000 modules, made from the sources as they are: each start of it takes half the
 * work. For tests that start one program many times; `npm start` runs the sources, and so do the stories of a first run
 * and the tests of the nightly run.
 */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Migrations, templates and other programs are found as from the source that names them. */
const ownAddress: Plugin = {
  name: 'own-address',
  enforce: 'pre',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : null,
}

export type BundledProgram = { readonly file: string; readonly remove: () => void }

/** @param source of the program, as in `src/server/main.ts` */
export async function bundleProgram(source: string): Promise<BundledProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'stint-program-'))
  // Packages stay outside, and are found as from the repository.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [ownAddress],
    build: {
      ssr: source,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: { output: { entryFileNames: 'program.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  })
  return { file: join(folder, 'program.mjs'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
