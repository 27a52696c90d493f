/** Every kind of field and its display. A new kind does not compile until it is added here. */
import type { FieldKind } from '#entity/entity.ts'
import { money } from './amount.tsx'
import { boolean } from './boolean.tsx'
import { choice } from './choice.tsx'
import { email, phone, url } from './contact.tsx'
import { human_id } from './human-id.tsx'
import type { Kind } from './kind.ts'
import { integer, percent, rate, units } from './number.tsx'
import { tags } from './tags.tsx'
import { code, json, text, uuid } from './text.tsx'
import { day, instant } from './time.tsx'

export const kinds: Readonly<Record<FieldKind, Kind>> = {
  uuid,
  human_id,
  text,
  code,
  choice,
  money,
  rate,
  units,
  percent,
  integer,
  day,
  instant,
  boolean,
  email,
  url,
  phone,
  tags,
  json,
}
