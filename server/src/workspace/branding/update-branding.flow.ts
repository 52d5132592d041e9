import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { DEFAULT_COLOR } from '../../core/text/text-color.rule.ts'
import { lockProgram } from '../programs/programs.sql.ts'
import {
  assignSlug,
  type BrandRow,
  deleteLogo,
  findBrand,
  releaseSlug,
  saveBrand,
  saveLogo,
} from './brands.sql.ts'
import type { LogoType } from './logo-image.rule.ts'
import { suggestSlugs } from './slug.rule.ts'

/** Changes to a brand. Omitted fields stay unchanged. */
export interface BrandChanges {
  slug?: string | null | undefined
  color?: string | undefined
  replyTo?: string | null | undefined
}

class SlugTakenError extends Error {}

/** Updates a program's branding. */
export async function updateBranding(
  deps: Pick<Deps, 'database' | 'clock'>,
  programId: number,
  { slug, color, replyTo }: BrandChanges,
): Promise<BrandRow | 'slug_taken'> {
  try {
    return await withTransaction(deps, async (transaction) => {
      await lockProgram(transaction, programId)
      const at = deps.clock.now()
      const oldBrand = await findBrand(transaction, programId)
      if (slug === null) await releaseSlug(transaction, programId)
      else if (slug !== undefined && !(await assignSlug(transaction, { slug, programId, at })))
        throw new SlugTakenError()
      return saveBrand(transaction, {
        program_id: programId,
        color: color ?? oldBrand?.color ?? DEFAULT_COLOR,
        updated_at: at,
        ...(slug === undefined ? {} : { slug }),
        ...(replyTo === undefined ? {} : { reply_to: replyTo }),
      })
    })
  } catch (error) {
    if (error instanceof SlugTakenError) return 'slug_taken'
    throw error
  }
}

/** Returns the program's slug. If it has none, one is derived from its name. The program must be locked. */
export async function ensureSlug(
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  transaction: Transaction<Schema>,
  { id: programId, name }: { id: number; name: string },
): Promise<string> {
  const brand = await findBrand(transaction, programId)
  if (brand !== undefined && brand.slug !== null) return brand.slug
  const at = clock.now()
  for (const slug of suggestSlugs(name, ids.bytes(SUFFIX_BYTES))) {
    if (!(await assignSlug(transaction, { slug, programId, at }))) continue
    const color = brand?.color ?? DEFAULT_COLOR
    await saveBrand(transaction, { program_id: programId, color, updated_at: at, slug })
    return slug
  }
  throw new Error(`no slug is free for program ${programId}`)
}

const SUFFIX_BYTES = 4

/** Sets or removes a program's logo. */
export function changeLogo(
  deps: Pick<Deps, 'database' | 'clock'>,
  programId: number,
  image: { bytes: Buffer; type: LogoType } | undefined,
): Promise<BrandRow> {
  return withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, programId)
    const at = deps.clock.now()
    const digest = image === undefined ? null : createHash('sha256').update(image.bytes).digest('base64url')
    if (image === undefined || digest === null) await deleteLogo(transaction, programId)
    else await saveLogo(transaction, programId, { bytes: image.bytes, media_type: image.type, digest, at })
    const before = await findBrand(transaction, programId)
    return saveBrand(transaction, {
      program_id: programId,
      color: before?.color ?? DEFAULT_COLOR,
      logo_digest: digest,
      updated_at: at,
    })
  })
}
