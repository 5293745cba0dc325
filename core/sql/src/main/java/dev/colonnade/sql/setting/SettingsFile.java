package dev.colonnade.sql.setting;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reader of the resource file that lists the settings of PostgreSQL which clients set or query:
 * name, kind, initial value, minimum, maximum, list of words, and description. Settings that the
 * registry does not define itself are accepted and displayed, and have no effect.
 */
final class SettingsFile {
  private static final String NAME = "settings.tsv";

  /** Limit for {@link String#split} that retains empty trailing fields. */
  private static final int KEEP_EMPTY = -1;

  private SettingsFile() {}

  /** Returns the settings by their names in lower case. */
  static Map<String, Setting> read() {
    Map<String, Setting> settings = new TreeMap<>();
    try (InputStream in = SettingsFile.class.getResourceAsStream(NAME)) {
      if (in == null) {
        throw new IllegalStateException("settings resource not found: name=" + NAME);
      }
      new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .map(line -> line.split("\t", KEEP_EMPTY))
          .forEach(fields -> settings.put(fields[0].toLowerCase(Locale.ROOT), setting(fields)));
    } catch (IOException e) {
      throw new UncheckedIOException("settings resource cannot be read", e);
    }
    return Map.copyOf(settings);
  }

  private static Setting setting(String[] fields) {
    SettingKind kind =
        switch (fields[1]) {
          case "fixed" -> new SettingKind.Fixed();
          case "switch" -> new SettingKind.Switch();
          case "choice" -> new SettingKind.Choice(List.of(fields[5].split(",")));
          case "whole" ->
              new SettingKind.Whole(Long.parseLong(fields[3]), Long.parseLong(fields[4]));
          default -> new SettingKind.Text();
        };
    return Setting.of(fields[0], kind, fields[2]).withDescription(fields[6]);
  }
}
