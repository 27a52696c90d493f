/**
 * The typst compiler from npm as one long-lived object. The same template and data give the same bytes on every
 * machine: fonts come from npm and the compiler, and the only date in a file is the document's own. Templates are our
 * files; typed text reaches them as JSON in `sys.inputs`.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { printedText } from '#kernel/printed-text.ts'

/** The used part of @myriaddreamin/typst-ts-node-compiler 0.7.0; the platform package has no types. */
interface TypstCompiler {
  pdf(what: CompileArguments, how: { pdfStandard?: string; pdfTags?: boolean }): Buffer
  mapShadow(path: string, content: Buffer): void
  unmapShadow(path: string): void
  evictCache(age: number): void
}
interface CompileArguments {
  mainFileContent: string
  inputs: Record<string, string>
}
interface TypstPackage {
  NodeCompiler: {
    create(settings: { workspace: string; fontArgs: { fontBlobs: Buffer[] }[] }): TypstCompiler
  }
}

export type PdfImage = { readonly name: string; readonly bytes: Uint8Array }

export type PdfOrder = {
  /** Text of the template, behind `prelude.typ`; it reads `json(bytes(sys.inputs.data))`. */
  readonly template: string
  /** JSON text. */
  readonly data: string
  /** PNG or JPEG, which the template reads as `image("/" + name)`. */
  readonly images: readonly PdfImage[]
}

export type PdfMade = {
  readonly bytes: Uint8Array
  /** False when a sign outside the archived fonts forced an ordinary tagged PDF instead of PDF/A-2a. */
  readonly is_archival: boolean
}

const require = createRequire(import.meta.url)
const prelude = readFileSync(new URL('./prelude.typ', import.meta.url), 'utf8')
export const font_files = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf']
/** Memoized work older than so many compilations is dropped, so that a server of many days does not grow. */
const cache_age = 20

/** The installed compiler of a platform; null where the registry has none for it. */
function packageName(platform: string): string | null {
  const name = `@myriaddreamin/typst-ts-node-compiler-${platform}`
  const isInstalled = (candidate: string) => {
    try {
      return require.resolve(candidate) !== ''
    } catch {
      return false
    }
  }
  return [`${name}-gnu`, `${name}-msvc`, name].find(isInstalled) ?? null
}

/** The sentence for a machine without PDF compiler; null where there is one. */
export function missingCompiler(platform = `${process.platform}-${process.arch}`): string | null {
  if (packageName(platform) !== null) return null
  return `Documents cannot be made as PDF on this machine: the PDF compiler has no package for ${platform}. Run Stint on Linux with an x64 processor for PDF files; everything else works.`
}

function loadPackage(): TypstPackage {
  const name = packageName(`${process.platform}-${process.arch}`)
  if (name === null) throw new Error(missingCompiler() ?? '')
  return require(name) as TypstPackage // The shape of the pinned version, above.
}

let printer: string | null = null

/** All that shapes a document beside its order: the compiler, the fonts and the prelude. */
function printerHash(): string {
  if (printer !== null) return printer
  const name = packageName(`${process.platform}-${process.arch}`)
  const hash = createHash('sha256').update(prelude)
  if (name !== null) hash.update(readFileSync(require.resolve(`${name}/package.json`)))
  for (const blob of fontBlobs()) hash.update(blob)
  printer = hash.digest('hex')
  return printer
}

/** Orders of one hash give the same bytes, on every machine with this release. */
export function orderHash({ template, data, images }: PdfOrder): string {
  const hashOf = (part: string | Uint8Array) => createHash('sha256').update(part).digest('hex')
  const pictures = images.map(({ name, bytes }) => [name, hashOf(bytes)])
  return hashOf(JSON.stringify([printerHash(), hashOf(template), hashOf(data), pictures]))
}

function fontBlobs(): Buffer[] {
  return font_files.map((file) => readFileSync(require.resolve(`@expo-google-fonts/inter/${file}`)))
}

/** Every text of the data as the fonts print it: the compiler dies of some letters that they lack. */
function printedData(data: string): string {
  return JSON.stringify(
    JSON.parse(data, (_, value: unknown) => (typeof value === 'string' ? printedText(value) : value)),
  )
}

interface PdfCompiler {
  /** One document. Throws with the compiler's diagnosis when the template cannot be compiled. */
  compile(order: PdfOrder): PdfMade
}

/** Loads the native compiler and its fonts: some hundred milliseconds, once. */
export function createPdfCompiler(workspace: string): PdfCompiler {
  const compiler = loadPackage().NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fontBlobs() }] })
  const compileWith = (order: PdfOrder, extra: Record<string, string>, standard?: string): Uint8Array => {
    const how = standard ? { pdfStandard: standard, pdfTags: true } : { pdfTags: true }
    const inputs = { data: printedData(order.data), ...extra }
    return new Uint8Array(compiler.pdf({ mainFileContent: prelude + order.template, inputs }, how))
  }
  return {
    compile(order) {
      const paths = order.images.map((image) => `${workspace}/${image.name}`)
      order.images.forEach((image, at) => {
        compiler.mapShadow(paths[at] ?? '', Buffer.from(image.bytes))
      })
      try {
        return { bytes: compileWith(order, {}, 'a-2a'), is_archival: true }
      } catch {
        // PDF/A refuses a sign that none of the fonts has, and an unreadable logo refuses everywhere: the document
        // is then made with any font of the machine and without pictures rather than not at all.
        return { bytes: compileWith(order, { plain: 'yes' }), is_archival: false }
      } finally {
        for (const path of paths) compiler.unmapShadow(path)
        compiler.evictCache(cache_age)
      }
    },
  }
}
