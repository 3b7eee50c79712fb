import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Below this many bytes a compressed file is no smaller on the network. */
const WORTH_COMPRESSING = 1000;
const COMPRESSIBLE = /\.(js|css|svg)$/;
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Lays `name.br` and `name.gz` beside each asset, for servers that send them as they are, such as the gateway. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (!COMPRESSIBLE.test(fileName) || content.length < WORTH_COMPRESSING) continue;
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.br`,
            source: brotliCompressSync(content, BEST),
          });
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.gz`,
            source: gzipSync(content, { level: 9 }),
          });
        }
      },
    },
  };
}
