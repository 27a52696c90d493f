import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

const sayWhy = ({ any, all, none }: Violation['nodes'][number]): string =>
  [...any, ...all, ...none].map(({ message }) => message).join(' ')

const axe_package = createRequire(import.meta.url).resolve('@axe-core/playwright')

/** What stands in axe as shipped, and what we put in its place: it answers the same with two thirds of the work. */
const lighter: readonly (readonly [RegExp, string])[] = [
  // Private fields of its colors in weak maps: here they stand on the object itself.
  [/_classPrivateFieldGet\((_\w+), (this|\w+)\)/g, '$2.$$$1'],
  [
    /\b(_\w+) = new Weak(?:Map|Set)\(\)/g,
    "$1 = { has: (o) => '$$$1' in o, set: (o, v) => { o.$$$1 = v }, add: (o) => { o.$$$1 = true } }",
  ],
  // A page has few colors, and each was read anew for every element that stands on it.
  [
    /value: function parseString\(colorString\) \{/g,
    `value: function parseString(colorString) {
      const kept = known_colors.get(colorString)
      if (kept) return Object.assign(this, kept)
      this.parseAnew(colorString)
      known_colors.set(colorString, { r: this.r, g: this.g, b: this.b, alpha: this.alpha })
      return this
    } }, { key: 'parseAnew', value: function parseAnew(colorString) {`,
  ],
]

function lightAxe(): string {
  const { source } = createRequire(axe_package)('axe-core') as { source: string } // The package's own export.
  const changed = lighter.reduce((text, [shipped, ours]) => {
    if (text.search(shipped) < 0) throw new Error(`axe has changed: ${shipped} is not in it.`)
    return text.replace(shipped, ours)
  }, source)
  // No fault quotes the element's HTML, and axe writes it out for every element that it looks at.
  return `{ const known_colors = new Map();\n${changed}\naxe.configure({ noHtml: true })\n}`
}

const axe_source = lightAxe()

/**
 * The axe violations of the screen as it is now. Injects axe once per document. The usual mode opens a blank page for
 * every answer and reports every rule that passed, which takes three times as long.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  const has_axe = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, axeSource: has_axe ? 'void 0' : axe_source })
  const { violations } = await axe
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id} at ${nodes.map((node) => `${node.target.join(' ')} (${sayWhy(node)})`).join(', ')}`,
  )
}
