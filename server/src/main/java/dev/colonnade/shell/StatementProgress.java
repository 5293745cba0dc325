package dev.colonnade.shell;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jline.terminal.Terminal;

/** Progress line of the terminal: shows for how long a statement has been running. */
final class StatementProgress implements AutoCloseable {
  private static final long INITIAL_DELAY_SECONDS = 2;
  private static final String ERASE_LINE = "\r\u001b[K";

  private final Terminal terminal;
  private final Shell shell;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "progress");
            thread.setDaemon(true);
            return thread;
          });

  /** Set while the line is on the terminal. Guarded by this. */
  private boolean isShown;

  private StatementProgress(Terminal terminal, Shell shell) {
    this.terminal = terminal;
    this.shell = shell;
  }

  static StatementProgress on(Terminal terminal, Shell shell) {
    StatementProgress progress = new StatementProgress(terminal, shell);
    shell.responseListener(progress::erase);
    return progress;
  }

  /** Runs a statement and shows its running time. */
  void track(Runnable work) {
    AtomicLong seconds = new AtomicLong(INITIAL_DELAY_SECONDS);
    ScheduledFuture<?> ticks =
        timer.scheduleAtFixedRate(
            () -> show(seconds.getAndIncrement()), INITIAL_DELAY_SECONDS, 1, TimeUnit.SECONDS);
    try {
      work.run();
    } finally {
      ticks.cancel(false);
    }
  }

  private synchronized void show(long seconds) {
    if (shell.isWaiting()) {
      isShown = true;
      terminal.writer().print(ERASE_LINE + "running for " + seconds + " s, Ctrl-C cancels");
      terminal.flush();
    }
  }

  /** Erases the line, so that the response begins there. */
  private synchronized void erase() {
    if (isShown) {
      isShown = false;
      terminal.writer().print(ERASE_LINE);
      terminal.flush();
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
