package dev.colonnade.server.config.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.config.ServerConfig;
import java.util.List;

/**
 * Configuration with the origin of each setting.
 *
 * @param config configuration of the server
 * @param settings every setting, in the order of their keys
 * @param unknownVariables environment variables that have the prefix of settings but match none
 */
public record LoadedConfig(
    ServerConfig config, List<ResolvedSetting> settings, List<String> unknownVariables) {
  public LoadedConfig {
    requireNonNull(config, "config is null");
    settings = List.copyOf(settings);
    unknownVariables = List.copyOf(unknownVariables);
  }
}
