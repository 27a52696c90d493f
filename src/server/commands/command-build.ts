import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const repository = fileURLToPath(new URL('../../../', import.meta.url))
/** Where the web bundle is built to, and served from. */
export const webFolder = join(repository, 'dist')
const stampFile = join(webFolder, '.stamp')

/** Only these can end in the bundle; a change of any of them makes it stale. */
const isBrowserSource = (path: string) =>
  !/\.(server|access|test|db\.test|e2e)\.tsx?$/.test(path) &&
  /^(src\/(web|business|kernel|entity)\/|index\.html$|public\/|vite\.config\.|package-lock\.json$)/.test(path)

function sourceFiles(folder: string): string[] {
  const at = join(repository, folder)
  if (!existsSync(at)) return []
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(repository.length))
}

/** One hash over the names and contents of everything the bundle is made of. */
function sourcesHash(): string {
  const top = readdirSync(repository, { withFileTypes: true }).filter((entry) => entry.isFile())
  const files = [...top.map((entry) => entry.name), ...sourceFiles('src'), ...sourceFiles('public')]
  const hash = createHash('sha256')
  for (const file of files.filter(isBrowserSource).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(repository, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

export const hasWeb = () => existsSync(join(repository, 'vite.config.ts'))

function runVite(): Promise<{ code: number | null; output: string }> {
  const vite = join(repository, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let output = ''
  const listen = (part: Buffer) => {
    output += part.toString()
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** Nine takes a second for all files; eleven saves another 7 % and takes three. */
const brotli_options = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Writes scripts and styles also as they are sent, so that no request waits for its compression. */
async function compressAssets(folder: string): Promise<void> {
  const texts = (await readdir(folder)).filter((name) => /\.(m?js|css)$/.test(name))
  const compress = async (name: string): Promise<void> => {
    const file = join(folder, name)
    const text = await readFile(file)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(text, brotli_options))
    await writeFile(`${file}.gz`, await promisify(gzip)(text))
  }
  await Promise.all(texts.map(compress))
}

/** The launcher starts the program before npm has brought what the pages are built with, and tells when it is there. */
async function packagesArrived(): Promise<void> {
  if (process.env['STINT_PACKAGES'] !== 'arriving') return
  await new Promise((resolve) => process.once('message', resolve))
}

/** Builds the web bundle when its sources changed. @returns true when it was built now */
export async function buildWeb(): Promise<boolean> {
  const hash = sourcesHash()
  const isFresh = existsSync(join(webFolder, 'index.html')) && existsSync(stampFile)
  if (isFresh && readFileSync(stampFile, 'utf8') === hash) return false
  await packagesArrived()
  const { code, output } = await runVite()
  if (code !== 0) throw new Error(`The web pages could not be built:\n${output.trim()}`)
  await compressAssets(join(webFolder, 'assets'))
  writeFileSync(stampFile, hash)
  return true
}
