package dev.colonnade.sql.setting;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.TimeZones;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What values a setting takes, and how they are written. */
public sealed interface SettingKind {
  Pattern HOURS = Pattern.compile("[+-]?\\d{1,2}(\\.\\d+)?");

  /** PostgreSQL's encodings whose names are words of their own. */
  Set<String> ENCODINGS =
      Set.of(
          "utf8",
          "unicode",
          "sqlascii",
          "euccn",
          "eucjp",
          "eucjis2004",
          "euckr",
          "euctw",
          "johab",
          "koi8",
          "koi8r",
          "koi8u",
          "muleinternal",
          "abc",
          "alt",
          "tcvn",
          "tcvn5712",
          "vscii",
          "big5",
          "gbk",
          "gb18030",
          "shiftjis",
          "sjis",
          "mskanji",
          "shiftjis2004",
          "uhc",
          "win");

  /** Any text. */
  record Text() implements SettingKind {}

  /** A text that only the server decides. */
  record Fixed() implements SettingKind {}

  /** {@code on} or {@code off}. */
  record Switch() implements SettingKind {}

  /** One of some words. */
  record Choice(List<String> words) implements SettingKind {
    public Choice {
      words = List.copyOf(words);
    }
  }

  /** A whole number. */
  record Whole(long min, long max) implements SettingKind {}

  /** A time, which is a number of milliseconds where no unit is given. */
  record Duration() implements SettingKind {}

  /** A time zone: a name, an abbreviation, or an offset in hours. */
  record Zone() implements SettingKind {}

  /** How dates are written, and the order of their parts where that can be read in two ways. */
  record DateForm() implements SettingKind {}

  /** The name of an encoding of texts. */
  record Encoding() implements SettingKind {}

  /** The value as it is kept and shown; INVALID_ARGUMENT if the setting does not take it. */
  default String canonical(String name, String value) {
    return switch (this) {
      case Text _ -> value;
      case Fixed _ ->
          throw new ColonnadeException(
              ErrorCode.FIXED_SETTING, "parameter \"%s\" cannot be changed".formatted(name));
      case Switch _ -> {
        Boolean on = booleanOf(value);
        if (on == null) {
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT,
              "parameter \"%s\" requires a Boolean value".formatted(name));
        }
        yield on ? "on" : "off";
      }
      case Choice(List<String> words) -> {
        String word = value.toLowerCase(Locale.ROOT);
        if (!words.contains(word)) {
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT,
              invalid(name, value),
              ErrorFields.NONE.withHint("Available values: " + String.join(", ", words) + "."));
        }
        yield word;
      }
      case Whole(long min, long max) -> whole(name, value, min, max);
      case Duration _ -> Milliseconds.canonical(name, value);
      case Zone _ -> zone(name, value);
      case DateForm _ -> dateForm(name, value);
      case Encoding _ -> encoding(name, value);
    };
  }

  static String invalid(String name, String value) {
    return "invalid value for parameter \"%s\": \"%s\"".formatted(name, value);
  }

  private static String dateForm(String name, String value) {
    for (String word : value.split(",", -1)) {
      switch (word.strip().toLowerCase(Locale.ROOT)) {
        case "iso", "sql", "postgres", "german", "default" -> {}
        case "mdy", "us", "noneuro", "noneuropean" -> {}
        case "dmy", "euro", "european", "ymd" -> {}
        default ->
            throw new ColonnadeException(
                ErrorCode.INVALID_ARGUMENT,
                invalid(name, value),
                ErrorFields.NONE.withDetail(
                    "Unrecognized key word: \"%s\".".formatted(word.strip())));
      }
    }
    return value;
  }

  /** Any that PostgreSQL has: the names of them are told apart by their letters and digits only. */
  private static String encoding(String name, String value) {
    String plain = value.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    boolean isKnown =
        ENCODINGS.contains(plain)
            || plain.matches("iso8859([1-9]|1[0-6])|latin([1-9]|10)|win(dows)?(8|9|1)\\d\\d\\d?");
    if (!isKnown) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, invalid(name, value));
    }
    return value;
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
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, invalid(name, value), e);
    }
  }

  private static String zone(String name, String value) {
    String plain = value.strip();
    try {
      if (HOURS.matcher(plain).matches()) {
        int seconds = (int) Math.round(Double.parseDouble(plain) * 3_600);
        return ZoneOffset.ofTotalSeconds(seconds).getId();
      }
      String known = TimeZones.named(plain).getId();
      return known.equalsIgnoreCase(plain) ? known : plain;
    } catch (ColonnadeException | DateTimeException e) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, invalid(name, value), e);
    }
  }

  /** True and false as PostgreSQL reads them; null if it is neither. */
  static @Nullable Boolean booleanOf(String value) {
    return switch (value.strip().toLowerCase(Locale.ROOT)) {
      case "on", "true", "tru", "tr", "t", "yes", "ye", "y", "1" -> true;
      case "off", "of", "false", "fals", "fal", "fa", "f", "no", "n", "0" -> false;
      default -> null;
    };
  }
}
