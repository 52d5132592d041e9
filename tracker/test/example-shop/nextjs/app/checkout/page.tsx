import { Navigation } from '../navigation.tsx'
import { PaymentForm } from './payment-form.tsx'

export default function Checkout() {
  return (
    <>
      <Navigation />
      <h1>Checkout</h1>
      <PaymentForm />
    </>
  )
}
