package dev.colonnade.server.config.load;

import static java.util.Objects.requireNonNull;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigUtil;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Reader of settings by key. It records every key that is read, so that unknown keys can be
 * rejected. Every error is INVALID_CONFIGURATION and states the key and its location.
 */
final class SettingReader {
  /** Value that selects a default which depends on the machine. */
  public static final String AUTO = "auto";

  /** Pattern of a nonzero number without a unit; zero is the same in all units. */
  private static final Pattern BARE_NUMBER = Pattern.compile("\\s*-?[0-9.]*[1-9][0-9.]*\\s*");

  private final Config config;
  private final Set<String> autoKeys;
  private final Map<String, ResolvedSetting> settings = new TreeMap<>();

  /** Creates a reader that accepts {@link #AUTO} as the default value of {@code autoKeys}. */
  SettingReader(Config config, Set<String> autoKeys) {
    this.config = requireNonNull(config, "config is null");
    this.autoKeys = Set.copyOf(autoKeys);
  }

  String text(String key, String otherwise) {
    return read(key, otherwise, text -> text, text -> text);
  }

  /** Returns a text that has no default. */
  Optional<String> text(String key) {
    String text = text(key, "");
    return text.isBlank() ? Optional.empty() : Optional.of(text);
  }

  /** Returns a boolean, written as true or false, on or off, yes or no. */
  boolean flag(String key, boolean otherwise) {
    return read(key, otherwise, text -> config.getBoolean(key), String::valueOf);
  }

  /** Returns a whole number from {@code min} to {@code max}. */
  int count(String key, int otherwise, int min, int max) {
    return read(
        key,
        otherwise,
        text ->
            within(key, wholeNumber(key, text), (long) min, (long) max, String::valueOf).intValue(),
        String::valueOf);
  }

  /** Returns a number from 0 to 1. */
  double part(String key, double otherwise) {
    return read(
        key,
        otherwise,
        text -> within(key, config.getDouble(key), 0.0, 1.0, String::valueOf),
        String::valueOf);
  }

  /** Returns a number of bytes, such as {@code 16 MiB}. */
  long bytes(String key, long otherwise, long min, long max) {
    return read(
        key,
        otherwise,
        text -> within(key, config.getBytes(key), min, max, SettingFormatter::ofBytes),
        SettingFormatter::ofBytes);
  }

  /** Variant of {@link #bytes} for sizes that fit an int. */
  int bytesOfInt(String key, int otherwise, int min, int max) {
    return (int) bytes(key, otherwise, min, max);
  }

  /** Returns a duration, such as {@code 30 s}. */
  public Duration time(String key, Duration otherwise, Duration min, Duration max) {
    return read(
        key,
        otherwise,
        text -> within(key, duration(key, text), min, max, SettingFormatter::ofTime),
        SettingFormatter::ofTime);
  }

  /** Returns an enum constant, written in any case and with hyphens for underscores. */
  <E extends Enum<E>> E choice(String key, E otherwise) {
    E[] choices = otherwise.getDeclaringClass().getEnumConstants();
    return read(key, otherwise, text -> choice(key, text, choices), SettingFormatter::ofChoice);
  }

  /**
   * Returns a record made of values that were read. An IllegalArgumentException of the record
   * becomes INVALID_CONFIGURATION.
   */
  <T> T valid(String section, Supplier<T> make) {
    try {
      return make.get();
    } catch (IllegalArgumentException e) {
      throw invalid(section, String.valueOf(e.getMessage()));
    }
  }

  /** Throws INVALID_CONFIGURATION if the configuration has a key that was never read. */
  void rejectUnknownKeys() {
    List<String> unknown = new ArrayList<>();
    config.entrySet().forEach(entry -> unknown.add(plain(entry.getKey())));
    unknown.removeAll(knownKeys());
    if (!unknown.isEmpty()) {
      String key = unknown.stream().sorted().toList().getFirst();
      String hint =
          NearestKey.of(key, knownKeys()).map(other -> "; did you mean " + other + "?").orElse("");
      throw invalid(key, "no such setting" + hint);
    }
  }

  /** Returns the keys that were read. */
  Set<String> knownKeys() {
    return settings.keySet();
  }

  /** Returns the settings that were read and their values, in the order of their keys. */
  List<ResolvedSetting> settings() {
    return List.copyOf(settings.values());
  }

  private <T> T read(
      String key, T otherwise, Function<String, T> parse, Function<T, String> write) {
    // Recorded before parsing, so that an error in one key does not make another unknown.
    settings.put(key, new ResolvedSetting(key, write.apply(otherwise), ResolvedSetting.DEFAULT));
    try {
      if (!config.hasPath(key) || isAuto(key)) {
        return otherwise;
      }
      T value = parse.apply(config.getString(key));
      settings.put(key, new ResolvedSetting(key, write.apply(value), origin(key)));
      return value;
    } catch (ConfigException e) {
      throw invalid(key, "cannot be read: value=" + config.getValue(key).unwrapped());
    }
  }

  private boolean isAuto(String key) {
    return autoKeys.contains(key) && AUTO.equals(config.getValue(key).unwrapped());
  }

  private long wholeNumber(String key, String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw invalid(key, "is not a whole number: value=" + text);
    }
  }

  private Duration duration(String key, String text) {
    if (BARE_NUMBER.matcher(text).matches()) {
      throw invalid(key, "has no unit, such as ms, s, m, h: value=" + text);
    }
    return config.getDuration(key);
  }

  private <E extends Enum<E>> E choice(String key, String text, E[] choices) {
    for (E choice : choices) {
      if (SettingFormatter.ofChoice(choice).equalsIgnoreCase(text)) {
        return choice;
      }
    }
    List<String> names = Arrays.stream(choices).map(SettingFormatter::ofChoice).toList();
    throw invalid(key, "is none of " + String.join(", ", names) + ": value=" + text);
  }

  private <T extends Comparable<T>> T within(
      String key, T value, T min, T max, Function<T, String> write) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw invalid(
          key,
          "is out of range: value=%s min=%s max=%s"
              .formatted(write.apply(value), write.apply(min), write.apply(max)));
    }
    return value;
  }

  private ColonnadeException invalid(String key, String problem) {
    String origin = config.hasPath(key) ? " (" + origin(key) + ")" : "";
    return new ColonnadeException(
        ErrorCode.INVALID_CONFIGURATION,
        "configuration is not valid: key=" + key + " " + problem + origin);
  }

  private String origin(String key) {
    ConfigOrigin origin = config.getValue(key).origin();
    return origin.lineNumber() > 0 && origin.filename() != null
        ? origin.filename() + ":" + origin.lineNumber()
        : origin.description();
  }

  private static String plain(String path) {
    return String.join(".", ConfigUtil.splitPath(path));
  }
}
