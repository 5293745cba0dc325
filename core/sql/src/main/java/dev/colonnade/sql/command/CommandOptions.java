package dev.colonnade.sql.command;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.syntax.Option;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks of the options of commands of maintenance. */
final class CommandOptions {
  private static final Set<String> OF_VACUUM =
      Set.of(
          "verbose",
          "skip_locked",
          "analyze",
          "freeze",
          "full",
          "disable_page_skipping",
          "process_toast",
          "truncate");
  private static final Set<String> OF_ANALYZE = Set.of("verbose", "skip_locked");
  private static final Set<String> OF_CLUSTER = Set.of("verbose");
  private static final Set<String> OF_REINDEX = Set.of("verbose", "concurrently");
  private static final int WORKERS_MAX = 1024;

  private final List<Option> options;

  private CommandOptions(List<Option> options) {
    this.options = options;
  }

  static CommandOptions ofAnalyze(List<Option> options) {
    return checked("ANALYZE", options, OF_ANALYZE, Set.of());
  }

  static CommandOptions ofCluster(List<Option> options) {
    return checked("CLUSTER", options, OF_CLUSTER, Set.of());
  }

  static CommandOptions ofReindex(List<Option> options) {
    CommandOptions checked = checked("REINDEX", options, OF_REINDEX, Set.of("tablespace"));
    for (Option option : options) {
      String value = option.value();
      if (option.name().equals("tablespace") && !"pg_default".equals(value)) {
        throw value == null
            ? new ColonnadeException(ErrorCode.SYNTAX_ERROR, "tablespace requires a parameter")
            : new ColonnadeException(
                ErrorCode.UNKNOWN_OBJECT, "tablespace \"%s\" does not exist".formatted(value));
      }
    }
    return checked;
  }

  static CommandOptions ofVacuum(List<Option> options) {
    CommandOptions checked =
        checked("VACUUM", options, OF_VACUUM, Set.of("parallel", "index_cleanup"));
    boolean isParallel = false;
    for (Option option : options) {
      if (option.name().equals("parallel")) {
        isParallel = workersOf(option) > 0;
      } else if (option.name().equals("index_cleanup") && !"auto".equals(lower(option.value()))) {
        booleanOf(option);
      }
    }
    if (checked.isOn("full") && isParallel) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "VACUUM FULL cannot be performed in parallel");
    }
    if (checked.isOn("full") && checked.isOn("disable_page_skipping")) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "VACUUM option DISABLE_PAGE_SKIPPING cannot be used with FULL");
    }
    return checked;
  }

  private static CommandOptions checked(
      String command, List<Option> options, Set<String> booleans, Set<String> others) {
    for (Option option : options) {
      if (booleans.contains(option.name())) {
        booleanOf(option);
      } else if (!others.contains(option.name())) {
        throw at(option, "unrecognized %s option \"%s\"".formatted(command, option.name()));
      }
    }
    return new CommandOptions(options);
  }

  private static int workersOf(Option option) {
    String value = option.value();
    if (value == null) {
      throw at(option, "parallel option requires a value between 0 and " + WORKERS_MAX);
    }
    if (!value.matches("[+-]?\\d{1,9}")) {
      throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "parallel requires an integer value");
    }
    int workers = Integer.parseInt(value);
    if (workers < 0 || workers > WORKERS_MAX) {
      throw at(option, "parallel workers for vacuum must be between 0 and " + WORKERS_MAX);
    }
    return workers;
  }

  private static ColonnadeException at(Option option, String message) {
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR, message, ErrorFields.at(option.position() + 1));
  }

  /** Returns whether an option is on: the last one of the name counts. */
  boolean isOn(String name) {
    boolean isOn = false;
    for (Option option : options) {
      if (option.name().equals(name)) {
        isOn = booleanOf(option);
      }
    }
    return isOn;
  }

  private static boolean booleanOf(Option option) {
    return switch (lower(option.value())) {
      case null -> true;
      case "true", "on", "1" -> true;
      case "false", "off", "0" -> false;
      default ->
          throw new ColonnadeException(
              ErrorCode.SYNTAX_ERROR, option.name() + " requires a Boolean value");
    };
  }

  private static @Nullable String lower(@Nullable String value) {
    return value == null ? null : value.toLowerCase(Locale.ROOT);
  }
}
