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
import { Boundary } from './parts/boundary';
import { Icon } from './parts/layout';
import { Help, Settings } from './parts/help';
import { Mark } from './parts/mark';
import { PreviewBoard } from './parts/mini-board';
import { inWorkspace, open, type View, view, VIEWS } from './route';
import { sounds, textBoard, theme, type Theme } from './settings';
import { Play } from './views/play';
import { leave } from './views/play-game';
import { clear, openFile, paste } from './views/study';
import { Watch } from './views/watch';
import { forget } from './views/watch-game';
import { Workspace } from './views/workspace';

const TITLES: Record<View, string> = { play: 'Play', analyse: 'Analyse', understand: 'Understand', watch: 'Watch', report: 'Report' };
const PAGES: Record<View, () => preact.JSX.Element> = { play: Play, analyse: Workspace, understand: Workspace, watch: Watch, report: Workspace };
/** What a view works on, if that is what makes it fail. */
const RESETS: Record<View, () => void> = { play: leave, analyse: clear, understand: clear, watch: forget, report: clear };

function Frame() {
  const Page = PAGES[view.value];
  const [help, setHelp] = useState(false);
  const [settings, setSettings] = useState(false);
  const over = useDrop();
  useUnfolding();
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
          <button type="button" class="icon" aria-label="Settings" title="Settings" onClick={() => setSettings(true)}>
            <Icon d="M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3.500v2.700M12 17.800v2.700M3.500 12h2.700M17.800 12h2.700M6 6l1.900 1.900M16.100 16.100 18 18M6 18l1.900-1.900M16.100 7.900 18 6" />
          </button>
          <button type="button" class="icon" aria-label="Help and keys" title="Help and keys (?)" onClick={() => setHelp(true)}>
            <Icon d="M9.2 9a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.6v.1" />
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Boundary name={view.value} onReset={RESETS[view.value]}><Page /></Boundary>
      </main>
      {over && <div class="dropping" aria-hidden="true">Drop a PGN or FEN to open it</div>}
      <PreviewBoard />
      <div class="notice" data-on={notice.value !== ''}>
        <span aria-hidden="true">{notice.value}</span>
        {undo.value && <button type="button" onClick={takeBack}>Undo</button>}
      </div>
      <div class="unseen" role="status" aria-live="polite" id="spoken">{spoken.value}</div>
      {settings && <Settings onClose={() => setSettings(false)} />}
      {help && <Help onClose={() => setHelp(false)} />}
    </>
  );
}

/** Paste and drop work everywhere: a FEN or a PGN opens in the workspace. */
function useDrop(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const show = (opened: Promise<boolean>) => void opened.then((good) => good && !inWorkspace(view.peek()) && open('analyse'));
    const pasted = (event: ClipboardEvent) => {
      if ((event.target as Element | null)?.closest?.('input, textarea, select, dialog')) return;
      const [file] = event.clipboardData?.files ?? [];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (file) show(openFile(file));
      else if (text.trim()) show(paste(text));
    };
    const dragged = (event: DragEvent) => {
      // A text field takes text by itself.
      const files = event.dataTransfer?.types.includes('Files');
      if (!files && (event.target as Element | null)?.closest?.('input, textarea')) return;
      if (!files && !event.dataTransfer?.types.includes('text/plain')) return;
      event.preventDefault();
      setOver(true);
    };
    const left = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const dropped = (event: DragEvent) => {
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      const text = event.dataTransfer?.getData('text/plain') ?? '';
      if (!file && (!text.trim() || (event.target as Element | null)?.closest?.('input, textarea'))) return;
      event.preventDefault();
      show(file ? openFile(file) : paste(text));
    };
    document.addEventListener('paste', pasted);
    document.addEventListener('dragover', dragged);
    document.addEventListener('dragleave', left);
    document.addEventListener('drop', dropped);
    return () => {
      document.removeEventListener('paste', pasted);
      document.removeEventListener('dragover', dragged);
      document.removeEventListener('dragleave', left);
      document.removeEventListener('drop', dropped);
    };
  }, []);
  return over;
}

/** What is unfolded inside a panel that scrolls comes into sight, or nobody would see that there is more. */
function useUnfolding(): void {
  useEffect(() => {
    const clicked = (event: MouseEvent) => {
      const details = (event.target as Element | null)?.closest?.('summary')?.parentElement;
      // The click opens it after everybody has heard of it.
      if (details instanceof HTMLDetailsElement) requestAnimationFrame(() => details.open && details.scrollIntoView({ block: 'nearest' }));
    };
    addEventListener('click', clicked);
    return () => removeEventListener('click', clicked);
  }, []);
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
