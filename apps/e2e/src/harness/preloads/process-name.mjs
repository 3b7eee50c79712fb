/** What this process of an instance is called, such as `recordings`; undefined in what starts an instance. */
export const processName = /[\\/]dist[\\/]processes[\\/]([\w-]+)\.js$/.exec(process.argv[1] ?? '')?.[1];
