package dev.colonnade.bench.local;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses that a server listens on.
 *
 * @param protocol such as {@code colonnade://127.0.0.1:1234}
 * @param http such as {@code http://127.0.0.1:1235}
 * @param postgres host and port of the PostgreSQL protocol, such as {@code 127.0.0.1:1236}
 */
public record ServerAddress(URI protocol, URI http, String postgres) {
  private static final Pattern READY =
      Pattern.compile(
          "^colonnade is ready: native (\\S+:\\d+) http (\\S+:\\d+) pg (\\S+:\\d+)(?: .*)?$");

  public ServerAddress {
    requireNonNull(protocol, "protocol is null");
    requireNonNull(http, "http is null");
    requireNonNull(postgres, "postgres is null");
  }

  /** Returns the addresses in the line that reports a ready server; empty for other lines. */
  static Optional<ServerAddress> find(String line) {
    Matcher ready = READY.matcher(line);
    return ready.matches()
        ? Optional.of(
            new ServerAddress(
                URI.create("colonnade://" + ready.group(1)),
                URI.create("http://" + ready.group(2)),
                ready.group(3)))
        : Optional.empty();
  }
}
