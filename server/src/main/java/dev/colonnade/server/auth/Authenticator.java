package dev.colonnade.server.auth;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.SecurityConfig;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.nio.file.Path;
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
  private final @Nullable RulesFile rules;
  private final PeerOwner owner;
  private final RandomGenerator random;
  private final RoleLookup roles;
  private final LoginThrottle throttle;

  private Authenticator(
      AuthenticationMode choice,
      Users users,
      @Nullable TlsContext tls,
      @Nullable RulesFile rules,
      RoleLookup roles,
      RandomGenerator random) {
    this.rules = rules;
    this.owner = PeerOwner.ofSystem();
    this.choice = choice;
    this.users = users;
    this.tls = tls;
    this.roles = roles;
    this.throttle = new LoginThrottle(NanoTicker.system());
    this.random = random;
  }

  /**
   * Opens an authenticator: reads the files of users and rules, the certificate and its key.
   *
   * @param random cryptographically secure generator of secrets
   * @throws ColonnadeException INVALID_CONFIGURATION if one of the files is invalid
   */
  public static Authenticator open(
      SecurityConfig config, RoleLookup roles, RandomGenerator random) {
    requireNonNull(random, "random is null");
    TlsContext tls =
        config.tls().map(files -> TlsContext.read(files, NanoTicker.system())).orElse(null);
    RulesFile rules = config.rulesFile().map(RulesFile::open).orElse(null);
    boolean canAsk = tls != null && tls.asksClients();
    if (rules != null && rules.rules().requireCertificates() && !canAsk) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "rules require certificates of clients, and security.tls-client-ca is not set: file="
              + config.rulesFile().map(Path::toString).orElse(""));
    }
    return new Authenticator(
        config.authentication(),
        Users.open(config.usersFile(), roles, random),
        tls,
        rules,
        roles,
        random);
  }

  /**
   * Returns whether a client has to authenticate by a password.
   *
   * @throws ColonnadeException INVALID_AUTHORIZATION if the rules reject it
   */
  public boolean isAuthenticationRequired(LoginAttempt attempt) {
    return switch (choice) {
      case TRUST -> false;
      case SCRAM -> true;
      case AUTO -> rules == null ? !owner.isTrusted(attempt) : isRequired(attempt, rules.rules());
    };
  }

  private boolean isRequired(LoginAttempt attempt, HostRules current) {
    HostRules.Decision decision = current.find(attempt);
    if (decision == null) {
      throw refused(attempt, "no rule for host \"%s\", user \"%s\", database \"%s\", %s");
    }
    decision.requirement().require(attempt);
    return switch (decision.method()) {
      case TRUST, CERTIFICATE -> false;
      case SCRAM -> true;
      case PEER -> {
        if (!owner.isTrusted(attempt)) {
          throw new ColonnadeException(
              ErrorCode.INVALID_AUTHORIZATION,
              "peer authentication failed for user \"%s\"".formatted(attempt.user()));
        }
        yield false;
      }
      case REJECT ->
          throw refused(
              attempt,
              "a rule rejects connection for host \"%s\", user \"%s\", database \"%s\", %s");
    };
  }

  private static ColonnadeException refused(LoginAttempt attempt, String message) {
    InetAddress address = attempt.address();
    return new ColonnadeException(
        ErrorCode.INVALID_AUTHORIZATION,
        message.formatted(
            address == null ? "" : address.getHostAddress(),
            attempt.user(),
            attempt.database(),
            attempt.isEncrypted() ? "SSL encryption" : "no encryption"));
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
   * @param handler TLS handler of the connection, which makes channel binding possible; null if the
   *     connection is not encrypted
   */
  public ScramExchange beginScram(String user, @Nullable SslHandler handler) {
    byte[] certificateHash = handler == null ? null : TlsContext.certificateHash(handler);
    return new ScramExchange(users, user, certificateHash, random);
  }

  /**
   * Reserves the time at which a password may be checked, which is later than now after failed
   * logins from the same address. The caller waits without blocking its thread.
   *
   * @return the time to wait, in nanoseconds
   * @throws ColonnadeException INVALID_PASSWORD if too many checks are waiting already
   */
  public long reserveCheckNanos(LoginAttempt attempt) {
    long nanos = throttle.reserveNanos(attempt.address(), attempt.user());
    if (nanos < 0) {
      throw ScramExchange.failed(attempt.user());
    }
    return nanos;
  }

  /**
   * Checks a password that the client has sent as it is. Takes milliseconds of processor time.
   *
   * @throws ColonnadeException INVALID_PASSWORD if it is wrong
   */
  public void checkPassword(String user, String password) {
    ScramVerifier found = users.find(user);
    ScramVerifier verifier = found == null ? users.decoy(user) : found;
    if (!verifier.matches(password) || found == null) {
      throw ScramExchange.failed(user);
    }
  }

  /**
   * Records a login.
   *
   * @param port name of the protocol, for the audit log
   */
  public void loggedIn(LoginAttempt attempt, String port) {
    passwordAccepted(attempt);
    AuditLog.loggedIn(attempt, port);
  }

  /** Records that a password was right, for a request that opens no session. */
  public void passwordAccepted(LoginAttempt attempt) {
    throttle.succeeded(attempt.address(), attempt.user());
  }

  /** Records a failed login: wrong passwords slow down later attempts from the same address. */
  public void loginFailed(LoginAttempt attempt, String port, ColonnadeException cause) {
    if (cause.code() == ErrorCode.INVALID_PASSWORD) {
      throttle.failed(attempt.address(), attempt.user());
    }
    AuditLog.loginFailed(attempt, port, cause);
  }

  /** Returns whether there is a role of this name that is a superuser. */
  public boolean isSuperuser(String user) {
    RoleEntry role = roles.find(user);
    return role != null && role.isSuperuser();
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
