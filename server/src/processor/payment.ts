import type { Selectable } from 'kysely'
import type { Schema } from '../platform/schema.ts'

export type PaymentRow = Selectable<Schema['processor_payments']>
