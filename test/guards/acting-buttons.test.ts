/** A button of a verb that impersonators are refused says so before it is pressed: it names the verb. */
import { expect, test } from 'vitest'
import { verbs } from '#business/verbs.ts'
import { allFiles, type Finding, findings, type SourceFile } from './source.ts'

const isRefused = (action_id: string) => verbs.get(action_id)?.impersonator === 'refused'

const nounsOfRefused = new Set(
  [...verbs.keys()].filter(isRefused).map((action_id) => action_id.slice(0, action_id.lastIndexOf('.'))),
)

/** Verbs called by a card, page or form itself; a hook's are named by the buttons that call the hook. */
function unnamed({ path, text }: SourceFile): Finding[] {
  if (!path.startsWith('src/') || !path.endsWith('.tsx')) return []
  const called = [...text.matchAll(/useAction(?:<[^(]*>)?\(\s*'([^']+)'/g)].map(([, id = '']) => id)
  const isNamed = (id: string) =>
    text.includes(`verb="${id}"`) ||
    text.includes(`useVerbRefusal()('${id}')`) ||
    text.includes(`verb={\`${id.slice(0, id.lastIndexOf('.'))}.\${`)
  const chosen = [...text.matchAll(/useAction(?:<[^(]*>)?\(\s*`([a-z_]+\.[a-z_]+)\.\$\{/g)].map(
    ([, noun = '']) => noun,
  )
  const namesSteps = (noun: string) =>
    text.includes(`verb={\`${noun}.\${`) ||
    text.includes(`verb="${noun}.`) ||
    text.includes(`refusal(\`${noun}.\${`)
  return [
    ...called
      .filter((id) => isRefused(id) && !isNamed(id))
      .map((id) => `${path} has a button of ${id} that does not name it`),
    ...chosen
      .filter((noun) => nounsOfRefused.has(noun) && !namesSteps(noun))
      .map((noun) => `${path} has buttons of ${noun} that do not name their verbs`),
  ]
}

test('buttons of refused verbs name them', () => {
  expect(findings(unnamed, allFiles())).toEqual([])
})

test.each([
  [`useAction('platform.webhook.pause')`, 1],
  [`useAction<Made>('platform.webhook.pause', { success: false })`, 1],
  [`useAction('platform.webhook.pause')\n<Button verb="platform.webhook.pause" />`, 0],
  [`useAction('platform.webhook.pause')\n<Button verb={\`platform.webhook.\${step}\`} />`, 0],
  [`useVerbRefusal()('platform.webhook.pause')\nuseAction('platform.webhook.pause')`, 0],
  [`useAction('platform.impersonation.end')`, 0],
  [`useAction(\`platform.webhook.\${step}\`)`, 1],
  [`useAction(\`platform.webhook.\${step}\`)\n<Button verb={\`platform.webhook.\${step}\`} />`, 0],
  [`useAction(\`platform.webhook.\${step}\`)\nrefusal(\`platform.webhook.\${step}\`)`, 0],
])('the guard bites, and only there: %s', (text, faults) => {
  expect(unnamed({ path: 'src/business/a/b.card.tsx', text })).toHaveLength(faults)
})
