package dev.colonnade.shell.output;

import dev.colonnade.shell.output.DisplaySettings.Expanded;

/** Choice of the printer for the settings of the output. */
public final class ResultPrinters {
  private ResultPrinters() {}

  /** Returns the printer of these settings. */
  public static ResultPrinter of(DisplaySettings settings) {
    return switch (settings.format()) {
      case ALIGNED ->
          settings.expanded() == Expanded.ON
              ? new ExpandedPrinter(settings)
              : new AlignedPrinter(settings);
      case UNALIGNED -> new UnalignedPrinter(settings);
      case CSV -> new CsvPrinter(settings);
      case JSON -> new JsonPrinter();
    };
  }
}
