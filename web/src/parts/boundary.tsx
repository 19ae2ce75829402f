// SPDX-License-Identifier: GPL-3.0-or-later
/** A view that fails shows what went wrong and a way back, and the rest of the page goes on. */
import { Component, type ComponentChildren } from 'preact';

interface Props {
  /** Another view is another chance. */
  name: string;
  /** Forgets what the view was working on, which may be the cause. */
  onReset: () => void;
  children: ComponentChildren;
}

export class Boundary extends Component<Props, { failed: string | null; name: string }> {
  override state = { failed: null as string | null, name: this.props.name };

  static override getDerivedStateFromError(error: unknown) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }

  static override getDerivedStateFromProps(props: Props, state: { name: string }) {
    return props.name === state.name ? null : { failed: null, name: props.name };
  }

  override render() {
    const { failed } = this.state;
    if (failed === null) return this.props.children;
    const again = () => this.setState({ failed: null });
    return (
      <section class="failed" role="alert">
        <h1>This view has failed</h1>
        <p>Your games are safe: they are kept by the server and in this browser. The error is a bug in the page.</p>
        <pre class="mono">{failed}</pre>
        <div class="form-end">
          <button type="button" class="button primary" onClick={again}>Try again</button>
          <button
            type="button"
            class="button"
            onClick={() => {
              this.props.onReset();
              again();
            }}
          >
            Start from an empty board
          </button>
          <a class="button" href="#play" onClick={again}>Go to Play</a>
        </div>
      </section>
    );
  }
}
