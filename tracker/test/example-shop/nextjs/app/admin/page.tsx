import { ShopForm } from '../shop-form.tsx'

export default function Admin() {
  return (
    <>
      <h1>Orders</h1>
      <ShopForm action="/api/refund" button="Refund last order" />
    </>
  )
}
