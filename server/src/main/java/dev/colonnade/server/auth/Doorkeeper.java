package dev.colonnade.server.auth;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.server.config.AuthenticationChoice;
import dev.colonnade.server.config.SecurityConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Says who has to show who he is, and has what is needed for it. One for all ports: whoever is let
 * in by one of them is let in by the others. Safe for use by many threads.
 */
public final class Doorkeeper {
  private final AuthenticationChoice choice;
  private final Users users;
  private final @Nullable TlsGround tls;
  private final RandomGenerator random;

  private Doorkeeper(
      AuthenticationChoice choice, Users users, @Nullable TlsGround tls, RandomGenerator random) {
    this.choice = choice;
    this.users = users;
    this.tls = tls;
    this.random = random;
  }

  /**
   * Reads the files.
   *
   * @param random for secrets: nobody can guess what comes next
   * @throws ColonnadeException INVALID_CONFIGURATION if one of them is not what it should be
   */
  public static Doorkeeper open(SecurityConfig config, Roles roles, RandomGenerator random) {
    requireNonNull(random, "random is null");
    return new Doorkeeper(
        config.authentication(),
        Users.open(config.usersFile(), roles, random),
        config.tls().map(TlsGround::read).orElse(null),
        random);
  }

  /** Whether a client at this address has to prove who it is. */
  public boolean isProofNeeded(@Nullable SocketAddress peer) {
    return switch (choice) {
      case TRUST -> false;
      case SCRAM -> true;
      case AUTO -> !isOnThisMachine(peer);
    };
  }

  private static boolean isOnThisMachine(@Nullable SocketAddress peer) {
    InetAddress address = peer instanceof InetSocketAddress known ? known.getAddress() : null;
    return address != null && address.isLoopbackAddress();
  }

  /**
   * Lets nobody in whom there is not.
   *
   * @throws ColonnadeException INVALID_AUTHORIZATION if there is no such user, or it may not log in
   */
  public void requireUser(String name) {
    users.require(name);
  }

  /**
   * Begins to ask for a proof.
   *
   * @param isEncrypted whether the connection is, so that the proof can be bound to it
   */
  public ScramExchange ask(String user, boolean isEncrypted) {
    byte[] certificateHash = tls == null || !isEncrypted ? null : tls.certificateHash();
    return new ScramExchange(users, user, certificateHash, random);
  }

  /** What connections are encrypted with; null if they cannot be. */
  public @Nullable TlsGround tls() {
    return tls;
  }

  /** Numbers that nobody can guess. */
  public RandomGenerator secrets() {
    return random;
  }
}
