import { hashEmail } from '../../core/privacy/email-hash.rule.ts'
import type { ExplainQuery } from './explain.ts'

/** A query as sent, by email or by another identifier. */
export interface SentQuery {
  by: Exclude<ExplainQuery['by'], 'emailHash'> | 'email'
  value: string
}

/** Replaces an email with its keyed hash. */
export function hashedQuery({ by, value }: SentQuery, appSecret: string): ExplainQuery {
  return by === 'email'
    ? { by: 'emailHash', value: hashEmail(value, appSecret).toString('hex') }
    : { by, value }
}
