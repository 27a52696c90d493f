/** Lists that leave as JSON lines, for a program that collects logs: every readable field, under its own name. */
const json_lines: Readonly<Record<string, readonly string[]>> = {
  'log.security_event': [
    'id',
    'at',
    'kind',
    'outcome',
    'user_id',
    'user.name',
    'actor_user_id',
    'actor.name',
    'impersonator_user_id',
    'business_id',
    'business.name',
    'provider_id',
    'ip',
    'user_agent',
    'request_id',
    'count',
    'says',
  ],
}

/** The fields of each line, in their order; null for a list that does not leave so. */
export const jsonLinesOf = (entity: string): readonly string[] | null => json_lines[entity] ?? null
