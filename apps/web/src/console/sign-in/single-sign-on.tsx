import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { Shell } from '../../ui/shell.js';
import { call } from '../api/console-client.js';
import { singleSignOnCopy } from '../copy/console.copy.js';
import { Page } from '../shell/page.js';
import { Loading, Problem } from '../shell/states.js';
import { SignInCode } from './sign-in-code.js';

/** Where providers send browsers back to. */
export const SINGLE_SIGN_ON_PATH = '/console/single-sign-on';
const ASKED_FOR = 'capture.page-asked-for';

/** Leads to the provider of whose address is typed, if their organization has one. */
export function SingleSignOnButton({ email }: { email: () => HTMLInputElement | null }) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: (address: string) =>
      call('post', '/console/api/sign-in/single-sign-on', { body: { email: address } }),
    onSuccess: ({ url }) => {
      sessionStorage.setItem(ASKED_FOR, location.pathname + location.search);
      location.assign(url);
    },
    gcTime: 0,
  });
  const begin = () => {
    const input = email();
    if (!isPending && input?.reportValidity()) mutate(input.value);
  };
  return (
    <>
      <Problem error={error} />
      <Button onClick={begin}>{singleSignOnCopy.action}</Button>
    </>
  );
}

/** The page that a provider sends the browser back to. What it brings leaves the address bar first. */
export function SingleSignOn() {
  const hasBegun = useRef(false);
  const [challenge, setChallenge] = useState<string | null>(null);
  const [hasEnded, setHasEnded] = useState(false);
  const { mutate, error } = useMutation({
    mutationFn: (answer: string) =>
      call('post', '/console/api/sign-in/single-sign-on/finish', { body: { answer } }),
    onSuccess: (result) => ('challenge' in result ? setChallenge(result.challenge) : goOn()),
    gcTime: 0,
  });
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const answer = location.search;
    history.replaceState(null, '', SINGLE_SIGN_ON_PATH);
    mutate(answer === '' ? '?' : answer);
  }, [mutate]);
  return (
    <Shell>
      <div className="panel panel--alone">
        {error || hasEnded ? (
          <Refused error={error} />
        ) : challenge === null ? (
          <Loading />
        ) : (
          <SignInCode
            challenge={challenge}
            onEnter={goOn}
            onEnded={() => setHasEnded(true)}
            onBack={() => location.replace('/console')}
          />
        )}
      </div>
    </Shell>
  );
}

function Refused({ error }: { error: Error | null }) {
  return (
    <Page title={singleSignOnCopy.refused}>
      {error ? (
        <Problem error={error} />
      ) : (
        <Notice tone="alert">
          <p>{singleSignOnCopy.ended}</p>
        </Notice>
      )}
      <p>
        <a href="/console">{singleSignOnCopy.back}</a>
      </p>
    </Page>
  );
}

/** To the page that was asked for before, which lies below `/console` as every page of this app. */
function goOn(): void {
  const path = sessionStorage.getItem(ASKED_FOR) ?? '';
  sessionStorage.removeItem(ASKED_FOR);
  const isOurs = /^\/console(\/|$)/.test(path) && !path.startsWith(SINGLE_SIGN_ON_PATH);
  location.replace(isOurs ? path : '/console');
}
