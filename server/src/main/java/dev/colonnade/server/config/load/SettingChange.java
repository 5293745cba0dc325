package dev.colonnade.server.config.load;

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
 * Change of a setting of a running server, in the configuration file's syntax.
 *
 * @param name key of the setting, such as {@code split.concurrency}
 * @param value new value, such as {@code 4} or {@code 16 MiB}
 */
public record SettingChange(String name, String value) {
  private static final Set<String> TABLE_SETTINGS =
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
   * Returns the configuration of splits with this change applied.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if there is no such setting, or its value is
   *     invalid
   */
  public SplitConfig applyTo(SplitConfig current) {
    Config config = ConfigFactory.parseMap(Map.of(name, value), "request");
    SettingReader reader = new SettingReader(config, ServerConfigReader.AUTO_KEYS);
    SplitConfig changed = new SplitConfigReader(reader, current).read();
    reader.rejectUnknownKeys();
    return changed;
  }

  /** Returns the limits of a table with this change applied. */
  public RangeLimits applyTo(RangeLimits current, SplitConfig server) {
    RangeLimits changed = applyTo(server.withLimits(current)).limits();
    if (!TABLE_SETTINGS.contains(name)) {
      throw invalid("not a setting of a table");
    }
    return changed;
  }

  private ColonnadeException invalid(String problem) {
    return new ColonnadeException(
        ErrorCode.INVALID_CONFIGURATION, "%s: name=%s value=%s".formatted(problem, name, value));
  }
}
