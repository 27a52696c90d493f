/**
 * Quality P7 of the list page, as a browser sees it: bytes of its first load, milliseconds from a click to its rows, and
 * frames while 9,999 rows are scrolled. The world is that of the data benchmark; the largest agency owns a fifth of it.
 * `npm run bench -- web [--invoices 200000] [--samples 9] [--frames 600]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from '#server/commands/command-build.ts'
import { launchBrowser } from '#test/browser.ts'
import { openDatabases, thousands } from '../data/databases.ts'
import { BIGGEST_AGENCY } from '../data/world.ts'
import { startNode, stopNode } from '../live/nodes.ts'
import { makePeople, signIn } from '../live/people.ts'
import { busyness, keepResults, machine } from '../results.ts'
import { firstLoad } from './bytes.ts'
import { clickTimes } from './clicks.ts'
import { scrollFrames } from './frames.ts'

/** A fifth of these is one agency's: more than one load. All rows that a list may show are a fifth of 50,000. */
const INVOICES_MIN = 5_000
const script_goal_kb = 200
const frame_goal_ms = 50

function median(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
}

const most = (list: readonly number[]): number => Math.max(0, ...list)
const kb = (bytes: number): string => (bytes / 1000).toFixed(1)

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      invoices: { type: 'string', default: '200000' },
      samples: { type: 'string', default: '9' },
      frames: { type: 'string', default: '600' },
    },
  })
  const [invoices, samples, count] = [values.invoices, values.samples, values.frames].map(Number)
  if (invoices === undefined || !Number.isInteger(invoices) || invoices < INVOICES_MIN)
    throw new Error(`--invoices takes a whole number from ${INVOICES_MIN}`)
  await buildWeb()
  const databases = await openDatabases([invoices])
  const home = mkdtempSync(join(tmpdir(), 'stint-bench-web-'))
  const [sized] = databases.sizes
  if (!sized) throw new Error('No database was made.')
  try {
    await makePeople(sized.owner)
    const node = await startNode(sized.url, home)
    const browser = await launchBrowser()
    try {
      const cookie = await signIn(node.url, BIGGEST_AGENCY)
      const look = { browser, url: node.url, cookie }
      const bytes = await firstLoad(look)
      const clicks = await clickTimes(look, samples ?? 0)
      const frames = await scrollFrames(look, count ?? 0)
      const text = [
        `${thousands(invoices)} invoices, ${thousands(frames.rows)} rows in the list, headless Chromium without a graphics card on the same machine. ${machine()}. ${busyness()}`,
        '',
        '| first load of a list page, as sent with gzip | kB | goal |',
        '| --- | ---: | ---: |',
        `| script | ${kb(bytes.script)} | ≤ ${script_goal_kb} |`,
        `| styles | ${kb(bytes.style)} | |`,
        `| fonts | ${kb(bytes.font)} | |`,
        `| data | ${kb(bytes.data)} | |`,
        '',
        `| from the click to the rows, ${samples} times | median ms | most ms |`,
        '| --- | ---: | ---: |',
        ...clicks.map(({ name, ms }) => `| ${name} | ${median(ms).toFixed(0)} | ${most(ms).toFixed(0)} |`),
        '',
        `| frames while the rows are scrolled | longest ms | goal | 95 % below ms | frames | tasks over ${frame_goal_ms} ms | processor ms of the page a frame scrolled |`,
        '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
        ...frames.ways.map(
          (way) =>
            `| ${way.name} | ${way.longest_ms.toFixed(1)} | ≤ ${frame_goal_ms} | ${way.p95_ms.toFixed(1)} | ${way.frames} | ${way.long_tasks} | ${way.processor_ms.toFixed(1)} |`,
        ),
      ].join('\n')
      console.log(text)
      keepResults(`P7 web, ${thousands(invoices)} invoices`, text)
    } finally {
      await browser.close()
      await stopNode(node)
    }
  } finally {
    await databases.close()
    rmSync(home, { recursive: true, force: true })
  }
}
