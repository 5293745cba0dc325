package dev.colonnade.server.auth;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.SecurityConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Authenticator of clients: the authentication mode, the users, the TLS context and the source of
 * secrets. All ports share one instance, so that they apply the same rules. Thread-safe.
 */
public final class Authenticator {
  private final AuthenticationMode choice;
  private final Users users;
  private final @Nullable TlsContext tls;
  private final RandomGenerator random;

  private Authenticator(
      AuthenticationMode choice, Users users, @Nullable TlsContext tls, RandomGenerator random) {
    this.choice = choice;
    this.users = users;
    this.tls = tls;
    this.random = random;
  }

  /**
   * Opens an authenticator: reads the file of users, the certificate and its key.
   *
   * @param random cryptographically secure generator of secrets
   * @throws ColonnadeException INVALID_CONFIGURATION if one of the files is invalid
   */
  public static Authenticator open(
      SecurityConfig config, RoleLookup roles, RandomGenerator random) {
    requireNonNull(random, "random is null");
    return new Authenticator(
        config.authentication(),
        Users.open(config.usersFile(), roles, random),
        config.tls().map(TlsContext::read).orElse(null),
        random);
  }

  /** Returns whether a client at this address has to authenticate. */
  public boolean isAuthenticationRequired(@Nullable SocketAddress peer) {
    return switch (choice) {
      case TRUST -> false;
      case SCRAM -> true;
      case AUTO -> !isLoopback(peer);
    };
  }

  private static boolean isLoopback(@Nullable SocketAddress peer) {
    InetAddress address = peer instanceof InetSocketAddress known ? known.getAddress() : null;
    return address != null && address.isLoopbackAddress();
  }

  /**
   * Throws if there is no such user, or the user may not log in.
   *
   * @throws ColonnadeException INVALID_AUTHORIZATION
   */
  public void requireUser(String name) {
    users.require(name);
  }

  /**
   * Begins the SCRAM authentication of a user.
   *
   * @param isEncrypted whether the connection uses TLS, so that channel binding is possible
   */
  public ScramExchange beginScram(String user, boolean isEncrypted) {
    byte[] certificateHash = tls == null || !isEncrypted ? null : tls.certificateHash();
    return new ScramExchange(users, user, certificateHash, random);
  }

  /** Returns the TLS context; null if TLS is not configured. */
  public @Nullable TlsContext tls() {
    return tls;
  }

  /** Returns the cryptographically secure generator of secrets. */
  public RandomGenerator secureRandom() {
    return random;
  }
}
