/** The product's nightly work in the demo world. */
import { work_to_approve_topic } from '#business/approvable-work/held-work.rules.ts'
import { credit_mail_topic } from '#business/credit-control/credit-mail.rules.ts'
import { dispute_mail_topic } from '#business/credit-control/dispute-owner.server.ts'
import { collection_mail_topic } from '#business/funding/collection-notes/collection-note-pdf.rules.ts'
import { cure_mail_topic } from '#business/funding/recourse-notice.server.ts'
import { runDaily } from '#server/daily.server.ts'
import { onStage, type World } from './stage.ts'

/** Letters of past nights are kept and not mailed: mailing them would slow the first start. */
export async function runNight(world: World, is_recent: boolean): Promise<void> {
  await runDaily(world)
  if (is_recent) return
  await onStage(world, async (stage) => {
    await stage.tx.run(
      'update platform.outbox set delivered_at = $2 where topic = any ($1) and delivered_at is null',
      [
        [
          credit_mail_topic,
          collection_mail_topic,
          cure_mail_topic,
          dispute_mail_topic,
          work_to_approve_topic,
        ],
        stage.clock.now(),
      ],
    )
  })
}
