import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.js';
import type { Me } from '../api/queries.js';
import { passkeysCopy } from '../copy/passkeys.copy.js';
import { Problem } from '../shell/states.js';
import { signInWithPasskey } from './device.js';

/** Signs in with a passkey of this device. The person types no address and no code. */
export function PasskeySignInButton({ onEnter }: { onEnter: (me: Me) => void }) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => signInWithPasskey(),
    onSuccess: onEnter,
    gcTime: 0,
  });
  if (!browserSupportsWebAuthn()) return null;
  return (
    <>
      <Problem error={error} />
      <Button aria-disabled={isPending} onClick={() => !isPending && mutate()}>
        {passkeysCopy.signIn}
      </Button>
    </>
  );
}
