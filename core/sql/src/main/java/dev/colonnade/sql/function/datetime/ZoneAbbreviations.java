package dev.colonnade.sql.function.datetime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.scalar.TimeZones;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Abbreviations of time zones, as PostgreSQL knows them by default. */
public final class ZoneAbbreviations {
  /**
   * Meaning of an abbreviation.
   *
   * @param offsetSeconds east of Greenwich, if there is no zone
   * @param zone whose offset at the local time applies; null if the offset is fixed
   */
  public record Abbreviation(int offsetSeconds, @Nullable ZoneId zone) {}

  private static final Map<String, Abbreviation> ALL = read();

  private ZoneAbbreviations() {}

  /** Returns the meaning of an abbreviation in any case; null if it is unknown. */
  public static @Nullable Abbreviation find(String name) {
    return ALL.get(name.toLowerCase(Locale.ROOT));
  }

  /** Returns the zone of an abbreviation or a name; INVALID_ARGUMENT if there is none. */
  public static ZoneId zone(String name) {
    Abbreviation found = find(name);
    if (found == null) {
      return TimeZones.named(name);
    }
    return found.zone() == null ? ZoneOffset.ofTotalSeconds(found.offsetSeconds()) : found.zone();
  }

  private static Map<String, Abbreviation> read() {
    Map<String, Abbreviation> found = new HashMap<>();
    InputStream resource =
        requireNonNull(
            ZoneAbbreviations.class.getResourceAsStream("abbreviations.txt"), "no abbreviations");
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(resource, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#") && !line.isEmpty()) {
          String[] fields = line.split(" ", -1);
          found.put(fields[0], meaning(fields[1]));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.copyOf(found);
  }

  private static Abbreviation meaning(String field) {
    return DateTimeTokenizer.isLetter(field.charAt(0))
        ? new Abbreviation(0, ZoneId.of(field))
        : new Abbreviation(Integer.parseInt(field), null);
  }
}
