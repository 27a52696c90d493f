/** docs/alerts.yml: its metrics exist, and promtool reads it and runs its tests where it is installed. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { registry } from '#server/health/metrics.ts'

const rules = fileURLToPath(new URL('../../docs/alerts.yml', import.meta.url))
const rule_tests = fileURLToPath(new URL('./alerts.promtool.yml', import.meta.url))
const text = readFileSync(rules, 'utf8')
const has_promtool = spawnSync('promtool', ['--version']).status === 0

test('alarms: every metric is exported, with the labels it is asked for', async () => {
  const known = new Map<string, ReadonlySet<string>>()
  for (const metric of registry.getMetricsAsArray()) {
    const { name, labelNames = [] } = metric as typeof metric & { labelNames?: readonly string[] } // As prom-client keeps it.
    for (const end of ['', '_bucket', '_count', '_sum']) known.set(`${name}${end}`, new Set(labelNames))
  }
  const asked = [...text.matchAll(/\b(stint_\w+)(?:\{([^}]*)\})?/g)]
  expect(asked.length).toBeGreaterThan(9)
  for (const [, name = '', labels = ''] of asked) {
    expect([...known.keys()]).toContain(name)
    const unknown = [...labels.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label)
    expect(unknown.filter((label) => !known.get(name)?.has(label))).toEqual([])
  }
})

test('alarms: each has a case in which it begins', () => {
  const cases = readFileSync(rule_tests, 'utf8')
  const names = [...text.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  expect(names.filter((name) => !cases.includes(`alertname="${name}"`))).toEqual([])
})

test('alarms: promtool reads them, and each begins and rests as it should', ({ skip }) => {
  skip(!has_promtool, 'promtool is not installed (Debian: apt install prometheus)')
  const folder = mkdtempSync(join(tmpdir(), 'stint-alerts-'))
  try {
    copyFileSync(rules, join(folder, 'alerts.yml'))
    copyFileSync(rule_tests, join(folder, 'cases.yml'))
    const run = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
      return { status, said: status === 0 ? '' : stdout + stderr }
    }
    const well = { status: 0, said: '' }
    expect(run('check', 'rules', 'alerts.yml')).toEqual(well)
    expect(run('test', 'rules', 'cases.yml')).toEqual(well)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('metrics: promtool reads what the server says', async ({ skip }) => {
  skip(!has_promtool, 'promtool is not installed (Debian: apt install prometheus)')
  const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: await registry.metrics(),
    encoding: 'utf8',
  })
  // 3: it has advice on names, like a timestamp's unit.
  expect([0, 3], stderr).toContain(status)
})
