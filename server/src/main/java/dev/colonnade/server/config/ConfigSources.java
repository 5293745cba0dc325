package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where settings come from, the weakest first; what none of them sets has its default.
 *
 * @param file in HOCON; null for none
 * @param environment variables, of which those that begin with {@link ConfigLoader#VARIABLE_PREFIX}
 *     count
 * @param options of the command line: what was given, by the key of the setting
 */
public record ConfigSources(
    @Nullable Path file, Map<String, String> environment, Map<String, Option> options) {
  public ConfigSources {
    environment = Map.copyOf(environment);
    options = Map.copyOf(options);
  }

  /** An option of the command line, such as {@code --native-port}, and its value. */
  public record Option(String name, String value) {
    public Option {
      requireNonNull(name, "name is null");
      requireNonNull(value, "value is null");
    }
  }
}
