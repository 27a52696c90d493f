import { expect, test } from 'vitest'
import { missingCompiler } from './pdf-typst.ts'

test('PDF compiler: a platform without package is told in one sentence, with the way out', () => {
  expect(missingCompiler('linux-x64')).toBeNull()
  expect(missingCompiler('darwin-arm64')).toBe(
    'Documents cannot be made as PDF on this machine: the PDF compiler has no package for darwin-arm64. Run Stint on Linux with an x64 processor for PDF files; everything else works.',
  )
})
