package dev.colonnade.shell;

import static java.util.Objects.requireNonNull;

/** Settings of the printed output, which the user can change. Not thread-safe. */
final class Display {
  private OutputFormat format;
  private boolean showsTiming;
  private boolean isExpanded;

  Display(OutputFormat format, boolean showsTiming) {
    this.format = requireNonNull(format, "format is null");
    this.showsTiming = showsTiming;
  }

  OutputFormat format() {
    return format;
  }

  void format(OutputFormat chosen) {
    format = chosen;
  }

  boolean showsTiming() {
    return showsTiming;
  }

  void showsTiming(boolean on) {
    showsTiming = on;
  }

  /** Returns whether each value is printed on a line of its own. */
  boolean isExpanded() {
    return isExpanded;
  }

  void isExpanded(boolean on) {
    isExpanded = on;
  }

  ResultPrinter printer() {
    return switch (format) {
      case ALIGNED -> isExpanded ? new ExpandedPrinter() : new AlignedPrinter();
      case CSV -> new CsvPrinter();
      case JSON -> new JsonPrinter();
    };
  }
}
