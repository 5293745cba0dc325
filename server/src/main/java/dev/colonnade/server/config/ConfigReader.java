package dev.colonnade.server.config;

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
 * Reads values by key and remembers what was asked for, so that a key that nobody asked for can be
 * refused. Everything that is wrong is INVALID_CONFIGURATION and names the key and where it stands.
 */
final class ConfigReader {
  /** Stands for the default where that depends on the machine. */
  static final String AUTO = "auto";

  /** A number without a unit; only zero is the same in all of them. */
  private static final Pattern BARE_NUMBER = Pattern.compile("\\s*-?[0-9.]*[1-9][0-9.]*\\s*");

  private final Config config;
  private final Set<String> autoKeys;
  private final Map<String, Setting> settings = new TreeMap<>();

  /** A reader that takes {@link #AUTO} for the default of {@code autoKeys}. */
  ConfigReader(Config config, Set<String> autoKeys) {
    this.config = requireNonNull(config, "config is null");
    this.autoKeys = Set.copyOf(autoKeys);
  }

  String text(String key, String otherwise) {
    return read(key, otherwise, text -> text, text -> text);
  }

  /** A text that has no default. */
  Optional<String> text(String key) {
    String text = text(key, "");
    return text.isBlank() ? Optional.empty() : Optional.of(text);
  }

  /** Whether something is so: true or false, on or off, yes or no. */
  boolean flag(String key, boolean otherwise) {
    return read(key, otherwise, text -> config.getBoolean(key), String::valueOf);
  }

  /** A whole number within {@code min} to {@code max}. */
  int count(String key, int otherwise, int min, int max) {
    return read(
        key,
        otherwise,
        text ->
            within(key, wholeNumber(key, text), (long) min, (long) max, String::valueOf).intValue(),
        String::valueOf);
  }

  /** A number of bytes, such as {@code 16 MiB}. */
  long bytes(String key, long otherwise, long min, long max) {
    return read(
        key,
        otherwise,
        text -> within(key, config.getBytes(key), min, max, SettingText::ofBytes),
        SettingText::ofBytes);
  }

  /** As {@link #bytes}, for limits of memory that Java counts in an int. */
  int bytesOfInt(String key, int otherwise, int min, int max) {
    return (int) bytes(key, otherwise, min, max);
  }

  /** A time, such as {@code 30 s}. */
  Duration time(String key, Duration otherwise, Duration min, Duration max) {
    return read(
        key,
        otherwise,
        text -> within(key, duration(key, text), min, max, SettingText::ofTime),
        SettingText::ofTime);
  }

  /** One of the constants of an enum, in any case, with hyphens for underscores. */
  <E extends Enum<E>> E choice(String key, E otherwise) {
    E[] choices = otherwise.getDeclaringClass().getEnumConstants();
    return read(key, otherwise, text -> choice(key, text, choices), SettingText::ofChoice);
  }

  /** Makes a record of values that were read; what it refuses is a mistake in the configuration. */
  <T> T valid(String section, Supplier<T> make) {
    try {
      return make.get();
    } catch (IllegalArgumentException e) {
      throw invalid(section, String.valueOf(e.getMessage()));
    }
  }

  /** Fails if there is a key that was never asked for. */
  void requireNoOthers() {
    List<String> others = new ArrayList<>();
    config.entrySet().forEach(entry -> others.add(plain(entry.getKey())));
    others.removeAll(known());
    if (!others.isEmpty()) {
      String key = others.stream().sorted().toList().getFirst();
      String hint =
          NearestKey.of(key, known()).map(other -> "; did you mean " + other + "?").orElse("");
      throw invalid(key, "no such setting" + hint);
    }
  }

  /** The keys that were asked for. */
  Set<String> known() {
    return settings.keySet();
  }

  /** What was asked for and what the answers were, by key. */
  List<Setting> settings() {
    return List.copyOf(settings.values());
  }

  private <T> T read(
      String key, T otherwise, Function<String, T> parse, Function<T, String> write) {
    // Known from here on, so that a mistake in one key does not make another unknown.
    settings.put(key, new Setting(key, write.apply(otherwise), Setting.DEFAULT));
    try {
      if (!config.hasPath(key) || isAuto(key)) {
        return otherwise;
      }
      T value = parse.apply(config.getString(key));
      settings.put(key, new Setting(key, write.apply(value), origin(key)));
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
      if (SettingText.ofChoice(choice).equalsIgnoreCase(text)) {
        return choice;
      }
    }
    List<String> names = Arrays.stream(choices).map(SettingText::ofChoice).toList();
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

  private ColonnadeException invalid(String key, String what) {
    String origin = config.hasPath(key) ? " (" + origin(key) + ")" : "";
    return new ColonnadeException(
        ErrorCode.INVALID_CONFIGURATION,
        "configuration is not valid: key=" + key + " " + what + origin);
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
