package dev.colonnade.sql.definition.view;

import dev.colonnade.catalog.relation.CheckOption;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.definition.TableAction;
import dev.colonnade.sql.syntax.definition.ViewDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Options of views. */
public final class ViewOptions {
  private static final String CHECK = "check_option";

  private ViewOptions() {}

  /** Returns the check of rows that are written through a view. */
  static CheckOption check(ViewDefinition.CreateView create) {
    CheckOption found =
        switch (create.check()) {
          case NONE -> CheckOption.NONE;
          case LOCAL -> CheckOption.LOCAL;
          case CASCADED -> CheckOption.CASCADED;
        };
    Set<String> seen = new HashSet<>();
    if (found != CheckOption.NONE) {
      seen.add(CHECK);
    }
    for (Option option : create.options()) {
      if (!seen.add(option.name())) {
        throw invalid("parameter \"%s\" specified more than once".formatted(option.name()));
      }
      switch (option.name()) {
        case CHECK -> found = checkOption(option.value());
        case "security_barrier", "security_invoker" -> requireBoolean(option);
        default -> throw invalid("unrecognized parameter \"%s\"".formatted(option.name()));
      }
    }
    return found;
  }

  /** Returns the rights with which the query of a view runs. */
  static View.Security security(ViewDefinition.CreateView create) {
    boolean isInvoker = false;
    boolean isBarrier = false;
    for (Option option : create.options()) {
      switch (option.name()) {
        case "security_invoker" -> isInvoker = isTrue(option);
        case "security_barrier" -> isBarrier = isTrue(option);
        default -> {} // read by check()
      }
    }
    return new View.Security(isInvoker, isBarrier);
  }

  /** Returns the rights of a view after ALTER VIEW ... SET or RESET. */
  public static View.Security security(View.Security before, TableAction.SetOptions set) {
    boolean isInvoker = before.isInvoker();
    boolean isBarrier = before.isBarrier();
    boolean isSet = set.keyword().equals("SET");
    for (Option option : set.options()) {
      switch (option.name()) {
        case "security_invoker" -> isInvoker = isSet && isChecked(option);
        case "security_barrier" -> isBarrier = isSet && isChecked(option);
        case CHECK ->
            throw new ColonnadeException(
                ErrorCode.UNSUPPORTED, "ALTER VIEW ... SET (check_option) is not supported");
        default -> throw invalid("unrecognized parameter \"%s\"".formatted(option.name()));
      }
    }
    return new View.Security(isInvoker, isBarrier);
  }

  private static boolean isChecked(Option option) {
    requireBoolean(option);
    return isTrue(option);
  }

  private static boolean isTrue(Option option) {
    String value = option.value();
    return value == null
        || List.of("true", "yes", "on", "1").stream()
            .anyMatch(word -> isPrefix(value.toLowerCase(Locale.ROOT), word));
  }

  private static CheckOption checkOption(@Nullable String value) {
    String text = value == null ? "true" : value;
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "local" -> CheckOption.LOCAL;
      case "cascaded" -> CheckOption.CASCADED;
      default ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT,
              "invalid value for enum option \"check_option\": " + text,
              ErrorFields.NONE.withDetail("Valid values are \"local\" and \"cascaded\"."));
    };
  }

  private static void requireBoolean(Option option) {
    String value = option.value();
    List<String> words = List.of("true", "false", "yes", "no", "on", "off", "1", "0");
    if (value != null
        && words.stream().noneMatch(word -> isPrefix(value.toLowerCase(Locale.ROOT), word))) {
      throw invalid("invalid value for boolean option \"%s\": %s".formatted(option.name(), value));
    }
  }

  private static boolean isPrefix(String value, String word) {
    return !value.isEmpty() && word.startsWith(value) && !value.equals("o");
  }

  private static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
