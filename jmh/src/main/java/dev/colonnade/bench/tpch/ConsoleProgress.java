package dev.colonnade.bench.tpch;

import dev.colonnade.bench.report.Console;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows a load to people: one bar for all tables on a terminal, which goes when the load is done,
 * and one line for each table elsewhere. To be closed.
 */
public final class ConsoleProgress implements LoadProgress, AutoCloseable {
  private static final int UPDATE_INTERVAL_MILLIS = 100;
  private static final int WIDTH = 78;
  private static final int NAME_WIDTH = "lineitem".length();

  private final Console console;
  private final @Nullable ProgressBar bar;

  /**
   * @param rowsExpected rows of all tables, as far as it is known
   */
  public ConsoleProgress(Console console, long rowsExpected) {
    this.console = console;
    this.bar = console.isTerminal() ? openBar(console, rowsExpected) : null;
  }

  @Override
  public void started(TpchTable table) {
    String padded = (table.tableName() + " ".repeat(NAME_WIDTH)).substring(0, NAME_WIDTH);
    if (bar == null) {
      console.line("  loading " + table.tableName());
    } else {
      bar.setExtraMessage(padded);
    }
  }

  @Override
  public void loaded(long rowCount) {
    if (bar != null) {
      bar.stepBy(rowCount);
    }
  }

  @Override
  public void finished(LoadedTable table) {}

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
