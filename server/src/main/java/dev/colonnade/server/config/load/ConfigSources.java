package dev.colonnade.server.config.load;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sources of settings, in ascending order of precedence. A setting that no source sets has its
 * default.
 *
 * @param file configuration file in HOCON; null for none
 * @param environment environment variables, of which those that begin with {@link
 *     ConfigLoader#VARIABLE_PREFIX} are read
 * @param options command line options, by the key of the setting
 */
public record ConfigSources(
    @Nullable Path file, Map<String, String> environment, Map<String, Option> options) {
  public ConfigSources {
    environment = Map.copyOf(environment);
    options = Map.copyOf(options);
  }

  /** Command line option, such as {@code --native-port}, and its value. */
  public record Option(String name, String value) {
    public Option {
      requireNonNull(name, "name is null");
      requireNonNull(value, "value is null");
    }
  }
}
