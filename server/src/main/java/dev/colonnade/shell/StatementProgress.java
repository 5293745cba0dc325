package dev.colonnade.shell;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jline.terminal.Terminal;

/** Shows on a terminal that a long statement still runs, and for how long. */
final class StatementProgress implements AutoCloseable {
  private static final long FIRST_SECONDS = 2;
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

  /** Whether it is on the terminal. Guarded by this. */
  private boolean isShown;

  private StatementProgress(Terminal terminal, Shell shell) {
    this.terminal = terminal;
    this.shell = shell;
  }

  static StatementProgress on(Terminal terminal, Shell shell) {
    StatementProgress progress = new StatementProgress(terminal, shell);
    shell.whenAnswered(progress::erase);
    return progress;
  }

  /** Runs the work, and tells of the time that it takes. */
  void during(Runnable work) {
    AtomicLong seconds = new AtomicLong(FIRST_SECONDS);
    ScheduledFuture<?> ticks =
        timer.scheduleAtFixedRate(
            () -> show(seconds.getAndIncrement()), FIRST_SECONDS, 1, TimeUnit.SECONDS);
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

  /** The answer begins where it stood. */
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
