// The one way into every command. Plain JavaScript, since it must run on the machine's own Node (20 or
// later) before anything is installed: it installs what is missing, finds a Node that runs TypeScript
// directly (24 from npm, else the machine's own from 22.18), and goes on under that one.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveInstalling } from './install-page.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.stint-lock')

/** Each command, and the program that carries it out. */
const programs = {
  start: ['src/server/main.ts', 'start'],
  dev: ['src/server/main.ts', 'dev'],
  serve: ['src/server/main.ts', 'serve'],
  worker: ['src/server/main.ts', 'worker'],
  migrate: ['src/server/main.ts', 'migrate'],
  grants: ['src/server/main.ts', 'grants'],
  verify: ['src/server/main.ts', 'verify'],
  backup: ['src/server/main.ts', 'backup'],
  restore: ['src/server/main.ts', 'restore'],
  admin: ['src/server/main.ts', 'admin'],
  build: ['src/server/main.ts', 'build'],
  check: ['scripts/check.ts'],
  queries: ['scripts/queries/main.ts'],
  rooms: ['scripts/draw-rooms.ts'],
  freeze: ['scripts/freeze.ts'],
  help: ['scripts/help.ts'],
  notices: ['scripts/notices.ts'],
  test: ['scripts/test.ts'],
  bench: ['bench/main.ts'],
  'payroll-rows': ['scripts/payroll-rows.ts'],
  nightly: ['test/nightly/main.ts'],
}

/** Commands that a production image runs without the development packages. */
const lean = new Set(['serve', 'worker', 'migrate', 'grants', 'backup', 'restore', 'admin'])

function stop(sentence, code = 1) {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}

const hash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** What of package-lock.json is not in node_modules; npm keeps its own record of what it installed. */
function missingPackages(withDevelopment) {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return ['everything']
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.keys(wanted).filter((path) => {
    if (path === '') return false
    const want = wanted[path]
    const have = installed[path]
    if (have) return have.version !== want.version
    return !want.optional && !want.devOptional && !want.peer && (withDevelopment || !want.dev)
  })
}

/** PATH without our own node_modules/.bin: the Node there vanishes while npm replaces the folder. */
function outsidePath() {
  const inside = join(modules, '.bin')
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((part) => part !== inside)
    .join(delimiter)
}

/** Runs npm with the arguments and these settings; `nice` as os.setPriority has it. */
function npm(args, nice = 0) {
  const child = spawn(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    [
      ...args,
      '--no-audit',
      '--no-fund',
      // Warnings about the machine's own Node do not apply: Stint goes on under the one from npm.
      '--loglevel=error',
      // The only install script makes links that src/server/embedded/embedded-binaries.ts makes as well.
      '--ignore-scripts',
    ],
    {
      cwd: root,
      // npm's output goes to stderr, so that the last line on stdout stays the command's own.
      stdio: ['ignore', 2, 2],
      env: { ...process.env, PATH: outsidePath() },
      shell: process.platform === 'win32',
    },
  )
  child.on('error', (error) => stop(`npm could not be run (${error.message}). Install npm, then try again.`))
  process.on('exit', () => child.kill())
  if (child.pid && nice > 0) setPriority(child.pid, nice)
  return new Promise((resolve) => child.on('exit', resolve))
}

const refused = 'failed (see above). Check the connection to the npm registry, then try again.'

async function install(withDevelopment) {
  process.stderr.write('Installing packages …\n')
  const status = await npm(['ci', withDevelopment ? '--include=dev' : '--omit=dev'])
  if (status !== 0) stop(`npm ci ${refused}`)
}

/** The demo that loads meanwhile goes first. */
const BESIDE = 10

/** Adds what the pages are built with; the packages in place stay untouched. @returns false when npm failed */
async function addDevelopment() {
  const status = await npm(['install', '--include=dev', '--no-save'], BESIDE)
  if (status !== 0) process.stderr.write(`npm install ${refused}\n`)
  return status === 0
}

/** The comparison with the lock file is made again where this is not written, which only costs a moment. */
function stampInstalled(stamp) {
  try {
    writeFileSync(stampFile, `${stamp}\n`)
  } catch {
    // Installed by another user.
  }
}

/**
 * Installs what the command needs to run.
 * @returns for `start`, the installation that goes on while the program runs; null when all is there
 */
async function ensureInstalled(command) {
  const lock = join(root, 'package-lock.json')
  if (!existsSync(lock)) stop('package-lock.json is missing: this is not a whole clone of the repository.')
  const wanted = hash(lock)
  const withDevelopment = !lean.has(command)
  const stamp = `${wanted}${withDevelopment ? '' : ' lean'}`
  const known = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').trim() : ''
  if (existsSync(join(modules, '.package-lock.json')) && (known === stamp || known === wanted)) return null
  // The demo loads while npm brings the other half.
  const inHalves = command === 'start'
  if (missingPackages(withDevelopment && !inHalves).length > 0) {
    // The browser may be opened at once.
    const page = inHalves ? await serveInstalling(process.env) : null
    if (page) process.stderr.write(`Stint will be at ${page.address}\n`)
    await install(withDevelopment && !inHalves)
    await page?.close()
  }
  if (inHalves && missingPackages(true).length > 0)
    return async () => {
      const isDone = await addDevelopment()
      if (isDone) stampInstalled(stamp)
      return isDone
    }
  stampInstalled(stamp)
  return null
}

const runsTypeScript = (version) => {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

function findNode() {
  const ours = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(ours)) {
    // On Linux it is built against glibc, so it must be seen to run here.
    const answer = spawnSync(ours, ['--version'], { encoding: 'utf8' })
    if (answer.status === 0 && runsTypeScript(answer.stdout)) return ours
  }
  if (runsTypeScript(process.versions.node)) return process.execPath
  return stop(
    `Stint runs on Node 24 (or 22.18 and later). The one from npm does not run on this machine, and its own is ${process.versions.node}: install Node 24, then try again.`,
  )
}

/**
 * npm puts a shell between itself and us, and a signal sent to npm ends those two alone. When our parent is
 * gone we end too, so that a supervisor that stops npm stops the product.
 */
function followNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    child.kill('SIGTERM')
  }, 500)
  look.unref()
}

/** Young objects get 16 MiB at a time: with V8's 32 a long export would take twice the memory for the same speed. */
const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16']

/** @param {(() => Promise<boolean>) | null} rest the installation that goes on; a message tells the program of its end */
function run(node, program, args, rest) {
  const [file, ...fixed] = program
  if (!existsSync(join(root, file))) stop(`${file} does not exist in this version.`)
  const child = spawn(node, [...flags, join(root, file), ...fixed, ...args], {
    cwd: root,
    // The fourth channel tells the program when this launcher is gone, however it went.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // Sources are compiled once and not at each start. Where the folder cannot be written Node goes on without.
      NODE_COMPILE_CACHE: join(modules, '.cache', 'node-compile'),
      ...process.env,
      ...(rest ? { STINT_PACKAGES: 'arriving' } : {}),
      PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].filter(Boolean).join(delimiter),
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  followNpm(child)
  child.on('error', (error) => stop(`Node could not be started: ${error.message}`))
  let failed = false
  child.on('exit', (code, signal) => {
    if (signal && !failed) {
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
    } else process.exit(failed ? 1 : (code ?? 1))
  })
  void rest?.().then((isDone) => {
    if (isDone) return child.send('packages installed', () => undefined)
    failed = true
    child.kill('SIGTERM')
  })
}

const [command = 'start', ...args] = process.argv.slice(2)
if (Number(process.versions.node.split('.')[0]) < 20)
  stop(`Stint needs Node 20 or later; this is ${process.versions.node}.`)
if (!Object.hasOwn(programs, command))
  stop(`There is no command "${command}". There are: ${Object.keys(programs).join(', ')}.`)
const rest = await ensureInstalled(command)
run(findNode(), programs[command], args, rest)
