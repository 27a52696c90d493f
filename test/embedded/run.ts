import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./program.ts', import.meta.url))

export type Running = {
  child: ChildProcess
  /** The next line that begins with this word, without it. Rejects when the program ends before. */
  line: (word: string) => Promise<string>
  /** What it said on stderr, once it has ended. */
  ended: Promise<{ code: number | null; said: string }>
}

function lineOf(lines: Interface, word: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const onLine = (text: string) => {
      if (!text.startsWith(`${word} `)) return
      lines.off('line', onLine)
      lines.off('close', onClose)
      resolve(text.slice(word.length + 1))
    }
    const onClose = () => reject(new Error(`The program ended before it said "${word}".`))
    lines.on('line', onLine)
    lines.once('close', onClose)
  })
}

/** Starts the program on a data folder as a process of its own. */
export function runProgram(home: string, work: 'hold' | 'write' = 'hold'): Running {
  const child = spawn(process.execPath, [program, home, work], { stdio: ['ignore', 'pipe', 'pipe'] })
  const lines = createInterface({ input: child.stdout })
  let said = ''
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString()
  })
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, said }))
  return { child, line: (word) => lineOf(lines, word), ended }
}

/** kill -9, and wait until it is gone. */
export async function killHard(running: Running): Promise<void> {
  running.child.kill('SIGKILL')
  await running.ended
}

/** A clean stop. */
export async function stopCleanly(running: Running): Promise<void> {
  running.child.kill('SIGTERM')
  await running.ended
}
