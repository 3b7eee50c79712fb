import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { readWaveform } from './read-waveform.js';
import { outlineOf } from './waveform.model.js';

interface WaveformProps {
  trackId: string;
  url: string;
  durationSec: number;
  /** Where it stands in the drawing. */
  x: number;
  width: number;
  height: number;
}

/**
 * The level of a track's sound under its lane. Nothing where it cannot be told: it is no more than a picture. Kept as it is while the
 * position moves, which draws the lane anew many times a second.
 */
export const Waveform = memo(({ trackId, url, durationSec, x, width, height }: WaveformProps) => {
  const { data } = useQuery({
    // By the track alone: another URL leads to the same sound.
    queryKey: ['waveform', trackId],
    queryFn: ({ signal }) => readWaveform(url, durationSec, signal),
    staleTime: Infinity,
    retry: false,
  });
  return data ? <path className="synced__wave" d={outlineOf(data, { x, width, height })} /> : null;
});
