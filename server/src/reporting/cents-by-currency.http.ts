import Type from 'typebox'
import { cents } from '../platform/cents.http.ts'

const Sum = Type.Optional(cents({ minimum: 0 }))

export const CentsByCurrency = Type.Object(
  { USD: Sum, EUR: Sum, VND: Sum },
  { title: 'CentsByCurrency', description: 'Exact minor units of each currency that has any.' },
)
