import type { ReactNode } from 'react';
import { loadCatalogue } from './catalogues.js';
import { speak } from './language/catalogue.js';
import { markDocument, visitLanguage } from './language/visit-language.js';
import { routeOf, type Route } from './route.js';
import { mount } from './ui/mount.js';
import { UnloadedPage } from './ui/unloaded-page.js';

async function open(): Promise<void> {
  const route = routeOf(location.pathname);
  await setLanguage(route.entry);
  mount(await openPage(route).catch(unloaded));
}

function unloaded(cause: unknown): ReactNode {
  reportError(cause);
  return <UnloadedPage />;
}

/** Before the page is loaded: its texts are in the language that is set when their modules load. */
async function setLanguage(entry: Route['entry']): Promise<void> {
  const storage = () => localStorage;
  const language = visitLanguage({ location, history, storage, preferred: navigator.languages });
  try {
    speak(language, await loadCatalogue(language, entry));
    markDocument(language, document.documentElement);
  } catch {
    // Without its texts the page is in English, as index.html says.
  }
}

// Each entry is a chunk of its own, so that a respondent downloads only the recorder.
async function openPage(route: Route): Promise<ReactNode> {
  switch (route.entry) {
    case 'recorder':
      return (await import('./recorder/recorder.entry.js')).openRecorder(route);
    case 'room':
      return (await import('./room/room.entry.js')).openRoom(route);
    case 'account':
      return (await import('./account/account.entry.js')).openAccount(route.page);
    case 'console':
      return (await import('./console/console.entry.js')).openConsole();
    default: {
      const { Landing } = await import('./landing/landing.js');
      return <Landing known={route.entry === 'landing'} />;
    }
  }
}

void open();
