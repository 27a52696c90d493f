/** The product's commands. `scripts/launch.mjs` calls this with the command's name and arguments. */
export type Command = { run: (args: readonly string[]) => Promise<void> }

const commands: Record<string, () => Promise<Command>> = {
  start: async () => ({ run: (await import('./commands/command-start.ts')).start }),
  dev: async () => ({ run: (await import('./commands/command-dev.ts')).dev }),
  serve: async () => ({ run: (await import('./commands/command-start.ts')).serveOnly }),
  worker: async () => ({ run: (await import('./commands/command-start.ts')).workerOnly }),
  migrate: async () => ({ run: (await import('./commands/command-database.ts')).migrateOnly }),
  grants: async () => ({ run: (await import('./commands/command-database.ts')).grantsOnly }),
  verify: async () => ({ run: (await import('./commands/command-database.ts')).verify }),
  backup: async () => ({ run: (await import('./commands/command-backup.ts')).backup }),
  restore: async () => ({ run: (await import('./commands/command-restore.ts')).restore }),
  admin: async () => ({ run: (await import('./commands/command-admin.ts')).admin }),
  build: async () => ({ run: (await import('./commands/command-database.ts')).build }),
}

const [name = 'start', ...args] = process.argv.slice(2)
const command = commands[name]
try {
  if (!command)
    throw new Error(`There is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
  await (await command()).run(args)
} catch (error) {
  // Faults of settings, folder and database are sentences for the operator.
  const shown = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${shown}\n`)
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  const code = (error as { exit_code?: unknown } | null)?.exit_code // Some faults have an exit code of their own.
  process.exitCode = typeof code === 'number' ? code : 1
}
