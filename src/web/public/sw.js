// The service worker of Stint (decision 0039). It keeps one page for the time without a connection, and nothing else: no
// page of a person, no answer of /api or /graphql, no stored file. Built files are the browser's to keep: their names hold
// their hash. A worker between them and the page once lost some of them, and the page stayed white.
const files = 'stint-offline-1'
const offline = ['/offline.html', '/offline.css', '/offline.js', '/favicon.svg']

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(files).then((cache) => cache.addAll(offline)))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name !== files)
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(() => caches.match('/offline.html')))
  else if (offline.includes(url.pathname))
    event.respondWith(fetch(request).catch(() => caches.match(url.pathname)))
})
