import { Navigation } from './navigation.tsx'

export default function Home() {
  return (
    <>
      <Navigation />
      <h1>Shop</h1>
      <p>Good things.</p>
    </>
  )
}
