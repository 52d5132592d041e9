import type { Selectable } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'

export type PaymentRow = Selectable<Schema['processor_payments']>
