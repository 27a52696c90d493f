/** The product as people start it, in a process of its own that a test may end in any way. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../src/server/main.ts', import.meta.url))

export type Running = {
  readonly child: ChildProcess
  /** Where it serves. */
  readonly url: string
  /** What it printed until now, for a message when a test fails. */
  readonly said: () => string
}

export type Starting = Pick<Running, 'child' | 'said'> & {
  /** Its address, once it says so. Rejects with what it said when it ends before. */
  readonly served: Promise<string>
}

/** The variables that a program needs to run; it shares the run's folder of compiled sources. */
const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
const machine = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }

export type How = {
  /** Put before it, in the shell's words. */
  readonly limit?: string | undefined
  /** Bundled from the sources, where a test starts it often. */
  readonly file?: string
}

/** Begins `start`, for tests that may end it before it serves. */
export function beginProgram(
  environment: Readonly<Record<string, string>>,
  { limit, file: started = program }: How = {},
): Starting {
  const start = [process.execPath, '--disable-warning=ExperimentalWarning', started, 'start', '--no-build']
  const [file = '', ...args] =
    limit === undefined ? start : ['sh', '-c', `${limit}; exec "$0" "$@"`, ...start]
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...machine, ...environment },
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString()
  })
  const lines = createInterface({ input: child.stdout })
  const served = new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      said += `${line}\n`
      const at = /^Stint is at (\S+)$/.exec(line)?.[1]
      if (at) resolve(at)
    })
    child.once('exit', (code, signal) =>
      reject(new Error(`The product ended (${signal ?? code}) before it served. It said:\n${said}`)),
    )
  })
  served.catch(() => undefined) // Whoever waits for it is told; whoever kills it does not wait.
  return { child, served, said: () => said }
}

/** Runs `start` until it says where it is. @throws Error with what it said when it ends before */
export async function startProgram(
  environment: Readonly<Record<string, string>>,
  how?: How,
): Promise<Running> {
  const { child, served, said } = beginProgram(environment, how)
  return { child, url: await served, said }
}

/** Runs another command to its end. @throws Error with its words where it fails */
export async function runProgram(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<string> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...machine, ...environment },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString()
    })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}. It said:\n${said}`)
  return said
}

/** Ends a process and waits until it is gone. */
export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
