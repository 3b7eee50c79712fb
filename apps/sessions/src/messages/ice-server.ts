import { StringField, StringListField } from '@capture/contracts';

/** A server by which two participants find a way to each other; what a browser's `RTCPeerConnection` takes. */
export class IceServer {
  @StringListField({ description: 'STUN or TURN addresses', example: ['stun:stun.example.org'] })
  urls: string[];
  @StringField({ optional: true, max: 500, description: 'For TURN' }) username?: string;
  @StringField({ optional: true, max: 500, description: 'For TURN' }) credential?: string;
}
