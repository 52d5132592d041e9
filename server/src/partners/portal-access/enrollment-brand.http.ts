import type { Static } from 'typebox'
import { type ProgramBrand, showProgramBrand } from '../../workspace/branding/brand-response.http.ts'
import type { EnrollmentRow } from './enrollments-of-account.sql.ts'

/** Returns the branding of an enrollment's program. */
export function enrollmentBrand(
  program: Pick<EnrollmentRow, 'id' | 'brand_slug' | 'brand_color' | 'logo_digest'>,
): Static<typeof ProgramBrand> {
  const { id: program_id, brand_slug: slug, brand_color: color, logo_digest } = program
  return showProgramBrand(color === null ? undefined : { program_id, slug, color, logo_digest })
}
