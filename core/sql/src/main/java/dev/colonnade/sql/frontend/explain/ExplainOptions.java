package dev.colonnade.sql.frontend.explain;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.explain.PlanDisplay;
import dev.colonnade.sql.explain.format.ExplainFormat;
import dev.colonnade.sql.syntax.Option;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Options of one EXPLAIN; the last one of a name is valid. SETTINGS and WAL show nothing. */
final class ExplainOptions {
  private final Map<String, Boolean> switches = new HashMap<>();
  private ExplainFormat format = ExplainFormat.TEXT;

  private ExplainOptions() {}

  /**
   * Returns what a list of options displays.
   *
   * @throws ColonnadeException SYNTAX_ERROR or INVALID_ARGUMENT as PostgreSQL reports them
   */
  static PlanDisplay displayOf(List<Option> options) {
    requireNonNull(options, "options is null");
    ExplainOptions read = new ExplainOptions();
    options.forEach(read::add);
    return read.display();
  }

  private void add(Option option) {
    switch (option.name()) {
      case "analyze", "verbose", "costs", "settings", "buffers", "wal", "timing", "summary" ->
          switches.put(option.name(), isOn(option.name(), option.value()));
      case "analyse" -> switches.put("analyze", isOn("analyze", option.value()));
      case "format" -> format = formatOf(option);
      default ->
          throw new ColonnadeException(
              ErrorCode.SYNTAX_ERROR,
              "unrecognized EXPLAIN option \"%s\"".formatted(option.name()),
              at(option));
    }
  }

  private static boolean isOn(String name, @Nullable String value) {
    return switch (value == null ? "" : value.toLowerCase(Locale.ROOT)) {
      case "", "on", "true", "1" -> true;
      case "off", "false", "0" -> false;
      default ->
          throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, name + " requires a Boolean value");
    };
  }

  private static ExplainFormat formatOf(Option option) {
    return switch (option.value()) {
      case null ->
          throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "format requires a parameter");
      case "text" -> ExplainFormat.TEXT;
      case "xml" -> ExplainFormat.XML;
      case "json" -> ExplainFormat.JSON;
      case "yaml" -> ExplainFormat.YAML;
      case String other ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT,
              "unrecognized value for EXPLAIN option \"format\": \"%s\"".formatted(other),
              at(option));
    };
  }

  private static ErrorFields at(Option option) {
    return ErrorFields.at(option.position() + 1);
  }

  private PlanDisplay display() {
    boolean analyze = isOn("analyze", false);
    requireAnalyze("WAL", analyze || !isOn("wal", false));
    requireAnalyze("TIMING", analyze || !isOn("timing", false));
    return new PlanDisplay(
        analyze,
        isOn("verbose", false),
        isOn("costs", true),
        isOn("buffers", false),
        isOn("timing", analyze),
        isOn("summary", analyze),
        format);
  }

  private boolean isOn(String name, boolean otherwise) {
    return switches.getOrDefault(name, otherwise);
  }

  private static void requireAnalyze(String option, boolean holds) {
    if (!holds) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "EXPLAIN option %s requires ANALYZE".formatted(option));
    }
  }
}
