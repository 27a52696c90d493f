/**
 * One week of business, from an entered timesheet to a paid contractor: the nine steps of the main job, each in the
 * browser as the person whose step it is. 37.5 hours at £20.00 and £25.00, direct funding, fee 2.5 % of gross.
 */
import { cash } from './week/cash.ts'
import { documents } from './week/documents.ts'
import { beginWeek } from './week/story.ts'
import { work } from './week/work.ts'

const week = await beginWeek()
work(week)
documents(week)
cash(week)
