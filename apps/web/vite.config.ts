import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.js';
import { pagePerEntry } from './build/page-per-entry.js';

export default defineConfig({
  plugins: [
    react(),
    pagePerEntry({
      landing: '/src/landing/landing.tsx',
      recorder: '/src/recorder/recorder.entry.tsx',
      room: '/src/room/room.entry.tsx',
      account: '/src/account/account.entry.tsx',
      console: '/src/console/console.entry.tsx',
    }),
    compressed(),
  ],
  build: {
    // Far older than what can record: a browser that cannot must still be able to say so.
    target: ['chrome91', 'edge91', 'safari15', 'firefox90'],
    // The page's content security policy lets nothing inline through: every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
