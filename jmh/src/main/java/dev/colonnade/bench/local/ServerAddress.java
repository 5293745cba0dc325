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
  private static final Pattern PROTOCOL = Pattern.compile("\\bcolonnade://[\\w.:\\[\\]-]+\\d");
  private static final Pattern HTTP = Pattern.compile("\\bhttp://[\\w.:\\[\\]-]+\\d");

  public ServerAddress {
    requireNonNull(protocol, "protocol is null");
    requireNonNull(http, "http is null");
  }

  /** The addresses in the line with which a server says that it is ready. */
  static Optional<ServerAddress> find(String line) {
    Matcher protocol = PROTOCOL.matcher(line);
    Matcher http = HTTP.matcher(line);
    return protocol.find() && http.find()
        ? Optional.of(new ServerAddress(URI.create(protocol.group()), URI.create(http.group())))
        : Optional.empty();
  }
}
