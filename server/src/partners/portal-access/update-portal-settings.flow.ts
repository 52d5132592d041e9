import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { Language } from '../../core/enums.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import type { OwnCouponCodes } from './own-coupon-codes.rule.ts'
import { findPortalSettings, type PortalSettings, savePortalSettings } from './portal-settings.sql.ts'

/** Fields to change. Undefined keeps the current value. */
export interface PortalSettingsChange {
  embedOrigins: string[] | undefined
  /** Null means the service's maximum. */
  ownLinks: number | null | undefined
  language: Language | undefined
  /** Null means that partners can't create any. */
  ownCouponCodes: OwnCouponCodes | null | undefined
}

/** Updates portal settings under the program's lock, so that concurrent changes to different fields are both kept. */
export function updatePortalSettings(
  deps: Deps,
  programId: number,
  { embedOrigins, ownLinks, language, ownCouponCodes }: PortalSettingsChange,
): Promise<PortalSettings> {
  return withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, programId)
    const at = deps.clock.now()
    const previousSettings = await findPortalSettings(transaction, programId)
    const settings = {
      ...previousSettings,
      ...(ownCouponCodes === undefined ? {} : toColumns(ownCouponCodes)),
      embed_origins: embedOrigins ?? previousSettings.embed_origins,
      own_links: ownLinks === undefined ? previousSettings.own_links : ownLinks,
      language: language ?? previousSettings.language,
    }
    await savePortalSettings(transaction, programId, { ...settings, at })
    return settings
  })
}

function toColumns(codes: OwnCouponCodes | null) {
  return {
    own_codes: codes?.most ?? null,
    own_code_pattern: codes?.pattern ?? null,
    own_code_min_chars: codes?.minChars ?? null,
    own_code_max_chars: codes?.maxChars ?? null,
    own_code_discount: codes?.customerDiscount ?? null,
  }
}
