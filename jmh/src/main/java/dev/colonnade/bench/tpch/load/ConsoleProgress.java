package dev.colonnade.bench.tpch.load;

import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.tpch.TpchTable;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Progress display of a load: on a terminal one progress bar for all tables, which is removed at
 * the end of the load; elsewhere one line per table. Thread-safe. The caller closes it.
 */
public final class ConsoleProgress implements AutoCloseable {
  private static final int UPDATE_INTERVAL_MILLIS = 100;
  private static final int WIDTH = 78;
  private static final int NAME_WIDTH = "lineitem".length();

  private final Console console;
  private final @Nullable ProgressBar bar;

  /**
   * Creates a display.
   *
   * @param rowsExpected estimate of the number of rows of all tables
   */
  public ConsoleProgress(Console console, long rowsExpected) {
    this.console = console;
    this.bar = console.isTerminal() ? openBar(console, rowsExpected) : null;
  }

  /** Reports that the load of a table begins. */
  void started(TpchTable table) {
    String padded = (table.tableName() + " ".repeat(NAME_WIDTH)).substring(0, NAME_WIDTH);
    if (bar == null) {
      console.line("  loading " + table.tableName());
    } else {
      bar.setExtraMessage(padded);
    }
  }

  /** Reports that more rows are committed. */
  void loaded(long rowCount) {
    if (bar != null) {
      bar.stepBy(rowCount);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }

  private static ProgressBar openBar(Console console, long rowsExpected) {
    return new ProgressBarBuilder()
        .setTaskName("  loading")
        .setInitialMax(rowsExpected)
        .setUpdateIntervalMillis(UPDATE_INTERVAL_MILLIS)
        .setStyle(ProgressBarStyle.UNICODE_BLOCK)
        .setUnit(" rows", 1)
        .clearDisplayOnFinish()
        .setConsumer(new ConsoleProgressBarConsumer(console.out(), WIDTH))
        .build();
  }
}
