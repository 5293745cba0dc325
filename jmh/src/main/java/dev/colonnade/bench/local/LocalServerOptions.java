package dev.colonnade.bench.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Options of a local server.
 *
 * @param nativePort port of the native protocol; 0 for any free port
 * @param httpPort port of HTTP; 0 for any free port
 * @param settings settings by their keys; all other settings have their default values
 */
public record LocalServerOptions(int nativePort, int httpPort, Map<String, String> settings) {
  /** Any free ports and default settings. */
  public static final LocalServerOptions DEFAULTS = new LocalServerOptions(0, 0, Map.of());

  public LocalServerOptions {
    settings = Map.copyOf(settings);
  }

  /** Returns these options with other settings. */
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

  /** Returns the settings as environment variables of the process. */
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
