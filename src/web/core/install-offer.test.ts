import { expect, test } from 'vitest'
import { addDays, day } from '#kernel/day.ts'
import { installFacts, installWay, isOffered } from './install-offer.ts'

const today = day('2026-11-23')

test('offer to install: after the second submission, and not again within 90 days', () => {
  const offered = (submissions: number, days_ago: number | null) =>
    isOffered({ submissions, shown_on: days_ago === null ? null : addDays(today, -days_ago) }, today)
  expect([offered(0, null), offered(1, null), offered(2, null)]).toEqual([false, false, true])
  expect([offered(2, 0), offered(9, 89), offered(9, 90)]).toEqual([false, false, true])
})

test('offer to install: what is kept counts where it can be read', () => {
  expect(installFacts('{"submissions":2,"shown_on":"2026-11-01"}')).toEqual({
    submissions: 2,
    shown_on: '2026-11-01',
  })
  for (const kept of [null, '', 'null', '[]', '{"submissions":"2","shown_on":"soon"}'])
    expect(installFacts(kept)).toEqual({ submissions: 0, shown_on: null })
})

test('offer to install: a button where the browser has one, the share menu on Apple’s phones and tablets', () => {
  const chrome = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142.0 Mobile Safari/537.36'
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile Safari/604.1'
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.6 Safari/605.1.15'
  const way = (userAgent: string, more: object = {}) =>
    installWay({ userAgent, maxTouchPoints: 0, isInstalled: false, asks: false, ...more })
  expect(way(chrome, { asks: true })).toBe('button')
  expect([way(chrome), way(mac)]).toEqual([null, null])
  expect([way(iphone), way(mac, { maxTouchPoints: 5 })]).toEqual(['share_menu', 'share_menu'])
  expect([way(iphone, { isInstalled: true }), way(chrome, { asks: true, isInstalled: true })]).toEqual([
    null,
    null,
  ])
})
