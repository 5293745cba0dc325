package dev.colonnade.server.auth;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Attempt of a client to log in.
 *
 * @param peer address of the client; null if it is not known
 * @param local address of the server's end of the connection; null if it is not known
 * @param isEncrypted whether the connection uses TLS
 */
public record LoginAttempt(
    @Nullable SocketAddress peer,
    @Nullable SocketAddress local,
    String user,
    String database,
    boolean isEncrypted) {
  public LoginAttempt(
      @Nullable SocketAddress peer,
      @Nullable SocketAddress local,
      String user,
      String database,
      boolean isEncrypted) {
    this.peer = peer;
    this.local = local;
    this.user = requireNonNull(user, "user is null");
    this.database = requireNonNull(database, "database is null");
    this.isEncrypted = isEncrypted;
  }

  /** Returns the IP address of the client; null if it has none. */
  @Nullable InetAddress address() {
    return peer instanceof InetSocketAddress known ? known.getAddress() : null;
  }

  boolean isLoopback() {
    InetAddress address = address();
    return address != null && address.isLoopbackAddress();
  }
}
