import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { DEFAULT_COLOR, readableLinkColors, textColorOn } from '../../core/text/text-color.rule.ts'
import type { BrandRow } from './brands.sql.ts'
import { logoPath } from './logo-path.rule.ts'
import { SLUG } from './slug.rule.ts'

export const Slug = Type.String({
  maxLength: 63,
  pattern: SLUG.source,
  description: 'The program’s name in URLs such as `/join/acme`. Unique within the installation.',
})

export const Color = Type.String({
  maxLength: 7,
  pattern: '^#[0-9a-fA-F]{6}$',
  description: 'Text on it is black or white, whichever has more contrast.',
})

export const ReplyTo = Type.String({
  maxLength: limits.maxIdLength,
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
    logoUrl: logoPath(row) ?? null,
  }
}

/** A program's branding as partners see it. */
export const ProgramBrand = namedObject('ProgramBrand', {
  slug: nullable(Slug),
  color: Color,
  textColor: Type.String({ description: 'The color of text on `color`.' }),
  linkColors: Type.Object(
    { light: Type.String(), dark: Type.String() },
    { description: '`color` as text on light and on dark backgrounds, with a contrast of at least 4.5.' },
  ),
  logoUrl: nullable(Type.String({ description: 'Public.' })),
})

export function showProgramBrand(
  row: Pick<BrandRow, 'program_id' | 'slug' | 'color' | 'logo_digest'> | undefined,
): Static<typeof ProgramBrand> {
  const color = row?.color ?? DEFAULT_COLOR
  return {
    slug: row?.slug ?? null,
    color,
    textColor: textColorOn(color),
    linkColors: readableLinkColors(color),
    logoUrl: logoPath(row) ?? null,
  }
}

export const BrandedProgram = namedObject('BrandedProgram', { name: Type.String(), brand: ProgramBrand })
