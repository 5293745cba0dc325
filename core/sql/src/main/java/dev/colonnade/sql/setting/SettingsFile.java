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
 * The settings of PostgreSQL that clients set or ask for, as a file beside the class: name, kind,
 * first value, least and greatest value, words to choose from, and what the setting is for. Those
 * that are not among {@link KnownSettings}' own are taken and shown, and change nothing.
 */
final class SettingsFile {
  private static final String NAME = "settings.tsv";

  /** For split: also the last fields, when they are empty. */
  private static final int KEEP_EMPTY = -1;

  /** A setting of the file. */
  record Line(Setting setting, String description) {}

  private SettingsFile() {}

  /** The settings by their names in small letters. */
  static Map<String, Line> read() {
    Map<String, Line> lines = new TreeMap<>();
    try (InputStream in = SettingsFile.class.getResourceAsStream(NAME)) {
      if (in == null) {
        throw new IllegalStateException("file of settings is not there: name=" + NAME);
      }
      new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .map(line -> line.split("\t", KEEP_EMPTY))
          .forEach(fields -> lines.put(fields[0].toLowerCase(Locale.ROOT), line(fields)));
    } catch (IOException e) {
      throw new UncheckedIOException("file of settings cannot be read", e);
    }
    return Map.copyOf(lines);
  }

  private static Line line(String[] fields) {
    SettingKind kind =
        switch (fields[1]) {
          case "fixed" -> new SettingKind.Fixed();
          case "switch" -> new SettingKind.Switch();
          case "choice" -> new SettingKind.Choice(List.of(fields[5].split(",")));
          case "whole" ->
              new SettingKind.Whole(Long.parseLong(fields[3]), Long.parseLong(fields[4]));
          default -> new SettingKind.Text();
        };
    return new Line(Setting.of(fields[0], kind, fields[2]), fields[6]);
  }
}
