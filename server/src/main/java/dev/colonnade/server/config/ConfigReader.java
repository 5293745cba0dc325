package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigUtil;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Reads values by key and remembers which keys were asked for, so that one that nobody asked for
 * can be refused. Everything that is wrong is INVALID_CONFIGURATION and names the key and where it
 * stands.
 */
final class ConfigReader {
  /** How far a key may be from a known one to be taken for a slip of it. */
  private static final int HINT_DISTANCE_MAX = 8;

  private final Config config;
  private final SortedSet<String> known = new TreeSet<>();

  ConfigReader(Config config) {
    this.config = requireNonNull(config, "config is null");
  }

  String text(String key, String otherwise) {
    return read(key, otherwise, Config::getString);
  }

  boolean flag(String key, boolean otherwise) {
    return read(key, otherwise, Config::getBoolean);
  }

  int count(String key, int otherwise) {
    return read(key, otherwise, Config::getInt);
  }

  /** A number of bytes, such as {@code 16 MiB}. */
  long bytes(String key, long otherwise) {
    return read(key, otherwise, Config::getBytes);
  }

  /** As {@link #bytes}, for limits of memory that Java counts in an int. */
  int bytesOfInt(String key, int otherwise) {
    long bytes = bytes(key, otherwise);
    if (bytes != (int) bytes) {
      throw invalid(key, "more than " + Integer.MAX_VALUE + " bytes: bytes=" + bytes);
    }
    return (int) bytes;
  }

  /** A time, such as {@code 30 s}. */
  Duration time(String key, Duration otherwise) {
    return read(key, otherwise, Config::getDuration);
  }

  /** One of the constants of an enum, in any case, with hyphens for underscores. */
  <E extends Enum<E>> E choice(String key, E otherwise) {
    String name = text(key, nameOf(otherwise));
    E[] choices = otherwise.getDeclaringClass().getEnumConstants();
    for (E choice : choices) {
      if (nameOf(choice).equalsIgnoreCase(name)) {
        return choice;
      }
    }
    List<String> names = Arrays.stream(choices).map(ConfigReader::nameOf).toList();
    throw invalid(key, "value=" + name + " is none of " + names);
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
    others.removeAll(known);
    if (!others.isEmpty()) {
      String key = others.stream().sorted().toList().getFirst();
      throw invalid(key, "no such setting" + hint(key));
    }
  }

  /** The keys that were asked for. */
  SortedSet<String> known() {
    return known;
  }

  private <T> T read(String key, T otherwise, BiFunction<Config, String, T> get) {
    known.add(key);
    try {
      return config.hasPath(key) ? get.apply(config, key) : otherwise;
    } catch (ConfigException e) {
      throw invalid(key, String.valueOf(e.getMessage()));
    }
  }

  private ColonnadeException invalid(String key, String what) {
    String origin = config.hasPath(key) ? config.getValue(key).origin().description() : "";
    return new ColonnadeException(
        ErrorCode.INVALID_CONFIGURATION,
        "configuration is not valid: key="
            + key
            + " "
            + what
            + (origin.isEmpty() ? "" : " (" + origin + ")"));
  }

  private String hint(String key) {
    return known.stream()
        .min(Comparator.comparingInt((String other) -> distance(key, other)))
        .filter(other -> distance(key, other) <= Math.min(HINT_DISTANCE_MAX, key.length() / 2))
        .map(other -> "; did you mean " + other + "?")
        .orElse("");
  }

  private static String plain(String path) {
    return String.join(".", ConfigUtil.splitPath(path));
  }

  static <E extends Enum<E>> String nameOf(E choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Levenshtein's distance: how many letters have to change. */
  private static int distance(String left, String right) {
    int[] previous = new int[right.length() + 1];
    Arrays.setAll(previous, i -> i);
    for (int i = 1; i <= left.length(); i++) {
      int[] current = new int[right.length() + 1];
      current[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
        current[j] = Math.min(previous[j - 1] + change, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[right.length()];
  }
}
