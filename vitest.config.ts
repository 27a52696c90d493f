import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import LongestFirst from './test/setup/longest-first.ts'

const never = ['**/node_modules/**', '**/dist/**', '**/.stint/**']
/** Tests of `npm test` alone. */
const not_in_check = process.env.STINT_CHECK === '1' ? ['test/pdf/hostile-text.test.ts'] : []

export default defineConfig({
  plugins: [react()],
  test: {
    // The reference machine has two cores, and each file of the db project has a database of its own.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // What is waited for comes when it comes: the default of a second is a timing test on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...never, ...not_in_check, '**/*.db.test.ts'],
          // Pure rules and guards keep no state of their own between files.
          isolate: false,
          // Property tests take their time on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude: never,
          // Each file has a database of its own; the product's modules are read once a worker.
          isolate: false,
          globalSetup: ['test/setup/database-server.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          exclude: never,
          // Each file has a product of its own; modules and the browser are started once a worker.
          isolate: false,
          globalSetup: ['test/setup/database-server.ts', 'e2e/setup/demo-world.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
