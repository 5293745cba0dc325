package dev.colonnade.bench.local;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How to start a server.
 *
 * @param store its folder
 * @param log the file for all that it says
 * @param nativePort 0 for any that is free
 * @param httpPort 0 for any that is free
 * @param moreArguments for its command line
 */
public record LocalServerOptions(
    Path store, Path log, int nativePort, int httpPort, List<String> moreArguments) {
  public LocalServerOptions {
    requireNonNull(store, "store is null");
    requireNonNull(log, "log is null");
    moreArguments = List.copyOf(moreArguments);
  }

  /** Any free ports. */
  public static LocalServerOptions onFreePorts(Path store, Path log) {
    return new LocalServerOptions(store, log, 0, 0, List.of());
  }

  List<String> arguments() {
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
