/** The notice of a placement on its page, in one line. */
import type { ListRow } from '#web/list/model/list.ts'
import { type NoticeColumns, noticeWords } from './notice-period.rules.ts'

type NoticeRow = NoticeColumns & { readonly no_right_to_serve_notice: boolean }

export const noticeCell = (row: ListRow): string => noticeWords(row as unknown as NoticeRow) // The page reads all of notice_fields.
