import { routeOf } from './route.js';
import { mount } from './ui/mount.js';

// Each entry is a chunk of its own, so that a respondent downloads only the recorder.
async function open(): Promise<void> {
  const route = routeOf(location.pathname);
  if (route.entry === 'recorder') {
    const { openRecorder } = await import('./recorder/recorder.entry.js');
    mount(openRecorder(route));
    return;
  }
  if (route.entry === 'room') {
    const { openRoom } = await import('./room/room.entry.js');
    mount(openRoom(route));
    return;
  }
  if (route.entry === 'account') {
    const { openAccount } = await import('./account/account.entry.js');
    mount(openAccount(route.page));
    return;
  }
  if (route.entry === 'console') {
    const { openConsole } = await import('./console/console.entry.js');
    mount(openConsole());
    return;
  }
  const { Landing } = await import('./landing/landing.js');
  mount(<Landing known={route.entry === 'landing'} />);
}

void open();
