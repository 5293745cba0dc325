package dev.colonnade.bench.local;

import java.nio.file.Path;
import java.util.ArrayList;
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
 * @param more further arguments of the command {@code start}
 * @param flags further flags of the JVM
 * @param prefix beginning of the command line, before that of the JVM
 */
public record LocalServerOptions(
    int nativePort,
    int httpPort,
    Map<String, String> settings,
    List<String> more,
    List<String> flags,
    List<String> prefix) {
  /** Any free ports and default settings. */
  public static final LocalServerOptions DEFAULTS = new LocalServerOptions(0, 0, Map.of());

  public LocalServerOptions {
    settings = Map.copyOf(settings);
    more = List.copyOf(more);
    flags = List.copyOf(flags);
    prefix = List.copyOf(prefix);
  }

  /** Creates options without further arguments. */
  public LocalServerOptions(int nativePort, int httpPort, Map<String, String> settings) {
    this(nativePort, httpPort, settings, List.of(), List.of(), List.of());
  }

  /** Returns these options with further arguments of the command {@code start}. */
  public LocalServerOptions withArguments(List<String> other) {
    return new LocalServerOptions(nativePort, httpPort, settings, other, flags, prefix);
  }

  /** Returns these options with other settings. */
  public LocalServerOptions withSettings(Map<String, String> other) {
    return new LocalServerOptions(nativePort, httpPort, other, more, flags, prefix);
  }

  /** Returns these options with further flags of the JVM. */
  public LocalServerOptions withFlags(List<String> other) {
    return new LocalServerOptions(nativePort, httpPort, settings, more, other, prefix);
  }

  /** Returns these options with another beginning of the command line. */
  public LocalServerOptions withPrefix(List<String> other) {
    return new LocalServerOptions(nativePort, httpPort, settings, more, flags, other);
  }

  /** Returns these options with other ports. */
  public LocalServerOptions withPorts(int otherNative, int otherHttp) {
    return new LocalServerOptions(otherNative, otherHttp, settings, more, flags, prefix);
  }

  List<String> arguments(Path store) {
    List<String> arguments = new ArrayList<>();
    arguments.add("start");
    arguments.add("--store=" + store);
    arguments.add("--listen=127.0.0.1");
    arguments.add("--native-port=" + nativePort);
    arguments.add("--http-port=" + httpPort);
    arguments.add("--pg-port=0");
    arguments.addAll(more);
    return arguments;
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
