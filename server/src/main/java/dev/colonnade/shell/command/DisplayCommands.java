package dev.colonnade.shell.command;

import static java.util.Objects.requireNonNull;

import dev.colonnade.shell.output.DisplayOptions;
import dev.colonnade.shell.output.DisplaySettings;
import dev.colonnade.shell.output.OutputFormat;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Commands that change how results are printed. */
final class DisplayCommands {
  private final CommandHost shell;
  private final DisplaySettings display;
  private final DisplayOptions options;

  DisplayCommands(CommandHost shell) {
    this.shell = requireNonNull(shell, "shell is null");
    this.display = shell.display();
    this.options = new DisplayOptions(display);
  }

  /** Runs a command; returns false if the name is that of none. */
  boolean run(String command, List<String> arguments) {
    @Nullable String first = arguments.isEmpty() ? null : arguments.getFirst();
    switch (command) {
      case "\\pset" -> set(arguments);
      case "\\x" -> report(options.set("expanded", first));
      case "\\t" -> report(options.set("tuples_only", first));
      case "\\f" ->
          report(first == null ? options.describe("fieldsep") : options.set("fieldsep", first));
      case "\\C" -> report(options.set("title", first));
      case "\\a" -> {
        boolean isAligned = display.format() == OutputFormat.ALIGNED;
        report(options.set("format", isAligned ? "unaligned" : "aligned"));
      }
      case "\\format" -> setFormat(first == null ? "" : first);
      case "\\timing" -> {
        display.showsTiming(DisplayOptions.toggled("\\timing", first, display.showsTiming()));
        report("Timing is " + (display.showsTiming() ? "on." : "off."));
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void setFormat(String name) {
    Optional<OutputFormat> known =
        List.of(OutputFormat.values()).stream()
            .filter(format -> format.toString().equals(name))
            .findFirst();
    display.format(
        known.orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\\format must be aligned, unaligned, csv or json: " + name)));
  }

  private void set(List<String> arguments) {
    PrintWriter out = shell.destination().out();
    if (arguments.isEmpty()) {
      for (String name : DisplayOptions.NAMES) {
        out.println(String.format("%-16s %s", name, options.value(name)).stripTrailing());
      }
      out.flush();
      return;
    }
    report(options.set(arguments.getFirst(), arguments.size() > 1 ? arguments.get(1) : null));
  }

  private void report(String state) {
    if (!shell.variables().isOn("QUIET")) {
      shell.standardOut().println(state);
      shell.standardOut().flush();
    }
  }
}
