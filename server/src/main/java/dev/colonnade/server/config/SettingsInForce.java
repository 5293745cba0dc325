package dev.colonnade.server.config;

import com.typesafe.config.ConfigFactory;
import dev.colonnade.split.SplitConfig;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The settings of a server that runs, with those that were changed since it was started. */
public final class SettingsInForce {
  /** Where such a setting comes from. */
  public static final String CHANGED = "changed while the server runs";

  private SettingsInForce() {}

  /**
   * Settings as they are now.
   *
   * @param atStart all settings, as they were read
   * @param splitsAtStart how ranges were split then
   * @param splits how they are split now
   */
  public static List<Setting> of(
      List<Setting> atStart, SplitConfig splitsAtStart, SplitConfig splits) {
    Map<String, String> before = values(splitsAtStart);
    Map<String, String> now = values(splits);
    return atStart.stream().map(setting -> current(setting, before, now)).toList();
  }

  private static Setting current(
      Setting setting, Map<String, String> before, Map<String, String> now) {
    String value = now.get(setting.key());
    return value == null || value.equals(before.get(setting.key()))
        ? setting
        : new Setting(setting.key(), value, CHANGED);
  }

  /** By key, as they could stand in the file. */
  private static Map<String, String> values(SplitConfig splits) {
    ConfigReader reader = new ConfigReader(ConfigFactory.empty(), ServerSettings.AUTO_KEYS);
    new SplitSettings(reader, splits).read();
    return reader.settings().stream().collect(Collectors.toMap(Setting::key, Setting::value));
  }
}
