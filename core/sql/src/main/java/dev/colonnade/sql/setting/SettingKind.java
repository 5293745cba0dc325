package dev.colonnade.sql.setting;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.datetime.DateStyle;
import dev.colonnade.sql.function.encoding.TextEncoding;
import dev.colonnade.sql.function.scalar.TimeZones;
import java.time.DateTimeException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Kind of a setting: the accepted values and their canonical form. */
public sealed interface SettingKind {
  Pattern HOURS = Pattern.compile("[+-]?\\d{1,2}(\\.\\d+)?");

  /** Any text. */
  record Text() implements SettingKind {}

  /** Text that only the server sets. */
  record Fixed() implements SettingKind {}

  /** {@code on} or {@code off}. */
  record Switch() implements SettingKind {}

  /** {@code on}; {@code off} is not supported, because it would change what statements mean. */
  record AlwaysOn() implements SettingKind {}

  /** One of a fixed list of words. */
  record Choice(List<String> words) implements SettingKind {
    public Choice {
      words = List.copyOf(words);
    }
  }

  /** Integer within inclusive bounds. */
  record Whole(long min, long max) implements SettingKind {}

  /** Size of memory or files, in kilobytes if no unit is given, within inclusive bounds. */
  record Memory(long minKilobytes, long maxKilobytes) implements SettingKind {}

  /** Duration; in milliseconds if no unit is given. */
  record Duration() implements SettingKind {}

  /** Duration as a threshold: -1 disables it, 0 includes all; in milliseconds without a unit. */
  record Threshold() implements SettingKind {}

  /** Time zone: a name, an abbreviation, or an offset in hours. */
  record Zone() implements SettingKind {}

  /** Output format of dates, and the field order of ambiguous input. */
  record DateForm() implements SettingKind {}

  /** Name of a character encoding. */
  record Encoding() implements SettingKind {}

  /** Returns the canonical form of a value; INVALID_ARGUMENT if the setting does not accept it. */
  default String canonical(String name, String value) {
    return switch (this) {
      case Text _ -> value;
      case Fixed _ ->
          throw new ColonnadeException(
              ErrorCode.FIXED_SETTING, "parameter \"%s\" cannot be changed".formatted(name));
      case Switch _ -> isOn(name, value) ? "on" : "off";
      case AlwaysOn _ -> {
        if (!isOn(name, value)) {
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "parameter \"%s\" cannot be off".formatted(name));
        }
        yield "on";
      }
      case Choice(List<String> words) -> {
        String word = value.toLowerCase(Locale.ROOT);
        if (!words.contains(word)) {
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT,
              SettingErrors.invalid(name, value),
              ErrorFields.NONE.withHint("Available values: " + String.join(", ", words) + "."));
        }
        yield word;
      }
      case Whole(long min, long max) -> whole(name, value, min, max);
      case Memory(long min, long max) -> MemorySize.canonical(name, value, min, max);
      case Duration _ -> DurationFormat.canonical(name, value);
      case Threshold _ -> value.strip().equals("-1") ? "-1" : DurationFormat.canonical(name, value);
      case Zone _ -> zone(name, value);
      case DateForm _ -> dateForm(name, value);
      case Encoding _ -> encoding(name, value);
    };
  }

  private static boolean isOn(String name, String value) {
    Boolean on = booleanOf(value);
    if (on == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "parameter \"%s\" requires a Boolean value".formatted(name));
    }
    return on;
  }

  private static String dateForm(String name, String value) {
    try {
      DateStyle style = DateStyle.DEFAULT.changed(value);
      if (style == null) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            SettingErrors.invalid(name, value),
            ErrorFields.NONE.withDetail("Conflicting \"datestyle\" specifications."));
      }
      return value;
    } catch (IllegalArgumentException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          SettingErrors.invalid(name, value),
          ErrorFields.NONE.withDetail("Unrecognized key word: \"%s\".".formatted(e.getMessage())),
          e);
    }
  }

  private static String encoding(String name, String value) {
    TextEncoding encoding = TextEncoding.find(value);
    if (encoding == null) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, SettingErrors.invalid(name, value));
    }
    if (!encoding.isSupported()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          SettingErrors.invalid(name, value),
          ErrorFields.NONE.withDetail(
              "Conversion between %s and UTF8 is not supported.".formatted(encoding.name())));
    }
    return encoding.name();
  }

  /**
   * Returns whether a name is that of an encoding of PostgreSQL. Only its letters and digits are
   * significant.
   */
  static boolean isEncoding(String name) {
    return TextEncoding.find(name) != null;
  }

  private static String whole(String name, String value, long min, long max) {
    try {
      long number = Long.parseLong(value.strip());
      if (number < min || number > max) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "%s is outside the valid range for parameter \"%s\" (%d .. %d)"
                .formatted(value, name, min, max));
      }
      return Long.toString(number);
    } catch (NumberFormatException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, SettingErrors.invalid(name, value), e);
    }
  }

  private static String zone(String name, String value) {
    String plain = value.strip();
    try {
      if (HOURS.matcher(plain).matches()) {
        int seconds = (int) Math.round(Double.parseDouble(plain) * 3_600);
        return TimeZones.nameOfOffset(seconds);
      }
      var _ = TimeZones.named(plain);
      return TimeZones.spelled(plain);
    } catch (ColonnadeException | DateTimeException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, SettingErrors.invalid(name, value), e);
    }
  }

  /** Returns a Boolean parsed as PostgreSQL does; null if the text is no Boolean. */
  static @Nullable Boolean booleanOf(String value) {
    return switch (value.strip().toLowerCase(Locale.ROOT)) {
      case "on", "true", "tru", "tr", "t", "yes", "ye", "y", "1" -> true;
      case "off", "of", "false", "fals", "fal", "fa", "f", "no", "n", "0" -> false;
      default -> null;
    };
  }
}
