// SPDX-License-Identifier: GPL-3.0-or-later
/** Sounds made on the spot, off unless asked for: wood on wood, no files to load. */
import { sounds } from './settings';

let context: AudioContext | null = null;

function knock(frequency: number, seconds: number, loudness: number, delay = 0): void {
  context ??= new AudioContext();
  const at = context.currentTime + delay;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(frequency, at);
  tone.frequency.exponentialRampToValueAtTime(frequency * 0.5, at + seconds);
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + seconds);
}

/** The sound of a move by its SAN. */
export function moveSound(san: string): void {
  if (!sounds.peek()) return;
  try {
    knock(san.includes('x') ? 220 : 320, 0.09, 0.25);
    if (/[+#]/.test(san)) knock(520, 0.14, 0.18, 0.08);
  } catch {
    // A browser without sound plays without it.
  }
}

export function endSound(): void {
  if (!sounds.peek()) return;
  try {
    knock(392, 0.25, 0.2);
    knock(294, 0.4, 0.2, 0.18);
  } catch {
    // As above.
  }
}
