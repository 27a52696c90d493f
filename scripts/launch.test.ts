import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#server/embedded/embedded-process.ts'

const packages = { 'node_modules/server': { version: '1.0.0' } }
const all = { ...packages, 'node_modules/builder': { version: '1.0.0', dev: true } }

/** Installs by writing npm's record. The second half waits until the program has begun, or fails when the test says so. */
const npm = `#!${process.execPath}
const fs = require('node:fs')
const [command, ...flags] = process.argv.slice(2)
fs.appendFileSync('npm.log', [command, ...flags.filter((flag) => /dev|save/.test(flag))].join(' ') + '\\n')
fs.mkdirSync('node_modules', { recursive: true })
const record = (packages) => fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
if (command === 'ci') record(flags.includes('--omit=dev') ? ${JSON.stringify(packages)} : ${JSON.stringify(all)})
else if (fs.existsSync('npm-fails')) process.exit(1)
else {
  const look = setInterval(() => {
    if (!fs.existsSync('begun')) return
    clearInterval(look)
    record(${JSON.stringify(all)})
  }, 20)
}
`

/** Writes that it has begun, and ends once the packages are there. */
const program = `import { writeFileSync } from 'node:fs'
writeFileSync('begun', '')
const end = () => { console.log('ended with ' + process.env.STINT_PACKAGES); process.exit(0) }
if (process.env.STINT_PACKAGES === 'arriving') process.once('message', end)
else end()
`

let folder = ''
let PORT = ''
beforeAll(async () => {
  PORT = String(await freePort(0, '127.0.0.1'))
  folder = mkdtempSync(join(tmpdir(), 'stint-launch-'))
  for (const file of ['scripts/launch.mjs', 'scripts/install-page.mjs', 'src/server/http/starting-page.html'])
    cpSync(file, join(folder, file))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...all } }))
  writeFileSync(join(folder, 'src/server/main.ts'), program)
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/npm'), npm)
  chmodSync(join(folder, 'bin/npm'), 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(): Promise<{ code: number; out: string; npm: string[] }> {
  const log = join(folder, 'npm.log')
  for (const file of [log, join(folder, 'begun')]) rmSync(file, { force: true })
  const env = { PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter), PORT }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/launch.mjs', 'start'],
      { cwd: folder, env },
      (_, out) =>
        resolve({
          code: child.exitCode ?? -1,
          out,
          npm: existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [],
        }),
    )
  })
}

test('a first start runs the program while npm brings the packages of the pages; the next installs nothing', async () => {
  expect(await start()).toEqual({
    code: 0,
    out: 'ended with arriving\n',
    npm: ['ci --omit=dev', 'install --include=dev --no-save'],
  })
  expect(await start()).toEqual({ code: 0, out: 'ended with undefined\n', npm: [] })
})

test('a start that was stopped between the halves installs the second one alone', async () => {
  rmSync(join(folder, 'node_modules/.stint-lock'))
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  const { code, npm: calls } = await start()
  expect([code, calls]).toEqual([0, ['install --include=dev --no-save']])
})

test('where npm fails in the second half, the program ends with an error', async () => {
  rmSync(join(folder, 'node_modules'), { recursive: true })
  writeFileSync(join(folder, 'npm-fails'), '')
  const { code, out } = await start()
  expect([code, out]).toEqual([1, ''])
})
