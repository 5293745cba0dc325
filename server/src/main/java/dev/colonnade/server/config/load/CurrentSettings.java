package dev.colonnade.server.config.load;

import com.typesafe.config.ConfigFactory;
import dev.colonnade.split.SplitConfig;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Current settings of a running server, with the changes since its start. */
public final class CurrentSettings {
  /** Origin of a setting that was changed after the start. */
  public static final String CHANGED = "changed while the server runs";

  private CurrentSettings() {}

  /**
   * Returns the current settings.
   *
   * @param atStart all settings as they were read at the start
   * @param splitsAtStart configuration of splits at the start
   * @param splits current configuration of splits
   */
  public static List<ResolvedSetting> of(
      List<ResolvedSetting> atStart, SplitConfig splitsAtStart, SplitConfig splits) {
    Map<String, String> before = values(splitsAtStart);
    Map<String, String> now = values(splits);
    return atStart.stream().map(setting -> current(setting, before, now)).toList();
  }

  private static ResolvedSetting current(
      ResolvedSetting setting, Map<String, String> before, Map<String, String> now) {
    String value = now.get(setting.key());
    return value == null || value.equals(before.get(setting.key()))
        ? setting
        : new ResolvedSetting(setting.key(), value, CHANGED);
  }

  /** Returns the values in the configuration file's syntax, by key. */
  private static Map<String, String> values(SplitConfig splits) {
    SettingReader reader = new SettingReader(ConfigFactory.empty(), ServerConfigReader.AUTO_KEYS);
    new SplitConfigReader(reader, splits).read();
    return reader.settings().stream()
        .collect(Collectors.toMap(ResolvedSetting::key, ResolvedSetting::value));
  }
}
