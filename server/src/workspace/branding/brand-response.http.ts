import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { DEFAULT_COLOR, textColorOn } from '../../core/text/text-color.rule.ts'
import type { BrandRow } from './brands.sql.ts'
import { logoPathOf } from './logo-path.rule.ts'
import { SLUG } from './slug.rule.ts'

export const Slug = Type.String({
  maxLength: 63,
  pattern: SLUG.source,
  description: 'The program’s name in URLs such as `/join/acme`. Unique in the installation.',
})

export const Color = Type.String({
  maxLength: 7,
  pattern: '^#[0-9a-fA-F]{6}$',
  description: 'Text on it is black or white, whichever has more contrast.',
})

export const ReplyTo = Type.String({
  maxLength: limits.idChars,
  description: 'The reply-to address of the program’s emails.',
})

export const Brand = namedObject('Brand', {
  slug: nullable(Slug),
  color: Color,
  textColor: Type.String({ description: 'The color of text on `color`.' }),
  replyTo: nullable(ReplyTo),
  logoUrl: nullable(Type.String({ description: 'Public.' })),
})

export function showBrand(row: BrandRow | undefined): Static<typeof Brand> {
  const color = row?.color ?? DEFAULT_COLOR
  return {
    slug: row?.slug ?? null,
    color,
    textColor: textColorOn(color),
    replyTo: row?.reply_to ?? null,
    logoUrl: logoPathOf(row) ?? null,
  }
}
