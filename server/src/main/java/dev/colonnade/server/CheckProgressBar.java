package dev.colonnade.server;

import dev.colonnade.range.verify.VerificationObserver;
import java.io.Console;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Progress bar of a store check, on standard error if that is a terminal. */
final class CheckProgressBar implements VerificationObserver, AutoCloseable {
  private static final int UPDATE_INTERVAL_MILLIS = 100;
  private static final int WIDTH = 78;

  private final boolean isShown;
  private @Nullable ProgressBar bar;

  private CheckProgressBar(boolean isShown) {
    this.isShown = isShown;
  }

  /** Returns a progress bar that is shown only on a terminal. */
  static CheckProgressBar onTerminal() {
    return new CheckProgressBar(
        Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()
            && !"dumb".equals(System.getenv("TERM")));
  }

  @Override
  public void expecting(long keyCount) {
    if (isShown) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("checking")
              .setInitialMax(keyCount)
              .setUpdateIntervalMillis(UPDATE_INTERVAL_MILLIS)
              .setStyle(ProgressBarStyle.UNICODE_BLOCK)
              .setUnit(" keys", 1)
              .clearDisplayOnFinish()
              .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
              .build();
    }
  }

  @Override
  public void walked(long keyCount) {
    ProgressBar shown = bar;
    if (shown != null) {
      shown.stepBy(keyCount);
    }
  }

  @Override
  public void close() {
    ProgressBar shown = bar;
    if (shown != null) {
      shown.close();
    }
  }
}
