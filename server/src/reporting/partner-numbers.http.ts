import Type from 'typebox'
import { CentsByCurrency } from '../platform/currency-schemas.http.ts'
import { namedObject } from '../platform/named-schema.http.ts'

const Count = Type.Integer({ minimum: 0 })

export const PartnerNumbers = namedObject('PartnerNumbers', {
  partnerId: Type.Integer(),
  clicks: Count,
  leads: Count,
  conversions: Type.Integer({ minimum: 0, description: 'Customers who bought for the first time.' }),
  sales: Count,
  revenueByCurrency: CentsByCurrency,
  commissionByCurrency: CentsByCurrency,
})
