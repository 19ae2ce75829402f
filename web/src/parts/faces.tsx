// SPDX-License-Identifier: GPL-3.0-or-later
/** Faces of the opponents, drawn here: one head, and what makes it somebody. */
import type { ComponentChildren } from 'preact';

type Hair = 'short' | 'long' | 'bun' | 'curly' | 'bald' | 'spiky' | 'parted' | 'none';

interface Looks {
  ground: string;
  skin: string;
  shirt: string;
  hair: Hair;
  hue: string;
  brow?: 'flat' | 'stern' | 'raised';
  mouth?: 'smile' | 'grin' | 'flat' | 'open' | 'smirk';
  glasses?: boolean;
  beard?: boolean;
  moustache?: boolean;
  freckles?: boolean;
  extra?: ComponentChildren;
}

function back(hair: Hair, hue: string): ComponentChildren {
  if (hair === 'long') return <path fill={hue} d="M16 46c-2-8 0-14 0-19C16 15 22 8 32 8s16 7 16 19c0 5 2 11 0 19z" />;
  if (hair === 'bun') return <circle cx="32" cy="9" r="6" fill={hue} />;
  return null;
}

function front(hair: Hair, hue: string): ComponentChildren {
  switch (hair) {
    case 'short':
      return <path fill={hue} d="M19 28c-2-11 4-18 13-18s15 7 13 18c-1-5-3-8-6-9-4 2-12 2-15 0-2 2-4 5-5 9z" />;
    case 'parted':
      return <path fill={hue} d="M19 29c-3-12 4-20 14-20 9 0 14 8 12 20-1-5-2-8-4-10-6 1-11-1-14-4-2 4-6 6-8 14z" />;
    case 'long':
      return <path fill={hue} d="M19 28c0-10 5-16 13-16s13 6 13 16c-3-3-5-6-6-9-5 4-14 5-20 9z" />;
    case 'bun':
      return <path fill={hue} d="M19 27c-1-10 5-15 13-15s14 5 13 15c-2-6-6-9-13-9s-11 3-13 9z" />;
    case 'curly':
      return (
        <g fill={hue}>
          {[[21, 21, 5], [24, 15, 5.5], [31, 12, 6], [38, 14, 5.5], [43, 20, 5]].map(([x, y, r]) => <circle key={x} cx={x} cy={y} r={r} />)}
        </g>
      );
    case 'spiky':
      return <path fill={hue} d="M19 27 17 16l6 3 1-9 6 6 4-8 4 8 6-4 0 8 5-2-3 9c-3-6-8-8-14-8s-11 3-13 8z" />;
    case 'bald':
      return <path fill={hue} d="M19 31c-2-4-2-8 0-11 1 2 1 4 1 6zM45 31c2-4 2-8 0-11-1 2-1 4-1 6z" />;
    default:
      return null;
  }
}

const MOUTHS = {
  smile: <path d="M27 36.5c3 2.6 7 2.6 10 0" />,
  grin: <path d="M26.5 35.5h11c-.6 4-3 5.2-5.500 5.200s-5-1.200-5.500-5.200z" fill="#fff" />,
  flat: <path d="M27.500 37.200h9" />,
  open: <ellipse cx="32" cy="37.500" rx="2.400" ry="2.800" fill="#7a2f2a" stroke="none" />,
  smirk: <path d="M28 37.500c3 .8 6 .3 8-1.700" />,
};

const BROWS = {
  flat: 'M24.500 24.500h5M34.500 24.500h5',
  stern: 'M24 23.500l5.500 2M40 23.500l-5.500 2',
  raised: 'M24.500 24c1.500-1.700 3.500-1.700 5 0M34.500 24c1.500-1.700 3.500-1.700 5 0',
};

function Head(props: Looks) {
  const ink = '#2c231b';
  return (
    <>
      <rect width="64" height="64" fill={props.ground} />
      {back(props.hair, props.hue)}
      <path fill={props.shirt} d="M9 64c1-11 9-16 23-16s22 5 23 16z" />
      <path fill={props.skin} d="M27 38h10v10c-2 3-8 3-10 0z" />
      <circle cx="19" cy="30" r="3" fill={props.skin} />
      <circle cx="45" cy="30" r="3" fill={props.skin} />
      <ellipse cx="32" cy="28.500" rx="13" ry="14.500" fill={props.skin} />
      {props.beard && <path fill={props.hue} d="M19 30c0 11 5 15.500 13 15.500S45 41 45 30c-2 4.500-4 5.300-7 4.800-2-.6-10-.6-12 0-3 .5-5-.3-7-4.800z" />}
      <circle cx="27" cy="29" r="1.700" fill={ink} />
      <circle cx="37" cy="29" r="1.700" fill={ink} />
      <g fill="none" stroke={ink} stroke-width="1.500" stroke-linecap="round" stroke-linejoin="round">
        <path d={BROWS[props.brow ?? 'flat']} />
        <path d="M32 29.500l-1.200 3.300h2" opacity="0.500" />
        {MOUTHS[props.mouth ?? 'smile']}
      </g>
      {props.freckles && <g fill="#b5652f" opacity="0.700">{[[23, 33], [25, 34.500], [39, 34.500], [41, 33]].map(([x, y]) => <circle key={x} cx={x} cy={y} r="0.800" />)}</g>}
      {props.moustache && <path fill={props.hue} d="M32 34.300c-2.500-1.600-6-.8-7.500 2.200 3 .5 5.500.2 7.500-1 2 1.200 4.500 1.500 7.500 1-1.500-3-5-3.800-7.500-2.200z" />}
      {front(props.hair, props.hue)}
      {props.glasses && (
        <g fill="#ffffff55" stroke={ink} stroke-width="1.400">
          <circle cx="26.500" cy="29" r="4.600" />
          <circle cx="37.500" cy="29" r="4.600" />
          <path d="M31.100 28.500h1.800" />
        </g>
      )}
      {props.extra}
    </>
  );
}

/** A head of metal with windows for eyes; `plus` is what the better one has on its aerial. */
function Robot(props: { plus?: boolean; ground: string }) {
  return (
    <>
      <rect width="64" height="64" fill={props.ground} />
      <path fill="#6c7a86" d="M10 64c1-9 8-13 22-13s21 4 22 13z" />
      <path stroke="#5b6772" stroke-width="2" d="M32 14V8" />
      {props.plus ? <path stroke="#e3ac53" stroke-width="3.500" d="M32 2.500v9M27.500 7h9" /> : <circle cx="32" cy="7" r="3" fill="#e3ac53" />}
      <rect x="16" y="14" width="32" height="30" rx="7" fill="#c9d2d9" />
      <rect x="13" y="25" width="4" height="10" rx="2" fill="#8b98a3" />
      <rect x="47" y="25" width="4" height="10" rx="2" fill="#8b98a3" />
      {[0, 1].map((eye) => (
        <g key={eye}>
          <rect x={20.500 + eye * 13} y="20" width="10" height="10" rx="1.500" fill="#22303a" />
          {[0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => <rect key={`${row}${column}`} x={21.500 + eye * 13 + column * 2.900} y={21 + row * 2.900} width="2.200" height="2.200" fill={(row + column + eye) % 2 ? '#4fa9df' : '#a7dcff'} />))}
        </g>
      ))}
      <path d="M24 37h16" stroke="#22303a" stroke-width="2" stroke-linecap="round" />
      <path d="M28 35v4M32 35v4M36 35v4" stroke="#22303a" stroke-width="1.200" />
    </>
  );
}

const MARK_HEAD = 'M8.500 28c.3-5.200 2.400-8.200 5.200-10.600-1.600.5-3 1.200-4.100 2.400-.9 1-2 1.900-3.300 1.500-1.200-.4-1.900-1.600-1.700-2.800.2-1.600 1.600-2.600 2.300-4 .9-1.900 1.200-4 2.800-5.500 1.400-1.300 3.200-1.900 4.600-3.200l.6-3 2.600 2.400C23 6.200 26.600 11.500 26.800 18.300c.1 3.400-.6 6.700-1.500 9.700z';
const MARK_MANE = 'M17.500 5.200c5.100 1.500 9.400 6.600 9.300 13.600 0 3.200-.7 6.300-1.500 9.200h-3.200c1.500-4.400 2.100-9 .8-13.400-1-3.600-2.900-6.900-5.400-9.400z';

const FACES: Record<string, () => ComponentChildren> = {
  '500': () => <Head ground="#f7d98c" skin="#f6c9a0" shirt="#d9633f" hair="spiky" hue="#b5652f" mouth="grin" brow="raised" freckles />,
  '800': () => <Head ground="#bfe0c5" skin="#8d5a3b" shirt="#3f7f66" hair="curly" hue="#2b1d15" mouth="smile" brow="raised" />,
  '1100': () => <Head ground="#c8d9f0" skin="#f3c7a5" shirt="#5a76b5" hair="long" hue="#8a4a22" mouth="smile" />,
  '1400': () => <Head ground="#ecc9b8" skin="#d9a173" shirt="#7d3b2c" hair="short" hue="#3a2a1f" mouth="smirk" />,
  '1700': () => <Head ground="#d5cbe8" skin="#f0c29b" shirt="#55407f" hair="bun" hue="#54321c" mouth="flat" glasses />,
  '2000': () => <Head ground="#c3dcdd" skin="#b97f55" shirt="#2d5d63" hair="parted" hue="#1f1712" mouth="flat" beard />,
  '2400': () => <Head ground="#d9d3c5" skin="#edc3a0" shirt="#2e2a26" hair="bald" hue="#8d8478" mouth="flat" brow="stern" glasses extra={<path fill="#fff" d="M28 48l4 5 4-5v16h-8z" />} />,
  full: () => (
    <>
      <rect width="64" height="64" fill="#3a2a17" />
      <g transform="translate(5 5) scale(1.700)">
        <path fill="#e3ac53" d={MARK_HEAD} />
        <path fill="#96570f" d={MARK_MANE} />
        <circle cx="13.900" cy="11.600" r="1.050" fill="#3a2a17" />
      </g>
    </>
  ),
  axon: () => (
    <Head
      ground="#b9d8d2" skin="#eec4a3" shirt="#31544f" hair="bald" hue="#f4f1ea" mouth="smile" glasses beard
      extra={<g stroke="#2f7f74" stroke-width="1.600" fill="#2f7f74"><path fill="none" d="M8 10l8 6M8 10l-3 9M56 10l-8 6M56 10l3 9" /><circle cx="8" cy="10" r="2.600" /><circle cx="56" cy="10" r="2.600" /></g>}
    />
  ),
  achilles: () => (
    <Head
      ground="#f0c9a4" skin="#d9a273" shirt="#8f2f22" hair="none" hue="#3a2a1f" brow="stern" mouth="flat"
      extra={
        <>
          <path fill="#b3402f" d="M28 12C20 8 12 12 8 24c5-5 10-6 16-5zM30 4c12-3 22 4 25 20-6-8-14-12-25-13z" />
          <path fill="#d8a94a" d="M17 32c-2-14 5-23 15-23s17 9 15 23l-3 10-4-2 2-11-7-1-3 6-3-6-7 1 2 11-4 2z" />
          <path fill="none" stroke="#9c7427" stroke-width="1.200" d="M32 9v19M22 25c3-1 6-1 8 1M42 25c-3-1-6-1-8 1" />
        </>
      }
    />
  ),
  baguette: () => (
    <Head
      ground="#cfdcf2" skin="#f2c8a6" shirt="#3b4f86" hair="short" hue="#2f2118" moustache mouth="smile"
      extra={
        <>
          <path fill="#b3322f" d="M15 19c-1-8 8-13 18-12 9 1 16 6 15 11-8-3-24-3-33 1z" />
          <circle cx="33" cy="6.500" r="1.800" fill="#b3322f" />
          <path fill="#d9963e" d="M45 62 58 36c2-3 6-1 5 2L52 64z" />
          <path stroke="#f6dca6" stroke-width="1.500" d="M52 52l4 1M55 46l4 1M58 40l4 1" />
        </>
      }
    />
  ),
  bannan: () => (
    <Head
      ground="#e8d7a8" skin="#c98f63" shirt="#8a2338" hair="short" hue="#241a14" mouth="smile"
      extra={<g fill="none" stroke="#33302d" stroke-width="3.500"><path d="M17 29C16 14 24 7 32 7s16 7 15 22" /><path stroke-width="6" stroke-linecap="round" d="M17 28v6M47 28v6" /></g>}
    />
  ),
  'bannan-cnn': () => <Robot ground="#dccbb2" />,
  'bannan-cnn-plus': () => <Robot ground="#b8d0c0" plus />,
  comp4121: () => (
    <Head
      ground="#c7cfe6" skin="#f4cfae" shirt="#40444f" hair="parted" hue="#17120e" glasses mouth="smirk"
      extra={<><path fill="#40444f" d="M14 50c-3-10 2-14 4-15 0 8 4 12 8 14zM50 50c3-10-2-14-4-15 0 8-4 12-8 14z" /><path fill="#e7f0f5" d="M18 56h28l2 8H16z" /></>}
    />
  ),
  'comp4121-mcts': () => (
    <Head
      ground="#cfe0bd" skin="#f4cfae" shirt="#4d6b35" hair="none" hue="#17120e" mouth="open" brow="raised"
      extra={
        <>
          <rect x="19" y="2" width="26" height="20" rx="4" fill="#fffaf0" stroke="#4d6b35" stroke-width="1.500" />
          {[[25, 7.500], [39, 7.500], [32, 12], [25, 16.500], [39, 16.500]].map(([x, y]) => <circle key={`${x}${y}`} cx={x} cy={y} r="2.100" fill="#2c231b" />)}
        </>
      }
    />
  ),
};

/** A portrait; whoever is unknown here gets a pawn. */
export function Face(props: { who: string; class?: string }) {
  const draw = FACES[props.who];
  return (
    <svg class={`face ${props.class ?? ''}`} viewBox="0 0 64 64" aria-hidden="true">
      {draw ? draw() : (
        <>
          <rect width="64" height="64" fill="#d9cbb0" />
          <path fill="#5b4a36" d="M32 12a9 9 0 0 1 5 16.500c1 9 4 14 9 18v6H18v-6c5-4 8-9 9-18A9 9 0 0 1 32 12z" />
        </>
      )}
    </svg>
  );
}
