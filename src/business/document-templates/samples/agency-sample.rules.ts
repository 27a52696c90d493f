/** Wording between a provider and an agency. Pure. */
import type { Block } from '../blocks/template-blocks.rules.ts'
import { clause, heading, law, opening, sub } from './sample-parts.rules.ts'

export const agency_terms: readonly Block[] = [
  ...opening(
    'Agency agreement',
    'Dated {{document.date}}. The Provider operates the platform, back office and funding that the Agency uses.',
  ),
  heading('Services'),
  clause(
    'The Provider gives the Agency and its people access to the platform, raises documents for approved time, collects from clients and pays contractors, as its funding model says.',
  ),
  clause(
    'The Agency enters true facts about its clients, contractors and placements, and tells the Provider at once when they change.',
  ),
  sub(
    'It places nobody with a client in whom it, its owners or their relatives have an interest, unless the Provider has agreed in writing.',
  ),
  heading('Fees and funding'),
  clause('The Agency pays the fees of its fee rules. They are deducted when documents are raised.'),
  clause(
    'The Provider may refuse to fund a client, an invoice or a placement, and may hold funding while a check is open.',
  ),
  sub(
    'An advance on an invoice that the client disputes or does not pay by the end of the recourse period is owed back by the Agency.',
  ),
  heading('Money and records'),
  clause('Money of clients that the Provider collects is kept apart from its own until it is paid out.'),
  clause(
    'Each party keeps records of its part for six years and shows them to the other on reasonable notice.',
  ),
  heading('General'),
  clause(
    'Either party ends this agreement by three months’ notice in writing. What was raised before is settled on these terms.',
  ),
  law,
  { type: 'signature', parties: ['agency', 'provider'] },
]
