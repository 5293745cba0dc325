package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A configuration and how it came to be.
 *
 * @param config what the server goes by
 * @param settings every setting there is, by key
 * @param strangers variables of the environment that look like settings and are none
 */
public record LoadedConfig(ServerConfig config, List<Setting> settings, List<String> strangers) {
  public LoadedConfig {
    requireNonNull(config, "config is null");
    settings = List.copyOf(settings);
    strangers = List.copyOf(strangers);
  }
}
