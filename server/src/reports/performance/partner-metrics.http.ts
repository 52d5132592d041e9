import Type from 'typebox'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { CentsByCurrency } from '../../core/money/currency-schemas.http.ts'

const Count = Type.Integer({ minimum: 0 })

export const PartnerMetrics = namedObject('PartnerMetrics', {
  partnerId: Type.Integer(),
  clicks: Count,
  leads: Count,
  conversions: Type.Integer({ minimum: 0, description: 'Customers who made their first purchase.' }),
  sales: Count,
  revenueByCurrency: CentsByCurrency,
  commissionByCurrency: CentsByCurrency,
})
