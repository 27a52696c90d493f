import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

const sayWhy = ({ any, all, none }: Violation['nodes'][number]): string =>
  [...any, ...all, ...none].map(({ message }) => message).join(' ')

/**
 * The axe violations of the screen as it is now. Injects axe once per document. The usual mode opens a blank page for
 * every answer and reports every rule that passed, which takes three times as long.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  const has_axe = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(has_axe ? { axeSource: 'void 0' } : {}) })
  const { violations } = await axe
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id} at ${nodes.map((node) => `${node.target.join(' ')} (${sayWhy(node)})`).join(', ')}`,
  )
}
