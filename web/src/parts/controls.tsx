// SPDX-License-Identifier: GPL-3.0-or-later
/** The small parts forms are made of. */
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

/** A row of choices of which one is taken: radio buttons that look like one switch. */
export function Choice<T extends string | number>(props: {
  label: string;
  hidden?: boolean;
  value: T;
  options: readonly (readonly [T, ComponentChildren, string?])[];
  onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend class={props.hidden ? 'unseen' : ''}>{props.label}</legend>
      <div class="choice-row">
        {props.options.map(([value, text, title]) => (
          <label key={value} title={title}>
            <input type="radio" name={name} value={value} checked={value === props.value} onChange={() => props.onChange(value)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Field(props: { label: string; hint?: ComponentChildren; children: ComponentChildren }) {
  return (
    <label class="field">
      <span class="field-label">{props.label}</span>
      {props.children}
      {props.hint && <span class="field-hint">{props.hint}</span>}
    </label>
  );
}

export function NumberField(props: { label: string; value: number; min: number; max: number; step?: number; onChange: (value: number) => void }) {
  return (
    <Field label={props.label}>
      <input
        type="number"
        value={props.value}
        min={props.min}
        max={props.max}
        step={props.step ?? 1}
        onChange={(event) => {
          const value = Number(event.currentTarget.value);
          if (Number.isFinite(value)) props.onChange(Math.min(props.max, Math.max(props.min, value)));
        }}
      />
    </Field>
  );
}

/** A button that asks once more before it does something that can't be undone. */
export function ConfirmButton(props: { children: ComponentChildren; question: string; disabled?: boolean; onConfirm: () => void }) {
  const [asking, setAsking] = useState(false);
  const timer = useRef(0);
  const click = () => {
    clearTimeout(timer.current);
    if (asking) {
      setAsking(false);
      props.onConfirm();
    } else {
      setAsking(true);
      timer.current = window.setTimeout(() => setAsking(false), 4000);
    }
  };
  return (
    <button type="button" class={asking ? 'button sure' : 'button'} disabled={props.disabled} onClick={click}>
      {asking ? props.question : props.children}
    </button>
  );
}

/** Hands a text to the user as a file. */
export function download(name: string, mime: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mime }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Reads a file that the user chose. */
export function FileButton(props: { accept: string; class?: string; children: ComponentChildren; onText?: (text: string, name: string) => void; onFile?: (file: File) => void }) {
  return (
    <label class={`${props.class ?? 'button'} file`}>
      {props.children}
      <input
        type="file"
        class="unseen"
        accept={props.accept}
        onChange={async (event) => {
          const input = event.currentTarget;
          const file = input.files?.[0];
          if (file) props.onFile?.(file);
          if (file && props.onText) props.onText(await file.text(), file.name);
          input.value = '';
        }}
      />
    </label>
  );
}
