/** `npm run bench -- <name> [options]`: runs bench/<name>/main.ts and prints what it measured. */
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [name = '', ...args] = process.argv.slice(2)
const here = fileURLToPath(new URL('.', import.meta.url))
const known = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`${here}${entry.name}/main.ts`))
  .map((entry) => entry.name)

if (!known.includes(name)) {
  console.error(`There is no benchmark "${name}". There are: ${known.join(', ')}.`)
  process.exit(1)
}
const { main } = (await import(`./${name}/main.ts`)) as { main: (args: readonly string[]) => Promise<void> } // By the rule above.
await main(args)
