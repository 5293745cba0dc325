package dev.colonnade.bench.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How to start a server.
 *
 * @param nativePort 0 for any that is free
 * @param httpPort 0 for any that is free
 * @param moreArguments for its command line
 */
public record LocalServerOptions(int nativePort, int httpPort, List<String> moreArguments) {
  /** Any free ports, and all else as it is by default. */
  public static final LocalServerOptions DEFAULTS = new LocalServerOptions(0, 0, List.of());

  public LocalServerOptions {
    moreArguments = List.copyOf(moreArguments);
  }

  List<String> arguments(Path store) {
    List<String> arguments = new ArrayList<>();
    arguments.add("start");
    arguments.add("--store=" + store);
    arguments.add("--listen=127.0.0.1");
    arguments.add("--native-port=" + nativePort);
    arguments.add("--http-port=" + httpPort);
    arguments.addAll(moreArguments);
    return arguments;
  }
}
