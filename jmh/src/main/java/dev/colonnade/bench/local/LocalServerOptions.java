package dev.colonnade.bench.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * How to start a server.
 *
 * @param nativePort 0 for any that is free
 * @param httpPort 0 for any that is free
 * @param settings by their keys; all others are as they are by default
 */
public record LocalServerOptions(int nativePort, int httpPort, Map<String, String> settings) {
  /** Any free ports, and all else as it is by default. */
  public static final LocalServerOptions DEFAULTS = new LocalServerOptions(0, 0, Map.of());

  public LocalServerOptions {
    settings = Map.copyOf(settings);
  }

  /** The same with other settings. */
  public LocalServerOptions withSettings(Map<String, String> other) {
    return new LocalServerOptions(nativePort, httpPort, other);
  }

  List<String> arguments(Path store) {
    return List.of(
        "start",
        "--store=" + store,
        "--listen=127.0.0.1",
        "--native-port=" + nativePort,
        "--http-port=" + httpPort,
        "--pg-port=0");
  }

  /** The settings as the environment of a process. */
  Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    settings.forEach(
        (key, value) ->
            environment.put(
                "COLONNADE_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'),
                value));
    return environment;
  }
}
