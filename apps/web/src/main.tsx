import { routeOf } from './route.js';
import { mount } from './ui/mount.js';

// One entry per folder; each is a chunk of its own, so that a respondent downloads the recorder alone.
async function open(): Promise<void> {
  const route = routeOf(location.pathname);
  if (route.entry === 'recorder') {
    const { openRecorder } = await import('./recorder/recorder.entry.js');
    mount(openRecorder(route));
    return;
  }
  const { Landing } = await import('./landing/landing.js');
  mount(<Landing known={route.entry === 'landing'} />);
}

void open();
