import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    // Far older than what can record: a browser that cannot must still be able to say so.
    target: ['chrome91', 'edge91', 'safari15', 'firefox90'],
    // The page's content security policy lets nothing inline through: every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
