package dev.colonnade.shell.output;

import static java.util.Objects.requireNonNull;

import dev.colonnade.shell.output.DisplaySettings.Expanded;
import dev.colonnade.shell.output.DisplaySettings.PagerUse;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Options of the printed output by their names, as {@code \pset} sets and shows them. */
public final class DisplayOptions {
  /** Names of the options, as {@code \pset} without arguments lists them. */
  public static final List<String> NAMES =
      List.of(
          "border",
          "columns",
          "csv_fieldsep",
          "expanded",
          "fieldsep",
          "footer",
          "format",
          "linestyle",
          "null",
          "pager",
          "pager_min_lines",
          "recordsep",
          "title",
          "tuples_only");

  private static final int BORDER_MAX = 2;

  private final DisplaySettings settings;

  public DisplayOptions(DisplaySettings settings) {
    this.settings = requireNonNull(settings, "settings is null");
  }

  /**
   * Sets an option.
   *
   * @param value null to toggle it, or to reset it if it has no two states
   * @return the description of its new value
   * @throws IllegalArgumentException if the name or the value is unknown; its message states why
   */
  public String set(String name, @Nullable String value) {
    switch (name) {
      case "border" -> settings.border(number(name, value, BORDER_MAX));
      case "columns" -> settings.columns(number(name, value, Integer.MAX_VALUE));
      case "csv_fieldsep" -> settings.csvSeparator(csvSeparator(value));
      case "expanded", "x", "vertical" -> settings.expanded(expanded(value));
      case "fieldsep" -> settings.fieldSeparator(value == null ? "|" : value);
      case "footer" -> settings.showsFooter(toggled(name, value, settings.showsFooter()));
      case "format" -> setFormat(value);
      case "linestyle" -> settings.lineStyle(choice(name, value, LineStyle.values()));
      case "null" -> settings.nullText(value == null ? "" : value);
      case "pager" -> settings.pager(pager(value));
      case "pager_min_lines" -> settings.pagerMinLines(number(name, value, Integer.MAX_VALUE));
      case "recordsep" -> settings.recordSeparator(value == null ? "\n" : value);
      case "title" -> settings.title(Optional.ofNullable(value));
      case "tuples_only", "t" ->
          settings.isTuplesOnly(toggled(name, value, settings.isTuplesOnly()));
      default -> throw new IllegalArgumentException("\\pset: unknown option: " + name);
    }
    return describe(name);
  }

  /** Returns the sentence that states the value of an option. */
  public String describe(String name) {
    return switch (name) {
      case "border" -> "Border style is " + settings.border() + ".";
      case "columns" ->
          settings.columns() == 0
              ? "Target width is unset."
              : "Target width is " + settings.columns() + ".";
      case "csv_fieldsep" -> "Field separator for CSV is \"" + settings.csvSeparator() + "\".";
      case "expanded", "x", "vertical" ->
          switch (settings.expanded()) {
            case OFF -> "Expanded display is off.";
            case ON -> "Expanded display is on.";
            case AUTO -> "Expanded display is used automatically.";
          };
      case "fieldsep" -> "Field separator is \"" + settings.fieldSeparator() + "\".";
      case "footer" -> "Default footer is " + onOff(settings.showsFooter()) + ".";
      case "format" -> "Output format is " + settings.format() + ".";
      case "linestyle" -> "Line style is " + settings.lineStyle() + ".";
      case "null" -> "Null display is \"" + settings.nullText() + "\".";
      case "pager" ->
          switch (settings.pager()) {
            case OFF -> "Pager usage is off.";
            case ON -> "Pager is used for long output.";
            case ALWAYS -> "Pager is always used.";
          };
      case "pager_min_lines" ->
          "Pager won't be used for less than " + settings.pagerMinLines() + " lines.";
      case "recordsep" ->
          settings.recordSeparator().equals("\n")
              ? "Record separator is <newline>."
              : "Record separator is \"" + settings.recordSeparator() + "\".";
      case "title" ->
          settings.title().map(title -> "Title is \"" + title + "\".").orElse("Title is unset.");
      case "tuples_only", "t" -> "Tuples only is " + onOff(settings.isTuplesOnly()) + ".";
      default -> throw new IllegalArgumentException("\\pset: unknown option: " + name);
    };
  }

  /** Returns the value of an option as {@code \pset} without arguments lists it. */
  public String value(String name) {
    return switch (name) {
      case "border" -> String.valueOf(settings.border());
      case "columns" -> String.valueOf(settings.columns());
      case "csv_fieldsep" -> "'" + settings.csvSeparator() + "'";
      case "expanded" -> settings.expanded().name().toLowerCase(Locale.ROOT);
      case "fieldsep" -> "'" + settings.fieldSeparator() + "'";
      case "footer" -> onOff(settings.showsFooter());
      case "format" -> settings.format().toString();
      case "linestyle" -> settings.lineStyle().toString();
      case "null" -> "'" + settings.nullText() + "'";
      case "pager" ->
          switch (settings.pager()) {
            case OFF -> "0";
            case ON -> "1";
            case ALWAYS -> "2";
          };
      case "pager_min_lines" -> String.valueOf(settings.pagerMinLines());
      case "recordsep" -> "'" + settings.recordSeparator().replace("\n", "\\n") + "'";
      case "title" -> settings.title().map(title -> "'" + title + "'").orElse("");
      case "tuples_only" -> onOff(settings.isTuplesOnly());
      default -> throw new IllegalArgumentException("\\pset: unknown option: " + name);
    };
  }

  /**
   * Returns a switch's new state.
   *
   * @param value null for the other state
   */
  public static boolean toggled(String name, @Nullable String value, boolean before) {
    if (value == null) {
      return !before;
    }
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "on", "true", "yes", "1", "t" -> true;
      case "off", "false", "no", "0", "f" -> false;
      default ->
          throw new IllegalArgumentException(
              "unrecognized value \"" + value + "\" for \"" + name + "\": Boolean expected");
    };
  }

  private static String onOff(boolean on) {
    return on ? "on" : "off";
  }

  private static int number(String name, @Nullable String value, int max) {
    try {
      int number = value == null ? 0 : Integer.parseInt(value);
      if (number >= 0 && number <= max) {
        return number;
      }
    } catch (NumberFormatException notNumeric) {
      // reported below, like a number that is out of range
    }
    throw new IllegalArgumentException(
        "\\pset: " + name + " must be a number from 0" + (max == BORDER_MAX ? " to 2" : ""));
  }

  private static char csvSeparator(@Nullable String value) {
    if (value == null) {
      return ',';
    }
    if (value.length() != 1 || "\"\n\r".contains(value)) {
      throw new IllegalArgumentException(
          "\\pset: csv_fieldsep must be a single one-byte character, not a double quote, a newline"
              + " or a carriage return");
    }
    return value.charAt(0);
  }

  private Expanded expanded(@Nullable String value) {
    if ("auto".equals(value)) {
      return Expanded.AUTO;
    }
    return toggled("expanded", value, settings.expanded() != Expanded.OFF)
        ? Expanded.ON
        : Expanded.OFF;
  }

  private PagerUse pager(@Nullable String value) {
    if ("always".equals(value)) {
      return PagerUse.ALWAYS;
    }
    return toggled("pager", value, settings.pager() != PagerUse.OFF) ? PagerUse.ON : PagerUse.OFF;
  }

  private void setFormat(@Nullable String value) {
    if (value != null) {
      settings.format(choice("format", value, OutputFormat.values()));
    }
  }

  private static <T> T choice(String name, @Nullable String value, T[] choices) {
    for (T choice : choices) {
      if (choice.toString().equals(value)) {
        return choice;
      }
    }
    throw new IllegalArgumentException(
        "\\pset: allowed values of %s are %s"
            .formatted(
                name,
                Arrays.stream(choices).map(Object::toString).collect(Collectors.joining(", "))));
  }
}
