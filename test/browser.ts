/**
 * The browser of the tests: the Chrome that STINT_CHROME names, else the Chromium from npm. Its own default arguments
 * switch web security off, so we pass ours; the libraries it brings are used only where the machine lacks them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']

function packageFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
}

/** Unpacks to a folder of this user, under a name of its own first: two runs may begin together. */
async function unpack(folder: string, archives: string): Promise<void> {
  const half = `${folder}.${process.pid}`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { mode: 0o700 })
  const usual = process.env.TMPDIR
  // The package unpacks to the folder for temporary files and nowhere else.
  process.env.TMPDIR = half
  try {
    for (const archive of ARCHIVES) await inflate(join(archives, archive))
  } finally {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
  }
  try {
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

async function browserFolder(): Promise<string> {
  const home = packageFolder()
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const folder = join(tmpdir(), `stint-chromium-${version}-${process.getuid?.() ?? 0}`)
  if (!existsSync(folder)) await unpack(folder, join(home, 'bin'))
  if (statSync(folder).uid !== process.getuid?.()) throw new Error(`${folder} belongs to another user.`)
  return folder
}

const advice = 'Install Chrome or Chromium and set STINT_CHROME to its program.'

type Program = { readonly path: string; readonly env: Record<string, string> }

/** @throws Error with the setting to make when the machine has no browser for the tests */
export async function browserProgram(
  named = process.env.STINT_CHROME ?? '',
  platform = `${process.platform}-${process.arch}`,
): Promise<Program> {
  if (named !== '') {
    if (!statSync(named, { throwIfNoEntry: false })?.isFile())
      throw new Error(`STINT_CHROME names ${named}, which is no file.`)
    return { path: named, env: inherited() }
  }
  if (platform !== 'linux-x64')
    throw new Error(`There is no browser from npm for this platform (${platform}). ${advice}`)
  const folder = await browserFolder()
  return { path: join(folder, 'chromium'), env: environment(folder) }
}

const inherited = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])))

/** The machine's own libraries where they do, else those that came with the browser. */
function environment(folder: string): Record<string, string> {
  const own = inherited()
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_PATH: join(folder, 'fonts') }
  const runs = (env: Record<string, string>) =>
    spawnSync(join(folder, 'chromium'), ['--version'], { env }).status === 0
  if (runs(own)) return { ...own, ...fonts }
  const brought = { ...own, ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  if (!runs(brought)) throw new Error(`The browser from npm does not run on this machine. ${advice}`)
  return brought
}

/** Starts a headless Chromium. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const { path, env } = await browserProgram()
  return chromium.launch({
    executablePath: path,
    headless: true,
    // Needed as root, and where the machine forbids user name spaces; it opens no page but ours.
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
    env,
  })
}
