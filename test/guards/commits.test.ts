import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../../scripts/steps.ts'

/** Commits up to this one are older than the rule. */
const BASE = '3345e6cb018b37ff78e3729d2a4eceab7ebb2a31'
const SUBJECT_MAX = 72

const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

/** A shallow clone and an unpacked archive have no history to check. */
const has_history = git('merge-base', '--is-ancestor', BASE, 'HEAD').status === 0

test.skipIf(!has_history)('commit subjects: have at most 72 characters', () => {
  const subjects = git('log', '--format=%s', `${BASE}..HEAD`).stdout.split('\n')
  expect(subjects.filter((subject) => subject.length > SUBJECT_MAX)).toEqual([])
})
