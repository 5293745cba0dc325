package dev.colonnade.shell;

import static java.util.Objects.requireNonNull;

/** What a user has chosen of how results are shown. One thread. */
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

  /** Whether each value stands on a line of its own. */
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
