/** `npm run notices`: writes THIRD_PARTY_NOTICES from package-lock.json. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.ts'

type Locked = { readonly version?: string; readonly license?: string; readonly dev?: boolean }

const head = `Stint uses the packages below, each under its own licence. Their texts are in the packages, and in the npm registry.
Made from package-lock.json by \`npm run notices\`.
`

/** Made from the work of others, and part of this repository. */
const data = `Data

src/server/passwords/common-passwords.bin, from the 10 million password list of SecLists: MIT, Copyright (c) 2018 Daniel Miessler`

/** One line a package and version: name, version, licence. Packages for development and tests come last. */
export function noticesNow(): string {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>
  } // npm's own format.
  const lines = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '', license = 'not stated', dev = false }]) => ({
      dev,
      line: `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${version}: ${license}`,
    }))
  const of = (isDev: boolean) =>
    [...new Set(lines.filter(({ dev }) => dev === isDev).map(({ line }) => line))].sort().join('\n')
  return `${head}\nIn use at run time\n\n${of(false)}\n\n${data}\n\nFor building and testing\n\n${of(true)}\n`
}

if (import.meta.main) writeFileSync(join(root, 'THIRD_PARTY_NOTICES'), noticesNow())
