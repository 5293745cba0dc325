package dev.colonnade.server.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.request.Hello;
import dev.colonnade.server.auth.Authenticator;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Content of the server hello, and the collaborators that complete a login.
 *
 * @param serverName name of the server program
 * @param serverVersion version of the server program
 * @param authenticator authenticator of clients
 * @param isFollower returns whether the server is a follower of a cluster, or a leader that may
 *     have been replaced
 * @param sessionFactory opens a session for an authenticated identity; an exception that it throws
 *     ends the connection
 */
public record ServerHello(
    String serverName,
    String serverVersion,
    Authenticator authenticator,
    BooleanSupplier isFollower,
    Function<Hello.Identity, RequestHandler> sessionFactory) {
  public ServerHello {
    requireNonNull(serverName, "serverName is null");
    requireNonNull(serverVersion, "serverVersion is null");
    requireNonNull(authenticator, "authenticator is null");
    requireNonNull(isFollower, "isFollower is null");
    requireNonNull(sessionFactory, "sessionFactory is null");
  }
}
