// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The one socket to the server: requests with answers, events, and coming back after a loss.
 *
 * ```ts
 * const state = await link.ask('play.new', { you: 'white' });  // typed by the request
 * link.on('play.state', (state) => …);                       // typed by the message
 * link.whenOpen(() => …);  // after every (re)connection, once `hello` is there
 * ```
 */
import { signal } from '@preact/signals';
import type { Answers, Hello, Message, Refusal as ServerRefusal, RefusalCode, Request } from './protocol';

export type RequestType = Request['type'];
export type RequestFields<T extends RequestType> = Omit<Extract<Request, { type: T }>, 'type'>;
export type MessageOf<T extends Message['type']> = Extract<Message, { type: T }>;
export type AnswerTo<T extends RequestType> = MessageOf<Answers[T]>;

export type LinkState = 'connecting' | 'open' | 'lost';

/** The server's refusal; `lost` and `too_long` are the page's own. */
export class Refusal extends Error implements Omit<ServerRefusal, 'code'> {
  code: RefusalCode | 'lost' | 'too_long';
  constructor(code: Refusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (why: Refusal) => void;
}

type Listener = (message: never) => void;

export class Link {
  /** Whether the server can be reached right now. */
  readonly state = signal<LinkState>('connecting');
  /** What the server offers; kept over a loss, so that the page stays as it was. */
  readonly hello = signal<Hello | null>(null);

  private socket: WebSocket | null = null;
  private nextId = 1;
  private waiting = new Map<number, Waiting>();
  private listeners = new Map<string, Set<Listener>>();
  private openers = new Set<() => void>();
  private pause = 200;

  constructor(private readonly address: string) {}

  connect(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => void this.greet(socket);
    socket.onmessage = (event) => this.receive(String(event.data));
    socket.onclose = () => this.lose(socket);
  }

  /** Sends a request; the answer, or a `Refusal`. */
  ask<T extends RequestType>(type: T, ...[fields]: object extends RequestFields<T> ? [fields?: RequestFields<T>] : [fields: RequestFields<T>]): Promise<AnswerTo<T>> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refusal('lost', 'No connection to the server.'));
    }
    const id = this.nextId++;
    const text = JSON.stringify({ id, type, ...fields });
    // The server would end the connection over a message that is too long, and everything with it.
    const most = this.hello.peek()?.limits.message_bytes ?? Infinity;
    if (text.length * 3 > most && new Blob([text]).size > most) {
      return Promise.reject(new Refusal('too_long', `Too large: the limit is ${(most / 2 ** 20).toFixed(0)} MB.`));
    }
    socket.send(text);
    return new Promise<AnswerTo<T>>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: never) => void, reject });
    });
  }

  /** Calls back for every message of a type; gives a function that ends it. */
  on<T extends Message['type']>(type: T, listener: (message: MessageOf<T>) => void): () => void {
    const heard = this.listeners.get(type) ?? new Set();
    heard.add(listener as Listener);
    this.listeners.set(type, heard);
    return () => heard.delete(listener as Listener);
  }

  /** Calls back now if the server is there, and whenever it comes (back). */
  whenOpen(opener: () => void): () => void {
    this.openers.add(opener);
    if (this.state.peek() === 'open') opener();
    return () => this.openers.delete(opener);
  }

  private async greet(socket: WebSocket): Promise<void> {
    try {
      this.hello.value = await this.ask('hello');
    } catch {
      socket.close();
      return;
    }
    this.pause = 200;
    this.state.value = 'open';
    for (const opener of [...this.openers]) opener();
  }

  private receive(text: string): void {
    let message: { type: string; re?: number | null; code?: RefusalCode; message?: string };
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    // Listeners first: whoever waits for an answer finds the state already up to date.
    if (message.type !== 'error') {
      for (const listener of this.listeners.get(message.type) ?? []) listener(message as never);
    }
    if (typeof message.re !== 'number') return;
    const waiting = this.waiting.get(message.re);
    this.waiting.delete(message.re);
    if (message.type === 'error') {
      waiting?.reject(new Refusal(message.code ?? 'internal', message.message ?? 'refused'));
    } else {
      waiting?.resolve(message as never);
    }
  }

  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.state.value = 'lost';
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of waiting) one.reject(new Refusal('lost', 'Connection lost.'));
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 1.6, 4000);
  }
}

const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
export const link = new Link(`${scheme}://${location.host}/ws`);
