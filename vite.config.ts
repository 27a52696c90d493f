import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Decoders of scans in PDF files: pdf.js loads them by these names, and only for files that need them. */
const scanDecoders: Plugin = {
  name: 'pdf-scan-decoders',
  generateBundle() {
    for (const name of ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'])
      this.emitFile({
        type: 'asset',
        fileName: `pdf/${name}`,
        source: readFileSync(createRequire(import.meta.url).resolve(`pdfjs-dist/wasm/${name}`)),
      })
  },
}

/**
 * One browser bundle, served by the server itself (architecture, "What runs"). Nothing inline: the page runs under
 * a content security policy without 'unsafe-inline' (quality S11), so small files are not folded into data: URLs.
 */
export default defineConfig({
  plugins: [react(), tailwindcss(), scanDecoders],
  publicDir: 'src/web/public',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    chunkSizeWarningLimit: 800,
    modulePreload: { polyfill: false },
    // What starts every page is one file: a request costs browser and server more than the bytes. Sharing files between
    // pages as well would need `strictExecutionOrder`: without it pages ran before what they import (decision 0156).
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } } },
  },
})
