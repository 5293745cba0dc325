package dev.colonnade.server.auth;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * Attempt of a client to log in.
 *
 * @param peer address of the client; null if it is not known
 * @param local address of the server's end of the connection; null if it is not known
 * @param isEncrypted whether the connection uses TLS
 * @param certificate verified certificate of the client; null if it has sent none
 */
public record LoginAttempt(
    @Nullable SocketAddress peer,
    @Nullable SocketAddress local,
    String user,
    String database,
    boolean isEncrypted,
    @Nullable X509Certificate certificate) {
  public LoginAttempt {
    requireNonNull(user, "user is null");
    requireNonNull(database, "database is null");
  }

  /** Creates the attempt of a client without a certificate. */
  public LoginAttempt(
      @Nullable SocketAddress peer,
      @Nullable SocketAddress local,
      String user,
      String database,
      boolean isEncrypted) {
    this(peer, local, user, database, isEncrypted, null);
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
