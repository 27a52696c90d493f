/** The words of the mail about a worker's opt-out to the client. Pure. */

export const client_told_topic = 'opt_out_mail'

export const clientWords = (placed: {
  readonly human_id: string
  readonly title: string
  readonly worker: string
  readonly agency: string
}): { readonly subject: string; readonly body_text: string } => ({
  subject: `${placed.human_id}: the worker has opted out of the Conduct Regulations`,
  body_text: [
    'Hello,',
    '',
    `${placed.worker} and their company have opted out of the Conduct of Employment Agencies and Employment Businesses Regulations 2003 for ${placed.title} (${placed.human_id}).`,
    'The opt-out does not count for work with people under 18 or others who need care: tell the agency before the work begins if that is the work.',
    '',
    `You read this because ${placed.agency} asks you to approve the placement.`,
  ].join('\n'),
})
