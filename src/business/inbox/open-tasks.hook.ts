import { useInbox } from './inbox.hook.ts'

/** The person's open tasks. @param without entities that another part of the page shows */
export function useOpenTasks(without: readonly string[]) {
  const query = useInbox('tasks')
  const rows = query.data?.rows.filter(({ entity }) => entity === null || !without.includes(entity)) ?? []
  return { rows, isRead: query.isSuccess }
}
