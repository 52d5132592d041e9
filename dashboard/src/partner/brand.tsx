import { queryOptions, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useLayoutEffect } from 'react'
import { ApiError, api, read } from '../api/client.ts'
import type { components } from '../api/schema.d.ts'

export type BrandedProgram = components['schemas']['BrandedProgram']

/** The slug of the last program shown, for the sign-in page after a session has ended. */
const LAST = 'partner-program-slug'

/** Applies a program's color to the page; without one, the portal has its own. */
export function useBrand(program: BrandedProgram | undefined) {
  const brand = program?.brand
  useLayoutEffect(() => {
    if (brand === undefined) return
    const { dataset, style } = document.documentElement
    const values = {
      '--brand': brand.color,
      '--brand-text': brand.textColor,
      // Away from the text color, so that the contrast never decreases.
      '--brand-hover': brand.textColor === '#ffffff' ? '#000000' : '#ffffff',
      '--brand-link-light': brand.linkColors.light,
      '--brand-link-dark': brand.linkColors.dark,
    }
    dataset.brand = ''
    for (const [name, value] of Object.entries(values)) style.setProperty(name, value)
    return () => {
      delete dataset.brand
      for (const name of Object.keys(values)) style.removeProperty(name)
    }
  }, [brand])
}

/** The program's logo, if any, and its name, as on its join page. */
export function BrandName({ program, isLarge = false }: { program: BrandedProgram; isLarge?: boolean }) {
  const { name, brand } = program
  return (
    <>
      {brand.logoUrl !== null && (
        <img
          src={brand.logoUrl}
          alt=""
          className={clsx('shrink-0 object-contain object-left', isLarge ? 'h-12 max-w-48' : 'h-8 max-w-32')}
        />
      )}
      <span className="wrap-anywhere min-w-0 font-semibold">{name}</span>
    </>
  )
}

/** Stores the program whose branding the sign-in page shows. */
export function useLastBrand(program: BrandedProgram | undefined) {
  const slug = program?.brand.slug
  useLayoutEffect(() => {
    if (slug !== undefined) rememberSlug(slug)
  }, [slug])
}

function rememberSlug(slug: string | null) {
  try {
    if (slug === null) localStorage.removeItem(LAST)
    else localStorage.setItem(LAST, slug)
  } catch {
    // Without storage, the sign-in page has no branding.
  }
}

/** Removes the program's slug from an emailed link's URL and stores it for the sign-in page. */
export function adoptLinkBrand() {
  const url = new URL(location.href)
  const slug = url.searchParams.get('program')
  if (slug === null || url.pathname === '/partner/sign-in') return
  url.searchParams.delete('program')
  history.replaceState(null, '', url)
  rememberSlug(slug)
}

/** The program for the sign-in page: the one in its URL, else the last one shown in this browser. */
export function useSignInBrand(slug: string | null): BrandedProgram | undefined {
  const wantedSlug = slug ?? lastSlug()
  const query = useQuery({ ...brandQuery(wantedSlug ?? ''), enabled: wantedSlug !== null })
  return query.data ?? undefined
}

const brandQuery = (slug: string) =>
  queryOptions({
    queryKey: ['partner', 'brand', slug],
    queryFn: () =>
      read(api.GET('/api/partner/brands/{slug}', { params: { path: { slug } } })).then(
        ({ data }) => data,
        (failure) => {
          if (failure instanceof ApiError && failure.status === 404) return null
          throw failure
        },
      ),
  })

function lastSlug(): string | null {
  try {
    return localStorage.getItem(LAST)
  } catch {
    return null
  }
}
