// SPDX-License-Identifier: GPL-3.0-or-later
/** The page: its frame, and the view that is open. */
import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './style/index.css';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { spoken } from './announce';
import { link } from './link';
import { notice, undo, dismiss } from './notice';
import { Icon } from './parts/layout';
import { Help } from './parts/help';
import { Mark } from './parts/mark';
import { type View, view, VIEWS } from './route';
import { sounds, textBoard, theme, type Theme } from './settings';
import { Analyse } from './views/analyse';
import { Play } from './views/play';
import { Report } from './views/report';
import { Understand } from './views/understand';
import { Watch } from './views/watch';

const TITLES: Record<View, string> = { play: 'Play', analyse: 'Analyse', understand: 'Understand', watch: 'Watch', report: 'Report' };
const PAGES: Record<View, () => preact.JSX.Element> = { play: Play, analyse: Analyse, understand: Understand, watch: Watch, report: Report };

function Frame() {
  const Page = PAGES[view.value];
  const [help, setHelp] = useState(false);
  useEffect(() => {
    document.title = `${TITLES[view.value]} · Xanthos`;
  }, [view.value]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === '?' && !/^(INPUT|TEXTAREA|SELECT)$/.test((event.target as HTMLElement).tagName)) setHelp(true);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById('main')?.focus(); }}>Skip to the board</a>
      <header class="head">
        <a class="brand" href="#play" aria-label="Xanthos, play">
          <Mark />
          <span>Xanthos</span>
        </a>
        <nav class="tabs" aria-label="Views">
          {VIEWS.map((name) => (
            <a key={name} href={`#${name}`} aria-current={view.value === name ? 'page' : undefined}>{TITLES[name]}</a>
          ))}
        </nav>
        <div class="head-tools">
          <Connection />
          <button type="button" class="icon" aria-pressed={textBoard.value} aria-label="Board as text" title="Board as text" onClick={() => (textBoard.value = !textBoard.value)}>
            <Icon d="M5 6h14M5 12h14M5 18h9" />
          </button>
          <button type="button" class="icon" aria-pressed={sounds.value} aria-label={sounds.value ? 'Sounds on' : 'Sounds off'} title={sounds.value ? 'Sounds on' : 'Sounds off'} onClick={() => (sounds.value = !sounds.value)}>
            <Icon d={sounds.value ? 'M4 10v4h4l5 4V6l-5 4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11' : 'M4 10v4h4l5 4V6l-5 4zM17 10l4 4m0-4-4 4'} />
          </button>
          <ThemeSwitch />
          <button type="button" class="icon" aria-label="Help and keys" title="Help and keys (?)" onClick={() => setHelp(true)}>
            <Icon d="M9.2 9a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.6v.1" />
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Page />
      </main>
      <div class="notice" data-on={notice.value !== ''}>
        <span aria-hidden="true">{notice.value}</span>
        {undo.value && <button type="button" onClick={takeBack}>Undo</button>}
      </div>
      <div class="unseen" role="status" aria-live="polite" id="spoken">{spoken.value}</div>
      {help && <Help onClose={() => setHelp(false)} />}
    </>
  );
}

function takeBack() {
  undo.peek()?.();
  dismiss();
}

function Connection() {
  const state = link.state.value;
  const text = state === 'open' ? 'Connected' : state === 'connecting' ? 'Connecting' : 'Connection lost, reconnecting';
  return <span class="connection" data-state={state} role="status" aria-label={text} title={text} />;
}

const NEXT: Record<Theme, Theme> = { auto: 'light', light: 'dark', dark: 'auto' };
const THEME_ICON: Record<Theme, string> = {
  auto: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  light: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  dark: 'M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5z',
};

function ThemeSwitch() {
  const now = theme.value;
  const words = { auto: 'System theme', light: 'Light theme', dark: 'Dark theme' }[now];
  return (
    <button type="button" class="icon theme" aria-label={words} title={words} onClick={() => (theme.value = NEXT[now])}>
      <Icon d={THEME_ICON[now]} />
    </button>
  );
}

link.connect();
const root = document.getElementById('page');
if (root) {
  root.textContent = '';
  render(<Frame />, root);
}
