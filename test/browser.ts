/**
 * Chromium from npm alone. Its own default arguments switch web security off, so we pass ours; the
 * libraries it brings are used only where the machine lacks them.
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

const inherited = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])))

/** The machine's own libraries where they do, else those that came with the browser. */
function environment(folder: string): Record<string, string> {
  const own = inherited()
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_PATH: join(folder, 'fonts') }
  const tried = spawnSync(join(folder, 'chromium'), ['--version'], { env: own })
  if (tried.status === 0) return { ...own, ...fonts }
  return { ...own, ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
}

/** Starts a headless Chromium. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const folder = await browserFolder()
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    headless: true,
    // Needed as root, and where the machine forbids user name spaces; it opens no page but ours.
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
    env: environment(folder),
  })
}
