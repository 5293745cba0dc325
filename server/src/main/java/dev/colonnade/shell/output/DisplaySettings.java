package dev.colonnade.shell.output;

import static java.util.Objects.requireNonNull;

/** Settings of the printed output, which the user can change. Not thread-safe. */
public final class DisplaySettings {
  private OutputFormat format;
  private boolean showsTiming;
  private boolean isExpanded;

  public DisplaySettings(OutputFormat format, boolean showsTiming) {
    this.format = requireNonNull(format, "format is null");
    this.showsTiming = showsTiming;
  }

  public OutputFormat format() {
    return format;
  }

  public void format(OutputFormat chosen) {
    format = chosen;
  }

  public boolean showsTiming() {
    return showsTiming;
  }

  public void showsTiming(boolean on) {
    showsTiming = on;
  }

  /** Returns whether each value is printed on a line of its own. */
  public boolean isExpanded() {
    return isExpanded;
  }

  public void isExpanded(boolean on) {
    isExpanded = on;
  }

  public ResultPrinter printer() {
    return switch (format) {
      case ALIGNED -> isExpanded ? new ExpandedPrinter() : new AlignedPrinter();
      case CSV -> new CsvPrinter();
      case JSON -> new JsonPrinter();
    };
  }
}
