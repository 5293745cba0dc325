package dev.colonnade.server.admin.http;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names under which the port may be requested. A page of a foreign site can make a browser send
 * requests to this port under the site's own name (DNS rebinding), and would then read the
 * responses with the rights of the browser's machine; so requests for unknown names are refused.
 * Accepted are addresses, names without a dot, which no foreign site has, {@code localhost}, and
 * the configured names; {@code *} accepts all. Immutable.
 */
final class HostNames {
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[[0-9a-fA-F:.]+]");
  private static final Pattern NAME = Pattern.compile("[a-z0-9_-]+");

  private final Set<String> known;

  HostNames(List<String> known) {
    this.known =
        Set.copyOf(known.stream().map(name -> name.toLowerCase(Locale.ROOT)).distinct().toList());
  }

  /**
   * Returns whether the port may be requested under the name of a Host header.
   *
   * @param header null if the request has none, as those of HTTP/1.0, which no browser sends
   */
  boolean isAccepted(@Nullable String header) {
    if (header == null || known.contains("*")) {
      return true;
    }
    String host = header.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT);
    return ADDRESS.matcher(host).matches()
        || NAME.matcher(host).matches()
        || host.endsWith(".localhost")
        || known.contains(host);
  }
}
