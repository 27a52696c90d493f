/** The worker of an error of HMRC's: its location names an element of the file that was sent. Pure. */
import { XMLParser } from 'fast-xml-parser'

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => name === 'Employee' || name === 'Fore',
})

type Filed = {
  readonly GovTalkMessage?: {
    readonly Body?: {
      readonly IRenvelope?: {
        readonly FullPaymentSubmission?: {
          readonly Employee?: readonly {
            readonly EmployeeDetails?: {
              readonly Name?: { readonly Fore?: readonly string[]; readonly Sur?: string }
            }
          }[]
        }
      }
    }
  }
}

/** Names of the workers of a file, in its order. */
export function workersOf(content: string): readonly string[] {
  const filed = parser.parse(content) as Filed // Our own file (govtalk.rules.ts).
  const workers = filed.GovTalkMessage?.Body?.IRenvelope?.FullPaymentSubmission?.Employee ?? []
  return workers.map(({ EmployeeDetails }) => {
    const { Fore = [], Sur = '' } = EmployeeDetails?.Name ?? {}
    return [...Fore, Sur].join(' ')
  })
}

/** `…/r:Employee[2]/…` is the second worker; without a number it is the first. Null where it names no worker. */
export function placeOf(location: string): number | null {
  for (const step of location.split('/')) {
    const [, number] = /^(?:[\w.-]+:)?Employee(?:\[(\d{1,6})\])?$/.exec(step) ?? [undefined, null]
    if (number !== null) return Number(number ?? 1)
  }
  return null
}

/** The name of the worker that a location names; empty where it names none. */
export function workerAt(workers: readonly string[], location: string): string {
  const place = placeOf(location)
  return place === null ? '' : (workers[place - 1] ?? '')
}
