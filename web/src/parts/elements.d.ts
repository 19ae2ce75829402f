// SPDX-License-Identifier: GPL-3.0-or-later
// chessground draws pieces as <piece>; the promotion dialog borrows the element for its pictures.
import type { JSX as Preact } from 'preact';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      piece: Preact.HTMLAttributes<HTMLElement>;
    }
  }
}
