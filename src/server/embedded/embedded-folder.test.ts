import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openHome } from './embedded-folder.ts'

test('unusable home: named with reason and fix', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stint-home-'))
  try {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(() => openHome(file)).toThrow(
      `The folder ${file} cannot be used: it is a file. Set STINT_HOME to another one.`,
    )
    expect(() => openHome(join(file, 'inside'))).toThrow(/: a part of its path is a file\. /)
    openHome(join(folder, 'new', 'one'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
