import Link from 'next/link'

export function Navigation() {
  return (
    <>
      <nav>
        <Link href="/">Home</Link> <Link href="/pricing">Pricing</Link>
      </nav>
      {/* biome-ignore lint/a11y/useSemanticElements: few sites use <search> */}
      <form role="search">
        <input type="search" name="q" />
      </form>
    </>
  )
}
