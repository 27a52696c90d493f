/** Performs the recipes of CONTRIBUTING.md on a copy of the repository, with files left out. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Check, recipes, type Step } from './recipes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const copied = [
  'src',
  'test',
  'scripts',
  'migrations',
  'bench',
  'package.json',
  'schema.graphql',
  'vite.config.ts',
  'vitest.config.ts',
  ...['base', 'server', 'web', 'test'].map((name) => `tsconfig.${name}.json`),
]
const guards = [
  'test/guards/registered',
  'test/guards/shape',
  'test/guards/frozen',
  'test/lists/company-texts',
]
const is_night = process.env.STINT_NIGHTLY === '1'

/** By day the types of the files that must be named, and of all that they import; at night those of everything. */
const files_by_day = new Map([
  ['server', ['src/business/parties/company.access.ts', 'src/business/access.ts']],
  ['web', ['src/business/parties/company-profile/company.form.tsx']],
])

let copy = ''

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'stint-recipes-'))
  for (const path of copied) cpSync(join(root, path), join(copy, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [name, files] of files_by_day)
    writeFileSync(
      join(copy, `tsconfig.${name}-alone.json`),
      JSON.stringify({
        extends: `./tsconfig.${name}.json`,
        // The projects that it builds on are read from their sources.
        compilerOptions: { composite: false, noEmit: true, emitDeclarationOnly: false },
        ...(is_night ? {} : { include: [], files }),
      }),
    )
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function apply(steps: readonly Step[]): void {
  for (const { path, edit } of steps)
    writeFileSync(
      join(copy, path),
      typeof edit === 'string' ? edit : edit(readFileSync(join(copy, path), 'utf8')),
    )
}

function restore(steps: readonly Step[]): void {
  for (const { path, edit } of steps)
    if (typeof edit === 'string') rmSync(join(copy, path), { force: true })
    else cpSync(join(root, path), join(copy, path))
}

function output(program: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(join(copy, 'node_modules', '.bin', program), args, {
    cwd: copy,
    env: { ...process.env, NO_COLOR: '1' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)))
  return new Promise((done) => child.on('close', () => done(said)))
}

const checks: Readonly<Record<Check, () => Promise<string>>> = {
  types: async () =>
    (
      await Promise.all(
        // More threads would check the same types again.
        [...files_by_day.keys()].map((name) =>
          output('tsc', '--singleThreaded', '-p', `tsconfig.${name}-alone.json`),
        ),
      )
    ).join('\n'),
  guards: () => output('vitest', 'run', '--project', 'unit', ...guards),
  database: () => output('vitest', 'run', '--project', 'db', 'test/guards/schema.db.test.ts'),
}

const named = recipes.flatMap(({ title, steps }) =>
  steps.flatMap((step) => (step.named_by ? [{ title, path: step.path, step, ...step.named_by }] : [])),
)
const starts = recipes.flatMap(({ steps }) => steps.filter(({ named_by }) => !named_by))

describe('CONTRIBUTING.md', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  test.each(recipes)('$title: has a heading', ({ title }) => {
    expect(page).toContain(`### ${title}`)
  })
})

describe.skipIf(is_night)('recipes with only their first file', () => {
  test('guards: name each file that is left out', async () => {
    const faulty = named.filter(({ title }) => title === 'Add a migration').map(({ step }) => step)
    apply([...starts, ...faulty])
    const said = await checks.guards()
    for (const { path, check, says } of named) if (check === 'guards') expect(said, path).toMatch(says)
  }, 600_000)

  test('types: name each file that is left out', async () => {
    const listed = named.filter(({ check, title }) => check === 'guards' && title !== 'Add a migration')
    apply(listed.map(({ step }) => step))
    const left_out = named.filter(({ check, step }) => check === 'types' && !step.is_hidden)
    expect([...files_by_day.values()].flat()).toEqual(
      expect.arrayContaining(left_out.map(({ path }) => path)),
    )
    const said = await checks.types()
    for (const { path, says } of left_out) expect(said, path).toMatch(says)
  }, 600_000)
})

describe.runIf(is_night)('recipes with one file left out', () => {
  test.each(named)(
    '$title without $path: the check names it',
    async ({ title, path, check, says, step }) => {
      const steps = recipes.find((recipe) => recipe.title === title)?.steps ?? []
      const others = title === 'Add a migration' ? [step] : steps.filter((one) => one.path !== path)
      apply(others)
      try {
        expect(await checks[check]()).toMatch(says)
      } finally {
        restore(others)
      }
    },
    600_000,
  )
})
