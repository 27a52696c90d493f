import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

const sayWhy = ({ any, all, none }: Violation['nodes'][number]): string =>
  [...any, ...all, ...none].map(({ message }) => message).join(' ')

/** The part of WeakMap and WeakSet that private fields use, kept on the object itself. */
const light = `class LightMap {
  #key = Symbol()
  has(object) { return this.#key in object }
  get(object) { return object[this.#key] }
  set(object, value) { object[this.#key] = value; return this }
  add(object) { return this.set(object, true) }
}`

const axe_package = createRequire(import.meta.url).resolve('@axe-core/playwright')

/** axe as shipped keeps the private fields of its colors in weak maps: a quarter of the time of a run. */
function lightAxe(): string {
  const { source } = createRequire(axe_package)('axe-core') as { source: string } // The package's own export.
  return `{ ${light}\n${source.replace(/\b(_\w+) = new Weak(?:Map|Set)\(\)/g, '$1 = new LightMap()')}\n}`
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
