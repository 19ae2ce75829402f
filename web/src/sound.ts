// SPDX-License-Identifier: GPL-3.0-or-later
/** Sounds made on the spot: wood on wood, a felt bottom, no files to load. */
import { sounds } from './settings';

let context: AudioContext | null = null;

/** The context, once the person has done something on the page: before that browsers forbid sound. */
function audio(): AudioContext | null {
  if (!sounds.peek() || navigator.userActivation?.hasBeenActive === false) return null;
  try {
    context ??= new AudioContext();
    return context;
  } catch {
    // A browser without sound plays without it.
    return null;
  }
}

/** A knock: a short burst of noise through a narrow filter, and the hollow tone of the board. */
function knock(to: AudioContext, pitch: number, loudness: number, delay = 0): void {
  const at = to.currentTime + delay;
  const length = Math.floor(to.sampleRate * 0.05);
  const buffer = to.createBuffer(1, length, to.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const noise = to.createBufferSource();
  noise.buffer = buffer;
  const filter = to.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch * 4;
  filter.Q.value = 1.4;
  const click = to.createGain();
  click.gain.value = loudness * 1.6;
  noise.connect(filter).connect(click).connect(to.destination);
  noise.start(at);
  tone(to, pitch, 0.09, loudness * 0.6, delay, 'triangle');
}

function tone(to: AudioContext, frequency: number, seconds: number, loudness: number, delay: number, type: OscillatorType): void {
  const at = to.currentTime + delay;
  const source = to.createOscillator();
  const volume = to.createGain();
  source.type = type;
  source.frequency.setValueAtTime(frequency, at);
  if (type === 'triangle') source.frequency.exponentialRampToValueAtTime(frequency * 0.55, at + seconds);
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(volume).connect(to.destination);
  source.start(at);
  source.stop(at + seconds);
}

/** The sound of a move by its SAN: one knock, two for a capture or castling, a ring for a check. */
export function moveSound(san: string): void {
  const to = audio();
  if (!to) return;
  knock(to, san.includes('x') ? 190 : 260, 0.3);
  if (san.includes('x')) knock(to, 330, 0.22, 0.05);
  if (san.startsWith('O-O')) knock(to, 240, 0.25, 0.11);
  if (/[+#]/.test(san)) tone(to, 740, 0.22, 0.1, 0.06, 'sine');
}

/** The end of a game: up for a win of the listener, down for a loss, level for a draw. */
export function endSound(how: 'won' | 'lost' | 'drawn' = 'drawn'): void {
  const to = audio();
  if (!to) return;
  const notes = { won: [392, 494, 587], lost: [392, 330, 262], drawn: [392, 392] }[how];
  notes.forEach((note, index) => tone(to, note, 0.32, 0.14, 0.12 + index * 0.15, 'sine'));
}

/** Time is short. */
export function lowTimeSound(): void {
  const to = audio();
  if (to) [0, 0.12].forEach((delay) => tone(to, 880, 0.08, 0.1, delay, 'sine'));
}
