package dev.colonnade.server.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.request.Hello;
import dev.colonnade.server.auth.Doorkeeper;
import java.util.function.Function;

/**
 * How the server introduces itself, and who serves a connection then.
 *
 * @param serverName the name of the program
 * @param serverVersion its version
 * @param doorkeeper says who has to prove who it is
 * @param sessions opens a session for who said hello; what it throws ends the connection
 */
public record Greeting(
    String serverName,
    String serverVersion,
    Doorkeeper doorkeeper,
    Function<Hello.Identity, RequestHandler> sessions) {
  public Greeting {
    requireNonNull(serverName, "serverName is null");
    requireNonNull(serverVersion, "serverVersion is null");
    requireNonNull(doorkeeper, "doorkeeper is null");
    requireNonNull(sessions, "sessions is null");
  }
}
