import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.js';
import { pagePerEntry } from './build/page-per-entry.js';

/**
 * What several pages have in common is one script with one style sheet. By itself the build makes files of some hundred bytes of it, and
 * over HTTP/1.1 a browser asks for six at a time.
 */
const SHARED = new RegExp(
  [
    '/node_modules/(react|react-dom|scheduler)/',
    '@oxc-project.runtime|rolldown.runtime',
    '/web/src/(ui|language)/',
    '/web/src/console/api/console-client',
    '/web/src/recorder/(styles/(layout|prompt|camera|submitting)|copy/(format|question)|link|microphone|flow/resume)',
    '/web/src/recorder/screens/(facts|prompt|release)',
  ].join('|'),
);

export default defineConfig({
  plugins: [
    react(),
    pagePerEntry(
      {
        landing: '/src/landing/landing.tsx',
        recorder: '/src/recorder/recorder.entry.tsx',
        room: '/src/room/room.entry.tsx',
        account: '/src/account/account.entry.tsx',
        console: '/src/console/console.entry.tsx',
      },
      { console: ['/console/api/me'] },
    ),
    compressed(),
  ],
  build: {
    // Far older than what can record: a browser that cannot must still be able to say so.
    target: ['chrome91', 'edge91', 'safari15', 'firefox90'],
    // The page's content security policy lets nothing inline through: every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', test: SHARED }] } } },
    reportCompressedSize: false,
  },
});
