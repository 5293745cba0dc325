package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.limit.RangeLimits;
import java.util.Map;
import java.util.Set;

/**
 * A new value for a setting of a server that runs, read as the configuration file is.
 *
 * @param name as the file has it: {@code split.concurrency}
 * @param value as it could stand there: {@code 4}, {@code 16 MiB}
 */
public record SettingChange(String name, String value) {
  private static final Set<String> OF_TABLES =
      Set.of(
          "split.range-max-bytes",
          "split.range-min-bytes",
          "split.range-hard-max-bytes",
          "split.requests-per-second-max");

  public SettingChange {
    requireNonNull(name, "name is null");
    requireNonNull(value, "value is null");
  }

  /**
   * What is in force with this change.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if there is no such setting, its value cannot
   *     be
   */
  public SplitConfig applyTo(SplitConfig current) {
    Config config = ConfigFactory.parseMap(Map.of(name, value), "request");
    ConfigReader reader = new ConfigReader(config, ServerSettings.AUTO_KEYS);
    SplitConfig changed = new SplitSettings(reader, current).read();
    reader.requireNoOthers();
    return changed;
  }

  /** The limits of a table that are in force with this change. */
  public RangeLimits applyTo(RangeLimits current, SplitConfig server) {
    RangeLimits changed = applyTo(server.withLimits(current)).limits();
    if (!OF_TABLES.contains(name)) {
      throw refused("is no setting of a table");
    }
    return changed;
  }

  private ColonnadeException refused(String why) {
    return new ColonnadeException(
        ErrorCode.INVALID_CONFIGURATION, "%s: name=%s value=%s".formatted(why, name, value));
  }
}
