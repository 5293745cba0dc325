package dev.colonnade.bench.local;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a server listens.
 *
 * @param protocol such as {@code colonnade://127.0.0.1:1234}
 * @param http such as {@code http://127.0.0.1:1235}
 */
public record ServerAddress(URI protocol, URI http) {
  private static final Pattern READY =
      Pattern.compile("^colonnade is ready: native (\\S+:\\d+) http (\\S+:\\d+)(?: .*)?$");

  public ServerAddress {
    requireNonNull(protocol, "protocol is null");
    requireNonNull(http, "http is null");
  }

  /** The addresses in the line with which a server says that it is ready. */
  static Optional<ServerAddress> find(String line) {
    Matcher ready = READY.matcher(line);
    return ready.matches()
        ? Optional.of(
            new ServerAddress(
                URI.create("colonnade://" + ready.group(1)),
                URI.create("http://" + ready.group(2))))
        : Optional.empty();
  }
}
