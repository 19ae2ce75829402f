// SPDX-License-Identifier: GPL-3.0-or-later
/** The logo: the head of a horse with its mane, in one stroke and a half. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path class="mark-head" d="M8.5 28c.3-5.2 2.4-8.2 5.2-10.6-1.6.5-3 1.2-4.1 2.4-.9 1-2 1.9-3.3 1.5-1.2-.4-1.9-1.6-1.7-2.8.2-1.6 1.6-2.6 2.3-4 .9-1.9 1.2-4 2.8-5.5 1.4-1.3 3.2-1.9 4.6-3.2l.6-3 2.6 2.4C23 6.2 26.6 11.5 26.8 18.3c.1 3.4-.6 6.7-1.5 9.7z" />
      <path class="mark-mane" d="M17.5 5.2c5.1 1.5 9.4 6.6 9.3 13.6 0 3.2-.7 6.3-1.5 9.2h-3.2c1.5-4.4 2.1-9 .8-13.4-1-3.6-2.9-6.9-5.4-9.4z" />
      <circle class="mark-eye" cx="13.9" cy="11.6" r="1.05" />
    </svg>
  );
}
