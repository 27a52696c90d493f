/** The words of a mail about new tasks. Pure. */
import { kindFacts } from '../platform/notification-kinds.rules.ts'

type Task = {
  readonly kind: string
  readonly title: string
  readonly message: string
  readonly business: string
}

/** One task has its own subject; several of a kind are counted. */
export function taskSubject(tasks: readonly Task[]): string {
  const [first] = tasks
  if (first === undefined) return ''
  if (tasks.length === 1) return `${first.title}: ${first.message}`
  return `${kindFacts(first.kind)?.label ?? 'Task'}: ${tasks.length}`
}

/** @param lines one for each task @param link lines that answer the task without a sign-in */
export function taskText(
  business: string,
  lines: readonly string[],
  foot: string,
  link: readonly string[] = [],
): string {
  return ['Hello,', '', `This waits for you at ${business}.`, '', ...lines, ...link, '', foot, ''].join('\n')
}
