package dev.colonnade.shell.destination;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * Writer that passes its text to the pager once it has too many lines for the terminal, and to the
 * terminal otherwise. A pager that ends early ends the output.
 */
final class PagerWriter extends Writer {
  private final Writer terminal;
  private final String pager;
  private final long linesMax;
  private final StringBuilder pending = new StringBuilder();
  private long lineCount;
  private @Nullable Process process;
  private @Nullable Writer input;

  PagerWriter(Writer terminal, String pager, long linesMax) {
    this.terminal = requireNonNull(terminal, "terminal is null");
    this.pager = requireNonNull(pager, "pager is null");
    this.linesMax = linesMax;
  }

  @Override
  public void write(char[] text, int from, int length) throws IOException {
    for (int i = from; i < from + length; i++) {
      lineCount += text[i] == '\n' ? 1 : 0;
    }
    Writer running = input;
    if (running != null) {
      writeToPager(running, new String(text, from, length));
      return;
    }
    pending.append(text, from, length);
    if (lineCount > linesMax) {
      startPager();
    }
  }

  private void startPager() throws IOException {
    terminal.flush();
    Process started = ShellPrograms.startReader(pager);
    Writer running = started.outputWriter();
    process = started;
    input = running;
    String text = pending.toString();
    pending.setLength(0);
    writeToPager(running, text);
  }

  private void writeToPager(Writer running, String text) {
    try {
      running.write(text);
    } catch (IOException quit) {
      pending.setLength(0); // the user has left the pager
    }
  }

  /** Does nothing: whether the pager is needed is not known before the end. */
  @Override
  public void flush() {}

  @Override
  public void close() throws IOException {
    Process running = process;
    if (running == null) {
      terminal.append(pending).flush();
      return;
    }
    try {
      requireNonNull(input, "input is null").close();
    } catch (IOException quit) {
      pending.setLength(0); // the user has left the pager
    }
    ShellPrograms.await(running);
  }
}
