/** Known weaknesses of the components that a production server runs (SECURITY.md), by npm's own list. */
import { z } from 'zod'

const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      name: z.string(),
      severity: z.enum(['info', 'low', 'moderate', 'high', 'critical']),
      range: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
    }),
  ),
})

/** Days from the publication to the update. */
const days = { critical: '7 days', high: '14 days', moderate: '30 days' } as const

/**
 * @param json the answer of `npm audit --json`
 * @returns one sentence for each weak package; weaknesses below moderate wait for the next release
 * @throws Error where the answer is no report: nothing was looked up
 */
export function weaknessesOf(json: string): readonly string[] {
  let answer: unknown
  try {
    answer = JSON.parse(json)
  } catch {
    throw new Error('npm audit gave no report')
  }
  const read = report.safeParse(answer)
  if (!read.success) throw new Error('npm audit gave no report')
  return Object.values(read.data.vulnerabilities).flatMap(({ name, severity, range, via }) => {
    if (severity === 'info' || severity === 'low') return []
    const titles = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title}, ${one.url}`))
    return [`${name} ${range}: ${severity}, to be updated within ${days[severity]} (${titles.join('; ')})`]
  })
}
